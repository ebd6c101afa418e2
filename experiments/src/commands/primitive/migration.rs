//! Runs a migration.

use super::case::{Case, Finished};
use super::grid::tile_of_nodes;
use meshcast_engine::{LeftPacket, Machine, Messages, MessagesError, Options, Tiling, Violation};
use meshcast_primitives::Migration;
use std::sync::Arc;
use std::time::Instant;

/// A message from every node to those that its number and the next node's name.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    let next = numbers.iter().cycle().skip(1);
    let pairs = numbers.iter().zip(next).map(|(&number, &next)| [number, next]);
    let pairs = (0..).zip(pairs).flat_map(|(from, to)| to.map(|to| (from, to)));
    Messages::from_pairs(numbers.len(), pairs.collect())
}

/// Sends every tile copies of the first packets that have destinations in it.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let (shape, (down, across)) = (case.shape, case.grid);
    let migration = Migration::new(shape, down, across);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(Migration::CAPACITY));
    let started = Instant::now();
    let mut machine = Machine::new(shape, messages, capacity, options);
    machine.inject(Migration::MASTER, |_| 0);
    migration.run(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let expected = expected(case);
    let correct = (0..shape.nodes()).all(|node| {
        let (row, col) = shape.position(node);
        let message = |lane| outcome.packet(lane, row, col).map(LeftPacket::message);
        let packets = 1 + u32::from(expected[node].is_some());
        message(0) == expected[node]
            && message(Migration::MASTER) == Some(node as u32)
            && outcome.packets_left(row, col) == packets
    });
    Ok(Finished { outcome, elapsed, formula_steps: migration.steps(), correct })
}

/// The message of the copy at every node.
fn expected(case: &Case) -> Vec<Option<u32>> {
    let (shape, (down, across)) = (case.shape, case.grid);
    let tiling = Tiling::grid(shape, down, across);
    let tile_of = tile_of_nodes(&tiling);
    let mut selected = vec![0; tiling.tiles().len()];
    let mut expected = vec![None; shape.nodes()];
    let mut copies = 0;
    for (message, (_, destinations)) in (0..).zip(case.messages.iter()) {
        let mut tiles: Vec<usize> = destinations.iter().map(|&to| tile_of[to as usize]).collect();
        tiles.sort_unstable();
        tiles.dedup();
        copies += tiles.len();
        if copies > shape.nodes() {
            break;
        }
        for tile in tiles {
            let place = tiling.tiles()[tile];
            if selected[tile] < place.shape.nodes() {
                let (row, col) = place.shape.position(selected[tile]);
                let node = shape.index(place.first_row + row, place.first_col + col);
                expected[node] = Some(message);
                selected[tile] += 1;
            }
        }
    }
    expected
}
