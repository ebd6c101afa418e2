//! Applies each kind of event to the state of a replay.

use super::ReplayRule;
use super::checker::Checker;
use super::event::Event;
use super::outputs::Delivery;
use super::packets::Packet;
use super::step::LinkUse;

/// What a packet does in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// It leaves its node over a link.
    Cross,
    /// It stays in an exchange that does not swap.
    Compare,
    /// It is copied, delivered or found a duplicate.
    Copy,
}

impl Checker {
    /// Applies an event to the state, reporting what the rules forbid.
    pub(super) fn act(&mut self, event: &Event) {
        match *event {
            Event::Inject { at, p, m, .. } => self.inject(at, p, m),
            Event::Move { from, to, p, .. } => {
                self.send(from, to);
                self.cross(p, from, to);
            }
            Event::Exchange { a, b, pa, pb, swap, .. } => self.exchange((a, pa), (b, pb), swap),
            Event::Word { from, to, .. } => self.send(from, to),
            Event::Copy { at, p, q, .. } => self.copy(at, p, q),
            Event::Deliver { at, p, .. } => self.deliver(at, p),
            Event::Duplicate { at, p, .. } => self.duplicate(at, p),
            Event::Drop { at, p, .. } => self.drop_packet(at, p),
            Event::Enter { ref path, .. } => {
                let broken = self.spans.enter(path);
                self.find_broken(ReplayRule::Spans, broken);
            }
            Event::Leave { ref path, .. } => {
                let broken = self.spans.leave(path);
                self.find_broken(ReplayRule::Spans, broken);
            }
            Event::Divide(ref division) => {
                let broken = self.divisions.divide(division);
                self.find_broken(ReplayRule::Tiles, broken);
            }
            Event::Unite { at, .. } => {
                let broken = self.divisions.unite(at);
                self.find_broken(ReplayRule::Tiles, broken);
            }
            Event::End { .. } => {}
        }
    }

    fn find_broken(&mut self, rule: ReplayRule, broken: Result<(), String>) {
        if let Err(text) = broken {
            self.find(rule, text);
        }
    }

    fn inject(&mut self, at: usize, id: u64, message: usize) {
        match self.outputs.inject(message) {
            None => self.find(ReplayRule::Place, format!("there is no message {message}")),
            Some((_, true)) => {
                self.find(ReplayRule::Place, format!("message {message} was injected before"));
            }
            Some((source, false)) if source != at => {
                let text = format!("message {message} starts at node {source}, not at node {at}");
                self.find(ReplayRule::Place, text);
            }
            Some(_) => {}
        }
        self.create(id, message, at);
    }

    /// Puts a new packet into the buffer of `node`. A node outside the network was found by then: it is no message's
    /// source and holds no packet to copy.
    fn create(&mut self, id: u64, message: usize, node: usize) {
        if node >= self.network.nodes() {
            return;
        }
        let packet = Packet { message, node, since: self.step.t, acted: None, is_dropped: false };
        if self.packets.add(id, packet) {
            self.gain(node);
        } else {
            let text = format!("a packet before this one had the number {id}");
            self.find(ReplayRule::Place, text);
        }
    }

    fn gain(&mut self, node: usize) {
        self.occupancy[node] += 1;
        self.step.node(node, self.line).gained = Some(self.line);
    }

    /// One packet or word over the link from `from` to `to`.
    fn send(&mut self, from: usize, to: usize) {
        let Some(link) = self.network.link(from, to) else {
            self.find(ReplayRule::Place, format!("there is no link from node {from} to node {to}"));
            return;
        };
        let before = self.step.node(from, self.line).use_link(link, LinkUse::OneWay);
        self.step.node(to, self.line).received += 1;
        self.link_uses += 1;
        self.check_border(from, to);
        match before {
            None => {}
            Some(LinkUse::OneWay) => {
                let text = format!("the link from node {from} to node {to} is used a second time");
                self.find(ReplayRule::LinkTwice, text);
            }
            Some(LinkUse::Exchange) => self.find_shared_edge(from, to),
        }
    }

    /// Finds what goes from one tile to another while they work alone.
    fn check_border(&mut self, from: usize, to: usize) {
        if self.divisions.are_apart(from, to) {
            let text = format!("nodes {from} and {to} are in tiles that work alone");
            self.find(ReplayRule::Tiles, text);
        }
    }

    fn find_shared_edge(&mut self, a: usize, b: usize) {
        let text = format!("the edge of nodes {a} and {b} has an exchange and something else");
        self.find(ReplayRule::EdgeTwice, text);
    }

    fn exchange(&mut self, a: (usize, Option<u64>), b: (usize, Option<u64>), swap: bool) {
        if let (Some(there), Some(back)) =
            (self.network.link(a.0, b.0), self.network.link(b.0, a.0))
        {
            let mut used = false;
            for (node, link) in [(a.0, there), (b.0, back)] {
                let account = self.step.node(node, self.line);
                account.received += 1;
                used |= account.use_link(link, LinkUse::Exchange).is_some();
            }
            self.link_uses += 2;
            self.check_border(a.0, b.0);
            if used {
                self.find_shared_edge(a.0, b.0);
            }
        } else {
            let text = format!("there is no edge of nodes {} and {}", a.0, b.0);
            self.find(ReplayRule::Place, text);
        }
        for ((node, slot), (other, _)) in [(a, b), (b, a)] {
            match slot {
                Some(id) if swap => self.cross(id, node, other),
                Some(id) => {
                    self.take_action(id, node, Action::Compare);
                }
                None => {}
            }
        }
    }

