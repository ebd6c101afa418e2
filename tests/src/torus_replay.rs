//! A second, plain replay of traces of a torus, from the trace alone: it shares no code with the engine nor with the replay of
//! `meshcast check`, which tests hold against it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a replay saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TorusReplay {
    /// Steps by the end line.
    pub steps: u64,
    /// Most packets in a node at the end of a step, t = 0 included.
    pub peak: u64,
    /// Packets over channels.
    pub link_uses: u64,
    /// Most over one.
    pub link_peak: u64,
    /// Copies.
    pub copies: u64,
    /// The (message, node) pairs that were delivered.
    pub delivered: BTreeSet<(u64, u64)>,
    /// The nodes of each message's last delivered packet in their order, for messages that were never copied.
    pub ways: BTreeMap<u64, Vec<u64>>,
    /// What is wrong.
    pub findings: Vec<String>,
}

#[derive(Default)]
struct Replayer {
    radix: u64,
    nodes: u64,
    messages: BTreeMap<u64, (u64, BTreeSet<u64>)>,
    injected: BTreeSet<u64>,
    /// Where a packet is and of which message it is.
    packets: BTreeMap<u64, (u64, u64)>,
    ever: BTreeSet<u64>,
    /// Packets that started, came in or were made in this step: they alone are served in it, and they do not cross a
    /// channel in it any more.
    fresh: BTreeSet<u64>,
    used: BTreeSet<(u64, u64)>,
    loads: BTreeMap<(u64, u64), u64>,
    t: u64,
    ended: bool,
    seen: TorusReplay,
}

/// Replays a trace.
pub fn replay_torus(trace: &str) -> TorusReplay {
    let mut replayer = Replayer::default();
    for (number, line) in trace.lines().enumerate() {
        match serde_json::from_str::<Value>(line) {
            Ok(line) if number == 0 => replayer.header(&line),
            Ok(line) => replayer.line(&line),
            Err(error) => replayer.find(&format!("line {number}: {error}")),
        }
    }
    replayer.finish()
}

fn number(line: &Value, key: &str) -> u64 {
    line[key].as_u64().unwrap_or(u64::MAX)
}

impl Replayer {
    fn find(&mut self, finding: &str) {
        self.seen.findings.push(format!("t {}: {finding}", self.t));
    }

    fn expect(&mut self, holds: bool, finding: &str, line: &Value) {
        if !holds {
            self.find(&format!("{finding}: {line}"));
        }
    }

    fn header(&mut self, line: &Value) {
        let fixed = serde_json::json!({
            "trace": "meshcast/2", "topology": "torus", "capacity": null, "ports": "all",
            "exchange_steps": 1, "copy_steps": 0, "radix": line["radix"], "dims": line["dims"],
        });
        self.expect(*line == fixed, "another header", line);
        self.radix = number(line, "radix");
        self.nodes = self.radix.pow(number(line, "dims") as u32);
    }

    /// Whether the nodes' coordinates differ in one dimension, by one or around the end.
    fn neighbours(&self, a: u64, b: u64) -> bool {
        let (mut a, mut b, mut apart, mut place) = (a, b, 0, 1);
        while place < self.nodes {
            let gap = (a % self.radix).abs_diff(b % self.radix);
            apart += gap.min(self.radix - gap);
            (a, b, place) = (a / self.radix, b / self.radix, place * self.radix);
        }
        apart == 1
    }

    fn line(&mut self, line: &Value) {
        self.expect(!self.ended, "a line after the end", line);
        if let Some(message) = line["message"].as_u64() {
            let destinations = line["destinations"].as_array().expect("a list");
            let list = destinations.iter().map(|node| node.as_u64().expect("a node")).collect();
            self.messages.insert(message, (number(line, "source"), list));
            return;
        }
        let event = line["e"].as_str().unwrap_or_default().to_owned();
        if event == "end" {
            self.settle();
            self.seen.steps = number(line, "steps");
            self.expect(self.seen.steps == self.t, "steps that are not the events'", line);
            self.ended = true;
            return;
        }
        let t = number(line, "t");
        if t != self.t {
            self.settle();
            // In every step before the end something moves.
            self.expect(t == self.t + 1, "a step left out or gone back to", line);
            self.t = t;
            (self.fresh, self.used) = Default::default();
        }
        let (at, packet) = (number(line, "at"), number(line, "p"));
        match event.as_str() {
            "inject" => self.inject(line, at, packet),
            "move" => self.cross(line, packet),
            // What the program does.
            "enter" | "leave" => {}
            _ => {
                let place = self.packets.get(&packet).copied();
                let Some((_, message)) = place.filter(|place| place.0 == at) else {
                    return self.expect(false, "a packet that is not there", line);
                };
                let is_fresh = self.fresh.contains(&packet);
                self.expect(is_fresh, "a packet that waits and is served", line);
                match event.as_str() {
                    "copy" => {
                        let copy = number(line, "q");
                        let is_new = self.ever.insert(copy) && self.fresh.insert(copy);
                        self.expect(is_new, "a copy that there was", line);
                        self.packets.insert(copy, (at, message));
                        self.seen.copies += 1;
                    }
                    "deliver" => {
                        let due = self.messages[&message].1.contains(&at);
                        let is_new = self.seen.delivered.insert((message, at));
                        self.expect(due && is_new, "a delivery that is not due", line);
                    }
                    "drop" => {
                        self.packets.remove(&packet);
                    }
                    _ => self.expect(false, "an event that there is not", line),
                }
            }
        }
    }

    fn inject(&mut self, line: &Value, at: u64, packet: u64) {
        let message = number(line, "m");
        let of_source = self.messages.get(&message).is_some_and(|(source, _)| *source == at);
        let is_new = self.injected.insert(message) && self.ever.insert(packet);
        self.expect(of_source && is_new && self.t == 0, "a message that cannot leave", line);
        self.packets.insert(packet, (at, message));
        self.fresh.insert(packet);
        self.seen.ways.insert(message, vec![at]);
    }

    fn cross(&mut self, line: &Value, packet: u64) {
        let (from, to) = (number(line, "from"), number(line, "to"));
        let place = self.packets.get(&packet).copied();
        let is_there = place.is_some_and(|(at, _)| at == from);
        self.expect(is_there, "a packet that is not there", line);
        let is_channel = from < self.nodes && to < self.nodes && self.neighbours(from, to);
        self.expect(is_channel, "no channel", line);
        let waited = self.fresh.insert(packet);
        self.expect(waited, "a packet that has not waited", line);
        let free = self.used.insert((from, to));
        self.expect(free && self.t > 0, "a channel used twice", line);
        *self.loads.entry((from, to)).or_default() += 1;
        self.seen.link_uses += 1;
        if let Some((_, message)) = place {
            self.packets.insert(packet, (to, message));
            self.seen.ways.entry(message).or_default().push(to);
        }
    }

    /// The end of a step.
    fn settle(&mut self) {
        let mut held: BTreeMap<u64, u64> = BTreeMap::new();
        for (at, _) in self.packets.values() {
            *held.entry(*at).or_default() += 1;
        }
        self.seen.peak = held.values().copied().max().unwrap_or(0).max(self.seen.peak);
    }

    fn finish(mut self) -> TorusReplay {
        let due: usize = self.messages.values().map(|(_, destinations)| destinations.len()).sum();
        if !self.ended || due != self.seen.delivered.len() || !self.packets.is_empty() {
            self.find("something is left undone");
        }
        self.seen.link_peak = self.loads.values().copied().max().unwrap_or(0);
        self.seen
    }
}
