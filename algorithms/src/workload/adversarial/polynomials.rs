//! Chooses messages whose polynomials collide: the attack on groups that nodes compute.

use super::colliding_groups::colliding;
use super::grouping::Groups;
use super::places::Places;
use crate::draws::Draws;
use crate::multicast::ExplicitPlan;
use crate::permutation::Permutation;
use crate::polynomials::{CertificateError, Field, PolynomialGroups};
use meshcast_engine::Shape;

/// Rounds of which places are searched for messages that lie in few groups.
const SEARCHED: std::ops::RangeInclusive<usize> = 2..=4;

/// Most messages for which is searched: beyond, boxes are all that is tried.
const MOST: usize = 1 << 14;

/// Packets by number, in the order in which families are cut from them, and how long the first family lasts.
struct Attack {
    order: Vec<u32>,
    /// Rounds, and the packets left after all of them.
    lasts: (usize, usize),
}

/// The plan on a square for the field of some order.
pub(super) fn plan(
    side: usize,
    congestion: usize,
    order: Option<u64>,
) -> Result<ExplicitPlan, CertificateError> {
    let shape = Shape::new(side, side).expect("the side of a workload is that of a mesh");
    ExplicitPlan::new(shape, congestion as u64, order)
}

/// The messages in families of so many, those that last longest.
///
/// Tried are, for s = 1, 2, … digits, *boxes*: messages whose polynomials have values in a short range at each of the first s points. Where
/// the range is a single value they are the multiples of (z − z₁)⋯(z − zₛ), added to one polynomial. And where there are not too many
/// messages, those that the search for collisions finds in the first rounds. Each is played against the rounds of the algorithm for one
/// block; the attack with the most rounds is taken, or with the most packets left after all of them.
pub(super) fn families(
    plan: &ExplicitPlan,
    groups: &Groups,
    congestion: usize,
    draws: &mut Draws,
) -> Vec<Vec<u32>> {
    let nodes = groups.of_node.len();
    let block = groups.blocks.iter().map(Vec::len).max().unwrap_or(1);
    let size = (congestion * block).min(nodes);
    let Some(field) = Field::new(plan.order()).filter(|_| plan.order() > 1) else {
        return (0..nodes as u32).collect::<Vec<u32>>().chunks(size).map(<[u32]>::to_vec).collect();
    };
    let polynomials = PolynomialGroups::new(field, nodes);
    let rounds = plan.rounds() as usize;
    let tables: Vec<Permutation> = plan.places().take(rounds).collect();
    let mut orders: Vec<Vec<u32>> =
        (1..=polynomials.digits()).map(|points| boxes(&polynomials, nodes, size, points)).collect();
    if nodes <= MOST && size < nodes {
        let found = SEARCHED.map(|rounds| searched(groups, &tables, size, rounds, draws));
        orders.extend(found.flatten());
    }
    let attack = |order: Vec<u32>| {
        let lasts = play(&order[..size], plan, &tables, block);
        Attack { order, lasts }
    };
    let worst = orders.into_iter().map(attack).max_by_key(|attack| attack.lasts);
    let order = worst.map(|attack| attack.order).unwrap_or_default();
    order.chunks(size).map(<[u32]>::to_vec).collect()
}

/// All messages, those of one box after the other: the values at each of so many points are in the same part of the field, of as many
/// parts as make a box hold about `size`.
fn boxes(groups: &PolynomialGroups, nodes: usize, size: usize, points: usize) -> Vec<u32> {
    let order = groups.field().order();
    let needed = nodes.div_ceil(size);
    let enough = |parts: &usize| parts.saturating_pow(points as u32) >= needed;
    let parts = (1..=order).find(enough).unwrap_or(order);
    let place = |message: u32| -> Vec<usize> {
        let value = |round| groups.group(message as usize, round) * parts / order;
        (0..points).map(value).collect()
    };
    let mut all: Vec<u32> = (0..nodes as u32).collect();
    all.sort_by_cached_key(|&message| place(message));
    all
}

/// All messages, those first that lie in few groups in the first rounds.
fn searched(
    groups: &Groups,
    tables: &[Permutation],
    size: usize,
    rounds: usize,
    draws: &mut Draws,
) -> Option<Vec<u32>> {
    let known = tables.get(..rounds)?;
    let nodes = groups.of_node.len();
    let group_of = |message: usize, round: usize| {
        groups.of_node[known[round].entries()[message] as usize] as usize
    };
    let places = Places::new(nodes, rounds, groups.count, group_of);
    let mut first = colliding(&places, size, draws);
    let mut is_first = vec![false; nodes];
    for &message in &first {
        is_first[message as usize] = true;
    }
    first.extend((0..nodes as u32).filter(|&message| !is_first[message as usize]));
    Some(first)
}

/// The rounds that serve these packets, if all want one block of so many nodes, and the packets that each round leaves, added up.
fn play(
    packets: &[u32],
    plan: &ExplicitPlan,
    tables: &[Permutation],
    block: usize,
) -> (usize, usize) {
    let (mut alive, mut left, mut rounds) = (packets.to_vec(), 0, 0);
    while !alive.is_empty() {
        let table = tables[rounds % tables.len()].entries();
        // In a tile packets are served in row-major order.
        alive.sort_unstable_by_key(|&packet| table[packet as usize]);
        let mut served = vec![0; plan.order()];
        alive.retain(|&packet| {
            let Some(tile) = plan.tile_of_core(table[packet as usize]) else { return true };
            served[tile] += 1;
            served[tile] > block
        });
        (rounds, left) = (rounds + 1, left + alive.len());
    }
    (rounds, left)
}
