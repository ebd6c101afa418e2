//! Runs worms flit by flit, where they do not move as one piece.
//!
//! The module above defines [what holds there](super#buffers-virtual-channels-and-ports).

mod agenda;
mod flight;
mod lanes;
mod log;
mod numbers;
mod run;

pub(super) use log::Passages;

use super::deadlock::{Stuck, first_deadlock};
use super::outcome::Ways;
use super::recording::{Places, Recording};
use super::{Deadlock, Outcome, Routers, Wait, Worm, WormholeError};
use run::Run;

/// Sends worms that have been checked; O(C log C) time for C crossings of channels by flits.
pub(super) fn run(
    routers: Routers,
    channels: usize,
    worms: &[Worm],
) -> Result<Outcome, WormholeError> {
    let mut run = Run::new(routers, channels, worms)?;
    run.finish();
    match deadlock(&run) {
        Some(deadlock) => Err(deadlock.into()),
        None => Ok(outcome(run, channels)),
    }
}

/// Sends worms that have been checked, and keeps what they did.
pub(super) fn record(
    routers: Routers,
    channels: usize,
    worms: &[Worm],
) -> Result<Recording, WormholeError> {
    let mut run = Run::new(routers, channels, worms)?.logged();
    run.finish();
    let deadlock = deadlock(&run);
    let (records, passages) = run.into_log();
    Ok(Recording { records, places: Places::Noted(passages), deadlock })
}

/// When nothing happens any more: what worms wait for that have not arrived.
fn deadlock(run: &Run) -> Option<Deadlock> {
    let waiting = (0..run.flights.len()).filter(|&worm| run.flights[worm].waits);
    let stuck = waiting.map(|worm| {
        let flight = &run.flights[worm];
        let number = run.numbers.of(flight.worm, flight.need.expect("it waits for something"));
        let resource = run.numbers.resource(number);
        let wait = Wait { worm, resource, since: flight.requested };
        let holders = run.lanes[number as usize].holders().map(|holder| holder.worm as usize);
        Stuck { wait, holders: holders.collect() }
    });
    first_deadlock(run.flights.len(), &stuck.collect::<Vec<_>>())
}

fn outcome(run: Run, channels: usize) -> Outcome {
    let mut usage = run.lanes.into_iter().map(|lanes| lanes.usage);
    Outcome {
        starts: run.flights.iter().map(|flight| flight.start).collect(),
        flits: run.worms.iter().map(|worm| worm.flits).collect(),
        ways: Ways::Noted(run.noted),
        channels: usage.by_ref().take(channels).collect(),
        ports: usage.collect(),
    }
}
