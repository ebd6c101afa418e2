//! The run: requests, grants and releases in the order of their times.

use super::channel::Channels;
use super::check::check;
use super::deadlock::first_deadlock;
use super::events::{Event, Events};
use super::starts::Starts;
use super::{Deadlock, Outcome, Start, Timing, Wait, Worm, WormholeError};

/// Sends worms over `channels` channels, numbered from 0, and says when everything happened; [the model](super#the-model) says what happens.
///
/// # Cost
/// O(E log E) time for E hops of all worms, whatever their flits; O(E + channels) memory.
///
/// # Errors
/// Worms that make no sense, times of 2^64 ns, or a [deadlock](WormholeError::Deadlock).
///
/// # Panics
/// If there are 2^32 worms or more.
///
/// # Source
/// Chen, Chang, Sheu, §4, and [what it leaves open](super#the-model).
///
/// # Example
/// [In the module](super#example).
pub fn run(timing: Timing, channels: usize, worms: &[Worm]) -> Result<Outcome, WormholeError> {
    assert!(u32::try_from(worms.len()).is_ok(), "worms have numbers of 32 bits");
    check(timing, channels, worms)?;
    let starts = Starts::new(worms)?;
    let mut run = Run {
        worms,
        starts,
        channels: Channels::new(channels, worms.len()),
        progress: vec![Progress::default(); worms.len()],
        outcome: Outcome::before(timing, worms),
        events: Events::default(),
    };
    run.finish();
    match run.deadlock() {
        Some(deadlock) => Err(deadlock.into()),
        None => Ok(Outcome { channels: run.channels.into_usage(), ..run.outcome }),
    }
}

/// A request among those of one moment: the order is that of the tie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contender {
    channel: u32,
    start: u64,
    incoming: Option<u32>,
    worm: u32,
}

/// How far a worm has come.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Channels granted to it.
    granted: u32,
    /// Channels whose release is settled.
    released: u32,
}

struct Run<'a> {
    worms: &'a [Worm],
    starts: Starts,
    channels: Channels,
    progress: Vec<Progress>,
    outcome: Outcome,
    events: Events,
}

impl Run<'_> {
    fn finish(&mut self) {
        let first: Vec<u32> = self.starts.first().collect();
        let requests = first.into_iter().map(|worm| (self.start(worm), Event::Request(worm)));
        self.events = Events::new(requests.collect());
        let (mut contenders, mut channels) = (Vec::new(), Vec::new());
        while let Some(now) = self.events.next_time() {
            // A hop takes time, so that all requests of this moment are known before any of its grants.
            while let Some(event) = self.events.pop_at(now) {
                match event {
                    Event::Request(worm) => contenders.push(self.contender(worm)),
                    Event::Release(channel) => channels.push(channel),
                }
            }
            contenders.sort_unstable();
            for contender in &contenders {
                let Contender { channel, worm, .. } = *contender;
                match self.channels.request(channel, worm, now) {
                    Some(later) => self.events.push(later, Event::Release(channel)),
                    None => channels.push(channel),
                }
            }
            while let Some(channel) = channels.pop() {
                self.grant(channel, now, &mut channels);
            }
            for contender in contenders.drain(..) {
                self.channels.note_queue(contender.channel);
            }
        }
    }

    /// Lets a worm start that waits for nothing any more, and says when it requests its first channel.
    fn start(&mut self, number: u32) -> u64 {
        let worm = &self.worms[number as usize];
        let start = &mut self.outcome.starts[number as usize];
        match worm.start {
            Start::At(time) => *start = time,
            Start::After { delay, .. } => *start += delay,
        }
        *start + worm.startup
    }

    fn contender(&self, number: u32) -> Contender {
        let path = &self.worms[number as usize].path;
        let granted = self.progress[number as usize].granted as usize;
        Contender {
            channel: path[granted],
            start: self.outcome.starts[number as usize],
            incoming: granted.checked_sub(1).map(|before| path[before]),
            worm: number,
        }
    }

    /// Grants a channel if it is free and someone waits; what becomes free by that at once joins `free`.
    fn grant(&mut self, channel: u32, now: u64, free: &mut Vec<u32>) {
        let flits = |worm: u32| self.worms[worm as usize].flits;
        let Some(number) = self.channels.grant(channel, now, flits) else {
            return;
        };
        let (worm, index) = (&self.worms[number as usize], number as usize);
        let progress = &mut self.progress[index];
        self.outcome.grants[self.outcome.offsets[index] + progress.granted as usize] = now;
        progress.granted += 1;
        if (progress.granted as usize) < worm.path.len() {
            let arrival = now + self.outcome.timing.hop();
            self.events.push(arrival, Event::Request(number));
        }
        let journey = self.outcome.journey_so_far(index, progress.granted);
        for hop in progress.released + 1..=journey.hops_with_releases() {
            let (channel, time) = (worm.path[hop as usize - 1], journey.released(hop));
            if self.channels.release(channel, time) {
                if time > now {
                    self.events.push(time, Event::Release(channel));
                } else {
                    free.push(channel);
                }
            }
            progress.released = hop;
        }
        self.tell(number);
    }

    /// Tells the worms that wait for a worm's deliveries when they come, as far as that is settled.
    fn tell(&mut self, number: u32) {
        if !self.starts.is_awaited(number) {
            return;
        }
        let granted = self.progress[number as usize].granted;
        let settled = self.outcome.journey_so_far(number as usize, granted).hops_with_tails();
        while let Some((hops, waiting)) = self.starts.tell(number, settled) {
            let delivery = self.outcome.journey_so_far(number as usize, granted).tail(hops);
            let start = &mut self.outcome.starts[waiting as usize];
            *start = delivery.max(*start);
            if self.starts.waits_for_nothing(waiting) {
                let request = self.start(waiting);
                self.events.push(request, Event::Request(waiting));
            }
        }
    }

    /// When nothing happens any more: what worms wait for that have not arrived.
    fn deadlock(&self) -> Option<Deadlock> {
        first_deadlock(self.worms.len(), |worm| {
            let granted = self.progress[worm].granted as usize;
            let channel = *self.worms[worm].path.get(granted)?;
            let number = worm as u32;
            // A worm that has not started waits for deliveries, and holds nothing that others wait for.
            if !self.starts.waits_for_nothing(number) {
                return None;
            }
            let holder = self.channels.holder(channel)?;
            let since = self.channels.requested(number);
            Some((Wait { worm, channel, since }, holder as usize))
        })
    }
}
