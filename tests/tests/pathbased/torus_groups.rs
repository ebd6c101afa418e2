//! Groupings on tori, against boxes that are found by trying all, and on hypercubes, against subcubes.

use super::groups::in_order;
use super::{Case, draw};
use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Plan, Scheme, Threshold};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Node = Vec<usize>;

/// In each dimension the coordinates of a box, in order around the ring.
type Cuboid = Vec<Vec<usize>>;

/// The shortest intervals around the coordinates, of several the one with the lowest beginning, by trying all.
fn smallest_box(sides: &[usize], nodes: &[Node]) -> Cuboid {
    let interval = |dimension: usize| {
        let side = sides[dimension];
        let intervals = (1..=side).flat_map(|length| (0..side).map(move |low| (low, length)));
        let mut all = intervals.map(|(low, length)| -> Vec<usize> {
            (low..low + length).map(|at| at % side).collect()
        });
        all.find(|interval| nodes.iter().all(|node| interval.contains(&node[dimension]))).unwrap()
    };
    (0..sides.len()).map(interval).collect()
}

fn volume(cuboid: &Cuboid) -> usize {
    cuboid.iter().map(Vec::len).product()
}

fn contains(cuboid: &Cuboid, node: &Node) -> bool {
    cuboid.iter().zip(node).all(|(interval, at)| interval.contains(at))
}

fn meet(one: &Cuboid, other: &Cuboid) -> bool {
    one.iter().zip(other).all(|(one, other)| one.iter().any(|at| other.contains(at)))
}

/// Steps between coordinates, the shorter way around, by dimension.
fn apart<'a>(sides: &'a [usize], one: &'a Node, other: &'a Node) -> impl Iterator<Item = usize> {
    (0..sides.len()).map(|dimension| {
        let (from, to, side) = (one[dimension], other[dimension], sides[dimension]);
        (0..side).find(|step| (from + step) % side == to || (to + step) % side == from).unwrap()
    })
}

fn steps(sides: &[usize], one: &Node, other: &Node) -> usize {
    apart(sides, one, other).sum()
}

fn euclidean(sides: &[usize], one: &Node, other: &Node) -> f64 {
    (apart(sides, one, other).map(|steps| steps * steps).sum::<usize>() as f64).sqrt()
}

fn naive_gpg(sides: &[usize], nodes: &[Node], (p, q): (usize, usize)) -> Vec<Vec<Node>> {
    let around = smallest_box(sides, nodes);
    if nodes.len() == 1 || nodes.len() * q >= volume(&around) * p {
        return vec![nodes.to_vec()];
    }
    let mut best = (0, Vec::new(), Vec::new());
    for (dimension, interval) in around.iter().enumerate() {
        for cut in 1..interval.len() {
            let first = &interval[..cut];
            let (below, above): (Vec<Node>, Vec<Node>) =
                nodes.iter().cloned().partition(|node| first.contains(&node[dimension]));
            let across =
                below.iter().flat_map(|a| above.iter().map(move |b| steps(sides, a, b))).sum();
            if across > best.0 {
                best = (across, below, above);
            }
        }
    }
    [naive_gpg(sides, &best.1, (p, q)), naive_gpg(sides, &best.2, (p, q))].concat()
}

fn naive_ppg(sides: &[usize], nodes: &[Node]) -> Vec<Vec<Node>> {
    let is_more = |a: f64, b: f64| a > b + 1e-9;
    let mut chosen = vec![nodes[0].clone()];
    loop {
        let nearest = |node: &Node| {
            chosen.iter().map(|other| euclidean(sides, node, other)).fold(f64::MAX, f64::min)
        };
        let mut next: Option<&Node> = None;
        for node in nodes.iter().filter(|node| !chosen.contains(node)) {
            if next.is_none_or(|farthest| is_more(nearest(node), nearest(farthest))) {
                next = Some(node);
            }
        }
        let Some(node) = next else { break };
        let mut between = Vec::new();
        for (place, one) in chosen.iter().enumerate() {
            between.extend(chosen[..place].iter().map(|other| euclidean(sides, one, other)));
        }
        let mean = between.iter().sum::<f64>() / between.len() as f64;
        if chosen.len() > 1 && is_more(mean / 2.0, nearest(node)) {
            break;
        }
        chosen.push(node.clone());
    }
    let mut groups: Vec<Vec<Node>> = chosen.iter().map(|node| vec![node.clone()]).collect();
    for node in nodes.iter().filter(|node| !chosen.contains(node)) {
        let inside = |group: &&mut Vec<Node>| contains(&smallest_box(sides, group), node);
        if let Some(group) = groups.iter_mut().find(inside) {
            group.push(node.clone());
            continue;
        }
        let mut nearest = 0;
        for place in 1..groups.len() {
            let distance = |place: usize| euclidean(sides, &groups[place][0], node);
            if is_more(distance(nearest), distance(place)) {
                nearest = place;
            }
        }
        let larger = [&groups[nearest][..], std::slice::from_ref(node)].concat();
        let around = smallest_box(sides, &larger);
        let mut others = groups.iter().enumerate().filter(|(place, _)| *place != nearest);
        if others.any(|(_, group)| meet(&smallest_box(sides, group), &around)) {
            groups.push(vec![node.clone()]);
        } else {
            groups[nearest] = larger;
        }
    }
    groups
}

