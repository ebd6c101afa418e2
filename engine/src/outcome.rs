//! Reports what a finished run leaves behind.

use crate::audit::FullAudit;
use crate::cost::CostModel;
use crate::deliveries::Deliveries;
use crate::geometry::Shape;
use crate::ledger::LedgerLine;
use crate::nodes::{Buffers, RunMark, Slot, Variable};
use crate::options::Mode;
use crate::violation::Rule;
use std::sync::Arc;

/// The result of a run: everything counted, everything delivered, and the final buffers.
#[derive(Debug)]
pub struct Outcome {
    /// The mesh.
    pub shape: Shape,
    /// The charges under which the counts hold.
    pub model: CostModel,
    /// Packets a buffer may hold; `None` if unlimited.
    pub capacity: Option<usize>,
    /// Steps, the sum of the ledger.
    pub steps: u64,
    /// Where the steps went.
    pub ledger: Vec<LedgerLine>,
    /// Most packets in one buffer at the end of any step, t = 0 included.
    pub peak: u32,
    /// Whether the peak is a bound, since some of the ledger are: see [`Mode::Leap`](crate::Mode::Leap).
    pub peak_is_bound: bool,
    /// The ledger path of the first span that attains the peak.
    pub peak_path: String,
    /// Uses of directed links: a packet or a word 1, an exchange 2. In the spatial computer model this is the *energy* of the run: the
    /// hops of all messages.
    pub link_uses: u64,
    /// No chain of messages of which each depends on the one before is longer. A hop begins a message, unless it passes on what the
    /// last one has brought: by [`shift`](crate::Step::shift), with nothing done at any node in between. Of tiles in parallel the
    /// longest counts.
    pub depth: u64,
    /// No chain of dependent messages makes more hops: the steps in which anything crosses a link, of tiles in parallel the most.
    pub distance: u64,
    /// Packet copies made (deliveries not counted).
    pub copies: u64,
    /// Claims that the machine has checked; see [`Machine::claim`](crate::Machine::claim).
    pub claims: u64,
    /// What stands in the output queues.
    pub deliveries: Deliveries,
    /// Whether the program was told for nothing when all packets had left the network, as no node could know: see
    /// [`Machine::told_when_done`](crate::Machine::told_when_done).
    pub told_when_done: bool,
    /// Whether every step was made. In [`Mode::Leap`](crate::Mode::Leap) the program is trusted: nothing has checked that its leaps
    /// bring about what the steps would have.
    pub mode: Mode,
    /// Whether the trace could be read while the machine ran: a program that did knew what no node could.
    pub traced_live: bool,
    /// The rule that was not enforced: only tests of checkers can ask for that.
    pub unenforced: Option<Rule>,
    /// Machines beside this one that the process had made when the run ended. What runs elsewhere can tell a program anything about a
    /// message set: its steps, or a node's secret by the rule that it broke.
    pub other_machines: u64,
    /// The most 64-bit words that a node had in registers at a time, each register of a [`Variable`] rounded up to whole words.
    pub register_words: u64,
    /// The most words of destinations in the header of a packet: those of the message with the most. They cross a link with the packet,
    /// in its one step.
    pub header_words: usize,
    /// The most words that a header in which the program has written may have had, if there was a bound:
    /// [`Options::header_words`](crate::Options::header_words).
    pub header_words_limit: Option<usize>,
    /// The 64-bit words that every packet carried beside its key.
    pub payload_words: usize,
    /// The full audit, if the machine was asked for it.
    pub audit: Option<FullAudit>,
    pub(crate) buffers: Buffers,
    pub(crate) run: Arc<RunMark>,
}

/// A packet that a run has left in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftPacket {
    key: u32,
    message: u32,
    header: u32,
}

impl LeftPacket {
    /// The key.
    pub fn key(self) -> u32 {
        self.key
    }

    /// The number of its message in the message set.
    pub fn message(self) -> u32 {
        self.message
    }

    /// The number of its header: that of its message if it carries a whole one; past the messages, that of a
    /// [part](crate::Messages::in_parts) or a [replica](crate::Messages::with_replicas) of one.
    pub fn header(self) -> u32 {
        self.header
    }
}

