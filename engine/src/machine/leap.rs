//! Leaps over the parts of a program whose steps do not depend on data: they are counted instead of made.
//!
//! A leap has two halves. The *rehearsal* runs the part as it is, on a machine of the same shape that has no packets and
//! no registers: it counts every step, span and use of a link that does not depend on these, so that a leap costs what
//! the steps cost, by the same program. The *effect*, written by whoever wrote the program, then brings about at once what
//! the steps would have, and says how many hops packets would have made. That both agree is for tests to show: nothing here can check it.

use super::Machine;
use super::rehearsal::{Cost, Rehearsal};
use super::stage::Stage;
use crate::geometry::Shape;
use crate::nodes::{End, HeaderWords, InputQueues, Node, Slot, Variable};
use crate::options::Mode;
use crate::packet::{Held, Packet};
use crate::violation::Violation;
use std::any::Any;
use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

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

/// A part of a program, to be run or rehearsed once. Behind a pointer: leaping is not compiled for each.
type Part<'p> = dyn FnMut(&mut Machine) -> Result<(), Violation> + 'p;

/// The state of a machine that has leapt, for the program to bring up to date.
///
/// Unlike a node, it sees everything, and what it does is not charged: the rehearsal has been. Hops, copies and deliveries are those
/// that it says.
#[derive(Debug)]
pub struct Effect<'m> {
    stage: &'m mut Stage,
}

impl Machine {
    /// Runs `program`, a part of a program whose steps do not depend on data; in [`Mode::Leap`], charges its rehearsal
    /// instead and returns the state, in which its effect is then to be brought about.
    ///
    /// Within the part packets enter and leave `room` only, for instance a range of lanes: the number of its lanes, and the
    /// most packets that a node holds beside it, bound the peak. A `rehearsal` counts for the place in the source where it was made: of
    /// two programs that share one, the second is rehearsed each time.
    ///
    /// # Errors
    /// Those of `program`; in a leap only those that do not depend on packets, and M6 if a buffer has not these lanes.
    ///
    /// # Panics
    /// If `program`, when rehearsed, acts on data, or puts another machine in the place of its own.
    #[track_caller]
    pub fn leap(
        &mut self,
        rehearsal: &Rehearsal,
        room: impl Into<Room>,
        program: impl FnOnce(&mut Self) -> Result<(), Violation>,
    ) -> Result<Option<Effect<'_>>, Violation> {
        let place = Location::caller();
        let mut program = Some(program);
        self.leap_at(place, rehearsal, &room.into(), &mut |machine| {
            program.take().expect("a part is run or rehearsed once")(machine)
        })
    }

    fn leap_at(
        &mut self,
        place: &'static Location<'static>,
        rehearsal: &Rehearsal,
        room: &Room,
        program: &mut Part<'_>,
    ) -> Result<Option<Effect<'_>>, Violation> {
        self.stage.meter.end_message();
        if self.stage.setup.options.mode == Mode::Step {
            program(self)?;
            return Ok(None);
        }
        self.stage.begin("leap")?;
        self.stage.need_slots(room.lanes.end)?;
        let cost =
            rehearsal.cost.get().filter(|cost| cost.place == place && self.stage.holds(cost));
        if let Some(cost) = cost {
            self.stage.charge(cost, room);
        } else {
            let cost = self.rehearse(place, program)?;
            self.stage.charge(&cost, room);
            // Another thread's rehearsal, if it was first, has found out the same.
            let _ = rehearsal.cost.set(Box::new(cost));
        }
        self.stage.nodes.buffers.forget_counts();
        Ok((!self.stage.rehearses()).then_some(Effect { stage: &mut self.stage }))
    }

    /// The rehearsal that this run keeps, on this shape, for the part of a program that `part` names. The type must be the
    /// program's own, and its value tell all that the steps of the part follow from beside the shape.
    ///
    /// In [`Mode::Step`] it is a new one, which nobody looks at: tiles could tell each other something by what is kept.
    pub fn rehearsal(&self, part: impl Any + PartialEq + Send) -> Arc<Rehearsal> {
        match self.stage.setup.options.mode {
            Mode::Step => Arc::default(),
            Mode::Leap => self.stage.setup.rehearsals.of(self.shape(), part),
        }
    }

    fn rehearse(
        &mut self,
        place: &'static Location<'static>,
        program: &mut Part<'_>,
    ) -> Result<Cost, Violation> {
        let mut empty = self.part(*self.nodes().frame(), 1, true);
        empty.stage.meter.begin_rehearsal();
        if !self.nodes().buffers.beside.inputs.are_absent() {
            empty.stage.nodes.buffers.beside.inputs = InputQueues::empty();
        }
        let result = empty.run(program);
        result.map_err(|violation| self.stage.stop_within(violation))?;
        let (setup, shape) = (&self.stage.setup, self.shape());
        let held = &self.nodes().registers_held;
        let registers = empty.nodes().registers_held.peak().saturating_sub(held.words());
        Ok(empty.stage.meter.into_cost(place, registers, &self.stage.meter, setup, shape))
    }
}

impl Stage {
    /// Whether a rehearsal has counted what the same part of a program costs here.
    fn holds(&self, cost: &Cost) -> bool {
        cost.model == self.setup.options.model && cost.shape == self.nodes.shape()
    }

    fn charge(&mut self, cost: &Cost, Room { lanes, queues }: &Room) {
        // Where no packet moves, what nodes hold is what they held.
        let peak = (!self.rehearses()).then(|| {
            let most = lanes.len() as u32 + self.nodes.buffers.most_beside(lanes, *queues);
            (most, !lanes.is_empty())
        });
        self.nodes.registers_held.raise_by(cost.registers);
        self.meter.charge(cost, peak);
    }
}

