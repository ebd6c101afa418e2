//! Leaps: the parts of a program whose steps do not depend on data are not made but counted.
//!
//! A leap has two halves. The *rehearsal* runs the part as it is, on a machine of the same shape that has no packets and
//! no registers: it books every step, span and use of a link that does not depend on these, so that a leap costs what
//! the steps cost, by the same program. The *effect*, written by whoever wrote the program, then brings about at once what
//! the steps would have. That both agree is for tests to show: nothing here can check it.

use crate::audit::Audit;
use crate::buffers::Slot;
use crate::cost::CostModel;
use crate::geometry::Shape;
use crate::header::HeaderWords;
use crate::ledger::Ledger;
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::{Held, Packet};
use crate::queues::End;
use crate::variable::Variable;
use crate::violation::Violation;
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

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

/// The rehearsals that a run keeps for parts of programs that have no plan to keep them with.
#[derive(Debug, Default)]
pub(crate) struct Rehearsals {
    kept: Mutex<Vec<Kept>>,
}

/// A part of a program on one shape, and its rehearsal.
#[derive(Debug)]
struct Kept {
    shape: Shape,
    /// What names it.
    part: Box<dyn Any + Send>,
    rehearsal: Arc<Rehearsal>,
}

/// Where the packets of a part of a program are while it runs: in lanes, or in lanes and queues.
#[derive(Clone, Debug)]
pub struct Room {
    lanes: Range<usize>,
    queues: bool,
}

impl Room {
    /// All queues, and these lanes, which are as many as the packets that a node ever has in both.
    pub fn with_queues(lanes: Range<usize>) -> Self {
        Self { lanes, queues: true }
    }
}

impl From<Range<usize>> for Room {
    fn from(lanes: Range<usize>) -> Self {
        Self { lanes, queues: false }
    }
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
    /// Within the part packets enter and leave `room` only, for instance a range of lanes: the number of its lanes, and the
    /// most packets that a node holds beside it, bound the peak. No `rehearsal` may be shared by different programs.
    ///
    /// # Errors
    /// Those of `program`; in a leap only those that do not depend on packets, and M6 if a buffer has not these lanes.
    ///
    /// # Panics
    /// If `program`, when rehearsed, acts on data, or puts another machine in the place of its own.
    pub fn leap(
        &mut self,
        rehearsal: &Rehearsal,
        room: impl Into<Room>,
        program: impl FnOnce(&mut Self) -> Result<(), Violation>,
    ) -> Result<Option<Effect<'_>>, Violation> {
        if self.options.mode == Mode::Step {
            program(self)?;
            return Ok(None);
        }
        self.go_on()?;
        let room = room.into();
        self.need_slots(room.lanes.end, 0)?;
        if let Some(books) = rehearsal.books.get().filter(|books| books.is_for(self)) {
            self.charge_rehearsal(books, &room);
        } else {
            let books = self.rehearse(program)?;
            self.charge_rehearsal(&books, &room);
            // Another thread's rehearsal, if it was first, has found out the same.
            let _ = rehearsal.books.set(Box::new(books));
        }
        self.buffers.forget_counts();
        Ok((!self.rehearses).then_some(Effect { machine: self }))
    }

    /// The rehearsal that this run keeps, on this shape, for the part of a program that `part` names. The type must be the
    /// program's own, and its value tell all that the steps of the part follow from beside the shape.
    pub fn rehearsal(&self, part: impl Any + PartialEq + Send) -> Arc<Rehearsal> {
        self.rehearsals.of(self.shape, part)
    }

    fn rehearse(
        &mut self,
        program: impl FnOnce(&mut Self) -> Result<(), Violation>,
    ) -> Result<Books, Violation> {
        let mut stage = self.blank(self.frame, 1, None);
        self.join(&mut stage);
        stage.rehearses = true;
        stage.local_passes = 0;
        let result = program(&mut stage);
        let same = stage.is_of(&self.run, self.frame) && stage.clock >= self.clock;
        assert!(same && stage.rehearses, "a program replaced its machine");
        result.and_then(|()| stage.go_on()).map_err(|violation| self.stop(violation))?;
        Ok(Books {
            model: self.options.model,
            shape: self.shape,
            steps: stage.clock - self.clock,
            local_passes: stage.local_passes,
            ledger: stage.ledger,
            audit: stage.audit,
        })
    }

    fn charge_rehearsal(&mut self, books: &Books, room: &Room) {
        self.clock += books.steps;
        self.local_passes =
            books.local_passes + if books.steps > 0 { 0 } else { self.local_passes };
        self.audit.add(&books.audit);
        let mut ledger = books.ledger.clone();
        if !self.rehearses {
            // Where no packet moves, what nodes hold is what they held.
            let Room { lanes, queues } = room;
            let peak = lanes.len() as u32 + self.buffers.most_beside(lanes, *queues);
            ledger.set_peaks(peak, !lanes.is_empty());
        }
        self.ledger.absorb(&ledger, true);
    }
}

impl Rehearsals {
    fn of<P: Any + PartialEq + Send>(&self, shape: Shape, part: P) -> Arc<Rehearsal> {
        // A list, since there are few parts, and its order does not tell who came first.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |kept: &&Kept| kept.shape == shape && kept.part.downcast_ref() == Some(&part);
        if let Some(kept) = kept.iter().find(is_it) {
            return Arc::clone(&kept.rehearsal);
        }
        let rehearsal = Arc::<Rehearsal>::default();
        let new = Kept { shape, part: Box::new(part), rehearsal: Arc::clone(&rehearsal) };
        kept.push(new);
        rehearsal
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

    /// The destinations of a packet.
    pub fn destinations(&self, packet: Packet) -> &[u32] {
        self.machine.messages.listed(packet.handle())
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

    /// Takes the packets out of queue `queue` of a node, least first.
    pub fn take_queued(&mut self, queue: usize, node: usize) -> Vec<Packet> {
        let queues = &mut self.machine.buffers.queues;
        std::iter::from_fn(|| queues.remove(queue, node, End::Least))
            .map(|held| held.packet)
            .collect()
    }

    /// Puts the packet with a new key into queue `queue` of a node.
    pub fn enqueue(&mut self, queue: usize, node: usize, packet: Packet, key: u32) {
        let held = Held { packet: packet.with_key(key), identity: 0 };
        self.machine.buffers.queues.insert(queue, node, held);
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

    /// Delivers the message of a packet at a node.
    pub fn deliver_at(&mut self, packet: Packet, node: usize) {
        self.machine.log_delivery(node, Held { packet, identity: 0 });
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