    /// Moves a packet from `from` to `to`, wherever it was before.
    fn cross(&mut self, id: u64, from: usize, to: usize) {
        let (t, nodes) = (self.step.t, self.network.nodes());
        let Some(packet) = self.take_action(id, from, Action::Cross) else { return };
        // A node outside was found when its link was.
        if !packet.is_dropped && to < nodes {
            packet.since = t;
            let left = std::mem::replace(&mut packet.node, to);
            self.occupancy[left] -= 1;
            self.gain(to);
        }
    }

    fn copy(&mut self, at: usize, id: u64, copy: u64) {
        self.use_copy(at);
        if let Some(message) = self.take_copy(id, at) {
            self.copies += 1;
            self.create(copy, message, at);
        }
    }

    fn deliver(&mut self, at: usize, id: u64) {
        self.use_copy(at);
        let Some(message) = self.take_copy(id, at) else { return };
        let text = match self.outputs.deliver(message, at) {
            Delivery::Due => return,
            Delivery::Again => format!("message {message} was delivered at node {at} before"),
            Delivery::Elsewhere => format!("node {at} is no destination of message {message}"),
        };
        self.find(ReplayRule::Delivery, text);
    }

    fn duplicate(&mut self, at: usize, id: u64) {
        self.duplicates += 1;
        self.use_copy(at);
        let message = self.take_copy(id, at);
        if let Some(message) = message.filter(|&message| !self.outputs.has(message, at)) {
            let text = format!("message {message} was not delivered at node {at} before");
            self.find(ReplayRule::Delivery, text);
        }
    }

    /// The one copy or delivery of a node.
    fn use_copy(&mut self, at: usize) {
        // A node outside holds no packet: that is found when the packet acts.
        if at < self.network.nodes() {
            let again = std::mem::replace(&mut self.step.node(at, self.line).copied, true);
            if again && !self.free_copies {
                let text = format!("node {at} makes a second copy or delivery");
                self.find(ReplayRule::CopyTwice, text);
            }
        }
    }

    /// The message of packet `id`, which is copied or delivered at node `at`. None if no such packet is in the network.
    fn take_copy(&mut self, id: u64, at: usize) -> Option<usize> {
        let (t, is_torus) = (self.step.t, self.network.is_torus());
        let packet = *self.take_action(id, at, Action::Copy)?;
        if is_torus && packet.since < t {
            self.find_late_service(id, packet.since);
        }
        Some(packet.message)
    }

    fn find_late_service(&mut self, id: u64, since: u64) {
        let text =
            format!("a torus serves packets on arrival, and packet {id} came at t = {since}");
        self.find(ReplayRule::Order, text);
    }

    /// Notes that packet `id` acts at node `at`. None if no such packet is in the network.
    fn take_action(&mut self, id: u64, at: usize, action: Action) -> Option<&mut Packet> {
        let t = self.step.t;
        let free = self.free_copies && action == Action::Copy;
        let Some(packet) = self.packets.get(id) else {
            self.find(ReplayRule::Place, format!("packet {id} is not in the network"));
            return None;
        };
        if !free && packet.acted == Some(t) {
            self.find(ReplayRule::PacketTwice, format!("packet {id} acts a second time"));
        } else if !free && packet.since == t {
            self.find(ReplayRule::PacketTwice, format!("packet {id} came only in this step"));
        } else if action == Action::Cross && packet.is_dropped {
            self.find(ReplayRule::PacketTwice, format!("packet {id} is dropped in this step"));
        } else if packet.node != at {
            let text = format!("packet {id} is at node {}, not at node {at}", packet.node);
            self.find(ReplayRule::Place, text);
        }
        let packet = self.packets.get_mut(id)?;
        if !free {
            packet.acted = Some(t);
        }
        Some(packet)
    }

    fn drop_packet(&mut self, at: usize, id: u64) {
        let t = self.step.t;
        let Some(packet) = self.packets.get(id).filter(|packet| !packet.is_dropped) else {
            self.find(ReplayRule::Place, format!("packet {id} is not in the network"));
            return;
        };
        if packet.since == t && !self.free_copies {
            self.find(ReplayRule::PacketTwice, format!("packet {id} came only in this step"));
        } else if packet.node != at {
            let text = format!("packet {id} is at node {}, not at node {at}", packet.node);
            self.find(ReplayRule::Place, text);
        } else if packet.since < t && self.network.is_torus() {
            self.find_late_service(id, packet.since);
        }
        self.packets.drop_at_end(id);
        self.occupancy[packet.node] -= 1;
        self.step.node(packet.node, self.line);
    }
}
