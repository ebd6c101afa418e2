//! Counts the rounds that no choice of the permutations can do without.

use super::stage::block;

/// A lower bound on the rounds with `tiles` tiles in which [`Rounds`](crate::Rounds) delivers every message set with as
/// many messages a node, whatever the permutations and the choices of the visits, and with it whatever makes groups
/// that do not depend on the messages and takes no more in a visit.
///
/// Here n = `nodes` and c = `tiles` are powers of two, and a visit takes at most α = `instances` copies a node of a block. Blocks have
/// 2·2^⌊k/2⌋ nodes, if tiles have 2^k, one if these have one.
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
/// // 64 nodes, tiles of eight, blocks of four: 7 of the 8 groups hold 56 packets, and 32 of these can all be for one block,
/// // where 7 visits serve 28.
/// assert_eq!(meshcast_algorithms::forced_rounds(64, 8, 1), 2);
/// ```
pub fn forced_rounds(nodes: u64, tiles: u64, instances: u64) -> u64 {
    let size = (2 * block(nodes, tiles)).min(nodes / tiles);
    forced_in_blocks(nodes, tiles, instances * size, size)
}

/// The same with blocks of b = √(n/tiles) nodes, rounded down to a power of two, as the proof in `docs/rounds.md` has them.
///
/// # Panics
/// If `tiles` does not divide `nodes`, or an argument is zero.
pub fn forced_rounds_small_blocks(nodes: u64, tiles: u64, instances: u64) -> u64 {
    let size = block(nodes, tiles);
    forced_in_blocks(nodes, tiles, instances * size, size)
}

/// The same where visits take at most `capacity` packets for a block, which has so many nodes.
pub(super) fn forced_in_blocks(nodes: u64, tiles: u64, capacity: u64, block: u64) -> u64 {
    assert!(nodes.is_multiple_of(tiles), "expected tiles of equal size");
    let is_too_few = |rounds: u64| {
        let groups = (tiles * block).div_ceil(capacity * rounds) - 1;
        let share = |packets: u64, _| {
            let inside = u128::from(packets) * u128::from(groups);
            inside.div_ceil(u128::from(tiles)) as u64
        };
        let packets = (0..rounds).fold(nodes, share).min(tiles * block);
        packets > rounds * groups * capacity
    };
    let mut rounds = 1;
    while is_too_few(rounds) {
        rounds += 1;
    }
    rounds
}
