//! Keeps where the flits of one worm are.

use crate::wormhole::{Routers, Timing, Worm};
use std::collections::VecDeque;

/// What a worm requests next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The port of its source.
    Injection,
    /// The channel after a buffer.
    Channel(u32),
    /// The port of the node at a buffer.
    Consumption(u32),
}

impl Need {
    /// The buffer in which the worm requests it.
    pub(super) fn buffer(self) -> u32 {
        match self {
            Self::Injection => 0,
            Self::Channel(buffer) | Self::Consumption(buffer) => buffer,
        }
    }
}

/// A buffer of a worm: its source, or the end of a channel of its path.
#[derive(Clone, Copy, Debug, Default)]
struct Stop {
    /// The first flit that comes here and has not left, consumed ones among those that have.
    gone: u64,
    /// The first flit that goes on from here: destinations strip what is before it.
    front: u64,
    /// When the last flit arrived that has been sent here.
    last_arrival: u64,
    /// Flits that have room here, and on their way here.
    places: u64,
    is_destination: bool,
    /// Whether flits wait for a port before they are consumed.
    is_shut: bool,
    /// From when on the node can consume the next flit here: a port takes one after the other.
    port_free_from: u64,
}

/// A flit has left a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure {
    pub(super) flit: u64,
    /// When it is in the next buffer.
    pub(super) arrival: u64,
    pub(super) is_front: bool,
    pub(super) is_tail: bool,
    /// Whether the buffer had no room before.
    pub(super) makes_room: bool,
}

/// A worm and its flits. Buffers are counted from 0, the source; flits of addresses come before those of the message.
pub(super) struct Flight<'a> {
    pub(super) worm: &'a Worm,
    /// When it starts; of a worm that waits for deliveries, the last of those it has been told of.
    pub(super) start: u64,
    /// What it requests next, or waits for.
    pub(super) need: Option<Need>,
    /// When it requested that.
    pub(super) requested: u64,
    /// Whether it has, and waits.
    pub(super) waits: bool,
    timing: Timing,
    /// Whether its destinations have a port each.
    has_ports: bool,
    flits: u64,
    addresses: u64,
    stops: Vec<Stop>,
    /// Of flits that have left the source and are not consumed: when they are in the buffer that they last left for.
    arrivals: VecDeque<u64>,
    /// Flits before those.
    consumed: u64,
    /// The buffers in which flits were consumed, and when, if the run is recorded.
    consumptions: Option<Vec<(u32, u64)>>,
}

impl<'a> Flight<'a> {
    pub(super) fn new(routers: Routers, worm: &'a Worm) -> Self {
        let (timing, ports) = (routers.timing(), routers.ports());
        let mut left = worm.destinations.len();
        let addresses = timing.address_flits(left);
        let mut destinations = worm.destinations.iter().copied().peekable();
        let mut front = 0;
        let stops = (0..=worm.path.len() as u32).map(|buffer| {
            let (gone, places) = (front, routers.places(left));
            let is_destination = destinations.next_if_eq(&buffer).is_some();
            if is_destination {
                front += timing.address_flits(1);
                left -= 1;
            }
            let is_shut = is_destination && ports.consume_one;
            let (last_arrival, port_free_from) = (0, 0);
            Stop { gone, front, last_arrival, places, is_destination, is_shut, port_free_from }
        });
        Self {
            worm,
            start: 0,
            need: Some(if ports.inject_one { Need::Injection } else { Need::Channel(0) }),
            requested: 0,
            waits: false,
            timing,
            has_ports: ports.consume_one,
            flits: addresses + u64::from(worm.flits),
            addresses,
            stops: stops.collect(),
            arrivals: VecDeque::new(),
            consumed: 0,
            consumptions: None,
        }
    }

    /// Notes from now on when flits are consumed.
    pub(super) fn note_consumptions(&mut self) {
        self.consumptions = Some(Vec::new());
    }

