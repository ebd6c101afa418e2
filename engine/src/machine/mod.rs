//! Runs programs on a mesh of nodes: steps, spans, tiles, leaps, and what comes of them.
//!
//! A [`Machine`] is what a program drives; a [`Stage`] is what step forms and local work act on. Its nodes and its scratch
//! memory are theirs. What a run is counted by ([`meter`]) and how it is set up ([`setup`]) is private to this folder.

pub(crate) mod claim;
mod control;
mod finish;
mod follow;
mod guarded;
pub(crate) mod leap;
mod load;
mod meter;
pub(crate) mod rehearsal;
mod setup;
mod stage;
mod step;
mod tiles;

use crate::audit::AuditLevel;
use crate::geometry::{MAX_NODES, Shape};
use crate::messages::Messages;
use crate::nodes::{Frame, Nodes, RunMark, Variable};
use crate::options::{Mode, Options};
use crate::violation::{Fault, Rule, Violation};
use setup::Setup;
use std::fmt;
use std::sync::Arc;

pub(crate) use guarded::Guarded;
pub(crate) use stage::{
    Arrivals, Band, Crossing, Departing, Errand, Errands, Flight, RowSends, Stage, lane_number,
};
pub use step::Step;
pub(crate) use step::{Footprint, Traffic};

/// Passes of local work that a program may make between two steps: the O(1) of rule M5.
pub const LOCAL_PASSES: u32 = 32;

/// The run, the place on its mesh, and whether it is a rehearsal: what tells a machine from others.
type Identity = (*const RunMark, Frame, bool);

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
/// machine.inject(0, |node| [7, 3][node.index()]);
/// machine.step(|step| step.exchange_columns(Fold::of_width(1), 2, [0, 1]))?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 1);
/// assert_eq!(outcome.packet(0, 0, 0).map(|packet| packet.key()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Machine {
    stage: Stage,
    /// Machines of tiles that have run, whose memory the next tiles take over.
    #[expect(clippy::vec_box, reason = "a machine is large, and goes to and fro for every tile")]
    spares: Vec<Box<Machine>>,
}

impl fmt::Debug for Machine {
    /// Leaves out the buffers: a program could read them from the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("shape", &self.shape())
            .field("capacity", &self.stage.setup.capacity)
            .field("steps", &self.steps())
            .finish_non_exhaustive()
    }
}

impl Machine {
    /// A machine of `shape` whose input queues hold `messages` and whose buffers are empty and hold at most `capacity`
    /// packets (rule M6). `None`: unlimited, for measuring what a greedy rival would need; a form's packets still stay
    /// in the lanes that it names.
    ///
    /// # Panics
    /// If the shape is [for formulas alone](Shape::unbounded), the message set was made for another number of nodes, or the
    /// capacity is 0; if a machine that leaps is to be traced or fully audited, since it does not make every step.
    pub fn new(
        shape: Shape,
        messages: Arc<Messages>,
        capacity: Option<usize>,
        options: Options,
    ) -> Self {
        assert!(shape.nodes() <= MAX_NODES, "a shape for formulas alone");
        assert_eq!(messages.nodes(), shape.nodes(), "the message set is for another mesh");
        assert!(capacity.is_none_or(|capacity| capacity > 0), "a buffer holds at least one packet");
        let watched = options.trace.is_some() || options.audit == AuditLevel::Full;
        assert!(options.mode == Mode::Step || !watched, "a leap leaves nothing to watch");
        let payload_words = options.payload_words;
        let identified = options.identify_packets();
        let lanes = capacity.unwrap_or(1);
        let nodes = Nodes::new(shape, messages, lanes, identified, payload_words);
        let stage = Stage::new(Setup::new(shape, capacity, options), nodes);
        Self { stage, spares: Vec::new() }
    }

    /// Another machine of the run, for a part of it: without packets, at the same time.
    fn part(&self, frame: Frame, threads: usize, rehearses: bool) -> Self {
        let stage = self.stage.part(frame, threads, rehearses);
        Self { stage, spares: Vec::new() }
    }

    /// A machine that carries out what `rule` forbids instead of stopping: for testing checkers of traces. The outcome says so.
    ///
    /// # Panics
    /// If the run has begun.
    #[cfg(any(test, feature = "unenforced-rules"))]
    #[doc(hidden)]
    #[must_use]
    pub fn without_rule(mut self, rule: Rule) -> Self {
        let is_new = self.steps() == 0 && self.stage.meter.open_path().is_empty();
        assert!(is_new, "a rule is left out before the run begins");
        let setup = Arc::get_mut(&mut self.stage.setup);
        setup.expect("a rule is left out of the whole machine").unenforced = Some(rule);
        self
    }

