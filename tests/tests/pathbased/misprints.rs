//! What the papers print and cannot mean: rules said naively, as they are printed.

use super::groups::{Node, apart, bounds, euclidean, naive_ppg, some_boxes_meet, volume};
use super::{Case, draw, fig_2};
use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Network};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random sets of 2 to 60 destinations on 16 x 16, by their coordinates.
fn random_sets(sets: usize) -> impl Iterator<Item = Vec<Node>> {
    let case = Case::mesh(&[16, 16]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    std::iter::repeat_with(move || {
        let k = random.random_range(2..=60);
        let (_, destinations) = draw(&mut random, 256, k);
        let name = |&label: &usize| case.network.coordinates(case.node(label)).to_vec();
        let mut nodes: Vec<Node> = destinations.iter().map(name).collect();
        nodes.sort();
        nodes
    })
    .take(sets)
}

/// The representatives of PPG where the sum of distances to all of them takes the place of the least one.
fn by_sums(nodes: &[Node]) -> Vec<Node> {
    let mut chosen = vec![nodes[0].clone()];
    loop {
        let sum = |node: &Node| chosen.iter().map(|other| euclidean(node, other)).sum::<f64>();
        let rest = nodes.iter().filter(|node| !chosen.contains(node));
        let Some(next) = rest.max_by(|a, b| sum(a).total_cmp(&sum(b))) else { return chosen };
        let pairs =
            || chosen.iter().enumerate().flat_map(|(i, a)| chosen[..i].iter().map(move |b| (a, b)));
        let distances = pairs().map(|(a, b)| euclidean(a, b)).sum::<f64>();
        if chosen.len() > 1 && sum(next) < distances / pairs().count() as f64 / 2.0 {
            return chosen;
        }
        chosen.push(next.clone());
    }
}

/// By the triangle inequality a sum is at least the distance between any two representatives.
#[test]
fn by_sums_of_distances_every_destination_is_a_representative() {
    for nodes in random_sets(200) {
        assert_eq!(by_sums(&nodes).len(), nodes.len());
    }
}

#[test]
fn the_ratio_divides_by_the_nodes_of_the_box() {
    // The paper's D_1, with a ratio of 3/4 as it says.
    let group: Vec<Node> = vec![vec![1, 6], vec![1, 7], vec![2, 6]];
    assert_eq!((group.len(), volume(&group)), (3, 4));
    let printed: usize = bounds(&group).iter().map(|(low, high)| high - low).sum();
    assert_eq!(printed, 2, "3/2 is no share of anything");
    let mesh = Network::mesh(&[8, 8]).unwrap();
    let nodes = group.iter().map(|node| mesh.node(node).unwrap()).collect();
    let set = MulticastSet::new(&mesh, mesh.node(&[2, 5]).unwrap(), nodes).unwrap();
    let groups = |threshold: &str| {
        let grouping = Grouping::Gpg(threshold.parse().unwrap());
        grouping.groups(&set).unwrap().unwrap().len()
    };
    assert_eq!(groups("3/4"), 1);
    assert!(groups("76/100") > 1, "3/2 would be enough");
}

/// The distances between nodes below a cut and the others.
fn across(nodes: &[Node], dimension: usize, from: usize) -> usize {
    let (below, above): (Vec<&Node>, Vec<&Node>) =
        nodes.iter().partition(|node| node[dimension] < from);
    below.iter().map(|a| above.iter().map(|b| apart(a, b)).sum::<usize>()).sum()
}

/// Of the first cut 93 is printed, and that it is the best.
#[test]
fn the_first_cut_weighs_100_and_the_second_32() {
    let mesh = Network::mesh(&[8, 8]).unwrap();
    let set = fig_2(&mesh);
    let mut nodes: Vec<Node> =
        set.destinations().iter().map(|&node| mesh.coordinates(node).to_vec()).collect();
    let cuts = (0..2).flat_map(|dimension| (1..8).map(move |from| (dimension, from)));
    let best = cuts.map(|(dimension, from)| (across(&nodes, dimension, from), dimension, from));
    assert_eq!(best.max(), Some((100, 1, 3)));
    assert_eq!(across(&nodes, 1, 4), 97);
    nodes.retain(|node| node[1] < 4);
    assert_eq!((nodes.len(), across(&nodes, 0, 4)), (5, 32));
}

/// So a destination in a box joins it here, whichever representative is the nearest.
#[test]
fn without_the_rule_for_destinations_in_boxes_boxes_meet() {
    let meet = random_sets(1000).filter(|nodes| some_boxes_meet(&naive_ppg(nodes, false))).count();
    assert!((250..=350).contains(&meet), "{meet} of 1000 sets");
    assert!(random_sets(200).all(|nodes| !some_boxes_meet(&naive_ppg(&nodes, true))));
}
