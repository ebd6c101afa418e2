//! Rounds that no choice of the permutations can do without.

use super::block;

/// A lower bound on the rounds with `tiles` tiles that deliver every message set with as many messages a node, in groups that do not
/// depend on the messages, whatever the permutations and the choices of the visits.
///
/// Here n = `nodes` and c = `tiles` are powers of two, and a visit takes at most α = `instances` copies a node.
///
/// Suppose R rounds are enough. Let k < c/(αR). Choose k groups of the first round; kn/c packets are in them. Of those choose
/// the k groups of the second round that most of them are in: k/c of them at least; and so on. So w packets are in chosen groups in all
/// rounds, and min(cb, w) of them can all be for one block of b nodes, a destination each. A round takes at most kαb of
/// them there, so Rkαb ≥ min(cb, w).
///
/// # Panics
/// If `tiles` does not divide `nodes`, or an argument is zero.
///
/// # Source
/// Ours; we know of no published proof. `docs/rounds.md`, Lower bound 1.
///
/// # Example
/// ```
/// // 16 nodes, tiles of two nodes, blocks of one: 7 of the 8 groups hold 14 packets, and 8 of these, all for one node, are
/// // not served in one round by 7 visits.
/// assert_eq!(meshcast_algorithms::forced_rounds(16, 8, 1), 2);
/// ```
pub fn forced_rounds(nodes: u64, tiles: u64, instances: u64) -> u64 {
    assert!(nodes.is_multiple_of(tiles), "expected tiles of equal size");
    let is_too_few = |rounds: u64| {
        let groups = tiles.div_ceil(instances * rounds) - 1;
        let share = |packets: u64, _| {
            let inside = u128::from(packets) * u128::from(groups);
            inside.div_ceil(u128::from(tiles)) as u64
        };
        let packets = (0..rounds).fold(nodes, share).min(tiles * block(nodes, tiles));
        packets > rounds * groups * instances * block(nodes, tiles)
    };
    let mut rounds = 1;
    while is_too_few(rounds) {
        rounds += 1;
    }
    rounds
}
