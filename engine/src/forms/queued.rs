//! Steps of packets that wait in queues: moves.

use crate::geometry::Port;
use crate::node::Node;
use crate::queues::{End, QUEUES};
use crate::step::{Footprint, Step};
use crate::trace::Action;
use crate::violation::{Rule, Violation};

/// Which packets of a queue leave a node in one step, as its program says it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departures {
    /// Places are taken from the first on.
    list: [Option<(End, Port)>; Departures::MOST],
}

impl Departures {
    /// Departures a program may ask of one node: a lawful one has a port each.
    const MOST: usize = 4;

    /// The packet at `end` of the queue leaves over `port`.
    ///
    /// # Panics
    /// Beyond four departures of one node.
    pub fn send(&mut self, end: End, port: Port) {
        let free = self.list.iter_mut().find(|place| place.is_none());
        *free.expect("a node sends at most four packets of a queue") = Some((end, port));
    }

    fn iter(self) -> impl Iterator<Item = (End, Port)> {
        self.list.into_iter().map_while(|departure| departure)
    }
}

impl Step<'_> {
    /// Every node sends packets from the ends of its queue `from` over `ports`, at most one a port, as `program` decides
    /// from what the node holds. An arrival enters the one of the queues `into` that `landing` names from the
    /// receiving node's place and the packet, and acts from the next step on.
    ///
    /// # Errors
    /// M1 for a second packet on a port, or if another form of this step uses one of the ports; M3 for a packet sent
    /// twice, or where an earlier form of this step lets packets of the queue act, or enter it; M5 for an empty queue, a
    /// port outside `ports` or at the edge of the mesh; M6 at the end of the step.
    ///
    /// # Panics
    /// If a packet lands in a queue outside `into`.
    pub fn stream(
        &mut self,
        (from, into): (usize, &[usize]),
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut Departures) + Sync,
        landing: impl Fn(&Node<'_>, crate::Packet) -> usize + Sync,
    ) -> Result<(), Violation> {
        let Some(machine) = self.claim(&Footprint {
            queues_acting: queue_bit(from),
            queues_entered: queue_bits(into),
            ports,
            ports_per_node: ports.len() as u64,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let mut moving = std::mem::take(&mut machine.moving);
        for row in 0..machine.shape.rows() {
            for col in 0..machine.shape.cols() {
                let node = machine.shape.index(row, col);
                let mut departures = Departures::default();
                program(&machine.node_at(row, col), &mut departures);
                if departures.list[0].is_none() {
                    continue;
                }
                for (i, (end, port)) in departures.iter().enumerate() {
                    if port.step(machine.shape, row, col).is_none() || !ports.contains(&port) {
                        machine.breach(Rule::M5, node, 1, 0)?;
                    }
                    if departures.iter().take(i).any(|(_, other)| other == port) {
                        machine.breach(Rule::M1, node, 2, 1)?;
                    }
                    let Some(held) = machine.buffers.queues.remove(from, node, end) else {
                        // The packet at both ends of a queue of one has gone by the first port.
                        match i {
                            0 => machine.breach(Rule::M5, node, 1, 0)?,
                            _ => machine.breach(Rule::M3, node, 2, 1)?,
                        }
                        continue;
                    };
                    let to = machine.across(port, row, col);
                    machine.audit.link_uses += 1;
                    machine.log_link(node, to, |frame| Action::Move {
                        from: frame.id_of(node),
                        to: frame.id_of(to),
                        packet: held.identity,
                    });
                    moving.push((to, held));
                }
            }
        }
        machine.unsettled.queues |= queue_bit(from) | queue_bits(into);
        for (to, held) in moving.drain(..) {
            let queue = landing(&machine.node(to), held.packet);
            assert!(into.contains(&queue), "a packet lands in a queue that the form did not name");
            machine.buffers.queues.insert(queue, to, held);
        }
        machine.moving = moving;
        Ok(())
    }
}

pub(super) fn queue_bit(queue: usize) -> u8 {
    assert!(queue < QUEUES, "a node has {QUEUES} queues");
    1 << queue
}

pub(super) fn queue_bits(queues: &[usize]) -> u8 {
    queues.iter().fold(0, |bits, &queue| bits | queue_bit(queue))
}
