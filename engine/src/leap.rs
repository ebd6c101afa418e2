//! Leaps: the parts of a program whose steps do not depend on data are not made but counted.
//!
//! A leap has two halves. The *rehearsal* runs the part as it is, on a machine of the same shape that has no packets and
//! no registers: it books every step, span and use of a link that does not depend on these, so that a leap costs what
//! the steps cost, by the same program. The *effect*, written by whoever wrote the program, then brings about at once what
//! the steps would have. That both agree is for tests to show: nothing here can check it.

use crate::audit::Audit;
use crate::buffers::{Held, Slot};
use crate::cost::CostModel;
use crate::geometry::Shape;
use crate::header::HeaderWords;
use crate::ledger::Ledger;
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::Packet;
use crate::variable::Variable;
use crate::violation::Violation;
use std::ops::Range;
use std::sync::OnceLock;

/// Whether a machine makes every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every step is made, and every rule checked.
    #[default]
    Step,
    /// Parts of programs [leap](Machine::leap). Steps, ledger, copies and deliveries are those of [`Mode::Step`]; peaks are
    /// bounds, links may be uncounted, and of broken rules only those are found that do not depend on packets.
    Leap,
}

/// What a part of a program costs on one shape, once it has been rehearsed: to be kept with a program that runs often.
#[derive(Clone, Debug, Default)]
pub struct Rehearsal {
    books: OnceLock<Box<Books>>,
}

/// What a rehearsal has counted.
#[derive(Clone, Debug)]
struct Books {
    model: CostModel,
    shape: Shape,
    steps: u64,
    local_passes: u32,
    ledger: Ledger,
    audit: Audit,
}

/// The state of a machine that has leapt, for the program to bring up to date.
///
/// Unlike a node, it sees everything, and what it does is not charged: the rehearsal has been.
#[derive(Debug)]
pub struct Effect<'m> {
    machine: &'m mut Machine,
}

impl Machine {
    /// Runs `program`, a part of a program whose steps do not depend on data; in [`Mode::Leap`], charges its rehearsal
    /// instead and returns the state, in which its effect is then to be brought about.
    ///
    /// Within the part packets enter and leave lanes `lanes` only: their number, and the most packets that a node holds
    /// beside them, bound the peak. No `rehearsal` may be shared by different programs.
    ///
    /// # Errors
    /// Those of `program`; in a leap only those that do not depend on packets, and M6 if a buffer has not these lanes.
    ///
    /// # Panics
    /// If `program`, when rehearsed, acts on data.
    pub fn leap(
        &mut self,
        rehearsal: &Rehearsal,
        lanes: Range<usize>,
        program: impl FnOnce(&mut Self) -> Result<(), Violation>,
    ) -> Result<Option<Effect<'_>>, Violation> {
        if self.options.mode == Mode::Step {
            program(self)?;
            return Ok(None);
        }
        self.go_on()?;
        self.need_slots(lanes.end, 0)?;
        if let Some(books) = rehearsal.books.get().filter(|books| books.is_for(self)) {
            self.charge_rehearsal(books, &lanes);
        } else {
            let books = self.rehearse(program)?;
            self.charge_rehearsal(&books, &lanes);
            // Another thread's rehearsal, if it was first, has found out the same.
            let _ = rehearsal.books.set(Box::new(books));
        }
        self.buffers.forget_counts();
        Ok((!self.rehearses).then_some(Effect { machine: self }))
    }

    fn rehearse(
        &mut self,
        program: impl FnOnce(&mut Self) -> Result<(), Violation>,
    ) -> Result<Books, Violation> {
        let mut stage = self.blank(self.frame, 1, None);
        self.join(&mut stage);
        stage.rehearses = true;
        stage.local_passes = 0;
        program(&mut stage)
            .and_then(|()| stage.go_on())
            .map_err(|violation| self.stop(violation))?;
        Ok(Books {
            model: self.options.model,
            shape: self.shape,
            steps: stage.clock - self.clock,
            local_passes: stage.local_passes,
            ledger: stage.ledger,
            audit: stage.audit,
        })
    }

    fn charge_rehearsal(&mut self, books: &Books, lanes: &Range<usize>) {
        self.clock += books.steps;
        self.local_passes =
            books.local_passes + if books.steps > 0 { 0 } else { self.local_passes };
        self.audit.add(&books.audit);
        let mut ledger = books.ledger.clone();
        if !self.rehearses {
            // Where no packet moves, what nodes hold is what they held.
            let peak = lanes.len() as u32 + self.buffers.most_beside(lanes);
            ledger.set_peaks(peak, !lanes.is_empty());
        }
        self.ledger.absorb(&ledger, true);
    }
}

impl Books {
    /// Whether they hold on this machine.
    fn is_for(&self, machine: &Machine) -> bool {
        self.model == machine.options.model && self.shape == machine.shape
    }
}

impl Effect<'_> {
    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.machine.shape
    }

    /// The node of index `node`, row-major.
    pub fn node(&self, node: usize) -> Node<'_> {
        self.machine.node(node)
    }

    /// Takes the packet out of slot `lane` of a node.
    pub fn take(&mut self, lane: usize, node: usize) -> Option<Packet> {
        self.machine.buffers.take(Slot { lane, node }).map(|held| held.packet)
    }

    /// Puts a packet with a new key into slot `lane` of a node.
    ///
    /// # Panics
    /// If the slot is taken, or beyond the buffer.
    pub fn put(&mut self, lane: usize, node: usize, packet: Packet, key: u32) {
        let slot = Slot { lane, node };
        assert!(lane < self.machine.buffers.lanes(), "lane {lane} is beyond the buffer");
        assert!(self.machine.buffers.packet(slot).is_none(), "slot {lane} of {node} is taken");
        self.machine.buffers.put(slot, Held { packet: packet.with_key(key), identity: 0 });
    }

    /// Books that so many packets have been copied.
    pub fn count_copies(&mut self, copies: u64) {
        self.machine.audit.copies += copies;
    }

    /// Delivers the message of a packet to destination `number` in its header.
    ///
    /// # Panics
    /// If the packet has no such destination.
    pub fn deliver(&mut self, packet: Packet, number: usize) {
        let machine = &mut *self.machine;
        machine.output.put_listed(&machine.messages, packet.handle(), number);
    }

    /// Rewrites the header words of the packet in slot `lane` of a node, if there is one.
    pub fn annotate(
        &mut self,
        lane: usize,
        node: usize,
        work: impl FnOnce(&Node<'_>, &mut HeaderWords<'_>),
    ) {
        let place = self.machine.node(node);
        if let Some(packet) = place.packet(lane) {
            let mut words = self.machine.header_words(packet);
            work(&place, &mut words);
        }
    }

    /// The registers of all nodes, row-major, [`Variable::per_node`] each.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn values<'v, T: Copy>(&self, variable: &'v mut Variable<T>) -> &'v mut [T] {
        self.machine.check_own(variable);
        &mut variable.values
    }
}
