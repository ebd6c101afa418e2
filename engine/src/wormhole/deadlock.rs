//! Finds worms that wait for each other.

use std::fmt;
use thiserror::Error;

/// Worms that wait for each other for ever: each for a channel or a port that the next one holds, the last for one of the first. Where
/// channels have several virtual channels, other worms hold the others and are stuck, too.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Deadlock {
    /// From when on some worms waited for nothing but each other.
    pub time: u64,
    /// The cycle, from the worm with the lowest number.
    pub waits: Vec<Wait>,
}

/// A worm that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The worm.
    pub worm: usize,
    /// What it waits for.
    pub resource: Resource,
    /// Since when.
    pub since: u64,
}

/// What a worm holds, and others wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// A channel, by its number.
    Channel(u32),
    /// The port by which a node begins worms.
    InjectionPort(u32),
    /// The port by which a node consumes worms.
    ConsumptionPort(u32),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(channel) => write!(f, "channel {channel}"),
            Self::InjectionPort(node) => write!(f, "the injection port of node {node}"),
            Self::ConsumptionPort(node) => write!(f, "the consumption port of node {node}"),
        }
    }
}

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deadlock at {} ns:", self.time)?;
        for (place, wait) in self.waits.iter().enumerate() {
            let holder = self.waits[(place + 1) % self.waits.len()].worm;
            let comma = if place == 0 { "" } else { "," };
            let Wait { worm, resource, .. } = wait;
            write!(f, "{comma} worm {worm} waits for {resource} of worm {holder}")?;
        }
        Ok(())
    }
}

/// A worm that waits when nothing happens any more.
pub(super) struct Stuck {
    pub(super) wait: Wait,
    /// Who holds what it waits for, the lowest virtual channel first.
    pub(super) holders: Vec<usize>,
}

/// The first moment in which some worms waited for nothing but each other, and a cycle of them: each waits for what the next one holds,
/// in the lowest virtual channel. Of several cycles it is the one with the lowest worm. O(W log W) time for the waits of W of `worms`.
pub(super) fn first_deadlock(worms: usize, stuck: &[Stuck]) -> Option<Deadlock> {
    let mut places = vec![None; worms];
    for (place, stuck) in stuck.iter().enumerate() {
        places[stuck.wait.worm] = Some(place);
    }
    let mut times: Vec<u64> = stuck.iter().map(|stuck| stuck.wait.since).collect();
    times.sort_unstable();
    times.dedup();
    let closes = |&time: &u64| core(stuck, &places, time).contains(&true);
    let &time = times.get(times.partition_point(|time| !closes(time)))?;
    let core = core(stuck, &places, time);
    let next = |place: usize| {
        let first = stuck[place].holders.first();
        first.and_then(|&worm| places[worm]).expect("all of the core wait for each other")
    };
    let cycles = cycles(&core, next).into_iter().map(|cycle| {
        let mut waits: Vec<Wait> = cycle.into_iter().map(|place| stuck[place].wait).collect();
        let lowest = (0..waits.len()).min_by_key(|&place| waits[place].worm).unwrap_or(0);
        waits.rotate_left(lowest);
        waits
    });
    let waits = cycles.min_by_key(|waits| waits[0].worm)?;
    Some(Deadlock { time, waits })
}

/// Which of the stuck worms waited at a time for nothing that a worm held which could still move then.
fn core(stuck: &[Stuck], places: &[Option<usize>], time: u64) -> Vec<bool> {
    let mut waiting_for = vec![Vec::new(); stuck.len()];
    let mut core: Vec<bool> = stuck.iter().map(|stuck| stuck.wait.since <= time).collect();
    let mut moving = Vec::new();
    for (place, Stuck { holders, .. }) in stuck.iter().enumerate() {
        for &holder in holders {
            match places[holder] {
                Some(holder) => waiting_for[holder].push(place),
                None => moving.push(place),
            }
        }
    }
    moving.extend(
        (0..stuck.len()).filter(|&place| !core[place]).flat_map(|place| &waiting_for[place]),
    );
    while let Some(place) = moving.pop() {
        if core[place] {
            core[place] = false;
            moving.extend(&waiting_for[place]);
        }
    }
    core
}

/// The cycles of a walk on a core from each place to one next place.
fn cycles(core: &[bool], next: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    // From which place a walk first came to each.
    let mut walks = vec![usize::MAX; core.len()];
    let mut cycles = Vec::new();
    for first in (0..core.len()).filter(|&place| core[place]) {
        let mut place = first;
        while walks[place] == usize::MAX {
            walks[place] = first;
            place = next(place);
        }
        if walks[place] == first {
            let mut cycle = vec![place];
            let mut other = next(place);
            while other != place {
                cycle.push(other);
                other = next(other);
            }
            cycles.push(cycle);
        }
    }
    cycles
}
