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

/// A tile with as many leaders as it serves is no overload.
#[test]
fn a_full_tile_is_served_in_one_round() {
    let shape = shape(8, 8);
    let (nodes, mode) = (shape.nodes(), PramMode::Arbitrary);
    let program = AccessOnce::new(AccessPattern::Permutation, (nodes, nodes as u64), mode, 1);
    let pram = Pram::new(&program, shape, mode, Layout::Hashed, 7).with_tiles(8, 1);
    let left = run(&pram, shape, leaping()).expect("lawful");
    assert_eq!((left.rehashes, left.most_rounds), (0, 1));
    let load = pram.first_read_load(7);
    assert_eq!((load.leaders, load.limit, load.is_overload()), (64, 64, false));
}

/// Loads that the host counts are those that runs find, and new keys end most overloads.
#[test]
fn new_keys_end_overloads() {
    let shape = shape(16, 16);
    let (nodes, mode) = (shape.nodes(), PramMode::Arbitrary);
    let program = AccessOnce::new(AccessPattern::Identity, (nodes, 20 * nodes as u64), mode, 1);
    let program = program.reading_only();
    let (mut overloads, mut ended) = (0, 0);
    for seed in 0..24 {
        let pram = Pram::new(&program, shape, mode, Layout::Hashed, seed).with_tiles(2, 2);
        let left = run(&pram, shape, leaping()).expect("lawful");
        assert_eq!(left.rehashes > 0, pram.first_read_load(seed).is_overload(), "seed {seed}");
        overloads += u32::from(left.rehashes > 0);
        ended += u32::from((left.rehashes, left.most_rounds) == (1, 1));
    }
    assert!(overloads > 0 && ended > 0, "{overloads} overloads, {ended} ended");
}

#[test]
fn every_mode_takes_the_steps_of_its_formula() {
    let shape = shape(16, 16);
    let nodes = shape.nodes();
    for mode in super::MODES {
        let program = AccessOnce::new(AccessPattern::Permutation, (nodes, nodes as u64), mode, 1);
        let pram = Pram::new(&program, shape, mode, Layout::Hashed, 7);
        let steps = run(&pram, shape, leaping()).expect("lawful").outcome.steps;
        let (read, write) = pram.access_steps();
        assert_eq!(steps, read + write, "{mode:?}");
        assert_eq!(mode.access_steps_on(shape), (read, write), "{mode:?}");
    }
}
