//! Notes what worms do whose flits move one by one, for a recording.

use crate::wormhole::{Hold, Record, Resource, Worm};

/// What all worms have done so far.
pub(super) struct Log {
    pub(super) records: Vec<Record>,
    passages: Passages,
}

/// When flits went into channels and left the buffers at their ends: worm by worm and hop by hop.
#[derive(Clone, Debug)]
pub(in crate::wormhole) struct Passages(Vec<Vec<Passage>>);

#[derive(Clone, Debug, Default)]
struct Passage {
    entered: Vec<u64>,
    left: Vec<u64>,
}

impl Log {
    /// Nothing yet.
    pub(super) fn new(worms: &[Worm]) -> Self {
        let passages = worms.iter().map(|worm| vec![Passage::default(); worm.path.len()]);
        Self {
            records: vec![Record::default(); worms.len()],
            passages: Passages(passages.collect()),
        }
    }

    /// A worm gets what it requested, or waits for it to the end.
    pub(super) fn hold(&mut self, worm: u32, hold: Hold) {
        self.records[worm as usize].holds.push(hold);
    }

    /// A worm lets go of something.
    pub(super) fn release(&mut self, worm: u32, resource: Resource, now: u64) {
        let holds = self.records[worm as usize].holds.iter_mut();
        let mut own = holds.filter(|hold| hold.resource == resource);
        own.next().expect("it holds what it leaves").released = Some(now);
    }

    /// A flit leaves a buffer for the channel after it.
    pub(super) fn leave(&mut self, worm: u32, from: u32, now: u64) {
        let hops = &mut self.passages.0[worm as usize];
        hops[from as usize].entered.push(now);
        if let Some(before) = from.checked_sub(1) {
            hops[before as usize].left.push(now);
        }
    }

    /// What a worm did is over: when flits were consumed, by their buffers.
    pub(super) fn consumed(&mut self, worm: u32, consumed: &[(u32, u64)]) {
        let hops = &mut self.passages.0[worm as usize];
        for &(buffer, time) in consumed {
            hops[buffer as usize - 1].left.push(time);
        }
        for hop in hops {
            hop.left.sort_unstable();
        }
    }

    pub(super) fn into_parts(self) -> (Vec<Record>, Passages) {
        (self.records, self.passages)
    }
}

impl Passages {
    /// The flits of a worm in the channel of a hop and the buffer at its end, after all that happens at a time.
    pub(in crate::wormhole) fn inside(&self, worm: usize, hop: u32, time: u64) -> u64 {
        let Passage { entered, left } = &self.0[worm][hop as usize - 1];
        let until = |times: &[u64]| times.partition_point(|&other| other <= time) as u64;
        until(entered) - until(left)
    }
}
