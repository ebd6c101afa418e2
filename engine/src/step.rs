//! One step of the machine: the forms that act in it, and what they use.

use crate::geometry::Port;
use crate::machine::Machine;
use crate::violation::{Rule, Violation};

/// A step in the making. Every form called on it acts in this one step, on the state before it.
///
/// Forms of one step must use different ports and different lanes; this is checked when they are called, so that their
/// order cannot matter. Several may copy or deliver, each at other nodes; [`Step::discard`], which takes place at the end of the step, comes last.
/// It is stricter than rules M1 to M4 where two forms would use one port at different nodes. For the same reason a form
/// may not look into a lane that packets enter by an earlier one, nor into a queue that they enter or leave by one, nor
/// send words made of registers that took in words (rule M5).
#[derive(Debug)]
pub struct Step<'m> {
    pub(crate) machine: &'m mut Machine,
    /// Lanes whose packets act in this step.
    acting: u64,
    /// Lanes that packets enter in this step.
    entered: u64,
    /// Queues whose packets act in this step.
    queues_acting: u8,
    /// Queues that packets enter in this step.
    queues_entered: u8,
    ports: [Use; 4],
    /// Whether some node copies or delivers.
    copies: bool,
    ports_per_node: u64,
    exchanges: bool,
    /// Packets have left the network: no other form may follow.
    exits: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Idle,
    Carries,
    Exchanges,
}

/// What a form uses of the machine.
#[derive(Default)]
pub(crate) struct Footprint<'a> {
    /// The lanes whose packets it lets act, a bit each.
    pub(crate) acting: u64,
    /// The lanes that packets enter, by a link or as a copy: they cannot act or leave in the same step.
    pub(crate) entered: u64,
    /// The queues whose packets it lets act, a bit each.
    pub(crate) queues_acting: u8,
    /// The queues that packets enter; they act from the next step on, so an earlier form may let others of the queue act.
    pub(crate) queues_entered: u8,
    /// The ports over which packets or words leave.
    pub(crate) ports: &'a [Port],
    /// The most ports that one node uses.
    pub(crate) ports_per_node: u64,
    /// Whether packets are exchanged.
    pub(crate) exchanges: bool,
    /// Whether copies or deliveries are made.
    pub(crate) copies: bool,
    /// Whether the form keeps the packet counts of the nodes up to date.
    pub(crate) keeps_counts: bool,
}

impl<'m> Step<'m> {
    pub(crate) fn new(machine: &'m mut Machine) -> Self {
        machine.unsettled.step = machine.clock + 1;
        Self {
            machine,
            acting: 0,
            entered: 0,
            queues_acting: 0,
            queues_entered: 0,
            ports: [Use::Idle; 4],
            copies: false,
            ports_per_node: 0,
            exchanges: false,
            exits: false,
        }
    }

    /// Books what a form uses, and returns the machine for it to act on; none in a rehearsal, which has no packets.
    pub(crate) fn claim(
        &mut self,
        form: &Footprint<'_>,
    ) -> Result<Option<&mut Machine>, Violation> {
        let machine = &mut *self.machine;
        if self.exits || (self.acting | self.entered) & (form.acting | form.entered) != 0 {
            machine.breach(Rule::M3, 0, 2, 1)?;
        }
        if (self.queues_acting | self.queues_entered) & form.queues_acting != 0 {
            machine.breach(Rule::M3, 0, 2, 1)?;
        }
        machine.unsettled.lanes = self.entered;
        machine.unsettled.queues = self.queues_acting | self.queues_entered;
        if form.acting != 0 && !form.keeps_counts {
            machine.buffers.forget_counts();
        }
        self.acting |= form.acting;
        self.entered |= form.entered;
        self.queues_acting |= form.queues_acting;
        self.queues_entered |= form.queues_entered;
        let wanted = if form.exchanges { Use::Exchanges } else { Use::Carries };
        for port in form.ports {
            let used = &mut self.ports[port.number()];
            if *used == Use::Exchanges || (*used == Use::Carries && form.exchanges) {
                machine.breach(Rule::M4, 0, 2, 1)?;
            } else if *used == Use::Carries {
                machine.breach(Rule::M1, 0, 2, 1)?;
            }
            *used = wanted;
        }
        if form.copies && !self.copies {
            machine.copy_units.clear();
            machine.copy_units.resize(machine.shape.nodes().div_ceil(64), 0);
        }
        self.copies |= form.copies;
        self.ports_per_node += form.ports_per_node;
        self.exchanges |= form.exchanges;
        if machine.rehearses {
            // How many packets take a link is not known without them; an exchange uses all of its links.
            let moves = form.acting != 0 || form.queues_acting != 0;
            machine.audit.links_uncounted |= moves && !form.ports.is_empty() && !form.exchanges;
            return Ok(None);
        }
        Ok(Some(machine))
    }

    /// Books that packets of `lane` leave the network: those that entered the lane in this step cannot.
    pub(crate) fn claim_exit(&mut self, lane: usize) -> Result<Option<&mut Machine>, Violation> {
        if self.entered & lane_bit(lane) != 0 {
            self.machine.breach(Rule::M3, 0, 2, 1)?;
        }
        self.machine.buffers.forget_counts();
        self.machine.unsettled.lanes = self.entered;
        self.machine.unsettled.queues = self.queues_acting | self.queues_entered;
        self.exits = true;
        Ok((!self.machine.rehearses).then_some(&mut *self.machine))
    }

    /// Steps this step is charged.
    pub(crate) fn charge(&self) -> u64 {
        self.machine.options.model.charge(self.ports_per_node, self.exchanges, self.copies)
    }
}

impl Machine {
    /// Books the copy or delivery that `node` makes in this step.
    #[inline]
    pub(crate) fn use_copy_unit(&mut self, node: usize) -> Result<(), Violation> {
        let (units, bit) = (&mut self.copy_units[node / 64], 1 << (node % 64));
        if *units & bit != 0 {
            return self.breach(Rule::M2, node, 2, 1);
        }
        *units |= bit;
        Ok(())
    }
}

/// The bit of a lane in a [`Footprint`]; lanes from 63 on share the last one.
pub(crate) fn lane_bit(lane: usize) -> u64 {
    1 << lane.min(63)
}
