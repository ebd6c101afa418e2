//! Groupings, against the same rules said naively.

use super::{Case, draw};
use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Plan, Ports, Scheme, Threshold};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(super) type Node = Vec<usize>;

pub(super) fn bounds(nodes: &[Node]) -> Vec<(usize, usize)> {
    let side = |dimension: usize| {
        let all = nodes.iter().map(|node| node[dimension]);
        (all.clone().min().unwrap(), all.max().unwrap())
    };
    (0..nodes[0].len()).map(side).collect()
}

pub(super) fn volume(nodes: &[Node]) -> usize {
    bounds(nodes).iter().map(|(low, high)| high - low + 1).product()
}

pub(super) fn apart(one: &Node, other: &Node) -> usize {
    one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).sum()
}

/// GPG as it is written, hyperplane by hyperplane, pair by pair.
fn naive_gpg(nodes: &[Node], (p, q): (u32, u32)) -> Vec<Vec<Node>> {
    if nodes.len() == 1 || nodes.len() * q as usize >= volume(nodes) * p as usize {
        return vec![nodes.to_vec()];
    }
    let mut best = (0, Vec::new(), Vec::new());
    for (dimension, (low, high)) in bounds(nodes).into_iter().enumerate() {
        for cut in low + 1..=high {
            let (below, above): (Vec<Node>, Vec<Node>) =
                nodes.iter().cloned().partition(|node| node[dimension] < cut);
            let across = below.iter().flat_map(|a| above.iter().map(move |b| apart(a, b))).sum();
            if across > best.0 {
                best = (across, below, above);
            }
        }
    }
    [naive_gpg(&best.1, (p, q)), naive_gpg(&best.2, (p, q))].concat()
}

pub(super) fn euclidean(one: &Node, other: &Node) -> f64 {
    let square: usize = one.iter().zip(other).map(|(a, b)| a.abs_diff(*b).pow(2)).sum();
    (square as f64).sqrt()
}

/// PPG in floating point, ties within a billionth. With `inside`, destinations in a box join it.
pub(super) fn naive_ppg(nodes: &[Node], inside: bool) -> Vec<Vec<Node>> {
    let is_more = |a: f64, b: f64| a > b + 1e-9;
    let mut chosen = vec![nodes[0].clone()];
    loop {
        let mut next: Option<(f64, &Node)> = None;
        for node in nodes.iter().filter(|node| !chosen.contains(node)) {
            let nearest =
                chosen.iter().map(|other| euclidean(node, other)).fold(f64::MAX, f64::min);
            if next.is_none_or(|(farthest, _)| is_more(nearest, farthest)) {
                next = Some((nearest, node));
            }
        }
        let Some((distance, node)) = next else { break };
        if chosen.len() > 1 {
            let pairs = || {
                chosen.iter().enumerate().flat_map(|(i, a)| chosen[..i].iter().map(move |b| (a, b)))
            };
            let mean = pairs().map(|(a, b)| euclidean(a, b)).sum::<f64>() / pairs().count() as f64;
            if is_more(mean / 2.0, distance) {
                break;
            }
        }
        chosen.push(node.clone());
    }
    let mut groups: Vec<Vec<Node>> = chosen.iter().map(|node| vec![node.clone()]).collect();
    for node in nodes.iter().filter(|node| !chosen.contains(node)) {
        let within = |bounds: &[(usize, usize)]| {
            bounds.iter().zip(node).all(|((low, high), at)| low <= at && at <= high)
        };
        if inside && let Some(group) = groups.iter_mut().find(|group| within(&bounds(group))) {
            group.push(node.clone());
            continue;
        }
        let mut nearest = 0;
        for place in 1..groups.len() {
            if is_more(euclidean(&groups[nearest][0], node), euclidean(&groups[place][0], node)) {
                nearest = place;
            }
        }
        let larger = bounds(&[&groups[nearest][..], std::slice::from_ref(node)].concat());
        let is_free = groups.iter().enumerate().all(|(place, group)| {
            let mut sides = bounds(group).into_iter().zip(&larger);
            place == nearest || sides.any(|((low, high), (l, h))| *h < low || high < *l)
        });
        if is_free {
            groups[nearest].push(node.clone());
        } else {
            groups.push(vec![node.clone()]);
        }
    }
    groups
}

/// Groups and their nodes in order.
pub(super) fn in_order(mut groups: Vec<Vec<Node>>) -> Vec<Vec<Node>> {
    for group in &mut groups {
        group.sort();
    }
    groups.sort();
    groups
}

