//! Grants channels: knows who has one and who waits for it.

use super::progress::Progress;
use crate::wormhole::ChannelUse;

/// Later than anything that happens.
const NOT_SETTLED: u64 = u64::MAX;

/// A channel and the first and last of its queue; the queue itself links worms, each of which waits for one channel at most.
#[derive(Clone, Copy, Debug, Default)]
struct Channel {
    /// Who was granted it last.
    holder: Option<u32>,
    /// When that was.
    granted: u64,
    /// From when on it is free; [`NOT_SETTLED`] while its holder may still wait in it.
    free_from: u64,
    first: Option<u32>,
    last: Option<u32>,
    waiting: u32,
    usage: ChannelUse,
}

/// All channels.
pub(super) struct Channels {
    channels: Vec<Channel>,
}

impl Channels {
    pub(super) fn new(channels: usize) -> Self {
        Self { channels: vec![Channel::default(); channels] }
    }

    /// Puts a worm at the end of a queue. If nobody else is in it and the channel will be free later, returns when.
    pub(super) fn request(
        &mut self,
        channel: u32,
        worm: u32,
        now: u64,
        worms: &mut [Progress],
    ) -> Option<u64> {
        worms[worm as usize].requested = now;
        worms[worm as usize].next = None;
        let channel = &mut self.channels[channel as usize];
        match channel.last.replace(worm) {
            Some(last) => worms[last as usize].next = Some(worm),
            None => channel.first = Some(worm),
        }
        channel.waiting += 1;
        let later = channel.free_from > now && channel.free_from != NOT_SETTLED;
        (later && channel.waiting == 1).then_some(channel.free_from)
    }

    /// Grants a channel to the first of its queue, if it is free and someone waits.
    pub(super) fn grant(&mut self, channel: u32, now: u64, worms: &[Progress]) -> Option<u32> {
        let channel = &mut self.channels[channel as usize];
        let worm = channel.first.filter(|_| channel.free_from <= now)?;
        let Progress { requested, next, flits, .. } = worms[worm as usize];
        channel.first = next;
        channel.last = channel.last.filter(|_| next.is_some());
        channel.waiting -= 1;
        channel.holder = Some(worm);
        channel.granted = now;
        channel.free_from = NOT_SETTLED;
        channel.usage.worms += 1;
        channel.usage.flits += u64::from(flits);
        channel.usage.blocked += now - requested;
        Some(worm)
    }

    /// Counts flits beside those of messages.
    pub(super) fn carry(&mut self, channel: u32, flits: u64) {
        self.channels[channel as usize].usage.flits += flits;
    }

    /// Settles from when on a channel is free, and says whether somebody waits for it.
    pub(super) fn release(&mut self, channel: u32, time: u64) -> bool {
        let channel = &mut self.channels[channel as usize];
        channel.free_from = time;
        channel.usage.held += time - channel.granted;
        channel.first.is_some()
    }

    /// Notes how many wait for a channel.
    pub(super) fn note_queue(&mut self, channel: u32) {
        let channel = &mut self.channels[channel as usize];
        channel.usage.longest_queue = channel.usage.longest_queue.max(channel.waiting);
    }

    /// Who was granted a channel last.
    pub(super) fn holder(&self, channel: u32) -> Option<u32> {
        self.channels[channel as usize].holder
    }

    pub(super) fn into_usage(self) -> Vec<ChannelUse> {
        self.channels.into_iter().map(|channel| channel.usage).collect()
    }
}
