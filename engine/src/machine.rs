//! The machine: nodes, buffers, clock and books.

use crate::audit::{Audit, AuditLevel};
use crate::bands::Workers;
use crate::buffers::{Buffers, Lanes};
use crate::cost::CostModel;
use crate::deliveries::OutputQueues;
use crate::forms::Flight;
use crate::geometry::Shape;
use crate::header::Headers;
use crate::kernels::Kernels;
use crate::leap::{Mode, Rehearsals};
use crate::ledger::Ledger;
use crate::messages::Messages;
use crate::node::{Frame, Node, Unsettled};
use crate::packet::Held;
use crate::step::Step;
use crate::told::Control;
use crate::trace::{Record, Recorder};
use crate::variable::RunMark;
use crate::violation::{Rule, Violation};
use crossbeam::channel::Sender;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Passes of local work that a program may make between two steps: the O(1) of rule M5.
pub const LOCAL_PASSES: u32 = 32;

/// How a run is charged, watched and executed; the same for every algorithm.
#[derive(Clone, Debug)]
pub struct Options {
    /// The charges.
    pub model: CostModel,
    /// Whether every step is made.
    pub mode: Mode,
    /// What is recorded of buffers and links.
    pub audit: AuditLevel,
    /// Threads that run tiles, or bands of the rows of a large machine; the result does not depend on it.
    pub threads: usize,
    /// Where the trace goes; tracing costs nothing when off.
    pub trace: Option<Sender<Record>>,
    /// The instructions that inner loops use; the result does not depend on them.
    pub kernels: Kernels,
}

impl Default for Options {
    /// The paper's charges, every step made, peaks only, one thread, no trace.
    fn default() -> Self {
        Self {
            model: CostModel::default(),
            mode: Mode::default(),
            audit: AuditLevel::default(),
            threads: 1,
            trace: None,
            kernels: Kernels::default(),
        }
    }
}

/// A mesh machine in the middle of a run.
///
/// A program drives it by [steps](Machine::step), free local work between them, [spans](Machine::span) that name
/// where the steps go, and [tiles in parallel](Machine::in_parallel). It can neither read nor move anything else.
///
/// ```
/// use meshcast_engine::{Fold, Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// // Two nodes in a row hold packets with keys 7 and 3; one exchange, one step, puts them in order.
/// let shape = Shape::new(2, 1)?;
/// let set = Arc::new(Messages::one_each(2)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// machine.inject(0, |message| [7, 3][message as usize]);
/// machine.step(|step| step.exchange_columns(Fold::of_width(1), 2, [0, 1]))?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 1);
/// assert_eq!(outcome.packet(0, 0, 0).map(|packet| packet.key()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Machine {
    pub(crate) shape: Shape,
    pub(crate) frame: Frame,
    pub(crate) messages: Arc<Messages>,
    pub(crate) headers: Arc<Headers>,
    pub(crate) capacity: Option<usize>,
    pub(crate) options: Options,
    pub(crate) buffers: Buffers,
    /// A plane to gather into; its contents mean nothing between steps.
    pub(crate) scratch: Vec<u64>,
    pub(crate) scratch_identities: Vec<u32>,
    pub(crate) aside: Vec<u64>,
    pub(crate) word_scratch: Vec<u64>,
    pub(crate) word_runs: Vec<Range<usize>>,
    pub(crate) flight: Flight,
    /// Nodes that have copied or delivered in the step that is being made, a bit each.
    pub(crate) copy_units: Vec<u64>,
    /// Machines of tiles that have run, whose memory the next tiles take over.
    #[expect(clippy::vec_box, reason = "a machine is large, and goes to and fro for every tile")]
    pub(crate) spares: Vec<Box<Machine>>,
    /// Packets of queues on their way, each with the node it goes to.
    pub(crate) moving: Vec<(usize, Held)>,
    pub(crate) clock: u64,
    pub(crate) ledger: Ledger,
    pub(crate) audit: Audit,
    pub(crate) recorder: Option<Recorder>,
    pub(crate) output: OutputQueues,
    pub(crate) unenforced: Option<Rule>,
    pub(crate) unsettled: Unsettled,
    pub(crate) run: Arc<RunMark>,
    /// The threads that make steps by bands.
    pub(crate) workers: Arc<Workers>,
    pub(crate) control: Control,
    /// Whether this machine has no packets and only finds out what a program costs.
    pub(crate) rehearses: bool,
    /// Shared by a machine and its tiles.
    pub(crate) rehearsals: Arc<Rehearsals>,
    pub(crate) has_input_queues: bool,
    pub(crate) local_passes: u32,
    /// The violation that ended the run.
    stopped: Option<Violation>,
}

