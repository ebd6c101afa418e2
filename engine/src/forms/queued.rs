//! Sends packets that wait in queues over links.

use crate::geometry::Port;
use crate::machine::{Footprint, Step};
use crate::nodes::{End, Node, queue_bit, queue_bits};
use crate::violation::{Fault, Rule, Violation};

/// Which packets of a queue leave a node in one step, as its program says it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departures {
    /// Places are taken from the first on.
    list: [Option<(End, Port)>; Departures::MOST],
}

impl Departures {
    /// Departures that are looked at: a lawful one has a port each.
    const MOST: usize = 5;

    /// The packet at `end` of the queue leaves over `port`. What a node asks for past five departures is left out: two of those
    /// share a port.
    #[inline]
    pub fn send(&mut self, end: End, port: Port) {
        if let Some(free) = self.list.iter_mut().find(|place| place.is_none()) {
            *free = Some((end, port));
        }
    }

    #[inline]
    fn iter(self) -> impl Iterator<Item = (End, Port)> {
        self.list.into_iter().map_while(|departure| departure)
    }
}

impl Step<'_> {
    /// Every node with packets in its queue `from` sends some from the ends of it over `ports`, at most one a port, as `program`
    /// decides from what the node holds. An arrival enters the one of the queues `into` that `landing` names from the
    /// receiving node's place and the packet, and acts from the next step on.
    ///
    /// # Errors
    /// M1 for a second packet on a port, or if another form of this step uses one of the ports; M3 for a packet sent
    /// twice, or where an earlier form of this step lets packets of the queue act, or enter it; M5 for a
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
        let Some(mut stage) = self.claim(&Footprint {
            name: "stream",
            queues_acting: queue_bit(from),
            queues_entered: queue_bits(into),
            ports,
            ports_per_node: ports.len() as u64,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        let mut moving = std::mem::take(&mut stage.scratch.moving);
        let shape = stage.nodes.shape();
        stage.at_each_waiting(queue_bit(from), |stage, row, col| {
            let node = shape.index(row, col);
            let mut departures = Departures::default();
            program(&stage.nodes.node_at(row, col), &mut departures);
            for (i, (end, port)) in departures.iter().enumerate() {
                if !ports.contains(&port) {
                    stage.breach(Rule::M5, node, 1, 0, Fault::UndeclaredPort(port))?;
                } else if port.step(shape, row, col).is_none() {
                    stage.breach(Rule::M5, node, 1, 0, Fault::NoLink(port))?;
                }
                if departures.iter().take(i).any(|(_, other)| other == port) {
                    stage.breach(Rule::M1, node, 2, 1, Fault::SecondOnLink(port))?;
                }
                let Some(held) = stage.nodes.buffers.beside.queues.remove(from, node, end) else {
                    // The packet at both ends of a queue of one has gone by the first port.
                    stage.breach(Rule::M3, node, 2, 1, Fault::PacketTwice)?;
                    continue;
                };
                let to = stage.across(port, row, col);
                stage.count_links(1);
                stage.log_move(node, to, held.identity);
                moving.push((to, held));
            }
            Ok(())
        })?;
        stage.nodes.unsettled.change_queues(queue_bit(from) | queue_bits(into));
        for (to, held) in moving.drain(..) {
            let queue = landing(&stage.nodes.node(to), held.packet);
            assert!(into.contains(&queue), "a packet lands in a queue that the form did not name");
            stage.nodes.buffers.beside.queues.insert(queue, to, held);
        }
        stage.scratch.moving = moving;
        Ok(())
    }
}
