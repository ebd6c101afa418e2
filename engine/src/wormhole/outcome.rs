//! Reports what came of a run.

use super::track::Tracks;
use super::{Journey, Timing};

/// What all worms did, and what was done to all channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub(super) timing: Timing,
    pub(super) tracks: Tracks,
    /// How many destinations each worm has.
    pub(super) destinations: Vec<u32>,
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
    /// Flits that crossed it, addresses among them.
    pub flits: u64,
    /// Nanoseconds from grants to releases.
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
        let (from, to) = (self.offsets[worm], self.offsets[worm + 1]);
        let (hops, destinations) = ((to - from) as u32, self.destinations[worm] as usize);
        Journey {
            timing: self.timing,
            track: self.tracks.of(self.timing, (from, hops), destinations),
            start: self.starts[worm],
            flits: self.flits[worm],
            hops,
            grants: &self.grants[from..to],
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