impl fmt::Debug for Machine {
    /// Leaves out the buffers: a program could read them from the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("shape", &self.shape)
            .field("capacity", &self.capacity)
            .field("steps", &self.clock)
            .finish_non_exhaustive()
    }
}

impl Machine {
    /// A machine of `shape` whose input queues hold `messages` and whose buffers are empty and hold at most `capacity`
    /// packets (rule M6). `None`: unlimited, for measuring what a greedy rival would need; a form's packets still stay
    /// in the lanes that it names.
    ///
    /// # Panics
    /// If the message set was made for another number of nodes, or the capacity is 0; if a machine that leaps is to be
    /// traced or fully audited, since it does not make every step.
    pub fn new(
        shape: Shape,
        messages: Arc<Messages>,
        capacity: Option<usize>,
        options: Options,
    ) -> Self {
        assert_eq!(messages.nodes(), shape.nodes(), "the message set is for another mesh");
        assert!(capacity.is_none_or(|capacity| capacity > 0), "a buffer holds at least one packet");
        let watched = options.trace.is_some() || options.audit == AuditLevel::Full;
        assert!(options.mode == Mode::Step || !watched, "a leap leaves nothing to watch");
        let frame =
            Frame { first_row: 0, first_col: 0, transposed: false, mesh_cols: shape.cols(), shape };
        let recorder = options.trace.clone().map(|sink| {
            let mut recorder = Recorder::new(Some(sink), 0);
            recorder.send(Record::Start { shape, capacity, model: options.model });
            recorder
        });
        let machine = Self::build(shape, frame, messages, capacity, options, recorder);
        let output = OutputQueues::of(&machine.messages);
        Self { has_input_queues: true, output, ..machine }
    }

    pub(crate) fn build(
        shape: Shape,
        frame: Frame,
        messages: Arc<Messages>,
        capacity: Option<usize>,
        options: Options,
        recorder: Option<Recorder>,
    ) -> Self {
        Self {
            shape,
            frame,
            messages,
            headers: Arc::default(),
            buffers: Buffers::new(shape.nodes(), capacity.unwrap_or(1), recorder.is_some()),
            scratch: Vec::new(),
            scratch_identities: Vec::new(),
            aside: Vec::new(),
            word_scratch: Vec::new(),
            word_runs: Vec::new(),
            flight: Flight::default(),
            copy_units: Vec::new(),
            spares: Vec::new(),
            moving: Vec::new(),
            clock: 0,
            ledger: Ledger::new(),
            audit: Audit::new(options.audit, shape.nodes()),
            recorder,
            output: OutputQueues::default(),
            unenforced: None,
            unsettled: Unsettled::default(),
            run: Arc::default(),
            workers: Arc::new(Workers::new(options.threads, shape.rows().max(shape.cols()), None)),
            control: Control::default(),
            rehearses: false,
            rehearsals: Arc::default(),
            has_input_queues: false,
            local_passes: 0,
            stopped: None,
            capacity,
            options,
        }
    }

    /// Makes it a machine without packets and with new books, for other nodes of the same mesh, which may be of another shape.
    pub(crate) fn move_to(&mut self, frame: Frame, recorder: Option<Recorder>) {
        self.buffers.clear(frame.shape.nodes(), self.capacity.unwrap_or(1));
        self.ledger.clear();
        (self.shape, self.frame, self.recorder) = (frame.shape, frame, recorder);
        self.audit = Audit::new(self.options.audit, frame.shape.nodes());
        self.unsettled = Unsettled::default();
        self.control = Control::default();
        self.stopped = None;
    }

    /// A machine that carries out what `rule` forbids instead of stopping: for testing checkers of traces.
    #[doc(hidden)]
    #[must_use]
    pub fn without_rule(mut self, rule: Rule) -> Self {
        self.unenforced = Some(rule);
        self
    }

