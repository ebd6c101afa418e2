//! Tile shifts carry every packet to its place in the next tile, and home in as many shifts as there are tiles.

use super::cases;
use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Way};
use meshcast_primitives::TileShift;
use meshcast_tests::corpus::{below, generator, shapes, sources};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The rows or columns of part `part` of `parts`.
fn cut(side: usize, parts: usize, part: usize) -> std::ops::Range<usize> {
    part * side / parts..(part + 1) * side / parts
}

/// The tile of a node, and its row and column in it.
fn relative(shape: Shape, (down, across): (usize, usize), node: usize) -> (usize, (usize, usize)) {
    let (row, col) = shape.position(node);
    let i = (0..down).find(|&i| cut(shape.rows(), down, i).contains(&row)).expect("a part");
    let j = (0..across).find(|&j| cut(shape.cols(), across, j).contains(&col)).expect("a part");
    let (rows, cols) = (cut(shape.rows(), down, i), cut(shape.cols(), across, j));
    (i * across + j, (row - rows.start, col - cols.start))
}

/// The node at a place of a tile: the last row or column stands in for one that a short tile lacks.
fn node_at(
    shape: Shape,
    (down, across): (usize, usize),
    tile: usize,
    (row, col): (usize, usize),
) -> usize {
    let (rows, cols) =
        (cut(shape.rows(), down, tile / across), cut(shape.cols(), across, tile % across));
    shape.index((rows.start + row).min(rows.end - 1), (cols.start + col).min(cols.end - 1))
}

/// Where the packets of each message are, in any of `lanes` lanes.
fn places(outcome: &Outcome, lanes: usize) -> Vec<(u32, usize)> {
    let shape = outcome.shape;
    let mut found: Vec<(u32, usize)> = (0..shape.nodes())
        .flat_map(|node| (0..lanes).map(move |lane| (lane, node)))
        .filter_map(|(lane, node)| {
            let (row, col) = shape.position(node);
            Some((outcome.packet(lane, row, col)?.message(), node))
        })
        .collect();
    found.sort_unstable();
    found
}

fn shifted(shift: &TileShift, set: &Arc<Messages>, ways: &[Way]) -> Outcome {
    let shape = shift.tiling().shape();
    let capacity = Some(shift.capacity());
    let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
    machine.inject(0, |_| 9);
    shift.begin(&mut machine).expect("lawful");
    for &way in ways {
        shift.run(&mut machine, way).expect("lawful");
    }
    machine.finish()
}

fn check(shape: Shape, grid: (usize, usize), percent: usize) {
    let tiles = grid.0 * grid.1;
    let sources = sources(shape.nodes(), percent, tiles as u64);
    let lists = sources.iter().map(|&source| (source, Vec::new()));
    let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
    let shift = TileShift::new(shape, grid.0, grid.1);
    for way in [Way::Forward, Way::Backward] {
        let mut walk = Vec::from([0]);
        while walk.len() < tiles {
            walk.push(shift.next(walk[walk.len() - 1], way));
        }
        assert_eq!(shift.next(walk[tiles - 1], way), 0, "{shape:?} {grid:?}");
        assert_eq!(walk.iter().collect::<BTreeSet<_>>().len(), tiles, "{shape:?} {grid:?}");
        for shifts in [1, 2, tiles] {
            let outcome = shifted(&shift, &set, &vec![way; shifts]);
            let expected: Vec<(u32, usize)> = (0..)
                .zip(&sources)
                .map(|(message, &source)| {
                    let (tile, place) = relative(shape, grid, source as usize);
                    let at = walk.iter().position(|&at| at == tile).expect("on the ring");
                    (message, node_at(shape, grid, walk[(at + shifts) % tiles], place))
                })
                .collect();
            let found = places(&outcome, shift.places_a_node());
            assert_eq!(found, expected, "{shape:?} {grid:?} {way:?} {shifts}");
            assert_eq!(outcome.steps, shift.steps() * shifts as u64, "{shape:?} {grid:?}");
        }
    }
}

