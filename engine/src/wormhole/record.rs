//! Describes what a worm did in a run that was recorded, as far as it came.

use super::Resource;

/// What a worm did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// When it started; none if it waits for deliveries to the end.
    pub start: Option<u64>,
    /// What it requested, in the order of its requests.
    pub holds: Vec<Hold>,
    /// After how many hops it has delivered, and when the last flit was there, in the order of its path.
    pub deliveries: Vec<(u32, u64)>,
}

/// A channel or a port that a worm requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// What it requested.
    pub resource: Resource,
    /// Of a channel, which hop of the path it is, from 1 on; of a port, how many hops are before it.
    pub hop: u32,
    /// When it requested that.
    pub requested: u64,
    /// When it got it; none if it waits to the end.
    pub granted: Option<u64>,
    /// When it let it go; none if it holds it to the end.
    pub released: Option<u64>,
}

impl Hold {
    /// Whether the worm waits for it at a time, after all that happens then.
    pub fn waits(&self, time: u64) -> bool {
        self.requested <= time && self.granted.is_none_or(|granted| time < granted)
    }

    /// Whether the worm has it at a time, after all that happens then.
    pub fn holds(&self, time: u64) -> bool {
        let is_granted = self.granted.is_some_and(|granted| granted <= time);
        is_granted && self.released.is_none_or(|released| time < released)
    }
}
