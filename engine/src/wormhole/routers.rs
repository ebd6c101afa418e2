//! Says how routers switch worms: with which times, buffers, virtual channels and ports.

use super::Timing;
use std::num::NonZeroU32;

/// Virtual channels that a channel can have.
pub const MOST_VIRTUAL_CHANNELS: u32 = 4;

/// Times, buffers, virtual channels and ports of all routers. A [`Timing`] by itself stands for routers in which flits follow each other
/// by their period, with one virtual channel a channel and a port for every worm.
///
/// ```
/// use meshcast_engine::wormhole::{Body, Routers, Start, Timing, Worm, run};
/// let timing = Timing::new(20, 5, Body::Link)?;
/// let (path, destinations) = (vec![0, 1, 2], vec![1, 3]);
/// let worm = Worm { start: Start::At(0), startup: 0, flits: 10, path, destinations };
/// // With a place for one flit at the end of a channel, a flit waits for the one ahead to leave the next place: flits move at the pace of
/// // the header, 25 ns a hop, until it has arrived at 75, and then come 5 ns apart.
/// let routers = Routers::new(timing).with_buffers(1.try_into()?);
/// let outcome = run(routers, 3, &[worm])?;
/// assert_eq!(outcome.journey(0).tail(1), 75 + (9 - 2) * 5);
/// assert_eq!(outcome.journey(0).tail(3), 75 + 9 * 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Routers<'a> {
    timing: Timing,
    buffer: Option<NonZeroU32>,
    virtual_channels: u32,
    ports: Ports<'a>,
    notes_flits: bool,
}

/// How many worms a node begins and consumes at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ports<'a> {
    /// The nodes at the beginning and at the end of every channel.
    pub ends: &'a [(u32, u32)],
    /// Whether a node begins one worm at a time, rather than any number.
    pub inject_one: bool,
    /// Whether a node consumes one worm at a time, rather than any number.
    pub consume_one: bool,
}

impl<'a> Routers<'a> {
    /// Routers with these times, and no limits but those of channels.
    pub fn new(timing: Timing) -> Self {
        Self {
            timing,
            buffer: None,
            virtual_channels: 1,
            ports: Ports::default(),
            notes_flits: false,
        }
    }

    /// The same with room for so many flits at the end of every virtual channel.
    #[must_use]
    pub fn with_buffers(self, flits: NonZeroU32) -> Self {
        Self { buffer: Some(flits), ..self }
    }

    /// The same with so many virtual channels in every channel.
    ///
    /// # Panics
    /// If there are none, or more than [`MOST_VIRTUAL_CHANNELS`].
    #[must_use]
    pub fn with_virtual_channels(self, virtual_channels: u32) -> Self {
        assert!(
            (1..=MOST_VIRTUAL_CHANNELS).contains(&virtual_channels),
            "1 to {MOST_VIRTUAL_CHANNELS} virtual channels, found {virtual_channels}"
        );
        Self { virtual_channels, ..self }
    }

    /// The same with these ports.
    #[must_use]
    pub fn with_ports(self, ports: Ports<'a>) -> Self {
        Self { ports, ..self }
    }

    /// The same, and an outcome that knows the [arrival](super::Journey::arrival) of every flit where flits move one by one. That takes 8
    /// bytes for each flit of the messages in each hop.
    #[must_use]
    pub fn noting_flits(self) -> Self {
        Self { notes_flits: true, ..self }
    }

    /// What hops and flits take.
    pub fn timing(self) -> Timing {
        self.timing
    }

    pub(super) fn virtual_channels(self) -> u32 {
        self.virtual_channels
    }

    pub(super) fn ports(self) -> Ports<'a> {
        self.ports
    }

    pub(super) fn notes_flits(self) -> bool {
        self.notes_flits
    }

    /// Whether worms move as one piece: nothing but other worms' channels is in their way.
    pub(super) fn is_plain(self) -> bool {
        let Ports { inject_one, consume_one, .. } = self.ports;
        self.buffer.is_none() && self.virtual_channels == 1 && !inject_one && !consume_one
    }

    /// Flits that have room in a channel and its buffer behind a front with so many addresses left. Unless it is given, it is the most
    /// flits that are in the hop of a worm that moves as one piece.
    pub(super) fn places(self, left: usize) -> u64 {
        match self.buffer {
            Some(flits) => flits.get().into(),
            None => self.timing.flits_in_a_hop(left),
        }
    }
}

impl From<Timing> for Routers<'_> {
    fn from(timing: Timing) -> Self {
        Self::new(timing)
    }
}
