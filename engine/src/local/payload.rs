//! Lets nodes rewrite what their packets carry beside the keys.

use crate::machine::Machine;
use crate::nodes::{Node, Slot};
use crate::violation::Violation;

impl Machine {
    /// Lets every node that holds a packet in slot `lane` rewrite the words that the packet carries beside its key:
    /// [`Options::payload_words`](crate::Options::payload_words) of them, 0 in every packet that leaves an input queue, but for
    /// [values](crate::Machine::with_values). Copies made later carry the same; what a copy and its original carry from then on are two
    /// things. In [`Mode::Leap`](crate::Mode::Leap) payloads go by the headers of packets: a message has its packet and one [bare
    /// copy](crate::Step::copy_bare) at a time.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Port, Shape};
    /// use std::sync::Arc;
    /// // The packet of the left node fetches a number from the right one, whose own packet is gone.
    /// let set = Arc::new(Messages::one_each(2)?);
    /// let options = Options { payload_words: 1, ..Options::default() };
    /// let mut machine = Machine::new(Shape::new(1, 2)?, set, Some(1), options);
    /// machine.inject_where(0, |node| (node.col() == 0).then_some(0))?;
    /// let numbers = machine.variable(1, |node, _| 5 + u64::from(node.id()))?;
    /// machine.rewrite_payload(0, |node, words| words[0] += node.own(&numbers)[0])?;
    /// machine.step(|step| step.carry(0..1, &[Port::East], |_, _, _| Some(Port::East)))?;
    /// machine.rewrite_payload(0, |node, words| words[0] += node.own(&numbers)[0])?;
    /// assert_eq!(machine.finish().payload(0, 0, 1), Some(&[5 + 6][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewrite_payload(
        &mut self,
        lane: usize,
        work: impl Fn(&Node<'_>, &mut [u64]) + Sync,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass("rewrite_payload")? else { return Ok(()) };
        let nodes = &mut stage.nodes;
        let mut words = vec![0; nodes.buffers.beside.payloads.words()];
        for index in 0..nodes.shape().nodes() {
            let slot = Slot { lane, node: index };
            let Some(held) = nodes.buffers.held(slot) else { continue };
            let node = nodes.node(index);
            words.copy_from_slice(node.payload(lane));
            work(&node, &mut words);
            nodes.buffers.beside.payloads.write(held, &words);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::{Shape, Tiling};
    use crate::machine::Machine;
    use crate::messages::Messages;
    use crate::nodes::End;
    use crate::options::Options;
    use crate::packet::{Held, Packet};
    use crate::{Copied, Service};
    use std::sync::Arc;

    /// Payloads that the machine keeps.
    fn kept(machine: &Machine) -> Vec<u32> {
        let payloads = &machine.nodes().buffers.beside.payloads;
        let held = |identity| Held { packet: Packet::new(0, 0), identity };
        (0..100).filter(|&packet| payloads.of(held(packet)) != [0, 0]).collect()
    }

    #[test]
    fn what_a_packet_carries_is_forgotten_when_it_leaves() {
        let (shape, set) = (Shape::new(1, 4).unwrap(), Messages::one_each(4).unwrap());
        let options = Options { payload_words: 2, ..Options::default() };
        let mut machine = Machine::new(shape, Arc::new(set), Some(3), options);
        machine.inject(0, |_| 0);
        assert_eq!(kept(&machine), []);
        machine.rewrite_payload(0, |node, words| words[1] = u64::from(node.id())).unwrap();
        assert_eq!(kept(&machine), [1, 2, 3]);
        machine.step(|step| step.copy(0, 1, |node| node.id() > 1)).unwrap();
        assert_eq!(kept(&machine), [1, 2, 3, 4, 5]);
        machine.step(|step| step.discard(0, |node| node.id() == 2)).unwrap();
        assert_eq!(kept(&machine), [1, 3, 4, 5]);
        let tiling = Tiling::grid(shape, 1, 2);
        machine
            .in_parallel(&tiling, |tile, _| tile.step(|step| step.discard(1, |_| true)))
            .unwrap();
        assert_eq!(kept(&machine), [1, 3]);
        machine.rewrite_payload(0, |_, words| words.fill(0)).unwrap();
        assert_eq!(kept(&machine), []);
        machine.rewrite_payload(0, |_, words| words.fill(7)).unwrap();
        machine.enqueue(0..1, 0).unwrap();
        let copied = Service::Copy(Copied { original: (0, 1), copy: (0, 0) });
        let any = |node: &crate::Node<'_>| !node.queue(0).is_empty();
        machine.step(|step| step.serve((0, &[0]), |node| any(node).then_some(copied))).unwrap();
        assert_eq!(kept(&machine), [0, 1, 3, 6, 7, 8]);
        let last =
            |node: &crate::Node<'_>| node.queue(0).at(End::Greatest).map(|_| Service::DeliverLast);
        machine.step(|step| step.serve((0, &[]), last)).unwrap();
        assert_eq!(kept(&machine), [6, 7, 8]);
    }
}
