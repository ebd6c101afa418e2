//! Computes the bound by plain enumeration, and the true optimum of tiny instances by search: oracles for the tests.

use meshcast_engine::Messages;
use std::collections::BTreeSet;

/// The definition, with sets of nodes and messages: squares by their nodes, links by pairs of neighbours.
pub(super) fn enumerated(rows: usize, cols: usize, messages: &Messages, charged: bool) -> u64 {
    let e = u64::from(charged);
    let place = |node: u32| (node as usize / cols, node as usize % cols);
    let distance = |u: u32, v: u32| {
        let ((a, b), (x, y)) = (place(u), place(v));
        (a.abs_diff(x) + b.abs_diff(y)) as u64
    };
    let all: Vec<u32> = (0..(rows * cols) as u32).collect();
    let mut best = 0;
    for (source, list) in messages.iter() {
        best = list.iter().map(|&v| distance(source, v) + e).fold(best, u64::max);
    }
    for &v in &all {
        let away =
            messages.iter().filter(|(source, list)| *source != v && list.contains(&v)).count();
        if charged && away > 0 {
            best = best.max(away as u64 + 1);
        }
    }
    let entries = enumerated_most_entries(rows, cols, messages);
    best = best.max(if entries > 0 { entries + e } else { 0 });
    if charged {
        best = best.max(enumerated_copies(messages, distance));
        best = best.max(enumerated_arrivals(&all, messages, distance));
    }
    best = best.max(enumerated_exits(rows, cols, messages, distance).map_or(0, |most| most + e));
    best.max(enumerated_ways(rows, cols, messages, e))
}

/// The most messages that must cross one link into a square.
pub(super) fn enumerated_most_entries(rows: usize, cols: usize, messages: &Messages) -> u64 {
    let all: Vec<u32> = (0..(rows * cols) as u32).collect();
    let distance = |u: u32, v: u32| {
        let place = |node: u32| (node as usize / cols, node as usize % cols);
        let ((a, b), (x, y)) = (place(u), place(v));
        (a.abs_diff(x) + b.abs_diff(y)) as u64
    };
    let mut most = 0;
    for inside in squares(rows, cols) {
        let entries = enumerated_entries(&inside, messages);
        if entries > 0 {
            most = most.max(entries.div_ceil(enumerated_links(&inside, &all, distance)));
        }
    }
    most
}

/// The most messages that must cross one link out of a square, if any must.
fn enumerated_exits(
    rows: usize,
    cols: usize,
    messages: &Messages,
    distance: impl Fn(u32, u32) -> u64 + Copy,
) -> Option<u64> {
    let all: Vec<u32> = (0..(rows * cols) as u32).collect();
    let over_a_link = |inside: BTreeSet<u32>| {
        let must_leave = |(source, list): &(u32, &[u32])| {
            inside.contains(source) && list.iter().any(|v| !inside.contains(v))
        };
        let leaving = messages.iter().filter(must_leave).count() as u64;
        (leaving > 0).then(|| leaving.div_ceil(enumerated_links(&inside, &all, distance)))
    };
    squares(rows, cols).into_iter().filter_map(over_a_link).max()
}

/// The nodes of the squares of all grids.
fn squares(rows: usize, cols: usize) -> Vec<BTreeSet<u32>> {
    let all: Vec<u32> = (0..(rows * cols) as u32).collect();
    let mut found = Vec::new();
    let mut side = 1;
    while side < 2 * rows.max(cols) {
        for (down, right) in [(0, 0), (0, side / 2), (side / 2, 0), (side / 2, side / 2)] {
            let square_of = |node: u32| {
                let (row, col) = (node as usize / cols, node as usize % cols);
                ((row + down) / side, (col + right) / side)
            };
            let squares: BTreeSet<_> = all.iter().map(|&node| square_of(node)).collect();
            for square in squares {
                found.push(all.iter().copied().filter(|&v| square_of(v) == square).collect());
            }
        }
        side *= 2;
    }
    found
}

/// The least T for which no message has destinations at distances D with Σ 2^D above 2^(T − 1); 0 without destinations.
fn enumerated_copies(messages: &Messages, distance: impl Fn(u32, u32) -> u64) -> u64 {
    let steps = |(source, list): (u32, &[u32])| {
        let sum: u128 = list.iter().map(|&v| 1 << distance(source, v)).sum();
        (0..127).find(|&steps| 2 * sum <= 1 << steps).expect("a power of two is enough")
    };
    messages.iter().filter(|(_, list)| !list.is_empty()).map(steps).max().unwrap_or(0)
}

/// The greatest t + m of m messages for one node from a distance of t or more.
fn enumerated_arrivals(
    all: &[u32],
    messages: &Messages,
    distance: impl Fn(u32, u32) -> u64,
) -> u64 {
    let mut best = 0;
    for &v in all {
        for t in 0..all.len() as u64 {
            let is_far =
                |(source, list): &(u32, &[u32])| list.contains(&v) && distance(*source, v) >= t;
            let far = messages.iter().filter(is_far).count() as u64;
            best = best.max(if far > 0 { t + far } else { 0 });
        }
    }
    best
}

