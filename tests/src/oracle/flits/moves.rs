//! Moves flits, and gives channels and ports to worms.

use super::look::Situation;
use super::{FlitSight, Limits, Place};
use crate::oracle::wormhole::{ChannelSight, Times};
use meshcast_engine::wormhole::{Start, Worm};
use std::collections::BTreeMap;

/// Where a flit is. Buffer 0 is the source, buffer i the end of the i-th channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Buffer(usize),
    /// Since it left a buffer, until it is in the next.
    Crossing(usize, u64),
    Gone,
}

#[derive(Clone, Debug)]
pub(super) struct State {
    flits: Vec<At>,
    /// What it has been given, in this order.
    given: Vec<Place>,
    /// For what it waits: since when, and the how manieth requests of that moment they were.
    pub(super) wait: Option<(Place, u64, usize)>,
    /// When the last flit came, or will, that was sent to each buffer.
    last: Vec<u64>,
}

/// A flit that leaves a buffer: the channel, its lane, the worm, the buffer, the flit.
type Move = (usize, usize, usize, usize, usize);

pub(super) struct Network<'a> {
    pub(super) times: Times,
    pub(super) limits: &'a Limits,
    pub(super) worms: &'a [Worm],
    pub(super) now: u64,
    pub(super) states: Vec<State>,
    /// Who is in which lane.
    pub(super) lanes: BTreeMap<Place, Vec<Option<usize>>>,
    /// Of every channel: which lane had the last turn, and from when on the next can have one.
    turns: Vec<(usize, u64)>,
    /// When worms let go of ports.
    leaving: Vec<(u64, Place, usize)>,
    /// Of a worm at a buffer whose node has a port: from when on that takes the next flit.
    ports: BTreeMap<(usize, usize), u64>,
    pub(super) sight: FlitSight,
    /// Who waited for what since when, and who was in which lane, in every nanosecond.
    pub(super) seen: Vec<Situation>,
}

impl<'a> Network<'a> {
    pub(super) fn new(
        times: Times,
        limits: &'a Limits,
        channels: usize,
        worms: &'a [Worm],
    ) -> Self {
        let state = |worm: &Worm| State {
            flits: vec![
                At::Buffer(0);
                times.address_flits * worm.destinations.len() + worm.flits as usize
            ],
            given: Vec::new(),
            wait: None,
            last: vec![0; worm.path.len() + 1],
        };
        let of_channel = |channel| (Place::Channel(channel), vec![None; limits.virtual_channels]);
        let ports =
            limits.ends.iter().flat_map(|&(from, to)| [Place::Source(from), Place::Memory(to)]);
        let all = (0..channels as u32).map(of_channel).chain(ports.map(|port| (port, vec![None])));
        Self {
            times,
            limits,
            worms,
            now: 0,
            states: worms.iter().map(state).collect(),
            lanes: all.collect(),
            turns: vec![(limits.virtual_channels - 1, 0); channels],
            leaving: Vec::new(),
            ports: BTreeMap::new(),
            sight: FlitSight {
                starts: vec![None; worms.len()],
                arrivals: worms
                    .iter()
                    .map(|w| vec![vec![None; w.flits as usize]; w.path.len()])
                    .collect(),
                deliveries: worms.iter().map(|worm| vec![None; worm.destinations.len()]).collect(),
                holds: worms.iter().map(|worm| vec![(None, None); worm.path.len()]).collect(),
                channels: vec![ChannelSight::default(); channels],
                waited_for_ports: 0,
                closed: None,
            },
            seen: Vec::new(),
        }
    }

    /// The flits of a worm in every channel of its path and the buffer at its end.
    pub(super) fn inside(&self, worm: usize) -> Vec<u64> {
        let hop = |flit: &At| match *flit {
            At::Buffer(buffer) => buffer.checked_sub(1),
            At::Crossing(from, _) => Some(from),
            At::Gone => None,
        };
        let flits = &self.states[worm].flits;
        let in_hop = |other| flits.iter().filter(|flit| hop(flit) == Some(other)).count() as u64;
        (0..self.worms[worm].path.len()).map(in_hop).collect()
    }

    fn start(&self, worm: usize) -> Option<u64> {
        match &self.worms[worm].start {
            Start::At(time) => Some(*time),
            Start::After { deliveries, delay } => {
                let mut start = *delay;
                for delivery in deliveries {
                    let destinations = &self.worms[delivery.worm].destinations;
                    let place = destinations.iter().position(|&hops| hops == delivery.hops);
                    let delivered =
                        self.sight.deliveries[delivery.worm][place.expect("a destination")];
                    start = start.max(delivered? + delay);
                }
                Some(start)
            }
        }
    }

    fn ready(&self, worm: usize) -> Option<u64> {
        Some(self.start(worm)? + self.worms[worm].startup)
    }