    /// Whether that is noted.
    pub(super) fn notes_consumptions(&self) -> bool {
        self.consumptions.is_some()
    }

    /// Nothing happens after now: in which buffers flits were consumed, and when.
    pub(super) fn all_consumptions(&mut self, now: u64) -> Vec<(u32, u64)> {
        for buffer in 1..=self.end() {
            self.consume(buffer, now);
        }
        self.consumptions.take().unwrap_or_default()
    }

    /// The buffer at the end of the path.
    pub(super) fn end(&self) -> u32 {
        self.worm.path.len() as u32
    }

    /// Flits that cross the channel after a buffer.
    pub(super) fn crossing(&self, buffer: u32) -> u64 {
        self.flits - self.stops[buffer as usize].front
    }

    /// The number among flits of the message, unless it is one of an address.
    pub(super) fn of_message(&self, flit: u64) -> Option<u64> {
        flit.checked_sub(self.addresses)
    }

    pub(super) fn is_destination(&self, buffer: u32) -> bool {
        self.stops[buffer as usize].is_destination
    }

    /// Whether the node at a buffer has a port through which its flits pass.
    pub(super) fn has_port(&self, buffer: u32) -> bool {
        self.has_ports && self.is_destination(buffer)
    }

    /// Whether what is for the node at a buffer waits for its port.
    pub(super) fn is_shut(&self, buffer: u32) -> bool {
        self.stops[buffer as usize].is_shut
    }

    /// The node at a buffer has a port for the worm from now on.
    pub(super) fn open(&mut self, buffer: u32, now: u64) {
        let stop = &mut self.stops[buffer as usize];
        (stop.is_shut, stop.port_free_from) = (false, now);
    }

    /// It has got what it needed, and needs something else.
    pub(super) fn need_next(&mut self) {
        let end = self.end();
        self.need = self.need.and_then(|got| match got {
            Need::Injection => Some(Need::Channel(0)),
            Need::Channel(buffer) if self.is_shut(buffer + 1) => {
                Some(Need::Consumption(buffer + 1))
            }
            Need::Channel(buffer) => (buffer + 1 < end).then_some(Need::Channel(buffer + 1)),
            Need::Consumption(buffer) => (buffer < end).then_some(Need::Channel(buffer)),
        });
    }

    /// The buffer and the flit in it that requests what the worm needs; the first flit is at the source anyway.
    fn requesting(&self) -> Option<(u32, u64)> {
        let need = self.need?;
        let front = |buffer: u32| self.stops[buffer as usize].front;
        Some(match need {
            Need::Injection => (0, 0),
            Need::Channel(buffer) => (buffer, front(buffer)),
            Need::Consumption(buffer) => (buffer, front(buffer - 1)),
        })
    }

    /// Whether a flit that goes to a buffer requests there what the worm needs.
    pub(super) fn is_awaited(&self, buffer: u32, flit: u64) -> bool {
        self.requesting() == Some((buffer, flit))
    }

    /// When the flit is in its buffer that requests what the worm needs; none if it is not on its way there.
    pub(super) fn request_time(&self) -> Option<u64> {
        match self.requesting()? {
            (0, _) => Some(0),
            (buffer, flit) => self.at_port(buffer, flit),
        }
    }

    /// When the node at the end has consumed the tail; none if the tail is not on its way there.
    pub(super) fn tail_consumed(&self) -> Option<u64> {
        self.at_port(self.end(), self.flits - 1)
    }

    /// When a flit is in a buffer and all before it that end there have passed the port; none if it is not on its way there.
    fn at_port(&self, buffer: u32, flit: u64) -> Option<u64> {
        let arrival = self.arrival(buffer, flit)?;
        let Stop { gone, port_free_from, .. } = self.stops[buffer as usize];
        if !self.has_ports || self.is_shut(buffer) {
            return Some(arrival);
        }
        let passing = (gone..flit).try_fold(port_free_from, |free_from, before| {
            Some(self.arrival(buffer, before)?.max(free_from) + self.period(before))
        });
        Some(arrival.max(passing?))
    }

