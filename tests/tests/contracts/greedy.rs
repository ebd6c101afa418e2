//! `greedy-unicast` and `greedy-tree` deliver everything, on every shape and set, on the shortest ways.

use super::cases;
use super::delivered::{
    all_to_one, check_delivered_if_told, each_side_up_to_40, mixed_sets, workloads,
};
use crossbeam::channel::unbounded;
use meshcast_engine::{
    Action, Event, Messages, Options, Outcome, Record, Shape, TraceSink, Violation,
};
use meshcast_tests::corpus::{all_to_all, multicast, run_greedy_tree, run_greedy_unicast, shapes};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

/// What a rival must use: links and copies.
type Needs = fn(Shape, u32, &[u32]) -> (u64, u64);

const RIVALS: [(&str, Run, Needs); 2] =
    [("unicast", run_greedy_unicast, ways), ("tree", run_greedy_tree, branches)];

/// A way and a packet for each destination.
fn ways(shape: Shape, source: u32, destinations: &[u32]) -> (u64, u64) {
    let (row, col) = shape.position(source as usize);
    let length = |&destination: &u32| {
        let to = shape.position(destination as usize);
        (row.abs_diff(to.0) + col.abs_diff(to.1)) as u64
    };
    let copies = destinations.len().saturating_sub(1) as u64;
    (destinations.iter().map(length).sum(), copies)
}

/// The links of all the ways, each once; a copy for every leaf but the first, as long as a delivery is not one.
fn branches(shape: Shape, source: u32, destinations: &[u32]) -> (u64, u64) {
    let (row, col) = shape.position(source as usize);
    let mut links: BTreeSet<(u32, u32)> = BTreeSet::new();
    for &destination in destinations {
        let (mut here, to) = ((row, col), shape.position(destination as usize));
        while here != to {
            let next = match (here.1.cmp(&to.1), here.0.cmp(&to.0)) {
                (std::cmp::Ordering::Less, _) => (here.0, here.1 + 1),
                (std::cmp::Ordering::Greater, _) => (here.0, here.1 - 1),
                (_, std::cmp::Ordering::Less) => (here.0 + 1, here.1),
                _ => (here.0 - 1, here.1),
            };
            links.insert((shape.index(here.0, here.1) as u32, shape.index(next.0, next.1) as u32));
            here = next;
        }
    }
    let from: BTreeSet<u32> = links.iter().map(|&(from, _)| from).collect();
    // A node with k links out makes k − 1 copies.
    (links.len() as u64, (links.len() - from.len()) as u64)
}

fn check(shape: Shape, set: &Messages) {
    for (name, run, needs) in RIVALS {
        let outcome = run(shape, set, Options::default())
            .unwrap_or_else(|violation| panic!("{name} {shape:?} {set:?}: {violation}"));
        check_delivered_if_told(set, &outcome, name);
        let needed = set
            .iter()
            .map(|(source, destinations)| needs(shape, source, destinations))
            .fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1));
        assert_eq!((outcome.link_uses, outcome.copies), needed, "{name} {shape:?} {set:?}");
        assert!(outcome.told_when_done && outcome.capacity.is_none(), "{name}");
    }
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(40) {
        check(shape, &set);
    }
}

#[test]
fn broadcasts_and_messages_for_one_node_are_delivered() {
    for shape in shapes(7) {
        check(shape, &all_to_all(shape.nodes()));
        for node in [0, shape.nodes() / 2] {
            check(shape, &all_to_one(shape.nodes(), node));
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (12, 8), (16, 16), (20, 5), (40, 16)]) {
        check(shape, &set);
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=20_usize, 1..=20_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), percent, shape.nodes() * share / 100, u64::from(seed));
        check(shape, &set);
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn several_messages_a_node_are_delivered_at_once(
        (rows, cols) in (1..=12_usize, 1..=12_usize),
        (percent, most, seed) in (0..=100_usize, 0..=9_usize, any::<u32>()),
        sets in 2..=6_u64,
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let of = |set| multicast(shape.nodes(), percent, most, u64::from(seed) + set);
        let lists = (0..sets).map(of).collect::<Vec<_>>();
        let lists = lists.iter().flat_map(Messages::iter);
        let lists = lists.map(|(source, list)| (source, list.to_vec())).collect();
        check(shape, &Messages::in_classes(shape.nodes(), lists).expect("legal sets"));
    }
}

