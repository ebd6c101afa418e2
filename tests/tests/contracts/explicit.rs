//! `deterministic --variant explicit` delivers everything once, on every shape and set, with eight packets a node, in no more rounds and
//! steps than are certified, and what its proof supposes holds: the machine checks it.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets};
use meshcast_algorithms::{
    Congestion, ExplicitPlan, ExplicitRun, Grouping, Workload, adversarial, check_deliveries,
    generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{
    all_to_all, below, generator, multicast, run_explicit_by, shapes, shuffled,
};
use meshcast_tests::tier;
use proptest::prelude::*;

/// Fields for any mesh, as far as they fit.
const ORDERS: [Option<u64>; 6] = [None, Some(4), Some(9), Some(2), Some(5), Some(16)];

/// The field of a number, if its tiles fit the mesh.
fn nth(shape: Shape, number: usize) -> Option<u64> {
    ORDERS[number % ORDERS.len()].filter(|&order| ExplicitPlan::new(shape, 1, Some(order)).is_ok())
}

fn check(shape: Shape, set: &Messages, order: Option<u64>) -> (Outcome, ExplicitRun) {
    let (outcome, run) = run_explicit_by(Congestion::Known, shape, set, order, Options::default())
        .unwrap_or_else(|violation| panic!("{order:?} {shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "explicit");
    assert!(outcome.capacity == Some(8) && outcome.peak <= 8, "{shape:?} {set:?}");
    assert!(run.leftovers().last().is_none_or(|&left| left == run.broadcast), "{run:?}");
    assert!(run.rounds.iter().all(|round| !round.anew), "{run:?}");
    let scattered = run.rounds.iter().filter(|round| round.down * round.across > 1).count();
    // As for stored permutations: one claim for the run, two for the visit of every tile, two for every visit of all, five for every
    // round, one for every scattering.
    let visits = run.rounds.iter().map(|round| {
        let tiles = round.down * round.across;
        5 + tiles * (2 + 2 * tiles)
    });
    assert_eq!(outcome.claims, (1 + visits.sum::<usize>() + scattered) as u64, "{run:?}");
    (outcome, run)
}

#[test]
fn everything_is_delivered() {
    for (number, shape) in shapes(16).into_iter().enumerate() {
        for (at, (set, _)) in mixed_sets(shape.nodes()).enumerate() {
            check(shape, &set, nth(shape, number + at));
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, seed) in each_side_up_to_40(41) {
        check(shape, &set, nth(shape, seed as usize));
    }
}

#[test]
fn a_broadcast_from_every_node_and_all_for_one_node_are_delivered() {
    for (number, shape) in shapes(9).into_iter().enumerate() {
        check(shape, &all_to_all(shape.nodes()), nth(shape, number));
        check(shape, &all_to_one(shape.nodes(), shape.nodes() / 2), nth(shape, number + 1));
    }
}

#[test]
fn no_node_has_to_know_the_congestion() {
    for (number, shape) in shapes(10).into_iter().enumerate() {
        for (set, _) in mixed_sets(shape.nodes()) {
            for way in [Congestion::Doubled, Congestion::Counted] {
                let ran = run_explicit_by(way, shape, &set, nth(shape, number), Options::default());
                let (outcome, run) = ran.expect("lawful");
                check_delivered(&set, &outcome, "explicit");
                assert!(run.guess.is_some() && run.certified.is_none());
            }
        }
    }
}

#[test]
fn a_run_depends_on_the_messages_alone() {
    let shape = Shape::new(20, 24).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    let run = |threads| {
        let options = Options { threads, ..Options::default() };
        let ran = run_explicit_by(Congestion::Known, shape, &set, None, options);
        let (outcome, run) = ran.expect("lawful");
        (outcome.deliveries, outcome.link_uses, outcome.claims, run)
    };
    assert_eq!(run(1), run(3));
}

/// A shape and a congestion of at most a sixteenth of its nodes, evenly on a logarithmic scale: primes, oblongs and powers of two
/// among them.
fn pair(random: &mut impl rand::Rng) -> (Shape, usize) {
    let (rows, cols) = (4 + below(random, 60), 4 + below(random, 60));
    let shape = match below(random, 4) {
        0 => Shape::new(rows, rows),
        1 => Shape::new(1 + rows % 3, 4 * cols),
        _ => Shape::new(rows, cols),
    };
    let shape = shape.expect("small");
    let most = (shape.nodes() / 16).min(120_000 / shape.nodes()).max(1) as f64;
    let share = below(random, 1 << 20) as f64 / f64::from(1 << 20);
    (shape, most.powf(share).round() as usize)
}

/// Every node sends to about c nodes and gets a message from about as many, in a third of cases to those of a corner alone.
fn spread(shape: Shape, c: usize, seed: u64) -> Messages {
    let nodes = shape.nodes();
    let targets = if seed.is_multiple_of(3) { nodes.div_ceil(9) } else { nodes };
    let mut lists = vec![Vec::new(); nodes];
    for turn in 0..c as u64 {
        let from = shuffled(nodes, seed * 1000 + 2 * turn);
        let to = shuffled(nodes, seed * 1000 + 2 * turn + 1);
        for (from, to) in from.into_iter().zip(to).take(targets) {
            // The nodes of the corner, as of a square.
            let to = if targets < nodes { corner(shape, to as usize % targets) } else { to };
            lists[from as usize].push(to);
        }
    }
    let lists = (0..).zip(lists).filter(|(_, to)| !to.is_empty()).map(|(from, mut to)| {
        to.sort_unstable();
        to.dedup();
        (from, to)
    });
    Messages::new(nodes, lists).expect("in range")
}

/// The node of some number in the first third of the rows and columns.
fn corner(shape: Shape, number: usize) -> u32 {
    let cols = shape.cols().div_ceil(3);
    let rows = shape.rows().div_ceil(3);
    shape.index(number / cols % rows, number % cols) as u32
}

/// 2,000 pairs of a shape and a congestion, in leaps: all within what is certified, which the run asserts.
#[test]
fn random_shapes_and_congestions_keep_to_their_certificates() {
    let mut random = generator(27);
    let pairs: Vec<(Shape, usize)> = (0..2000).map(|_| pair(&mut random)).collect();
    let (mut late, mut most) = (0, 0.0_f64);
    for (seed, (shape, c)) in tier::some((0..).zip(pairs)) {
        let set = spread(shape, c, seed);
        let options = Options { mode: Mode::Leap, ..Options::default() };
        let ran = run_explicit_by(Congestion::Known, shape, &set, None, options);
        let (outcome, run) = ran.unwrap_or_else(|violation| panic!("{shape:?} {c}: {violation}"));
        let report = check_deliveries(&set, outcome.deliveries.iter());
        assert!(report.is_complete(), "{shape:?}, c = {c}");
        late += usize::from(run.rounds.len() > 1 || run.broadcast > 0);
        let root = ((set.congestion() * shape.nodes()) as f64).sqrt();
        if shape.rows().min(shape.cols()) > 3 {
            most = most.max(outcome.steps as f64 / root);
        }
    }
    assert!(late >= 100, "{late} have something left after one round");
    assert!(most < 80.0, "{most} √(cn) steps");
}

/// Sets made against the polynomials of the field, in steps on the smaller meshes and in leaps on the larger.
#[test]
fn sets_whose_polynomials_collide_keep_to_their_certificates() {
    let orders = [None, Some(4), Some(8), Some(9), Some(16), Some(25), Some(64)];
    let mut late = 0;
    for (side, c) in [(12, 4), (16, 16), (20, 9), (23, 16), (32, 16), (31, 24), (64, 16), (64, 64)]
    {
        let shape = Shape::new(side, side).expect("small");
        for order in tier::some(orders) {
            let grouping = Grouping::Polynomials(order);
            let set = adversarial(grouping, side, None, Some(c), &[], 1).expect("in range");
            let mode = if side < 32 { Mode::Step } else { Mode::Leap };
            let run = |set: &Messages| {
                let options = Options { mode, ..Options::default() };
                run_explicit_by(Congestion::Known, shape, set, order, options).expect("lawful")
            };
            let (outcome, against) = run(&set);
            let report = check_deliveries(&set, outcome.deliveries.iter());
            assert!(report.is_complete(), "side {side}, c = {c}, {order:?}");
            let even = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
            let left = |run: &ExplicitRun| (run.rounds.len(), run.broadcast);
            late += usize::from(left(&against) > left(&run(&even).1));
        }
    }
    assert!(late > 0, "some leave more than even sets");
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols, how) in (1..=20_usize, 1..=20_usize, 0..6_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let most = shape.nodes() * share * share / 10_000;
        check(shape, &multicast(shape.nodes(), percent, most, u64::from(seed)), nth(shape, how));
    }
}