/// The entries into squares in corners and bands along sides: of all sizes k without ways, and with ways t before and θ behind where k
/// is a power of two or 3 times one and θ a multiple of ⌈k/8⌉. Ways before are distances between nodes.
fn enumerated_ways(rows: usize, cols: usize, messages: &Messages, e: u64) -> u64 {
    let all: Vec<u32> = (0..(rows * cols) as u32).collect();
    let place = |v: u32| (v as usize / cols, v as usize % cols);
    let distance = |u: u32, v: u32| {
        let ((a, b), (x, y)) = (place(u), place(v));
        (a.abs_diff(x) + b.abs_diff(y)) as u64
    };
    let sides = |v: u32| {
        let (row, col) = place(v);
        [row, col, rows - 1 - row, cols - 1 - col]
    };
    let mut best = 0;
    for chain in [[0, 0], [1, 1], [2, 2], [3, 3], [0, 1], [1, 2], [2, 3], [3, 0]] {
        let level = |v: u32| chain.map(|side| sides(v)[side]).into_iter().max().expect("two");
        for k in 1..rows.max(cols) {
            let inside: BTreeSet<u32> = all.iter().copied().filter(|&v| level(v) < k).collect();
            let links = enumerated_links(&inside, &all, distance);
            let odd = k >> k.trailing_zeros();
            let step = k.div_ceil(8);
            let mut ways = Vec::new();
            for (source, list) in messages.iter().filter(|(source, _)| !inside.contains(source)) {
                let behind = list.iter().filter(|v| inside.contains(v)).map(|&v| k - 1 - level(v));
                if let Some(behind) = behind.max() {
                    let before = inside.iter().map(|&v| distance(source, v)).min();
                    ways.push((before.expect("a submesh has nodes"), behind / step * step));
                }
            }
            for &(t, _) in &ways {
                for &(_, behind) in &ways {
                    let far = ways.iter().filter(|way| way.0 >= t && way.1 >= behind).count();
                    if far > 0 && odd <= 3 {
                        let last = t - 1 + (far as u64).div_ceil(links);
                        best = best.max(last + behind as u64 + e);
                    }
                }
            }
            if !ways.is_empty() {
                best = best.max((ways.len() as u64).div_ceil(links) + e);
            }
        }
    }
    best
}

/// Messages with a source outside and a destination inside.
pub(super) fn enumerated_entries(inside: &BTreeSet<u32>, messages: &Messages) -> u64 {
    let must_enter = |(source, list): &(u32, &[u32])| {
        !inside.contains(source) && list.iter().any(|v| inside.contains(v))
    };
    messages.iter().filter(must_enter).count() as u64
}

/// Pairs of a node outside and a neighbour of it inside.
fn enumerated_links(
    inside: &BTreeSet<u32>,
    all: &[u32],
    distance: impl Fn(u32, u32) -> u64,
) -> u64 {
    let outside = all.iter().filter(|u| !inside.contains(u));
    outside.map(|&u| inside.iter().filter(|&&v| distance(u, v) == 1).count() as u64).sum()
}

/// The fewest steps of any schedule of a machine with free copies, deliveries and storage, where a packet may be sent on every link at
/// once: only the links, and that a packet acts in the step after its arrival, bind it. A state is the nodes that each message
/// has reached, a bit each.
pub(super) fn optimum(rows: usize, cols: usize, messages: &Messages) -> u64 {
    let nodes = rows * cols;
    let neighbours = |v: usize| {
        (0..nodes)
            .filter(move |&u| (u / cols).abs_diff(v / cols) + (u % cols).abs_diff(v % cols) == 1)
    };
    let wanted: Vec<u32> =
        messages.iter().map(|(_, list)| list.iter().map(|v| 1 << v).sum()).collect();
    let is_done = |reached: &Vec<u32>| {
        reached.iter().zip(&wanted).all(|(reached, wanted)| reached & wanted == *wanted)
    };
    let start: Vec<u32> = messages.sources().iter().map(|source| 1 << source).collect();
    let mut layer = BTreeSet::from([start]);
    for steps in 0.. {
        if layer.iter().any(is_done) {
            return steps;
        }
        let mut next = BTreeSet::new();
        for state in &layer {
            let mut outcomes = BTreeSet::from([state.clone()]);
            for v in 0..nodes {
                // What could reach v over each link, one choice each.
                for u in neighbours(v) {
                    outcomes = branch(&outcomes, |message| state[message] >> u & 1 == 1, v);
                }
            }
            next.append(&mut outcomes);
        }
        layer = next;
    }
    unreachable!("every message reaches its destinations")
}

/// Every outcome followed by each message that can reach v and has not; unchanged where none does.
fn branch(
    outcomes: &BTreeSet<Vec<u32>>,
    can_reach: impl Fn(usize) -> bool,
    v: usize,
) -> BTreeSet<Vec<u32>> {
    let mut after = BTreeSet::new();
    for outcome in outcomes {
        let new = |&message: &usize| can_reach(message) && outcome[message] >> v & 1 == 0;
        let changed: Vec<Vec<u32>> = (0..outcome.len())
            .filter(new)
            .map(|message| {
                let mut changed = outcome.clone();
                changed[message] |= 1 << v;
                changed
            })
            .collect();
        if changed.is_empty() {
            after.insert(outcome.clone());
        }
        after.extend(changed);
    }
    after
}
