//! A machine to run small programs on, lawful and unlawful ones.

use crossbeam::channel::unbounded;
use meshcast_engine::{
    AuditLevel, CostModel, Machine, Messages, Options, Outcome, Rule, Shape, TraceSink, Violation,
};
use meshcast_tests::replay::{Replay, ReplayRule, replay};
use meshcast_tests::trace_text;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A machine before a run: a packet in lane 0 of every source, or all messages in their input queues.
pub(super) struct Setting {
    pub(super) is_loaded: bool,
    pub(super) shape: Shape,
    pub(super) capacity: Option<usize>,
    pub(super) messages: Arc<Messages>,
    pub(super) model: CostModel,
}

/// The violation that a program is expected to be stopped with: the rule, the step, the node, what the program did and what the
/// rule allows.
pub(super) type Broken = (Rule, u64, Option<u32>, u64, u64);

/// One at a node, or at none.
pub(super) fn broken(
    rule: Rule,
    step: u64,
    node: impl Into<Option<u32>>,
    actual: u64,
    limit: u64,
) -> Broken {
    (rule, step, node.into(), actual, limit)
}

/// What came of a program, to be compared with [`broken`].
pub(super) fn stopped<T>(result: Result<T, Violation>) -> Result<T, Broken> {
    result.map_err(|found| (found.rule, found.step, found.node, found.actual, found.limit))
}

/// The words that `program` panics with.
pub(super) fn panic_of(program: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(program)).expect_err("the program is refused");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().expect("a panic has words")).to_owned(),
    }
}

impl Setting {
    /// A message without destinations at every node; a packet's key is its message, that is its node.
    pub(super) fn new(rows: usize, cols: usize, capacity: usize) -> Self {
        let shape = Shape::new(rows, cols).unwrap();
        let messages = Arc::new(Messages::one_each(shape.nodes()).unwrap());
        let (capacity, model) = (Some(capacity), CostModel::default());
        Self { is_loaded: true, shape, capacity, messages, model }
    }

    /// The same with these messages instead.
    pub(super) fn with_messages<const COUNT: usize>(
        self,
        messages: [(u32, &[u32]); COUNT],
    ) -> Self {
        let messages = messages.map(|(source, destinations)| (source, destinations.to_vec()));
        Self { messages: Arc::new(Messages::new(self.shape.nodes(), messages).unwrap()), ..self }
    }

    /// The same with all messages in their input queues.
    pub(super) fn waiting(self) -> Self {
        Self { is_loaded: false, ..self }
    }

    /// The machine before the run.
    pub(super) fn machine(&self, options: Options) -> Machine {
        let mut machine = self.empty_machine(options);
        if self.is_loaded {
            machine.inject(0, |node| node.index() as u32);
        }
        machine
    }

    /// The machine with all messages in their input queues.
    pub(super) fn empty_machine(&self, options: Options) -> Machine {
        Machine::new(self.shape, Arc::clone(&self.messages), self.capacity, options)
    }

    fn options(&self) -> Options {
        Options { model: self.model, ..Options::default() }
    }

    /// Runs a lawful program.
    #[track_caller]
    pub(super) fn run(&self, program: impl Fn(&mut Machine) -> Result<(), Violation>) -> Outcome {
        let mut machine = self.machine(self.options());
        program(&mut machine).expect("a lawful program");
        machine.finish()
    }

    /// Runs a lawful program and what replays of its trace.
    #[track_caller]
    pub(super) fn replayed(
        &self,
        program: impl Fn(&mut Machine) -> Result<(), Violation>,
    ) -> (Outcome, Replay) {
        self.trace(|machine| machine, program)
    }

    #[track_caller]
    fn trace(
        &self,
        adjust: impl Fn(Machine) -> Machine,
        program: impl Fn(&mut Machine) -> Result<(), Violation>,
    ) -> (Outcome, Replay) {
        let (sink, records) = unbounded();
        let mut machine =
            adjust(self.machine(Options { trace: Some(TraceSink::live(sink)), ..self.options() }));
        program(&mut machine).expect("no rule that is enforced is broken");
        let outcome = machine.finish();
        let text = trace_text(records.try_iter(), &self.messages);
        (outcome, replay(text.as_bytes()))
    }

    /// Checks that a program keeps the rules, and that its trace says so.
    #[track_caller]
    pub(super) fn allows(&self, program: impl Fn(&mut Machine) -> Result<(), Violation>) {
        self.run(&program);
        let (_, seen) = self.replayed(program);
        assert_eq!(seen.findings, []);
    }

    /// Checks that the machine stops a program with exactly this violation, however it is watched.
    #[track_caller]
    pub(super) fn refuses(
        &self,
        program: impl Fn(&mut Machine) -> Result<(), Violation>,
        violation: Broken,
    ) {
        let plain = self.options();
        let full = Options { audit: AuditLevel::Full, ..self.options() };
        let traced = Options { trace: Some(TraceSink::live(unbounded().0)), ..self.options() };
        for (name, options) in [("plain", plain), ("audited", full), ("traced", traced)] {
            assert_eq!(stopped(program(&mut self.machine(options))), Err(violation), "{name}");
        }
    }

    /// Checks that a machine which does not enforce `rule` carries the program out, and that the replay of its trace
    /// finds what it did, in the step in which the machine would have stopped.
    #[track_caller]
    pub(super) fn replay_finds(
        &self,
        program: impl Fn(&mut Machine) -> Result<(), Violation>,
        (rule, step, ..): Broken,
        found: ReplayRule,
    ) {
        let (_, seen) = self.trace(|machine| machine.without_rule(rule), program);
        let shown: Vec<String> = seen.findings.iter().map(ToString::to_string).collect();
        let first = seen.findings.first().expect("the replay finds something");
        assert_eq!(first.rule, found, "{shown:#?}");
        // What was never delivered is missed at the end.
        if found != ReplayRule::Delivery {
            assert_eq!(first.t, Some(step), "{shown:#?}");
        }
    }

    /// [`Setting::refuses`] and [`Setting::replay_finds`].
    #[track_caller]
    pub(super) fn refuses_and_replay_finds(
        &self,
        program: impl Fn(&mut Machine) -> Result<(), Violation>,
        violation: Broken,
        found: ReplayRule,
    ) {
        self.refuses(&program, violation);
        self.replay_finds(program, violation, found);
    }
}