    /// Flits come to buffers, and worms let go of ports.
    pub(super) fn arrive(&mut self) {
        for worm in 0..self.worms.len() {
            for flit in 0..self.states[worm].flits.len() {
                if let At::Crossing(from, until) = self.states[worm].flits[flit]
                    && until == self.now
                {
                    self.states[worm].flits[flit] = At::Buffer(from + 1);
                    self.sight.channels[self.worms[worm].path[from] as usize].flits += 1;
                    if let Some(flit) = flit.checked_sub(self.address_flits(worm)) {
                        self.sight.arrivals[worm][from][flit] = Some(self.now);
                    }
                }
            }
        }
        for (time, place, worm) in self.leaving.clone() {
            if time == self.now {
                self.let_go(place, worm);
            }
        }
        self.leaving.retain(|&(time, ..)| time > self.now);
    }

    fn let_go(&mut self, place: Place, worm: usize) {
        let lanes = self.lanes.get_mut(&place).expect("a place");
        *lanes.iter_mut().find(|lane| **lane == Some(worm)).expect("the worm has it") = None;
        if let Place::Channel(channel) = place {
            let hop = self.worms[worm].path.iter().position(|&other| other == channel);
            self.sight.holds[worm][hop.expect("a channel of the worm")].1 = Some(self.now);
        }
    }

    /// Does all that can be done now.
    pub(super) fn settle(&mut self) {
        self.consume();
        for round in 0.. {
            if !self.request(round) && round > 0 {
                return;
            }
            loop {
                while self.grant_all() {
                    self.consume();
                }
                let moves: Vec<Move> = (0..self.turns.len()).filter_map(|c| self.turn(c)).collect();
                if moves.is_empty() {
                    break;
                }
                for each in moves {
                    self.leave(each);
                }
                self.consume();
            }
        }
    }

    /// Takes flits off that have come to where they end, and looks who has all.
    fn consume(&mut self) {
        for worm in 0..self.worms.len() {
            let end = self.worms[worm].path.len();
            for flit in 0..self.states[worm].flits.len() {
                if let At::Buffer(buffer) = self.states[worm].flits[flit]
                    && (buffer == end || buffer > 0 && flit < self.stripped(worm, buffer))
                    && self.is_open(worm, buffer)
                    && self.takes(worm, buffer)
                {
                    self.states[worm].flits[flit] = At::Gone;
                    if self.limits.consume_one {
                        let busy = self.now + self.period_of(worm, flit);
                        self.ports.insert((worm, buffer), busy);
                    }
                    if flit + 1 == self.states[worm].flits.len() {
                        self.let_go(Place::Channel(self.worms[worm].path[end - 1]), worm);
                        self.tail_passes(worm, end);
                    }
                }
            }
            for place in 0..self.worms[worm].destinations.len() {
                let buffer = self.worms[worm].destinations[place] as usize;
                let has_come = match self.states[worm].flits.last() {
                    // Through a port a flit goes as it leaves the buffer.
                    Some(At::Buffer(other)) if self.limits.consume_one => *other > buffer,
                    Some(At::Buffer(other)) => *other >= buffer,
                    Some(At::Crossing(from, _)) => *from >= buffer,
                    _ => true,
                };
                if has_come {
                    self.sight.deliveries[worm][place].get_or_insert(self.now);
                }
            }
        }
    }

    fn is_open(&self, worm: usize, buffer: usize) -> bool {
        !self.limits.consume_one || self.states[worm].given.contains(&self.memory(worm, buffer))
    }

    /// Whether the port at a buffer takes a flit now, if there is one.
    fn takes(&self, worm: usize, buffer: usize) -> bool {
        self.ports.get(&(worm, buffer)).is_none_or(|&free_from| free_from <= self.now)
    }

    /// The tail has left a buffer: ports there are free when it is through.
    fn tail_passes(&mut self, worm: usize, buffer: usize) {
        let through = self.now + self.times.period;
        if buffer == 0 && self.limits.inject_one {
            self.leaving.push((through, self.source(worm), worm));
        }
        if self.limits.consume_one && self.is_destination(worm, buffer) {
            self.leaving.push((through, self.memory(worm, buffer), worm));
        }
    }

    /// Lets worms ask for what they need next; says whether one does.
    fn request(&mut self, round: usize) -> bool {
        let mut any = false;
        for worm in 0..self.worms.len() {
            self.sight.starts[worm] = self.start(worm).filter(|&start| start <= self.now);
            if self.ready(worm).is_none_or(|ready| ready > self.now)
                || self.states[worm].wait.is_some()
            {
                continue;
            }
            let next = self.needs(worm).get(self.states[worm].given.len()).copied();
            if let Some((place, buffer, flit)) = next
                && self.states[worm].flits[flit] == At::Buffer(buffer)
                && self.takes(worm, buffer)
            {
                self.states[worm].wait = Some((place, self.now, round));
                any = true;
            }
        }
        any
    }

