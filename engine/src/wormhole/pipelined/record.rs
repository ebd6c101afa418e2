//! Reads from a run that is over what worms did, and where their flits were.

use super::course::Course;
use super::progress::Progress;
use super::run::Run;
use crate::wormhole::recording::{Piece, Places};
use crate::wormhole::{Hold, Record, Recording, Resource, Timing, Worm, WormholeError};

/// Sends worms that have been checked, and reads off what they did.
pub(in crate::wormhole) fn record(
    timing: Timing,
    channels: usize,
    worms: &[Worm],
) -> Result<Recording, WormholeError> {
    let mut run = Run::new(timing, channels, worms)?;
    run.finish();
    let numbers = 0..worms.len() as u32;
    let records = numbers.map(|worm| record_of(&run, worm)).collect();
    let deadlock = run.deadlock();
    let pieces = worms.iter().zip(&run.progress).map(|(worm, progress)| Piece {
        flits: worm.flits,
        granted: progress.granted,
        destinations: worm.destinations.clone(),
    });
    let worms = pieces.collect();
    let places = Places::Pipelined { courses: run.into_courses(), worms };
    Ok(Recording { records, places, deadlock })
}

fn record_of(run: &Run, number: u32) -> Record {
    if !run.dependencies.waits_for_nothing(number) {
        return Record::default();
    }
    let (progress, worm) = (&run.progress[number as usize], &run.worms[number as usize]);
    let course = run.course(number, progress);
    let requested = (progress.path.len() as u32).min(progress.granted + 1);
    let holds = (1..=requested).map(|hop| hold(&course, progress, worm.startup, hop));
    let tails = if progress.granted == 0 { 0 } else { course.hops_with_tails() };
    let delivered = worm.destinations.iter().copied().take_while(|&hops| hops <= tails);
    Record {
        start: Some(progress.start),
        holds: holds.collect(),
        deliveries: delivered.map(|hops| (hops, course.arrival(hops, worm.flits - 1))).collect(),
    }
}

fn hold(course: &Course, progress: &Progress, startup: u64, hop: u32) -> Hold {
    let requested = match hop {
        1 => progress.start + startup,
        _ => course.granted(hop - 1) + course.track.stop(hop - 1) - course.track.stop(hop - 2),
    };
    Hold {
        resource: Resource::Channel(progress.path[hop as usize - 1]),
        hop,
        requested,
        granted: (hop <= progress.granted).then(|| course.granted(hop)),
        released: (hop <= progress.released).then(|| course.released(hop)),
    }
}
