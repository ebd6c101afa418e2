//! Overloaded tiles: new hash keys, or several rounds.

use super::{leaping, run, shape};
use meshcast_algorithms::programs::{AccessOnce, AccessPattern, Checked};
use meshcast_algorithms::{Layout, Pram, PramMode};

/// Neighbouring cells of a large memory are in few tiles if addresses are places, and in all if they are hashed.
#[test]
fn hashing_spreads_what_the_identity_leaves_together() {
    let shape = shape(32, 32);
    let (nodes, mode) = (shape.nodes(), PramMode::Arbitrary);
    let program = AccessOnce::new(AccessPattern::Identity, (nodes, 64 * nodes as u64), mode, 1);
    let left = |layout| {
        let pram = Pram::new(&program, shape, mode, layout, 7);
        let left = run(&pram, shape, leaping()).expect("lawful");
        assert!(program.is_right(&left.cells));
        left
    };
    let (hashed, identity) = (left(Layout::Hashed), left(Layout::Identity));
    assert_eq!((hashed.rehashes, hashed.most_rounds), (0, 1));
    // 1,024 cells lie in 16 nodes of one tile, which takes 128 requests a round.
    assert_eq!((identity.rehashes, identity.most_rounds), (0, 8));
    assert!(identity.outcome.steps > 2 * hashed.outcome.steps);
}

/// Where a tile is one node that takes one request, new keys do not help, and the access takes several rounds in the end.
#[test]
fn an_overload_that_stays_is_served_in_rounds() {
    let shape = shape(8, 8);
    let (nodes, mode) = (shape.nodes(), PramMode::Arbitrary);
    let program = AccessOnce::new(AccessPattern::Random, (nodes, 1000), mode, 1);
    let pram = Pram::new(&program, shape, mode, Layout::Hashed, 7).with_tiles(1, 1);
    let left = run(&pram, shape, leaping()).expect("lawful");
    assert!(program.is_right(&left.cells));
    assert!(left.rehashes >= 4 && left.most_rounds > 1, "{}", left.rehashes);
}
