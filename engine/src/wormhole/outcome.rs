//! Reports what came of a run.

use super::pipelined::Courses;
use super::{Journey, Worm};

/// What all worms did, and what was done to all channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(super) starts: Vec<u64>,
    pub(super) flits: Vec<u32>,
    pub(super) ways: Ways,
    pub(super) channels: Vec<ChannelUse>,
    pub(super) ports: Vec<ChannelUse>,
}

/// Where flits were, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ways {
    /// Worms moved as one piece: their grants say it.
    Pipelined(Courses),
    /// Flits moved one by one.
    Noted(Noted),
}

/// What was noted of worms, hop by hop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    /// Where the hops of every worm begin, then the end.
    offsets: Vec<usize>,
    hops: Vec<HopTimes>,
    /// Where the flits of every worm begin, and when they arrived, hop by hop; nothing if that is not noted.
    flits: Option<(Vec<usize>, Vec<u64>)>,
}

/// What happened to a worm in a hop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HopTimes {
    pub(super) granted: u64,
    pub(super) header: u64,
    pub(super) tail: u64,
    pub(super) released: u64,
}

impl Noted {
    /// Nothing yet.
    pub(super) fn new(worms: &[Worm], with_flits: bool) -> Self {
        let sums = |size: &dyn Fn(&Worm) -> usize| {
            let mut sum = 0;
            let mut sums = vec![0];
            sums.extend(worms.iter().map(|worm| {
                sum += size(worm);
                sum
            }));
            sums
        };
        let offsets = sums(&|worm| worm.path.len());
        let hops = vec![HopTimes::default(); offsets[worms.len()]];
        let flits = with_flits.then(|| {
            let offsets = sums(&|worm| worm.path.len() * worm.flits as usize);
            let arrivals = vec![0; offsets[worms.len()]];
            (offsets, arrivals)
        });
        Self { offsets, hops, flits }
    }

    /// What happens to a worm in the hop after a buffer.
    pub(super) fn hop(&mut self, worm: u32, buffer: u32) -> &mut HopTimes {
        &mut self.hops[self.offsets[worm as usize] + buffer as usize]
    }

    /// A flit of the message of a worm leaves a buffer, and arrives after the hop at a time.
    pub(super) fn flit(&mut self, (number, flits): (u32, u32), buffer: u32, flit: u64, time: u64) {
        if let Some((offsets, arrivals)) = &mut self.flits {
            let hop = offsets[number as usize] + buffer as usize * flits as usize;
            arrivals[hop + flit as usize] = time;
        }
    }

    /// The hops of a worm, and the arrivals of its flits if they were noted.
    pub(super) fn of(&self, worm: usize) -> (&[HopTimes], Option<&[u64]>) {
        let flits = self.flits.as_ref();
        let flits = flits.map(|(offsets, all)| &all[offsets[worm]..offsets[worm + 1]]);
        (&self.hops[self.offsets[worm]..self.offsets[worm + 1]], flits)
    }
}

/// What was done to a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelUse {
    /// Worms that crossed it.
    pub worms: u64,
    /// Flits that crossed it, addresses among them.
    pub flits: u64,
    /// Nanoseconds from grants to releases, of all virtual channels together.
    pub held: u64,
    /// Nanoseconds from requests to grants, of all requests together.
    pub blocked: u64,
    /// Most requests that waited at a time; one that is granted in its own moment does not wait.
    pub longest_queue: u32,
}

impl Outcome {
    /// What a worm did; they are numbered as they were given.
    ///
    /// # Panics
    /// If there is no such worm.
    pub fn journey(&self, worm: usize) -> Journey<'_> {
        let (start, flits) = (self.starts[worm], self.flits[worm]);
        match &self.ways {
            Ways::Pipelined(courses) => Journey::along(start, courses.of(worm, flits)),
            Ways::Noted(noted) => Journey::noted(start, flits, noted.of(worm)),
        }
    }

    /// What all worms did, in the order of their numbers.
    pub fn journeys(&self) -> impl ExactSizeIterator<Item = Journey<'_>> {
        (0..self.starts.len()).map(|worm| self.journey(worm))
    }

    /// What was done to all channels, in the order of their numbers.
    pub fn channels(&self) -> &[ChannelUse] {
        &self.channels
    }

    /// For how long worms waited for ports, all together.
    pub fn waited_for_ports(&self) -> u64 {
        self.ports.iter().map(|port| port.blocked).sum()
    }

    /// When the last worm was completed; 0 without worms.
    pub fn end(&self) -> u64 {
        self.journeys().map(|journey| journey.completion()).max().unwrap_or(0)
    }
}
