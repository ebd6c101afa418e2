//! What came of a run.

use super::{Journey, Timing, Worm};

/// What all worms did, and what was done to all channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(super) timing: Timing,
    pub(super) starts: Vec<u64>,
    pub(super) flits: Vec<u32>,
    /// Where the grants of every worm begin, then the end.
    pub(super) offsets: Vec<usize>,
    pub(super) grants: Vec<u64>,
    pub(super) channels: Vec<ChannelUse>,
}

/// What was done to a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelUse {
    /// Worms that crossed it.
    pub worms: u64,
    /// Flits that crossed it.
    pub flits: u64,
    /// Nanoseconds from grants to releases.
    pub held: u64,
    /// Nanoseconds from requests to grants, of all requests together.
    pub blocked: u64,
    /// Most requests that waited at a time; one that is granted in its own moment does not wait.
    pub longest_queue: u32,
}

impl Outcome {
    /// Nothing has happened yet.
    pub(super) fn before(timing: Timing, worms: &[Worm]) -> Self {
        let mut offsets = Vec::with_capacity(worms.len() + 1);
        offsets.push(0);
        offsets.extend(worms.iter().scan(0, |end, worm| {
            *end += worm.path.len();
            Some(*end)
        }));
        Self {
            timing,
            starts: vec![0; worms.len()],
            flits: worms.iter().map(|worm| worm.flits).collect(),
            grants: vec![0; offsets[worms.len()]],
            offsets,
            channels: Vec::new(),
        }
    }

    /// What a worm did; they are numbered as they were given.
    ///
    /// # Panics
    /// If there is no such worm.
    pub fn journey(&self, worm: usize) -> Journey<'_> {
        self.journey_so_far(worm, (self.offsets[worm + 1] - self.offsets[worm]) as u32)
    }

    /// What a worm has done when so many channels have been granted to it.
    pub(super) fn journey_so_far(&self, worm: usize, granted: u32) -> Journey<'_> {
        let (from, to) = (self.offsets[worm], self.offsets[worm + 1]);
        Journey {
            timing: self.timing,
            start: self.starts[worm],
            flits: self.flits[worm],
            hops: (to - from) as u32,
            grants: &self.grants[from..from + granted as usize],
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

    /// When the last worm was completed; 0 without worms.
    pub fn end(&self) -> u64 {
        self.journeys().map(|journey| journey.completion()).max().unwrap_or(0)
    }
}