fn named(case: &Case, nodes: &[u32]) -> Vec<Node> {
    let mut nodes: Vec<Node> =
        nodes.iter().map(|&node| case.network.coordinates(node).to_vec()).collect();
    nodes.sort();
    nodes
}

fn groups(case: &Case, set: &MulticastSet, grouping: Grouping) -> Vec<Vec<Node>> {
    let groups = grouping.groups(set).unwrap().unwrap();
    groups.iter().map(|group| named(case, group)).collect()
}

/// Sets on tori of one to three dimensions, scattered ones and those around a corner.
fn each_set(mut check: impl FnMut(&Case, &[usize], &MulticastSet)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for sides in [&[8, 8][..], &[5, 9], &[17], &[4, 3, 5], &[2, 6], &[1, 7]] {
        let case = Case::torus(sides);
        let nodes = case.graph.nodes();
        for round in 0..80 {
            let k = random.random_range(1..nodes.min(24));
            let (source, mut destinations) = draw(&mut random, nodes, k);
            if round % 2 == 1 {
                let is_near = |&at: &usize| {
                    let node = case.network.coordinates(case.node(at)).to_vec();
                    at != source && steps(sides, &node, &vec![0; sides.len()]) <= 3
                };
                destinations = (0..nodes).filter(is_near).take(k).collect();
            }
            if !destinations.is_empty() {
                check(&case, sides, &case.set(source, &destinations));
            }
        }
    }
}

#[test]
fn gpg_cuts_boxes_that_go_around() {
    each_set(|case, sides, set| {
        for (p, q) in [(1, 2), (4, 5), (1, 1)] {
            let grouping = Grouping::Gpg(Threshold::new(p, q).unwrap());
            let all = named(case, set.destinations());
            let expected = in_order(naive_gpg(sides, &all, (p as usize, q as usize)));
            assert_eq!(groups(case, set, grouping), expected, "{} {p}/{q}", case.name);
        }
    });
}

#[test]
fn ppg_measures_and_gathers_around_the_torus() {
    each_set(|case, sides, set| {
        let expected = in_order(naive_ppg(sides, &named(case, set.destinations())));
        let found = groups(case, set, Grouping::Ppg);
        assert_eq!(found, expected, "{}", case.name);
        for (place, one) in found.iter().enumerate() {
            let one = smallest_box(sides, one);
            assert!(!found[..place].iter().any(|other| meet(&one, &smallest_box(sides, other))));
        }
    });
}

/// The nodes around a corner are one group on the torus, and four on the mesh.
#[test]
fn what_is_near_across_the_border_is_one_group() {
    let corner: Vec<Node> = [[0, 0], [0, 7], [7, 0], [7, 7]].map(|node| node.to_vec()).to_vec();
    let sets = [Case::torus(&[8, 8]), Case::mesh(&[8, 8])];
    let [torus, mesh] = sets.each_ref().map(|case| {
        let nodes = corner.iter().map(|node| case.network.node(node).unwrap()).collect();
        let source = case.network.node(&[4, 3]).unwrap();
        let set = MulticastSet::new(&case.network, source, nodes).unwrap();
        let groups = groups(case, &set, Grouping::Gpg(Threshold::HALF));
        let plan = Plan::new(&set, Scheme::DualPath, Grouping::Gpg(Threshold::HALF)).unwrap();
        (groups, plan.groups()[0].leader.map(|leader| case.network.coordinates(leader).to_vec()))
    });
    // (4, 3) is 4 + 3 steps from (0, 0) across no border, and 3 + 3 from (7, 0).
    assert_eq!(torus, (vec![corner.clone()], Some(vec![7, 0])));
    assert_eq!(mesh.0, corner.into_iter().map(|node| vec![node]).collect::<Vec<_>>());
}

/// On a hypercube the smallest box is the subcube of the bits in which the members agree.
#[test]
fn boxes_of_hypercubes_are_subcubes() {
    let case = Case::cube(6);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..100 {
        let (source, destinations) = draw(&mut random, 64, 12);
        let set = case.set(source, &destinations);
        for group in Grouping::Gpg(Threshold::HALF).groups(&set).unwrap().unwrap() {
            let differing = group.iter().fold(0, |bits, node| bits | (node ^ group[0]));
            assert!(2 * group.len() >= 1 << differing.count_ones(), "{group:?}");
        }
    }
}