impl Effect<'_> {
    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.stage.nodes.shape()
    }

    /// The node of index `node`, row-major.
    pub fn node(&self, node: usize) -> Node<'_> {
        self.stage.nodes.node(node)
    }

    /// The source of a packet's message.
    pub fn source(&self, packet: Packet) -> u32 {
        let messages = self.stage.nodes.messages();
        messages.source(messages.message_of(packet.handle()) as usize)
    }

    /// The destinations of a packet.
    pub fn destinations(&self, packet: Packet) -> &[u32] {
        self.stage.nodes.messages().listed(packet.handle())
    }

    /// Takes the packet out of slot `lane` of a node.
    pub fn take(&mut self, lane: usize, node: usize) -> Option<Packet> {
        self.stage.nodes.buffers.take(Slot { lane, node }).map(|held| held.packet)
    }

    /// Puts a packet with a new key into slot `lane` of a node.
    ///
    /// # Panics
    /// If the slot is taken, or beyond the buffer.
    pub fn put(&mut self, lane: usize, node: usize, packet: Packet, key: u32) {
        let slot = Slot { lane, node };
        self.stage.nodes.headers_change();
        assert!(lane < self.stage.nodes.buffers.lanes(), "lane {lane} is beyond the buffer");
        assert!(self.stage.nodes.buffers.packet(slot).is_none(), "slot {lane} of {node} is taken");
        self.stage.nodes.buffers.put(slot, Held { packet: packet.with_key(key), identity: 0 });
    }

    /// Takes the packets out of queue `queue` of a node, least first.
    pub fn take_queued(&mut self, queue: usize, node: usize) -> Vec<Packet> {
        let queues = &mut self.stage.nodes.buffers.beside.queues;
        std::iter::from_fn(|| queues.remove(queue, node, End::Least))
            .map(|held| held.packet)
            .collect()
    }

    /// Puts the packet with a new key into queue `queue` of a node.
    pub fn enqueue(&mut self, queue: usize, node: usize, packet: Packet, key: u32) {
        let held = Held { packet: packet.with_key(key), identity: 0 };
        self.stage.nodes.headers_change();
        self.stage.nodes.buffers.beside.queues.insert(queue, node, held);
    }

    /// Counts a [bare](crate::Step::copy_bare) copy of a packet, with a new key, and returns it.
    ///
    /// # Panics
    /// If packets carry payloads, and the packet has such a copy or is one.
    pub fn copy_bare(&mut self, packet: Packet, key: u32) -> Packet {
        self.stage.meter.count_copies(1);
        let copy = packet.bare().with_key(key);
        let held = |packet| Held { packet, identity: 0 };
        self.stage.nodes.buffers.beside.payloads.copy(held(packet), held(copy));
        copy
    }

    /// What a packet carries beside its key.
    pub fn payload(&self, packet: Packet) -> &[u64] {
        self.stage.nodes.buffers.beside.payloads.of(Held { packet, identity: 0 })
    }

    /// Rewrites what a packet carries beside its key.
    pub fn rewrite_payload(&mut self, packet: Packet, words: &[u64]) {
        self.stage.nodes.buffers.beside.payloads.write(Held { packet, identity: 0 }, words);
    }

    /// The packet with a new key.
    #[inline]
    pub fn rekeyed(packet: Packet, key: u32) -> Packet {
        packet.with_key(key)
    }

    /// Counts so many hops of packets: uses of links that the rehearsal has not counted, since it has no packets. They are
    /// those of the whole part, leaps within it included, whose effects are not asked for. Words and exchanges use links with packets or
    /// without and are counted by the rehearsal.
    pub fn count_hops(&mut self, hops: u64) {
        self.stage.meter.count_links(hops);
    }

    /// Counts so many copies of packets.
    pub fn count_copies(&mut self, copies: u64) {
        self.stage.meter.count_copies(copies);
    }

    /// Delivers the message of a packet to destination `number` in its header.
    ///
    /// # Panics
    /// If the packet has no such destination.
    pub fn deliver(&mut self, packet: Packet, number: usize) {
        self.stage.meter.deliver_listed(self.stage.nodes.messages(), packet, number);
    }

    /// Delivers the message of a packet at a node.
    pub fn deliver_at(&mut self, packet: Packet, node: usize) {
        self.stage.log_delivery(node, Held { packet, identity: 0 });
    }

    /// Rewrites the header words of the packet in slot `lane` of a node, if there is one. A header with more words than
    /// [a link takes](crate::Options::header_words) breaks rule M1 as in [`Machine::annotate`]: the run has ended then, and whatever
    /// is asked of the machine next says so.
    pub fn annotate(
        &mut self,
        lane: usize,
        node: usize,
        work: impl FnOnce(&Node<'_>, &mut HeaderWords<'_>),
    ) {
        let place = self.stage.nodes.node(node);
        if let Some(packet) = place.packet(lane) {
            let mut words = self.stage.nodes.header_words(packet);
            work(&place, &mut words);
            if words.is_written() {
                // The stage remembers the violation.
                let _ = self.stage.check_width(node, packet);
            }
        }
    }

    /// The registers of all nodes, row-major, [`Variable::per_node`] each.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn values<'v, T: Copy>(&self, variable: &'v mut Variable<T>) -> &'v mut [T] {
        self.stage.check_own(variable);
        variable.values_mut()
    }
}
