//! Runs worms flit by flit: requests, grants and departures in the order of their times.

use super::agenda::{Agenda, Event};
use super::flight::{Departure, Flight, Need};
use super::lanes::{Holder, Lanes, NEVER};
use super::log::{Log, Passages};
use super::numbers::Numbers;
use crate::wormhole::dependencies::Dependencies;
use crate::wormhole::outcome::Noted;
use crate::wormhole::{Hold, Record, Routers, Start, Timing, Worm, WormholeError};

/// A request among those of one moment: the order is that of the tie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contender {
    resource: u32,
    start: u64,
    incoming: Option<u32>,
    worm: u32,
}

pub(super) struct Run<'a> {
    pub(super) timing: Timing,
    pub(super) worms: &'a [Worm],
    pub(super) dependencies: Dependencies,
    pub(super) numbers: Numbers<'a>,
    /// By number: channels, then ports.
    pub(super) lanes: Vec<Lanes>,
    pub(super) flights: Vec<Flight<'a>>,
    pub(super) noted: Noted,
    /// What a recording needs, if there is one.
    log: Option<Log>,
    agenda: Agenda,
    now: u64,
    /// What may be granted now.
    free: Vec<u32>,
    /// Channels that a flit may enter now.
    turns: Vec<u32>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        routers: Routers<'a>,
        channels: usize,
        worms: &'a [Worm],
    ) -> Result<Self, WormholeError> {
        let timing = routers.timing();
        let numbers = Numbers::new(routers.ports(), channels);
        let lanes = |resource| {
            let is_channel = (resource as usize) < channels;
            Lanes::new(if is_channel { routers.virtual_channels() } else { 1 })
        };
        Ok(Self {
            timing,
            worms,
            dependencies: Dependencies::new(worms)?,
            lanes: (0..numbers.all()).map(lanes).collect(),
            numbers,
            flights: worms.iter().map(|worm| Flight::new(routers, worm)).collect(),
            noted: Noted::new(worms, routers.notes_flits()),
            log: None,
            agenda: Agenda::default(),
            now: 0,
            free: Vec::new(),
            turns: Vec::new(),
        })
    }

    /// The same, which keeps what worms do.
    pub(super) fn logged(mut self) -> Self {
        self.log = Some(Log::new(self.worms));
        self.flights.iter_mut().for_each(Flight::note_consumptions);
        self
    }

    /// What the worms of a logged run did, once it is over.
    pub(super) fn into_log(mut self) -> (Vec<Record>, Passages) {
        let mut log = self.log.take().expect("the run is logged");
        for (number, flight) in (0..).zip(&mut self.flights) {
            log.consumed(number, &flight.all_consumptions(self.now));
            let starts = self.dependencies.waits_for_nothing(number);
            log.records[number as usize].start = starts.then_some(flight.start);
            if let Some(need) = flight.need.filter(|_| flight.waits) {
                log.hold(number, self.numbers.hold(flight.worm, need, flight.requested));
            }
        }
        log.into_parts()
    }

    pub(super) fn finish(&mut self) {
        for worm in self.dependencies.first().collect::<Vec<_>>() {
            self.start(worm);
        }
        let (mut contenders, mut requested) = (Vec::new(), Vec::new());
        while let Some(now) = self.agenda.next_time() {
            self.now = now;
            // What is granted now may let a worm request something else now, which comes after all that is requested before.
            while let Some(event) = self.agenda.pop_at(now) {
                self.begin(event, &mut contenders);
                while let Some(event) = self.agenda.pop_at(now) {
                    self.begin(event, &mut contenders);
                }
                contenders.sort_unstable();
                for Contender { resource, worm, .. } in contenders.drain(..) {
                    self.lanes[resource as usize].request(worm);
                    self.free.push(resource);
                    requested.push(resource);
                }
                self.settle();
            }
            for resource in requested.drain(..) {
                self.lanes[resource as usize].note_queue();
            }
        }
    }

    /// Takes an event of now in.
    fn begin(&mut self, event: Event, contenders: &mut Vec<Contender>) {
        match event {
            Event::Request(worm) => contenders.push(self.contender(worm)),
            Event::Release { resource, worm } => self.release(resource, worm),
            Event::Turn(channel) => {
                if self.lanes[channel as usize].due == self.now {
                    self.turns.push(channel);
                }
            }
        }
    }

    /// Lets a worm start that waits for nothing any more.
    fn start(&mut self, number: u32) {
        let worm = &self.worms[number as usize];
        let start = &mut self.flights[number as usize].start;
        match worm.start {
            Start::At(time) => *start = time,
            Start::After { delay, .. } => *start += delay,
        }
        self.agenda.push(*start + worm.startup, Event::Request(number));
    }

    fn contender(&mut self, number: u32) -> Contender {
        let flight = &mut self.flights[number as usize];
        (flight.requested, flight.waits) = (self.now, true);
        let need = flight.need.expect("a worm that requests needs something");
        Contender {
            resource: self.numbers.of(flight.worm, need),
            start: flight.start,
            incoming: need.buffer().checked_sub(1).map(|before| flight.worm.path[before as usize]),
            worm: number,
        }
    }

    /// Grants and lets flits leave until nothing more can happen now. All flits that leave in a turn see the state before it.
    fn settle(&mut self) {
        let (mut turns, mut leaving) = (Vec::new(), Vec::new());
        loop {
            while !self.free.is_empty() {
                // Channels come before ports, by their numbers: a worm that gets a port may leave a channel, which is granted next.
                let mut free = std::mem::take(&mut self.free);
                free.sort_unstable();
                for resource in free {
                    self.grant(resource);
                }
            }
            if self.turns.is_empty() {
                return;
            }
            std::mem::swap(&mut turns, &mut self.turns);
            for &channel in &turns {
                // It may have been called twice.
                if std::mem::replace(&mut self.lanes[channel as usize].due, NEVER) != self.now {
                    continue;
                }
                let turn = self.next_turn(channel);
                leaving.extend(turn.filter(|turn| turn.0 <= self.now).map(|turn| (channel, turn)));
            }
            for (channel, (_, lane, holder)) in leaving.drain(..) {
                self.leave(channel, lane, holder);
            }
            for channel in turns.drain(..) {
                if let Some((time, ..)) = self.next_turn(channel) {
                    self.call(channel, time);
                }
            }
        }
    }

    /// Asks a channel for a flit at a time, or now if that is past.
    fn call(&mut self, channel: u32, time: u64) {
        let time = time.max(self.now);
        let due = &mut self.lanes[channel as usize].due;
        if time >= *due {
            return;
        }
        *due = time;
        if time == self.now {
            self.turns.push(channel);
        } else {
            self.agenda.push(time, Event::Turn(channel));
        }
    }

    /// The lane from which the next flit enters a channel, who holds it, and from when on it can, as far as that is settled. Of lanes whose
    /// flits can enter now it is the first after the one that had the last turn.
    fn next_turn(&mut self, channel: u32) -> Option<(u64, u8, Holder)> {
        let lanes = &self.lanes[channel as usize];
        let mut first: Option<(u64, u8, Holder)> = None;
        for (lane, holder) in lanes.turns() {
            let flight = &mut self.flights[holder.worm as usize];
            let Some(ready) = flight.ready(holder.from, self.now) else { continue };
            let ready = ready.max(lanes.free_from).max(self.now);
            if first.is_none_or(|(time, ..)| ready < time) {
                first = Some((ready, lane, holder));
            }
        }
        first
    }

    /// Grants a channel or a port to those who wait for it, as far as lanes are free.
    fn grant(&mut self, resource: u32) {
        while let Some(number) = self.lanes[resource as usize].next_granted() {
            let flight = &mut self.flights[number as usize];
            let need = flight.need.expect("a worm that waits needs something");
            let from = need.buffer();
            flight.waits = false;
            let lanes = &mut self.lanes[resource as usize];
            lanes.hold(Holder { worm: number, from });
            lanes.usage.worms += 1;
            lanes.usage.flits += flight.crossing(from);
            lanes.usage.blocked += self.now - flight.requested;
            // Releases add their times, so that the sum is right when all are made.
            lanes.usage.held = lanes.usage.held.wrapping_sub(self.now);
            if let Some(log) = &mut self.log {
                let hold = self.numbers.hold(flight.worm, need, flight.requested);
                log.hold(number, Hold { granted: Some(self.now), ..hold });
            }
            match need {
                Need::Channel(buffer) => {
                    self.noted.hop(number, buffer).granted = self.now;
                    self.call(resource, self.now);
                }
                Need::Consumption(buffer) => self.open(number, buffer),
                Need::Injection => {}
            }
            self.flights[number as usize].need_next();
            self.await_request(number);
        }
    }

    /// Notes when a worm requests what it needs, if that is settled.
    fn await_request(&mut self, number: u32) {
        if let Some(time) = self.flights[number as usize].request_time() {
            self.agenda.push(time.max(self.now), Event::Request(number));
        }
    }

    /// A node consumes what has come for it, and what will, a flit after the other.
    fn open(&mut self, number: u32, buffer: u32) {
        let flight = &mut self.flights[number as usize];
        flight.open(buffer, self.now);
        let (over, is_end) = (flight.worm.path[buffer as usize - 1], buffer == flight.end());
        self.call(over, self.now);
        if let Some(time) = self.flights[number as usize].tail_consumed().filter(|_| is_end) {
            self.deliver(number, buffer, time);
        }
    }

    /// A worm leaves a channel or a port, which may go to another one.
    fn release(&mut self, resource: u32, worm: u32) {
        let flight = &mut self.flights[worm as usize];
        if flight.worm.path.last() == Some(&resource) {
            if flight.notes_consumptions() {
                flight.consume(flight.end(), self.now);
            }
            flight.end_of_flits();
        }
        if let Some(log) = &mut self.log {
            log.release(worm, self.numbers.resource(resource), self.now);
        }
        let lanes = &mut self.lanes[resource as usize];
        lanes.free(worm);
        lanes.usage.held = lanes.usage.held.wrapping_add(self.now);
        self.free.push(resource);
    }

    /// The next flit of a worm leaves a buffer for a channel.
    fn leave(&mut self, channel: u32, lane: u8, Holder { worm: number, from }: Holder) {
        let flight = &mut self.flights[number as usize];
        let Departure { flit, arrival, is_front, is_tail, makes_room } =
            flight.leave(from, self.now);
        let (worm, to) = (flight.worm, from + 1);
        let free_from = self.now + flight.period(flit);
        let goes_on =
            (to < flight.end() && flight.is_next(to, flit)).then(|| worm.path[to as usize]);
        let of_message = flight.of_message(flit);
        let is_awaited = flight.is_awaited(to, flit);
        self.lanes[channel as usize].enter(lane, free_from);
        if let Some(log) = &mut self.log {
            log.leave(number, from, self.now);
        }
        if is_front {
            self.noted.hop(number, from).header = arrival;
        }
        if let Some(flit) = of_message {
            self.noted.flit((number, worm.flits), from, flit, arrival);
        }
        if makes_room {
            self.call(worm.path[from as usize - 1], self.now);
        }
        if let Some(channel) = goes_on {
            self.call(channel, arrival);
        }
        if is_awaited {
            self.await_request(number);
        }
        if is_tail {
            self.tail_leaves(number, from, arrival);
        }
    }

    fn tail_leaves(&mut self, number: u32, from: u32, arrival: u64) {
        let worm = self.flights[number as usize].worm;
        if let Some(before) = from.checked_sub(1) {
            self.noted.hop(number, before).released = self.now;
            self.release(worm.path[before as usize], number);
        }
        self.tail_passes(number, from, self.now);
        let (flight, to) = (&self.flights[number as usize], from + 1);
        let is_through = flight.has_port(from);
        // The rest of a port's node is told when the tail passes the port.
        let comes = if to == flight.end() {
            flight.tail_consumed().filter(|_| !flight.is_shut(to))
        } else {
            Some(arrival).filter(|_| !flight.has_port(to))
        };
        if is_through {
            self.deliver(number, from, self.now);
        }
        if let Some(time) = comes {
            self.deliver(number, to, time);
        }
    }

    /// The tail leaves a buffer at a time: the ports there are free once it is through.
    fn tail_passes(&mut self, number: u32, buffer: u32, time: u64) {
        let flight = &self.flights[number as usize];
        let need = match buffer {
            0 => Need::Injection,
            _ if flight.is_destination(buffer) => Need::Consumption(buffer),
            _ => return,
        };
        if self.numbers.has(need) {
            let resource = self.numbers.of(flight.worm, need);
            let through = time + self.timing.period();
            self.agenda.push(through, Event::Release { resource, worm: number });
        }
    }

    /// The node at a buffer has all flits at a time; the last one takes the worm off its last channel.
    fn deliver(&mut self, number: u32, buffer: u32, time: u64) {
        let flight = &self.flights[number as usize];
        let (worm, end) = (flight.worm, flight.end());
        self.noted.hop(number, buffer - 1).tail = time;
        if let Some(log) = self.log.as_mut().filter(|_| flight.is_destination(buffer)) {
            log.records[number as usize].deliveries.push((buffer, time));
        }
        if buffer == end {
            let resource = worm.path[end as usize - 1];
            self.noted.hop(number, end - 1).released = time;
            if time > self.now {
                self.agenda.push(time, Event::Release { resource, worm: number });
            } else {
                self.release(resource, number);
            }
            self.tail_passes(number, end, time);
        }
        while let Some((_, waiting)) = self.dependencies.tell(number, buffer) {
            let start = &mut self.flights[waiting as usize].start;
            *start = time.max(*start);
            if self.dependencies.waits_for_nothing(waiting) {
                self.start(waiting);
            }
        }
    }
}
