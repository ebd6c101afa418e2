//! Finds cycles of worms that wait for each other.

use std::fmt;
use thiserror::Error;

/// Worms that wait for each other for ever: each for a channel that the next one holds, the last for one of the first.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Deadlock {
    /// When the cycle closed.
    pub time: u64,
    /// The cycle, from the worm with the lowest number.
    pub waits: Vec<Wait>,
}

/// A worm that waits for a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The worm.
    pub worm: usize,
    /// The channel that it waits for.
    pub channel: u32,
    /// Since when.
    pub since: u64,
}

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deadlock at {} ns:", self.time)?;
        for (place, wait) in self.waits.iter().enumerate() {
            let holder = self.waits[(place + 1) % self.waits.len()].worm;
            let comma = if place == 0 { "" } else { "," };
            write!(
                f,
                "{comma} worm {} waits for channel {} of worm {holder}",
                wait.worm, wait.channel
            )?;
        }
        Ok(())
    }
}

/// The cycle that closed first, of several of one moment the one with the lowest worm. `wait` is what a worm waits for, and who holds it.
pub(super) fn first_deadlock(
    worms: usize,
    wait: impl Fn(usize) -> Option<(Wait, usize)>,
) -> Option<Deadlock> {
    // From which worm a walk first came to each.
    let mut walks = vec![usize::MAX; worms];
    let mut cycles = Vec::new();
    for first in 0..worms {
        let mut worm = first;
        while walks[worm] == usize::MAX
            && let Some((_, holder)) = wait(worm)
        {
            walks[worm] = first;
            worm = holder;
        }
        if walks[worm] == first {
            cycles.push(cycle_through(worm, &wait));
        }
    }
    cycles.into_iter().min_by_key(|cycle| (cycle.time, cycle.waits[0].worm))
}

/// The cycle that a worm is on.
fn cycle_through(worm: usize, wait: impl Fn(usize) -> Option<(Wait, usize)>) -> Deadlock {
    let step = |worm: usize| wait(worm).expect("all on a cycle wait");
    let mut waits = vec![step(worm).0];
    let mut next = step(worm).1;
    while next != worm {
        let (this, holder) = step(next);
        waits.push(this);
        next = holder;
    }
    let lowest = (0..waits.len()).min_by_key(|&place| waits[place].worm).unwrap_or(0);
    waits.rotate_left(lowest);
    let time = waits.iter().map(|wait| wait.since).max().unwrap_or(0);
    Deadlock { time, waits }
}