    /// When a flit is in a buffer that it has not left; none if it is not on its way there.
    fn arrival(&self, buffer: u32, flit: u64) -> Option<u64> {
        let is_sent = flit < self.stops[buffer as usize - 1].gone;
        is_sent.then(|| self.arrivals[(flit - self.consumed) as usize])
    }

    /// From when on the next flit of a buffer is in it and has room in the next one; none if that follows from another event.
    pub(super) fn ready(&mut self, buffer: u32, now: u64) -> Option<u64> {
        self.consume(buffer, now);
        self.consume(buffer + 1, now);
        let [stop, next] = [self.stops[buffer as usize], self.stops[buffer as usize + 1]];
        if stop.gone == self.flits {
            return None;
        }
        let there = if buffer == 0 { 0 } else { self.at_port(buffer, stop.gone)? };
        if stop.gone - next.gone < next.places {
            return Some(there);
        }
        let room = self.is_consumed(buffer + 1, next.gone);
        let room = room.then(|| self.at_port(buffer + 1, next.gone))??;
        Some(there.max(room))
    }

    /// Whether a flit ends at a buffer, and nothing keeps it from that but its way.
    fn is_consumed(&self, buffer: u32, flit: u64) -> bool {
        let stop = self.stops[buffer as usize];
        !stop.is_shut && (flit < stop.front || buffer == self.end())
    }

    /// Lets all flits leave a buffer that the node has consumed there.
    pub(super) fn consume(&mut self, buffer: u32, now: u64) {
        loop {
            let flit = self.stops[buffer as usize].gone;
            let may_end = buffer > 0 && flit < self.flits && self.is_consumed(buffer, flit);
            if !may_end {
                return;
            }
            let Some(time) = self.at_port(buffer, flit).filter(|&time| time <= now) else { return };
            let port_free_from = time + self.period(flit);
            let stop = &mut self.stops[buffer as usize];
            stop.gone += 1;
            stop.port_free_from = port_free_from;
            self.arrivals.pop_front();
            self.consumed += 1;
            if let Some(consumptions) = &mut self.consumptions {
                consumptions.push((buffer, time));
            }
        }
    }

    /// The next flit of a buffer leaves it now.
    pub(super) fn leave(&mut self, buffer: u32, now: u64) -> Departure {
        let timing = self.timing;
        let Stop { gone: flit, front, places, .. } = self.stops[buffer as usize];
        self.stops[buffer as usize].gone += 1;
        let is_front = flit == front;
        let arrival = if is_front {
            let stripped = self.worm.destinations.partition_point(|&hops| hops <= buffer);
            now + timing.hop_with(self.worm.destinations.len() - stripped)
        } else {
            let behind = self.stops[buffer as usize + 1].last_arrival + self.period(flit - 1);
            behind.max(now + self.period(flit).min(timing.period()))
        };
        self.stops[buffer as usize + 1].last_arrival = arrival;
        if buffer == 0 {
            self.arrivals.push_back(arrival);
        } else {
            self.arrivals[(flit - self.consumed) as usize] = arrival;
        }
        let before = buffer.checked_sub(1).map(|before| self.stops[before as usize].gone);
        Departure {
            flit,
            arrival,
            is_front,
            is_tail: flit + 1 == self.flits,
            makes_room: before.is_some_and(|before| before - flit == places),
        }
    }

    /// All flits are consumed.
    pub(super) fn end_of_flits(&mut self) {
        self.arrivals = VecDeque::new();
    }

    /// How far behind a flit the next one is.
    pub(super) fn period(&self, flit: u64) -> u64 {
        if flit < self.addresses { self.timing.address_period() } else { self.timing.period() }
    }

    /// Whether the flit that left for a buffer is the next one to leave it.
    pub(super) fn is_next(&self, buffer: u32, flit: u64) -> bool {
        self.stops[buffer as usize].gone == flit
    }
}
