//! Grants channels and ports: knows who holds their lanes and who waits for one.

use crate::wormhole::ChannelUse;
use crate::wormhole::routers::MOST_VIRTUAL_CHANNELS;
use std::collections::VecDeque;

/// Nothing is due.
pub(super) const NEVER: u64 = u64::MAX;

/// A worm in a lane, and the buffer of its path from which it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holder {
    pub(super) worm: u32,
    /// Counted from 0, the source.
    pub(super) from: u32,
}

/// A channel, whose lanes are its virtual channels, or a port, which has one.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    holders: [Option<Holder>; MOST_VIRTUAL_CHANNELS as usize],
    count: u8,
    queue: VecDeque<u32>,
    /// The lane whose flit entered last.
    last_turn: u8,
    /// From when on another flit can enter.
    pub(super) free_from: u64,
    /// When it is to be asked next for a flit that can enter.
    pub(super) due: u64,
    pub(super) usage: ChannelUse,
}

impl Lanes {
    pub(super) fn new(lanes: u32) -> Self {
        Self {
            holders: [None; MOST_VIRTUAL_CHANNELS as usize],
            count: lanes as u8,
            queue: VecDeque::new(),
            last_turn: lanes as u8 - 1,
            free_from: 0,
            due: NEVER,
            usage: ChannelUse::default(),
        }
    }

    /// Puts a worm at the end of the queue.
    pub(super) fn request(&mut self, worm: u32) {
        self.queue.push_back(worm);
    }

    /// Takes the first worm of the queue, if a lane is free; [`Self::hold`] gives it that lane.
    pub(super) fn next_granted(&mut self) -> Option<u32> {
        self.free_lane()?;
        self.queue.pop_front()
    }

    fn free_lane(&self) -> Option<usize> {
        (0..self.count.into()).find(|&lane: &usize| self.holders[lane].is_none())
    }

    /// Gives the lowest free lane away.
    pub(super) fn hold(&mut self, holder: Holder) {
        let lane = self.free_lane().expect("a lane is free");
        self.holders[lane] = Some(holder);
    }

    /// Takes its lane from a worm.
    pub(super) fn free(&mut self, worm: u32) {
        let held = |holder: &&mut Option<Holder>| holder.is_some_and(|held| held.worm == worm);
        *self.holders.iter_mut().find(held).expect("the worm holds a lane") = None;
    }

    /// Who holds lanes, the lowest first.
    pub(super) fn holders(&self) -> impl Iterator<Item = Holder> {
        self.holders.iter().flatten().copied()
    }

    /// Who holds lanes, in the order of their turns.
    pub(super) fn turns(&self) -> impl Iterator<Item = (u8, Holder)> {
        let lane = move |turn| (self.last_turn + turn) % self.count;
        (1..=self.count).filter_map(move |turn| {
            let lane = lane(turn);
            Some((lane, self.holders[usize::from(lane)]?))
        })
    }

    /// A flit from a lane enters; the next one can at a time.
    pub(super) fn enter(&mut self, lane: u8, free_from: u64) {
        (self.last_turn, self.free_from) = (lane, free_from);
    }

    /// Notes how many wait now.
    pub(super) fn note_queue(&mut self) {
        self.usage.longest_queue = self.usage.longest_queue.max(self.queue.len() as u32);
    }
}