/// One packet alone: its way, and a step for all else that it needs.
#[test]
fn nothing_waits_without_need() {
    let shape = Shape::new(9, 7).expect("small");
    let steps = |run: Run, destinations: &[u32]| {
        let set = Messages::new(63, [(0, destinations.to_vec())]).expect("small");
        run(shape, &set, Options::default()).expect("lawful").steps
    };
    // One step for messages without destinations to leave; to the far corner; the delivery.
    for (_, run, _) in RIVALS {
        assert_eq!(steps(run, &[62]), 1 + 14 + 1);
    }
    // Down the first column: at the third of nine nodes the delivery takes a step of its own.
    assert_eq!(steps(run_greedy_tree, &[14, 56]), 1 + 2 + 1 + 6 + 1);
    // A copy leaves to the east, then the packet itself goes south.
    assert_eq!(steps(run_greedy_tree, &[6, 56]), 1 + 1 + 8 + 1);
    // The packet for the corner is made first, as its number is the lower one after the source's own; and none waits.
    assert_eq!(steps(run_greedy_unicast, &[6, 56]), 1 + 1 + 8 + 1);
}

/// c packets for one node take c steps, over one link or several.
#[test]
fn links_and_copy_units_are_never_idle() {
    let shape = Shape::new(1, 9).expect("small");
    let set = Messages::new(9, (0..8).map(|source| (source, vec![8]))).expect("small");
    for (name, run, _) in RIVALS {
        let outcome = run(shape, &set, Options::default()).expect("lawful");
        // The first arrives in the first step on the way; then all others behind it.
        assert_eq!(outcome.steps, 1 + 1 + 8, "{name}");
        assert_eq!(outcome.peak, 1, "{name}");
    }
}

/// The messages of sets without copies in the order of their deliveries.
fn delivered(records: impl Iterator<Item = Record>) -> impl Iterator<Item = usize> {
    let mut messages = BTreeMap::new();
    records.filter_map(move |record| match record {
        Record::Event(Event { action: Action::Inject { packet, message, .. }, .. }) => {
            messages.insert(packet, message as usize);
            None
        }
        Record::Event(Event { action: Action::Deliver { packet, .. }, .. }) => {
            Some(messages[&packet])
        }
        _ => None,
    })
}

/// On 5 × 5 nodes packets from the neighbours of the centre and from the nodes behind these go through it or to it.
#[test]
fn what_comes_first_is_served_first() {
    let shape = Shape::new(5, 5).expect("small");
    for (target, near, far) in [
        (12, [7, 11, 13, 17].as_slice(), [2, 10, 14, 22].as_slice()),
        (22, &[7, 11, 13], &[2, 10, 14]),
        (2, &[11, 13, 17], &[10, 14, 22]),
    ] {
        let sources = near.iter().chain(far);
        let set = Messages::new(25, sources.map(|&source| (source, vec![target]))).expect("small");
        for (name, run, _) in RIVALS {
            let (sink, records) = unbounded();
            let options = Options { trace: Some(TraceSink::live(sink)), ..Options::default() };
            let outcome = run(shape, &set, options).expect("lawful");
            let mut served: Vec<u32> =
                delivered(records.try_iter()).map(|message| set.source(message)).collect();
            served[..near.len()].sort_unstable();
            assert_eq!(served[..near.len()], *near, "{name} to {target}");
            assert_eq!(
                outcome.steps,
                1 + 1 + target_distance(target) + served.len() as u64,
                "{name}"
            );
        }
    }
}

/// From the centre of 5 × 5 nodes.
fn target_distance(target: u32) -> u64 {
    u64::from((target / 5).abs_diff(2) + (target % 5).abs_diff(2))
}