impl Outcome {
    /// The packet left in slot `lane` of the node at `row`, `col`.
    pub fn packet(&self, lane: usize, row: usize, col: usize) -> Option<LeftPacket> {
        let packet = self.buffers.packet(Slot { lane, node: self.shape.index(row, col) })?;
        let message = self.deliveries.message_of(packet);
        Some(LeftPacket { key: packet.key(), message, header: packet.handle() })
    }

    /// What the packet left in slot `lane` of the node at `row`, `col` carries beside its key, if there is a packet:
    /// [`Outcome::payload_words`] words.
    pub fn payload(&self, lane: usize, row: usize, col: usize) -> Option<&[u64]> {
        let slot = Slot { lane, node: self.shape.index(row, col) };
        self.buffers.payload(slot)
    }

    /// In what the outcome of the same program in [`Mode::Leap`] differs from this one of [`Mode::Step`], if it does: the first of
    /// steps, ledger, copies, links, chains, deliveries, packets left and registers that is not the same, or a bound below a peak.
    pub fn difference_of_leap(&self, leapt: &Self) -> Option<String> {
        let lines = |outcome: &Self| {
            let line = |line: &LedgerLine| (line.path.clone(), line.calls, line.steps);
            outcome.ledger.iter().map(line).collect::<Vec<_>>()
        };
        let peaks = || self.ledger.iter().zip(&leapt.ledger);
        let is_exceeded = |(stepped, leapt): (&LedgerLine, &LedgerLine)| {
            stepped.peak > leapt.peak || !leapt.peak_is_bound && stepped.peak != leapt.peak
        };
        let numbers = |what, stepped: u64, leapt: u64| {
            (stepped != leapt).then(|| format!("{leapt} {what} in the place of {stepped}"))
        };
        let other = |what: &str, differs: bool| differs.then(|| format!("other {what}"));
        numbers("steps", self.steps, leapt.steps)
            .or_else(|| other("lines of the ledger", lines(self) != lines(leapt)))
            .or_else(|| numbers("copies", self.copies, leapt.copies))
            .or_else(|| numbers("uses of links", self.link_uses, leapt.link_uses))
            .or_else(|| numbers("messages in a chain", self.depth, leapt.depth))
            .or_else(|| numbers("hops in a chain", self.distance, leapt.distance))
            .or_else(|| other("deliveries", self.deliveries.sorted() != leapt.deliveries.sorted()))
            .or_else(|| other("packets left", !self.left().eq(leapt.left())))
            .or_else(|| numbers("words of registers", self.register_words, leapt.register_words))
            .or_else(|| other("peaks", self.peak > leapt.peak || peaks().any(is_exceeded)))
    }

    /// All packets left, with their slot and node. Unlimited buffers may have grown otherwise in steps than in leaps.
    fn left(&self) -> impl Iterator<Item = (usize, LeftPacket)> {
        let (shape, lanes) = (self.shape, self.buffers.lanes());
        (0..lanes * shape.nodes()).filter_map(move |slot| {
            let (row, col) = shape.position(slot % shape.nodes());
            Some((slot, self.packet(slot / shape.nodes(), row, col)?))
        })
    }

    /// Steps charged in the span of this path and in all spans inside it.
    pub fn steps_in(&self, path: &str) -> u64 {
        let is_inside = |line: &&LedgerLine| {
            let rest = line.path.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.ledger.iter().filter(is_inside).map(|line| line.steps).sum()
    }

    /// Packets left in the buffer of the node at `row`, `col`.
    pub fn packets_left(&self, row: usize, col: usize) -> u32 {
        self.buffers.occupancy(self.shape.index(row, col))
    }
}

impl<T> Variable<T> {
    /// The registers of all nodes, row-major, `per_node` each: for whoever started the run, once it is over.
    ///
    /// # Panics
    /// If `over` is the outcome of another run.
    pub fn reveal(self, over: &Outcome) -> Vec<T> {
        self.into_values(&over.run).expect("the registers are of another run")
    }
}