/// Sets on meshes of one to four dimensions, scattered ones and clustered ones.
fn each_set(mut check: impl FnMut(&Case, &MulticastSet)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for sides in [&[8, 8][..], &[16, 16], &[30], &[5, 4, 6], &[3, 3, 3, 3], &[1, 12]] {
        let case = Case::mesh(sides);
        let nodes = case.graph.nodes();
        for round in 0..120 {
            let k = random.random_range(1..nodes.min(40));
            let (source, mut destinations) = draw(&mut random, nodes, k);
            if round % 2 == 1 {
                let clustered = destinations.iter().flat_map(|&at| [at, at + 1, at + 2]);
                destinations = clustered.filter(|&at| at < nodes && at != source).collect();
                destinations.sort_unstable();
                destinations.dedup();
            }
            check(&case, &case.set(source, &destinations));
        }
    }
}

pub(super) fn groups(case: &Case, set: &MulticastSet, grouping: Grouping) -> Vec<Vec<Node>> {
    let groups = grouping.groups(set).unwrap().unwrap();
    let named = |group: Vec<u32>| {
        group.iter().map(|&node| case.network.coordinates(node).to_vec()).collect()
    };
    groups.into_iter().map(named).collect()
}

fn nodes(case: &Case, set: &MulticastSet) -> Vec<Node> {
    let mut nodes: Vec<Node> =
        set.destinations().iter().map(|&node| case.network.coordinates(node).to_vec()).collect();
    nodes.sort();
    nodes
}

#[test]
fn gpg_cuts_where_the_distances_across_are_the_most() {
    each_set(|case, set| {
        for (p, q) in [(1, 2), (4, 5), (1, 1), (1, 9)] {
            let grouping = Grouping::Gpg(Threshold::new(p, q).unwrap());
            let expected = in_order(naive_gpg(&nodes(case, set), (p, q)));
            assert_eq!(groups(case, set, grouping), expected, "{} {p}/{q}", case.name);
        }
    });
}

#[test]
fn ppg_gathers_around_destinations_that_are_far_apart() {
    each_set(|case, set| {
        let expected = in_order(naive_ppg(&nodes(case, set), true));
        assert_eq!(groups(case, set, Grouping::Ppg), expected, "{}", case.name);
    });
}

/// Whether two groups have boxes with a common node.
pub(super) fn some_boxes_meet(groups: &[Vec<Node>]) -> bool {
    let meet = |one: &[Node], other: &[Node]| {
        let mut sides = bounds(one).into_iter().zip(bounds(other));
        sides.all(|((a, b), (c, d))| c <= b && a <= d)
    };
    let mut pairs = groups.iter().enumerate();
    pairs.any(|(place, one)| groups[..place].iter().any(|other| meet(one, other)))
}

#[test]
fn groups_are_the_destinations_in_boxes_that_do_not_meet() {
    each_set(|case, set| {
        for grouping in [Grouping::Gpg(Threshold::new(1, 2).unwrap()), Grouping::Ppg] {
            let groups = groups(case, set, grouping);
            let mut all = groups.concat();
            all.sort();
            assert_eq!(all, nodes(case, set));
            assert!(!some_boxes_meet(&groups), "{groups:?}");
            if let Grouping::Gpg(_) = grouping {
                assert!(groups.iter().all(|group| 2 * group.len() >= volume(group)));
            }
        }
    });
}

#[test]
fn plans_serve_everyone_once_by_way_of_the_nearest_members() {
    let schemes = [Scheme::DualPath, Scheme::Ocms(Ports::Strict), Scheme::Otms(Ports::Free)];
    each_set(|case, set| {
        let name = |node: u32| case.network.coordinates(node).to_vec();
        let source = name(set.source());
        for scheme in schemes {
            // Three-dimensional sources have too many ports for large sets.
            if !matches!(scheme, Scheme::DualPath) && set.destinations().len() > 12 {
                continue;
            }
            let plan = Plan::new(set, scheme, Grouping::Ppg).unwrap();
            let mut served: Vec<u32> = Vec::new();
            let [mut longest, mut links] = [[0; 2], [0; 2]];
            for worm in plan.worms() {
                served.extend(worm.path.destinations());
                longest[worm.stage - 1] = worm.path.length().max(longest[worm.stage - 1]);
                links[worm.stage - 1] += worm.path.length();
                let begins = match worm.group {
                    None => set.source(),
                    Some(group) => plan.groups()[group].leader.unwrap(),
                };
                assert_eq!(worm.path.nodes()[0], begins);
            }
            served.sort_unstable();
            let mut destinations = set.destinations().to_vec();
            destinations.sort_unstable();
            assert_eq!(served, destinations, "{} {scheme:?}", case.name);
            assert_eq!(plan.max_length(), longest.iter().sum::<usize>());
            assert_eq!(plan.links(), links.iter().sum::<usize>());
            for (place, group) in plan.groups().iter().enumerate() {
                let by_distance = |&node: &u32| (apart(&source, &name(node)), name(node));
                assert_eq!(group.leader, group.members.iter().copied().min_by_key(by_distance));
                let is_served = plan.worms().any(|worm| worm.group == Some(place));
                assert_eq!(is_served, group.members.len() > 1, "a group of one sends no worm");
            }
        }
    });
}
