//! Sends all messages along their trees, the most urgent packets first, and writes what happens as a trace.

use crate::trees::Forest;
use meshcast_engine::{Messages, Port, Shape};
use std::collections::BinaryHeap;
use std::io::Write;

/// A node of the tree of a message.
struct Stop {
    node: u32,
    delivers: bool,
    /// The most urgent first.
    branches: Vec<Branch>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    /// Steps that this branch needs at least.
    urgency: u32,
    /// The number of the port.
    port: usize,
    /// Where it leads.
    stop: u32,
}

/// A packet at a stop, and what it has to do there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Packet {
    number: u32,
    stop: u32,
    /// The branches that it is for.
    first: u32,
    end: u32,
    delivers: bool,
}

/// Packets that wait for a link or for the copy unit of a node, by urgency.
type Queue = BinaryHeap<(u32, Packet)>;

/// The trees of all messages, and who waits where.
pub(crate) struct Schedule<'a> {
    shape: Shape,
    set: &'a Messages,
    stops: Vec<Stop>,
    /// Of each message the stop at its source.
    starts: Vec<u32>,
    /// By node: packets to be copied or delivered.
    units: Vec<Queue>,
    /// By link: packets to cross it.
    links: Vec<Queue>,
    packets: u32,
    trace: Vec<u8>,
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(shape: Shape, set: &'a Messages, forest: &Forest<'_>) -> Self {
        let queues = |count| (0..count).map(|_| Queue::new()).collect();
        let mut schedule = Self {
            shape,
            set,
            stops: Vec::new(),
            starts: Vec::new(),
            units: queues(shape.nodes()),
            links: queues(shape.nodes() * Port::ALL.len()),
            packets: 0,
            trace: Vec::new(),
        };
        for message in 0..set.count() {
            schedule.add(message, forest);
        }
        schedule
    }

    /// Adds the stops of a message.
    fn add(&mut self, message: usize, forest: &Forest<'_>) {
        let source = self.set.source(message);
        let destinations = self.set.destinations(message);
        let start = self.stops.len();
        let stop =
            |node| Stop { node, delivers: destinations.contains(&node), branches: Vec::new() };
        let mut stop_at = std::collections::HashMap::from([(source, start)]);
        self.starts.push(start as u32);
        self.stops.push(stop(source));
        for &(from, port) in forest.tree(message) {
            let (row, col) = self.shape.position(from as usize);
            let (row, col) = port.step(self.shape, row, col).expect("a link leads somewhere");
            let to = self.shape.index(row, col) as u32;
            let branch = Branch { urgency: 0, port: port.number(), stop: self.stops.len() as u32 };
            self.stops[stop_at[&from]].branches.push(branch);
            stop_at.insert(to, self.stops.len());
            self.stops.push(stop(to));
        }
        let mut needs = vec![0; self.stops.len() - start];
        for place in (start..self.stops.len()).rev() {
            let stop = &mut self.stops[place];
            for branch in &mut stop.branches {
                branch.urgency = needs[branch.stop as usize - start] + 1;
            }
            stop.branches.sort_unstable_by(|one, other| other.cmp(one));
            needs[place - start] = stop.needs();
        }
    }

    /// Runs until all is delivered: the steps and the trace.
    pub(crate) fn run(mut self) -> (u64, Vec<u8>) {
        self.begin();
        let mut arrived: Vec<Packet> = Vec::new();
        for (message, &stop) in (0..).zip(&self.starts) {
            let end = self.stops[stop as usize].branches.len() as u32;
            let delivers = self.stops[stop as usize].delivers;
            arrived.push(Packet { number: message, stop, first: 0, end, delivers });
        }
        self.packets = arrived.len() as u32;
        let mut step = 0;
        loop {
            for packet in arrived.drain(..) {
                self.queue(packet);
            }
            self.work(step + 1, &mut arrived);
            self.cross(step + 1, &mut arrived);
            if arrived.is_empty() {
                break;
            }
            step += 1;
        }
        self.log(format_args!(r#"{{"e":"end","steps":{step}}}"#));
        (step, self.trace)
    }

    /// Header, messages and injections.
    fn begin(&mut self) {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        self.log(format_args!(
            r#"{{"trace":"meshcast/2","rows":{rows},"cols":{cols},"topology":"mesh","capacity":null,"ports":"all","exchange_steps":1,"copy_steps":1}}"#
        ));
        for (message, (source, destinations)) in self.set.iter().enumerate() {
            self.log(format_args!(
                r#"{{"message":{message},"source":{source},"destinations":{destinations:?}}}"#
            ));
        }
        for (message, source) in self.set.sources().iter().enumerate() {
            self.log(format_args!(
                r#"{{"t":0,"e":"inject","at":{source},"p":{message},"m":{message}}}"#
            ));
        }
    }

    /// Puts a packet where it waits for its next action; one without any stays where it is.
    fn queue(&mut self, packet: Packet) {
        let stop = &self.stops[packet.stop as usize];
        let node = stop.node as usize;
        match &stop.branches[packet.first as usize..packet.end as usize] {
            [] if !packet.delivers => {}
            [] => self.units[node].push((1, packet)),
            &[Branch { urgency, port, .. }] if !packet.delivers => {
                self.links[node * Port::ALL.len() + port].push((urgency, packet));
            }
            [branch, ..] => self.units[node].push((branch.urgency + 1, packet)),
        }
    }

    /// Every node copies or delivers its most urgent packet.
    fn work(&mut self, step: u64, arrived: &mut Vec<Packet>) {
        for node in 0..self.units.len() {
            let Some((_, packet)) = self.units[node].pop() else { continue };
            let number = packet.number;
            if packet.end - packet.first <= 1 {
                self.log(format_args!(r#"{{"t":{step},"e":"deliver","at":{node},"p":{number}}}"#));
                arrived.push(Packet { delivers: false, ..packet });
            } else {
                let copy = self.packets;
                self.packets += 1;
                self.log(format_args!(
                    r#"{{"t":{step},"e":"copy","at":{node},"p":{number},"q":{copy}}}"#
                ));
                arrived.push(Packet { end: packet.first + 1, delivers: false, ..packet });
                arrived.push(Packet { number: copy, first: packet.first + 1, ..packet });
            }
        }
    }

    /// The most urgent packet crosses each link.
    fn cross(&mut self, step: u64, arrived: &mut Vec<Packet>) {
        for link in 0..self.links.len() {
            let Some((_, packet)) = self.links[link].pop() else { continue };
            let (from, number) = (link / Port::ALL.len(), packet.number);
            let branch = self.stops[packet.stop as usize].branches[packet.first as usize];
            let Stop { node: to, delivers, ref branches } = self.stops[branch.stop as usize];
            let end = branches.len() as u32;
            self.log(format_args!(
                r#"{{"t":{step},"e":"move","from":{from},"to":{to},"p":{number}}}"#
            ));
            arrived.push(Packet { number, stop: branch.stop, first: 0, end, delivers });
        }
    }

    fn log(&mut self, event: std::fmt::Arguments<'_>) {
        writeln!(self.trace, "{event}").expect("memory takes what is written");
    }
}

impl Stop {
    /// Steps that a packet which arrives here needs at least: the first branch begins after a copy, the second after two, and so
    /// on; the last packet delivers.
    fn needs(&self) -> u32 {
        let (count, delivers) = (self.branches.len() as u32, u32::from(self.delivers));
        let steps = (1..).zip(&self.branches).map(|(place, branch)| {
            let copies = place.min(count - 1);
            branch.urgency + copies + if place == count { delivers } else { 0 }
        });
        steps.max().unwrap_or(delivers)
    }
}
