//! Says how far it is to every node of a path, in nanoseconds of travel.

use crate::wormhole::{Timing, Worm};

/// The ways of all worms. Where all hops take the same time and headers stay whole, nothing is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tracks {
    /// Worm by worm, hop by hop: where the front of the worm waits for the channel of the hop.
    stops: Vec<u64>,
    /// The same: the end of the channel.
    ends: Vec<u64>,
}

/// The way of one worm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track<'a> {
    form: Form<'a>,
    /// How far flit 0 is behind the front of the whole worm.
    addresses: u64,
}

#[derive(Clone, Copy, Debug)]
enum Form<'a> {
    /// All hops take the same time, and the front is always flit 0.
    Even { hop: u64, hops: u32 },
    /// As in [`Tracks`].
    Listed { stops: &'a [u64], ends: &'a [u64] },
}

impl Tracks {
    /// The ways of worms whose times have been checked.
    pub(super) fn new(timing: Timing, worms: &[Worm]) -> Self {
        let mut tracks = Self::default();
        if timing.is_even() {
            return tracks;
        }
        for worm in worms {
            let (mut end, mut stripped) = (0, 0);
            let mut destinations = worm.destinations.iter().copied().peekable();
            for hop in 1..=worm.path.len() as u32 {
                tracks.stops.push(end + timing.addresses(stripped));
                end += timing.hop_with(worm.destinations.len() - stripped);
                tracks.ends.push(end);
                stripped += usize::from(destinations.next_if_eq(&hop).is_some());
            }
        }
        tracks
    }

    /// The way of a worm with so many hops, from `offset` on among those of all worms, to so many destinations.
    pub(super) fn of(
        &self,
        timing: Timing,
        (offset, hops): (usize, u32),
        destinations: usize,
    ) -> Track<'_> {
        if self.stops.is_empty() {
            return Track { form: Form::Even { hop: timing.hop(), hops }, addresses: 0 };
        }
        let own = offset..offset + hops as usize;
        let (stops, ends) = (&self.stops[own.clone()], &self.ends[own]);
        Track { form: Form::Listed { stops, ends }, addresses: timing.addresses(destinations) }
    }
}

impl Track<'_> {
    /// How far flit 0 is behind the front of the whole worm.
    pub(super) fn addresses(self) -> u64 {
        self.addresses
    }

    /// The position of the worm's front in which it waits for a channel, counted from 0; `place` is less than the number of hops.
    pub(super) fn stop(self, place: u32) -> u64 {
        match self.form {
            Form::Even { hop, .. } => u64::from(place) * hop,
            Form::Listed { stops, .. } => stops[place as usize],
        }
    }

    /// The end of the channel of a hop, from 1; 0 is the source.
    pub(super) fn end(self, hop: u32) -> u64 {
        match self.form {
            Form::Even { hop: time, .. } => u64::from(hop) * time,
            Form::Listed { ends, .. } => hop.checked_sub(1).map_or(0, |hop| ends[hop as usize]),
        }
    }

    /// The last stop that is not beyond a position.
    pub(super) fn last_stop(self, position: u64) -> u32 {
        match self.form {
            Form::Even { hop, hops } => (position / hop).min(u64::from(hops) - 1) as u32,
            Form::Listed { stops, .. } => {
                stops.partition_point(|&stop| stop <= position) as u32 - 1
            }
        }
    }

    /// How many ends of channels are not beyond a position.
    pub(super) fn ends_before(self, position: u64) -> u32 {
        match self.form {
            Form::Even { hop, .. } => (position / hop) as u32,
            Form::Listed { ends, .. } => ends.partition_point(|&end| end <= position) as u32,
        }
    }
}
