//! Leaps over laps and drains: follows the packets of one column after the other, instead of all nodes in every step.
//!
//! Where the packets of rows are in every step is known beforehand: a lap brings each past all columns of its window and back to
//! where it was. What is copied in a column depends on the packets that stop there and on the room in its queues, not on
//! other columns. So every column is followed through a whole lap, while it is in the caches.

mod column;
mod late;
mod line;
mod rows;

use super::columns::{DOWN, HERE, Traffic, UP};
use super::places::places_of_a_node;
use super::row_laps::{Laps, Round};
use super::windows::{EAST, WEST, Windows};
use column::Column;
use late::Late;
use meshcast_engine::{Effect, Packet, Room, Variable};
use rows::{Rows, Stop};

/// What is followed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'a> {
    Lap(&'a Round),
    /// So many cycles.
    Drain(usize),
}

/// The most packets that a node has in laps and drains, in lanes and queues.
pub(super) fn room(windows: Windows) -> Room {
    Room::with_queues(0..places_of_a_node(windows))
}

/// Brings about what a lap or a drain does.
pub(super) fn follow(
    laps: Laps,
    part: Part<'_>,
    effect: &mut Effect<'_>,
    traffic: &mut Variable<Traffic>,
) {
    let shape = effect.shape();
    let round = match part {
        Part::Lap(round) => Some(round),
        Part::Drain(_) => None,
    };
    let passed_on = vec![0; shape.rows()];
    let mut rows = Rows { laps, effect, round, hops: 0, passed_on, late: Late::default() };
    let stops = rows.stops();
    let Some(any) = any_packet(rows.effect) else { return };
    let mut column = Column::new(shape.rows(), any);
    for (col, stops) in stops.into_iter().enumerate() {
        column.col = col;
        for (queue, row) in places(shape.rows()) {
            for packet in rows.effect.take_queued(queue, shape.index(row, col)) {
                column.put(queue, row, packet);
            }
        }
        match part {
            Part::Lap(_) => follow_lap(&mut column, &stops, &mut rows),
            Part::Drain(cycles) => follow_drain(&mut column, cycles, &mut rows),
        }
        column.take_all(|queue, row, packet| {
            rows.effect.enqueue(queue, shape.index(row, col), packet, packet.key());
        });
        let registers = rows.effect.values(traffic);
        for (row, passed_on) in rows.passed_on.iter_mut().enumerate() {
            registers[shape.index(row, col)].passed_on += std::mem::take(passed_on);
        }
    }
    rows.late.finish(rows.effect);
    let hops = rows.hops + if round.is_some() { lap_hops(laps, rows.effect) } else { 0 };
    rows.effect.count_hops(hops);
}

/// The queues of all rows of a column.
fn places(rows: usize) -> impl Iterator<Item = (usize, usize)> {
    [UP, DOWN, HERE].into_iter().flat_map(move |queue| (0..rows).map(move |row| (queue, row)))
}

/// One of the packets, if there are any.
fn any_packet(effect: &Effect<'_>) -> Option<Packet> {
    let of = |index| {
        let node = effect.node(index);
        let on_belts = [EAST, WEST].into_iter().find_map(|lane| node.packet(lane));
        let waiting =
            || [UP, DOWN, HERE].into_iter().find_map(|queue| node.queue(queue).packets().next());
        on_belts.or_else(waiting)
    };
    (0..effect.shape().nodes()).find_map(of)
}

fn follow_lap(column: &mut Column, mut stops: &[Stop], rows: &mut Rows<'_, '_>) {
    for at in 0..rows.laps.windows.width as u32 {
        let (now, later) = stops.split_at(stops.partition_point(|stop| stop.at <= at));
        stops = later;
        if !now.is_empty() || !column.is_empty() {
            column.stop(now, rows);
        }
    }
    column.end_lap(rows);
}

fn follow_drain(column: &mut Column, cycles: usize, rows: &mut Rows<'_, '_>) {
    for _ in 0..cycles {
        if column.is_empty() {
            break;
        }
        column.drain(rows);
    }
}

/// The links that packets of rows cross in a lap: all of their windows, there and back.
fn lap_hops(laps: Laps, effect: &Effect<'_>) -> u64 {
    let shape = effect.shape();
    let hops = |index| {
        let node = effect.node(index);
        let packets = [EAST, WEST].into_iter().filter(|&lane| node.packet(lane).is_some()).count();
        packets * 2 * (laps.windows.width - 1)
    };
    (0..shape.nodes()).map(|index| hops(index) as u64).sum()
}
