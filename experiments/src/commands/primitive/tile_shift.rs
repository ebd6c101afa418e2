//! Runs a tile shift.

use super::case::{Case, Finished};
use super::grid::tile_of_nodes;
use meshcast_engine::{LeftPacket, Machine, Options, Violation, Way};
use meshcast_primitives::TileShift;
use std::sync::Arc;
use std::time::Instant;

/// Moves the packets of every tile on to the next.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let shift = TileShift::new(case.shape, case.grid.0, case.grid.1);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(shift.capacity()));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |_| 0);
    shift.begin(&mut machine)?;
    shift.run(&mut machine, Way::Forward)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let expected = expected(case, &shift);
    let correct = (0..case.shape.nodes()).all(|node| {
        let (row, col) = case.shape.position(node);
        let packets = (0..shift.places_a_node()).filter_map(|lane| outcome.packet(lane, row, col));
        let mut found: Vec<u32> = packets.map(LeftPacket::message).collect();
        found.sort_unstable();
        found == expected[node] && outcome.packets_left(row, col) as usize == found.len()
    });
    Ok(Finished { outcome, elapsed, formula_steps: shift.steps(), correct })
}

/// The messages at every node: those from the same place of the tile before, or from places that the tile lacks.
fn expected(case: &Case, shift: &TileShift) -> Vec<Vec<u32>> {
    let (shape, tiles) = (case.shape, shift.tiling().tiles());
    let mut expected = vec![Vec::new(); shape.nodes()];
    for (node, tile) in tile_of_nodes(shift.tiling()).into_iter().enumerate() {
        let (from, to) = (tiles[tile], tiles[shift.next(tile, Way::Forward)]);
        let (row, col) = shape.position(node);
        let row = to.first_row + (row - from.first_row).min(to.shape.rows() - 1);
        let col = to.first_col + (col - from.first_col).min(to.shape.cols() - 1);
        expected[shape.index(row, col)].push(node as u32);
    }
    expected
}
