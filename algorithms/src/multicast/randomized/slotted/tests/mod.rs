//! Tests `slotted`: its schedules, its trains one by one, and what it leaves after random deals.

mod deals;
mod schedules;
mod trains;

use super::Slotted;
use meshcast_engine::{Machine, Messages, Options, Shape};
use std::sync::Arc;

/// A machine whose packets stand where their messages begin.
fn machine(shape: Shape, set: &Messages) -> Machine {
    let mut machine = Machine::new(shape, Arc::new(set.clone()), Some(8), Options::default());
    machine.inject(Slotted::LANE, |_| 0);
    machine
}
