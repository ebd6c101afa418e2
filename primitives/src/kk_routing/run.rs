//! Runs a routing, with deliveries or without.

use super::one_way::OneWay;
use super::queues::{ARRIVED, QUEUE};
use super::two_ways::TwoWays;
use super::{KkRouting, Method};
use crate::leap_effects::Journey;
use crate::queued_line::{QueuedLine, run_together};
use meshcast_engine::{Effect, End, Machine, Node, Packet, Room, Service, Violation};

impl KkRouting {
    /// The packets that a routing starts with, out of their queues; counts their hops.
    fn take_all(&self, effect: &mut Effect<'_>) -> Vec<Packet> {
        let (mut packets, mut journeys) = (Vec::new(), Vec::new());
        for from in 0..effect.shape().nodes() {
            for packet in effect.take_queued(QUEUE, from) {
                journeys.push(Journey { from, to: packet.key() as usize });
                packets.push(packet);
            }
        }
        effect.count_hops(self.hops(&journeys));
        packets
    }

    /// Routes the packets of all queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsals[0], self.room(), |machine| {
            machine.span("kk-routing", |machine| {
                self.gather(machine)?;
                machine.span(self.last_name(), |machine| {
                    run_together(self.last(), machine, self.last_steps())
                })?;
                machine.requeue(ARRIVED, |node, _| (QUEUE, node.index() as u32))
            })
        })?;
        if let Some(mut effect) = leap {
            for packet in self.take_all(&mut effect) {
                effect.enqueue(QUEUE, packet.key() as usize, packet, packet.key());
            }
        }
        Ok(())
    }

    /// Routes the packets of all queues and delivers each where it arrives, once, while others are still on their way.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn deliver(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine
            .leap(&self.rehearsals[1], self.room(), |machine| self.route_and_deliver(machine))?;
        if let Some(mut effect) = leap {
            for packet in self.take_all(&mut effect) {
                effect.deliver_at(packet, packet.key() as usize);
            }
        }
        Ok(())
    }

    /// Its packets are in queues, and in slots where blocks sort them.
    fn room(&self) -> Room {
        Room::with_queues(0..self.capacity())
    }

    fn route_and_deliver(&self, machine: &mut Machine) -> Result<(), Violation> {
        let has_arrived =
            |node: &Node<'_>| node.queue(ARRIVED).at(End::Least).map(|_| Service::DeliverLast);
        machine.span("kk-routing", |machine| {
            self.gather(machine)?;
            machine.span(self.last_name(), |machine| {
                self.last().iter().try_for_each(|line| line.begin(machine))?;
                (0..self.last_steps()).try_for_each(|_| {
                    machine.step(|step| {
                        step.serve((ARRIVED, &[]), has_arrived)?;
                        self.last().iter().try_for_each(|line| line.advance(step))
                    })
                })?;
                self.last().iter().try_for_each(|line| line.end(machine))
            })?;
            machine.span("drain", |machine| {
                (0..self.drain_steps())
                    .try_for_each(|_| machine.step(|step| step.serve((ARRIVED, &[]), has_arrived)))
            })
        })
    }

    /// Brings every packet to the column of its target, its key being the row, or the other way round.
    fn gather(&self, machine: &mut Machine) -> Result<(), Violation> {
        match &self.method {
            Method::One(way) => way.gather(machine),
            Method::Two(ways) => ways.gather(machine),
        }
    }

    /// The last phase, along the lines of the targets.
    fn last(&self) -> &'static [QueuedLine] {
        match self.method {
            Method::One(_) => &OneWay::LAST,
            Method::Two(_) => &TwoWays::LAST,
        }
    }

    fn last_name(&self) -> &'static str {
        match self.method {
            Method::One(_) => "columns",
            Method::Two(_) => "last",
        }
    }

    fn last_steps(&self) -> u64 {
        self.cost.last_steps
    }

    /// Steps in which what is left is delivered once the last packet has arrived.
    fn drain_steps(&self) -> u64 {
        self.cost.delivery_steps - self.cost.steps
    }
}