/// The grids to try on a mesh: lines, even grids, odd × odd ones, every node a tile.
fn grids(shape: Shape) -> Vec<(usize, usize)> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let some = |side: usize| [1, 2, 3, 4, 5].into_iter().filter(move |&parts| parts <= side);
    let mut grids: Vec<(usize, usize)> =
        some(rows).flat_map(|down| some(cols).map(move |across| (down, across))).collect();
    grids.extend([(rows, cols), (rows, 1), (1, cols)]);
    grids
}

#[test]
fn every_packet_reaches_its_place_in_the_next_tile() {
    for shape in shapes(9) {
        for grid in grids(shape).into_iter().filter(|grid| grid.0 * grid.1 <= 25) {
            check(shape, grid, 100);
        }
    }
}

#[test]
fn the_same_on_larger_meshes_and_with_holes() {
    let mut random = generator(11);
    for shape in shapes(16).into_iter().filter(|shape| shape.nodes() > 81) {
        let grids = grids(shape);
        for percent in [100, 30] {
            check(shape, grids[below(&mut random, grids.len() - 3)], percent);
        }
    }
}

#[test]
fn forward_and_backward_undo_each_other() {
    for (rows, cols, down, across) in [(9, 9, 3, 3), (7, 11, 3, 5), (6, 8, 2, 4), (5, 13, 1, 5)] {
        let shape = Shape::new(rows, cols).expect("small");
        let shift = TileShift::new(shape, down, across);
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let ways = [Way::Forward, Way::Forward, Way::Backward, Way::Backward];
        let home: Vec<(u32, usize)> = (0..).zip(0..shape.nodes()).collect();
        assert_eq!(places(&shifted(&shift, &set, &ways), shift.places_a_node()), home);
    }
}

/// The core of every tile goes round the ring; no packet is elsewhere.
#[test]
fn cores_pass_their_packets_on() {
    for shape in shapes(9).into_iter().chain([Shape::new(17, 23).expect("small")]) {
        for grid in grids(shape).into_iter().filter(|grid| grid.0 * grid.1 <= 25) {
            let tiles = grid.0 * grid.1;
            let core = (shape.rows() / grid.0, shape.cols() / grid.1);
            let in_core = |&node: &usize| {
                let (_, (row, col)) = relative(shape, grid, node);
                row < core.0 && col < core.1
            };
            let sources: Vec<usize> = (0..shape.nodes()).filter(in_core).collect();
            let lists = sources.iter().map(|&source| (source as u32, Vec::new()));
            let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
            let shift = TileShift::of_cores(shape, grid.0, grid.1);
            for way in [Way::Forward, Way::Backward] {
                for shifts in [1, 2, tiles] {
                    let outcome = shifted(&shift, &set, &vec![way; shifts]);
                    let expected: Vec<(u32, usize)> = (0..)
                        .zip(&sources)
                        .map(|(message, &source)| {
                            let (tile, place) = relative(shape, grid, source);
                            let to = (0..shifts).fold(tile, |tile, _| shift.next(tile, way));
                            (message, node_at(shape, grid, to, place))
                        })
                        .collect();
                    let what = format!("{shape:?} {grid:?} {way:?} {shifts}");
                    assert_eq!(places(&outcome, 1), expected, "{what}");
                    assert_eq!(outcome.steps, shift.steps() * shifts as u64, "{what}");
                    assert!(outcome.peak as usize <= shift.capacity(), "{what}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_tiles_of_any_shape_pass_their_packets_on(
        (rows, cols) in (1..=20_usize, 1..=20_usize),
        (down, across) in (0..20_usize, 0..20_usize),
        percent in 0..=100_usize,
    ) {
        // No more than eight tiles a side: every tile takes a shift, and the whole ring is gone round.
        let grid = (1 + down % rows.min(8), 1 + across % cols.min(8));
        check(Shape::new(rows, cols).expect("small"), grid, percent);
    }
}