    /// A machine whose steps are made by bands, if it has several threads, however few nodes it has: for testing.
    #[doc(hidden)]
    #[must_use]
    pub fn always_in_bands(mut self) -> Self {
        let longest = self.shape.rows().max(self.shape.cols());
        self.workers = Arc::new(Workers::new(self.options.threads, longest, Some(0)));
        self
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Steps so far: every node can count them.
    pub fn steps(&self) -> u64 {
        self.clock
    }

    /// One step of the machine: all forms that `forms` asks for act at once.
    ///
    /// # Errors
    /// A broken rule. It ends the run: whatever the program does with it, nothing more happens on this machine, and all
    /// that is asked of it returns the same error.
    pub fn step(
        &mut self,
        forms: impl FnOnce(&mut Step<'_>) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        self.go_on()?;
        let mut step = Step::new(self);
        let result = forms(&mut step);
        let charge = step.charge();
        result.map_err(|violation| self.stop(violation))?;
        self.go_on()?;
        (self.unsettled.lanes, self.unsettled.queues, self.unsettled.step) = (0, 0, 0);
        if let Some(node) = self.unsettled.take_seen() {
            self.breach(Rule::M5, node, 1, 0)?;
        }
        let step = self.clock + 1;
        self.clock += charge;
        if charge > 0 {
            self.local_passes = 0;
        }
        self.ledger.charge(charge);
        if let Some(recorder) = &mut self.recorder {
            recorder.stamp(self.clock);
        }
        let peak = self.observe(charge);
        self.check_capacity(peak, step)
    }

    /// Runs `program` inside a span of the ledger.
    ///
    /// # Errors
    /// Those of `program`.
    ///
    /// # Panics
    /// If the program puts another machine in the place of this one.
    pub fn span<T>(
        &mut self,
        name: &str,
        program: impl FnOnce(&mut Self) -> Result<T, Violation>,
    ) -> Result<T, Violation> {
        let (run, frame, clock) = (Arc::clone(&self.run), self.frame, self.clock);
        self.ledger.enter(name);
        let result = program(self);
        let same = self.is_of(&run, frame) && self.clock >= clock;
        assert!(same, "a program replaced its machine");
        self.ledger.leave();
        result
    }

    /// Whether this is the machine of `frame` in the run `run`.
    pub(crate) fn is_of(&self, run: &Arc<RunMark>, frame: Frame) -> bool {
        Arc::ptr_eq(&self.run, run) && self.frame == frame
    }

    pub(crate) fn node(&self, node: usize) -> Node<'_> {
        self.node_at(node / self.shape.cols(), node % self.shape.cols())
    }

    /// All nodes, row-major.
    pub(crate) fn each_node(&self) -> impl Iterator<Item = Node<'_>> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        (0..rows).flat_map(move |row| (0..cols).map(move |col| self.node_at(row, col)))
    }

    pub(crate) fn node_at(&self, row: usize, col: usize) -> Node<'_> {
        Node {
            row,
            col,
            frame: &self.frame,
            lanes: Lanes::Whole(&self.buffers.planes),
            queues: &self.buffers.queues,
            messages: &self.messages,
            headers: &self.headers,
            unsettled: &self.unsettled,
            run: &self.run,
        }
    }

    /// Counts one pass of local work, and returns whether there is anything to work on: not in a rehearsal.
    pub(crate) fn local_pass(&mut self) -> Result<bool, Violation> {
        self.go_on()?;
        self.local_passes += 1;
        if self.local_passes > LOCAL_PASSES {
            self.breach(Rule::M5, 0, u64::from(self.local_passes), u64::from(LOCAL_PASSES))?;
        }
        Ok(!self.rehearses)
    }

    /// Reports a broken rule, unless this machine was built not to enforce it. `node` is local.
    pub(crate) fn breach(
        &mut self,
        rule: Rule,
        node: usize,
        actual: u64,
        limit: u64,
    ) -> Result<(), Violation> {
        if self.unenforced == Some(rule) {
            return Ok(());
        }
        let node = self.frame.id_of(node);
        Err(self.stop(Violation { rule, step: self.clock + 1, node, actual, limit }))
    }

    /// Ends the run; returns the violation that ended it, which may be an earlier one.
    pub(crate) fn stop(&mut self, violation: Violation) -> Violation {
        *self.stopped.get_or_insert(violation)
    }

    /// The violation that ended the run, if one did.
    pub(crate) fn go_on(&self) -> Result<(), Violation> {
        self.stopped.map_or(Ok(()), Err)
    }
}
