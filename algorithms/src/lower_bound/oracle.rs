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
    let mut side = 1;
    while side < 2 * rows.max(cols) {
        for (down, right) in [(0, 0), (0, side / 2), (side / 2, 0), (side / 2, side / 2)] {
            let square_of =
                |node: u32| ((place(node).0 + down) / side, (place(node).1 + right) / side);
            let squares: BTreeSet<_> = all.iter().map(|&node| square_of(node)).collect();
            for square in squares {
                let inside: BTreeSet<u32> =
                    all.iter().copied().filter(|&v| square_of(v) == square).collect();
                let entries = enumerated_entries(&inside, messages);
                if entries > 0 {
                    best =
                        best.max(entries.div_ceil(enumerated_links(&inside, &all, distance)) + e);
                }
            }
        }
        side *= 2;
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

/// Which nodes each message has reached, and which have it delivered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Progress {
    reached: Vec<u32>,
    delivered: Vec<u32>,
}

/// The fewest steps of any schedule of a machine laxer than ours: copies and storage are free, a packet may be sent on
/// every link and delivered in one step; only the links, one delivery a node and step (if charged), and that a
/// packet acts in the step after its arrival, bind it.
pub(super) fn optimum(rows: usize, cols: usize, messages: &Messages, charged: bool) -> u64 {
    let nodes = rows * cols;
    let neighbours = |v: usize| {
        (0..nodes)
            .filter(move |&u| (u / cols).abs_diff(v / cols) + (u % cols).abs_diff(v % cols) == 1)
    };
    let wanted: Vec<u32> =
        messages.iter().map(|(_, list)| list.iter().map(|v| 1 << v).sum()).collect();
    let is_done = |state: &Progress| {
        let made = if charged { &state.delivered } else { &state.reached };
        made.iter().zip(&wanted).all(|(made, wanted)| made & wanted == *wanted)
    };
    let start = Progress {
        reached: messages.sources().iter().map(|source| 1 << source).collect(),
        delivered: vec![0; messages.count()],
    };
    let mut layer = BTreeSet::from([start]);
    for steps in 0.. {
        if layer.iter().any(is_done) {
            return steps;
        }
        let mut next = BTreeSet::new();
        for state in &layer {
            let mut outcomes = BTreeSet::from([state.clone()]);
            for v in 0..nodes {
                // What could reach v over each link, and what v could deliver, one choice each.
                for u in neighbours(v) {
                    outcomes = branch(
                        &outcomes,
                        |m| state.reached[m] >> u & 1 == 1,
                        |p, m| p.reached[m] |= 1 << v,
                    );
                }
                if charged {
                    let is_due = |m: usize| {
                        (state.reached[m] & wanted[m] & !state.delivered[m]) >> v & 1 == 1
                    };
                    outcomes = branch(&outcomes, is_due, |p, m| p.delivered[m] |= 1 << v);
                }
            }
            next.append(&mut outcomes);
        }
        layer = next;
    }
    unreachable!("every message reaches its destinations")
}

/// Every outcome followed by each choice that changes it; unchanged where no choice does.
fn branch(
    outcomes: &BTreeSet<Progress>,
    is_possible: impl Fn(usize) -> bool,
    apply: impl Fn(&mut Progress, usize),
) -> BTreeSet<Progress> {
    let mut after = BTreeSet::new();
    for outcome in outcomes {
        let choices = (0..outcome.reached.len()).filter(|&message| is_possible(message));
        let changed: Vec<Progress> = choices
            .map(|message| {
                let mut changed = outcome.clone();
                apply(&mut changed, message);
                changed
            })
            .filter(|changed| changed != outcome)
            .collect();
        if changed.is_empty() {
            after.insert(outcome.clone());
        }
        after.extend(changed);
    }
    after
}
