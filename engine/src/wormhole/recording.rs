//! Records runs: who held and who waited for what, and where flits were, at every moment.

use super::flits::Passages;
use super::pipelined::Courses;
use super::{Deadlock, Record};

/// What all worms did in a run, as far as they came: the state at every moment, of runs that end in a deadlock, too.
///
/// [`record`](super::record()) makes it: it reads what a run leaves behind and what it notes of flits that move one by one, and changes
/// nothing.
#[derive(Clone, Debug)]
pub struct Recording {
    pub(super) records: Vec<Record>,
    pub(super) places: Places,
    pub(super) deadlock: Option<Deadlock>,
}

/// Where flits were.
#[derive(Clone, Debug)]
pub(super) enum Places {
    /// Worms moved as one piece: their grants say it, as many as each worm got.
    Pipelined { courses: Courses, worms: Vec<Piece> },
    /// Flits moved one by one.
    Noted(Passages),
}

/// A worm that moves as one piece.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) flits: u32,
    /// Channels that it got.
    pub(super) granted: u32,
    /// After how many hops it meets destinations.
    pub(super) destinations: Vec<u32>,
}

impl Recording {
    /// What every worm did, by their numbers.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The deadlock in which the run ends, if it does.
    pub fn deadlock(&self) -> Option<&Deadlock> {
        self.deadlock.as_ref()
    }

    /// The flits of a worm in the channel of a hop, from 1 on, and in the buffer at its end, after all that happens at a time. A flit
    /// is in the channel from when it leaves the buffer before it to when it leaves this one, or is consumed.
    ///
    /// # Panics
    /// If there is no such worm, or no such hop of its path.
    pub fn flits(&self, worm: usize, hop: u32, time: u64) -> u64 {
        match &self.places {
            Places::Pipelined { courses, worms } => {
                let Piece { flits, granted, destinations } = &worms[worm];
                courses.so_far(worm, *flits, *granted).inside(hop, destinations, time)
            }
            Places::Noted(passages) => passages.inside(worm, hop, time),
        }
    }

    /// The moments in which a worm starts, requests, gets or leaves something, or delivers, increasing.
    pub fn moments(&self) -> Vec<u64> {
        let mut moments = Vec::new();
        for record in &self.records {
            moments.extend(record.start);
            for hold in &record.holds {
                moments.push(hold.requested);
                moments.extend(hold.granted);
                moments.extend(hold.released);
            }
            moments.extend(record.deliveries.iter().map(|&(_, time)| time));
        }
        moments.sort_unstable();
        moments.dedup();
        moments
    }
}