    /// Gives all free lanes away for which worms wait, first those of channels, then those of ports.
    fn grant_all(&mut self) -> bool {
        let mut any = false;
        for of_channels in [true, false] {
            while self.grant(of_channels) {
                any = true;
            }
        }
        any
    }

    /// Gives one lane to the first who waits for it, if there is any such.
    fn grant(&mut self, of_channels: bool) -> bool {
        for (&place, lanes) in &mut self.lanes {
            if matches!(place, Place::Channel(_)) != of_channels {
                continue;
            }
            let Some(lane) = lanes.iter().position(Option::is_none) else { continue };
            let waiting = self.states.iter().enumerate().filter_map(|(worm, state)| {
                let (wanted, since, round) = state.wait?;
                let over = state.given.iter().rev().find_map(|given| match given {
                    Place::Channel(channel) => Some(i64::from(*channel)),
                    _ => None,
                });
                let order = (since, round, self.sight.starts[worm], over.unwrap_or(-1), worm);
                (wanted == place).then_some(order)
            });
            if let Some((.., worm)) = waiting.min() {
                lanes[lane] = Some(worm);
                self.states[worm].wait = None;
                self.states[worm].given.push(place);
                if let Place::Channel(channel) = place {
                    let path = &self.worms[worm].path;
                    let hop = path.iter().position(|&other| other == channel).expect("on its path");
                    self.sight.holds[worm][hop].0 = Some(self.now);
                    self.sight.channels[channel as usize].worms += 1;
                }
                return true;
            }
        }
        false
    }

    /// The flit that enters a channel now, if one can.
    fn turn(&self, channel: usize) -> Option<Move> {
        let (last, free_from) = self.turns[channel];
        if free_from > self.now {
            return None;
        }
        let lanes = &self.lanes[&Place::Channel(channel as u32)];
        (1..=lanes.len()).find_map(|turn| {
            let lane = (last + turn) % lanes.len();
            let worm = lanes[lane]?;
            let path = &self.worms[worm].path;
            let buffer = path.iter().position(|&other| other as usize == channel)?;
            let flits = &self.states[worm].flits;
            let comes_after = |at: &At| match at {
                At::Buffer(other) => *other <= buffer,
                At::Crossing(from, _) => *from < buffer,
                At::Gone => false,
            };
            let flit = flits.iter().position(comes_after)?;
            let in_the_way = |at: &&At| match at {
                At::Buffer(other) => *other == buffer + 1,
                At::Crossing(from, _) => *from == buffer,
                At::Gone => false,
            };
            let closest = if self.stripped(worm, buffer) < self.address_flits(worm) {
                self.times.period.min(self.times.address_period)
            } else {
                self.times.period
            };
            let in_a_hop = self.hop_time(worm, buffer).div_ceil(closest) as usize;
            let places = self.limits.places.unwrap_or(in_a_hop);
            let has_room = flits.iter().filter(in_the_way).count() < places;
            let goes_on = flit >= self.stripped(worm, buffer) && self.takes(worm, buffer);
            (flits[flit] == At::Buffer(buffer) && has_room && goes_on)
                .then_some((channel, lane, worm, buffer, flit))
        })
    }

    fn leave(&mut self, (channel, lane, worm, buffer, flit): Move) {
        let front = self.stripped(worm, buffer);
        let arrival = if flit == front {
            self.now + self.hop_time(worm, buffer)
        } else {
            let behind = self.states[worm].last[buffer + 1] + self.period_of(worm, flit - 1);
            behind.max(self.now + self.period_of(worm, flit).min(self.times.period))
        };
        self.states[worm].last[buffer + 1] = arrival;
        self.states[worm].flits[flit] = At::Crossing(buffer, arrival);
        self.turns[channel] = (lane, self.now + self.period_of(worm, flit));
        if flit + 1 == self.states[worm].flits.len() {
            if buffer > 0 {
                self.let_go(Place::Channel(self.worms[worm].path[buffer - 1]), worm);
            }
            self.tail_passes(worm, buffer);
        }
    }

    pub(super) fn is_done(&self) -> bool {
        let all_gone = self.states.iter().all(|state| state.flits.iter().all(|at| *at == At::Gone));
        all_gone && self.lanes.values().flatten().all(Option::is_none)
    }

    /// Whether something will happen with time alone.
    pub(super) fn goes_on(&self) -> bool {
        let crosses = |at: &At| matches!(at, At::Crossing(..));
        self.states.iter().any(|state| state.flits.iter().any(crosses))
            || !self.leaving.is_empty()
            || self.turns.iter().any(|&(_, free_from)| free_from > self.now)
            || self.ports.values().any(|&free_from| free_from > self.now)
            || (0..self.worms.len())
                .any(|worm| self.ready(worm).is_some_and(|ready| ready > self.now))
    }
}