    /// A machine whose steps are made by bands, if it has several threads, however few nodes it has: for testing.
    #[doc(hidden)]
    #[must_use]
    pub fn always_in_bands(mut self) -> Self {
        let setup = (*self.stage.setup).clone().always_in_bands(self.shape());
        self.stage.setup = Arc::new(setup);
        self
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.stage.nodes.shape()
    }

    /// Steps so far: every node can count them.
    pub fn steps(&self) -> u64 {
        self.stage.meter.clock()
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
        self.stage.begin("")?;
        let mut guarded = Guarded(&mut self.stage);
        let mut step = Step::new(&mut guarded);
        let asked = forms(&mut step);
        step.end(asked)
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
        self.stage.meter.enter(name);
        let mut guarded = Guarded(self);
        let result = guarded.lend(program);
        guarded.stage.meter.leave();
        result
    }

    /// Runs a program that somebody else wrote, or a part of one: the violation that ended its run counts, whatever the program makes of
    /// it.
    ///
    /// # Errors
    /// Those of `program`, or the violation that ended the run.
    ///
    /// # Panics
    /// If the program puts another machine in the place of this one.
    pub fn run<T>(
        &mut self,
        program: impl FnOnce(&mut Self) -> Result<T, Violation>,
    ) -> Result<T, Violation> {
        let found = self.lend(program)?;
        self.stage.go_on().map(|()| found)
    }

    /// Lends the machine to `program`, which has to leave it where it is.
    fn lend<T>(&mut self, program: impl FnOnce(&mut Self) -> T) -> T {
        let lent = self.identity();
        let result = program(self);
        self.check_returned(lent);
        result
    }

    /// What tells the machine from others, and its clock.
    fn identity(&self) -> (Identity, u64) {
        let stage = &self.stage;
        let identity = (Arc::as_ptr(stage.nodes.run()), *stage.nodes.frame(), stage.rehearses());
        (identity, self.steps())
    }

    /// Fails unless the machine is the one that was lent, at that time or later.
    fn check_returned(&self, (lent, then): (Identity, u64)) {
        let (returned, now) = self.identity();
        assert!(returned == lent && now >= then, "a program replaced its machine");
    }

    /// What the nodes hold, to be read.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.stage.nodes
    }

    /// What the nodes hold, to be changed.
    pub(crate) fn nodes_mut(&mut self) -> &mut Nodes {
        &mut self.stage.nodes
    }

    /// Counts one pass of the local work `name`, and returns the stage to work on; none in a rehearsal.
    pub(crate) fn local_pass(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Guarded<'_, Stage>>, Violation> {
        let stage = &mut self.stage;
        stage.begin(name)?;
        let passes = stage.meter.count_pass();
        if passes > LOCAL_PASSES {
            let (passes, limit) = (u64::from(passes), u64::from(LOCAL_PASSES));
            stage.breach(Rule::M5, None, passes, limit, Fault::Work)?;
        }
        Ok((!stage.rehearses()).then_some(Guarded(stage)))
    }

    /// Has messages leave their input queues with values, and output queues keep them.
    ///
    /// # Panics
    /// If packets have no room for values, if the machine leaps, or if a message has left its queue.
    pub(crate) fn carry_values(&mut self, value: impl Fn(u32) -> u64) {
        let stage = &mut self.stage;
        let options = &stage.setup.options;
        assert!(options.payload_words > 0, "values need a word of the payload");
        assert!(options.mode == Mode::Step, "effects of leaps deliver no values");
        let all_wait = stage.nodes.buffers.beside.inputs.are_full();
        assert!(all_wait, "values are there before a message leaves its queue");
        let messages = 0..stage.nodes.messages().count();
        let values = messages.map(|message| value(stage.meter.number(message))).collect();
        stage.nodes.buffers.beside.payloads.carry(values);
        if !stage.setup.keeps_values {
            let setup = Arc::get_mut(&mut stage.setup);
            setup.expect("values are there before any tile").keeps_values = true;
        }
    }

    /// Fails unless the registers are of this machine.
    pub(crate) fn check_own<T>(&self, variable: &Variable<T>) {
        self.stage.check_own(variable);
    }
}
