//! Applies each kind of event to the state of a replay.

use super::ReplayRule;
use super::checker::{Checker, Packet};
use super::event::Event;
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
            Event::End { .. } => {}
        }
    }

    fn inject(&mut self, at: usize, id: u64, message: usize) {
        match self.messages.get_mut(message) {
            None => self.find(ReplayRule::Place, format!("there is no message {message}")),
            Some(queued) => {
                let (source, again) =
                    (queued.source, std::mem::replace(&mut queued.injected, true));
                if again {
                    self.find(ReplayRule::Place, format!("message {message} was injected before"));
                } else if source != at {
                    let text = format!("message {message} starts at node {source}, not {at}");
                    self.find(ReplayRule::Place, text);
                }
            }
        }
        self.create(id, message, at);
    }

    /// Puts a new packet into the buffer of `node`. A node outside the mesh was found by then: it is no message's
    /// source and holds no packet to copy.
    fn create(&mut self, id: u64, message: usize, node: usize) {
        if self.packets.contains_key(&id) {
            self.find(ReplayRule::Place, format!("the id of packet {id} is used again"));
        } else if node < self.mesh.nodes() {
            let since = self.step.t;
            self.packets.insert(id, Packet { message, node, since, acted: None, dropped: None });
            self.gain(node);
        }
    }

    fn gain(&mut self, node: usize) {
        self.occupancy[node] += 1;
        self.step.node(node, self.line).gained = Some(self.line);
    }

    /// One packet or word over the link from `from` to `to`.
    fn send(&mut self, from: usize, to: usize) {
        let Some(link) = self.mesh.link(from, to) else {
            self.find(ReplayRule::Place, format!("there is no link from {from} to {to}"));
            return;
        };
        let before = self.step.node(from, self.line).links[link].replace(LinkUse::OneWay);
        self.step.node(to, self.line).received += 1;
        self.seen.link_uses += 1;
        match before {
            None => {}
            Some(LinkUse::OneWay) => {
                self.find(ReplayRule::LinkTwice, format!("the link from {from} to {to}"));
            }
            Some(LinkUse::Exchange) => {
                self.find(ReplayRule::EdgeTwice, format!("the edge of {from} and {to}"));
            }
        }
    }

    fn exchange(&mut self, a: (usize, Option<u64>), b: (usize, Option<u64>), swap: bool) {
        if let (Some(there), Some(back)) = (self.mesh.link(a.0, b.0), self.mesh.link(b.0, a.0)) {
            let mut used = false;
            for (node, link) in [(a.0, there), (b.0, back)] {
                let account = self.step.node(node, self.line);
                account.received += 1;
                used |= account.links[link].replace(LinkUse::Exchange).is_some();
            }
            self.seen.link_uses += 2;
            if used {
                self.find(ReplayRule::EdgeTwice, format!("the edge of {} and {}", a.0, b.0));
            }
        } else {
            let text = format!("there is no edge between {} and {}", a.0, b.0);
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
        let (t, nodes) = (self.step.t, self.mesh.nodes());
        let Some(packet) = self.take_action(id, from, Action::Cross) else { return };
        // A node outside was found when its link was.
        if packet.dropped.is_none() && to < nodes {
            packet.since = t;
            let left = std::mem::replace(&mut packet.node, to);
            self.occupancy[left] -= 1;
            self.gain(to);
        }
    }

    fn copy(&mut self, at: usize, id: u64, copy: u64) {
        self.use_copy(at);
        if let Some(message) = self.take_action(id, at, Action::Copy).map(|packet| packet.message) {
            self.seen.copies += 1;
            self.create(copy, message, at);
        }
    }

    fn deliver(&mut self, at: usize, id: u64) {
        self.use_copy(at);
        let Some(message) = self.take_action(id, at, Action::Copy).map(|packet| packet.message)
        else {
            return;
        };
        if !self.delivered.insert((message, at)) {
            let text = format!("message {message} was delivered at node {at} before");
            self.find(ReplayRule::Delivery, text);
        } else if !self.is_destination(message, at) {
            let text = format!("node {at} is no destination of message {message}");
            self.find(ReplayRule::Delivery, text);
        }
    }

    fn is_destination(&self, message: usize, node: usize) -> bool {
        self.messages.get(message).is_some_and(|m| m.destinations.binary_search(&node).is_ok())
    }

    fn duplicate(&mut self, at: usize, id: u64) {
        self.seen.duplicates += 1;
        self.use_copy(at);
        let message = self.take_action(id, at, Action::Copy).map(|packet| packet.message);
        if let Some(message) = message.filter(|&m| !self.delivered.contains(&(m, at))) {
            let text = format!("message {message} was not delivered at node {at} before");
            self.find(ReplayRule::Delivery, text);
        }
    }

    /// The one copy or delivery of a node.
    fn use_copy(&mut self, at: usize) {
        // A node outside holds no packet: that is found when the packet acts.
        if at < self.mesh.nodes() {
            let again = std::mem::replace(&mut self.step.node(at, self.line).copied, true);
            if again && !self.free_copies {
                self.find(ReplayRule::CopyTwice, format!("a second copy or delivery at {at}"));
            }
        }
    }

    /// Notes that packet `id` acts at node `at`. None if no such packet is in the network.
    fn take_action(&mut self, id: u64, at: usize, action: Action) -> Option<&mut Packet> {
        let t = self.step.t;
        let free = self.free_copies && action == Action::Copy;
        let packet = self.packets.get(&id).copied();
        let Some(packet) = packet.filter(|packet| packet.dropped.is_none_or(|step| step == t))
        else {
            self.find(ReplayRule::Place, format!("packet {id} is not in the network"));
            return None;
        };
        if !free && packet.acted == Some(t) {
            self.find(ReplayRule::PacketTwice, format!("packet {id} acts a second time"));
        } else if !free && packet.since == t {
            self.find(ReplayRule::PacketTwice, format!("packet {id} came only in this step"));
        } else if action == Action::Cross && packet.dropped.is_some() {
            self.find(ReplayRule::PacketTwice, format!("packet {id} is dropped in this step"));
        } else if packet.node != at {
            let text = format!("packet {id} is at node {}, not {at}", packet.node);
            self.find(ReplayRule::Place, text);
        }
        let packet = self.packets.get_mut(&id)?;
        if !free {
            packet.acted = Some(t);
        }
        Some(packet)
    }

    fn drop_packet(&mut self, at: usize, id: u64) {
        let t = self.step.t;
        let Some(&packet) = self.packets.get(&id).filter(|packet| packet.dropped.is_none()) else {
            self.find(ReplayRule::Place, format!("packet {id} is not in the network"));
            return;
        };
        if packet.since == t && !self.free_copies {
            self.find(ReplayRule::PacketTwice, format!("packet {id} came only in this step"));
        } else if packet.node != at {
            let text = format!("packet {id} is at node {}, not {at}", packet.node);
            self.find(ReplayRule::Place, text);
        }
        self.packets.insert(id, Packet { dropped: Some(t), ..packet });
        self.occupancy[packet.node] -= 1;
        self.step.node(packet.node, self.line);
    }
}
