//! `meshcast pram run`: one program, every step of the network charged.

use super::error::PramError;
use super::input::{Input, input};
use crate::console::progress::watch;
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::flags::{AuditName, FlagError, ModeName, PramKindName, PramProgramName, PramRunArgs};
use crate::memory::{self, Need};
use crate::output::check_files;
use crate::present::text;
use crate::results::audit_summary::AuditSummary;
use crate::results::pram::{ConflictResult, Part, PramResult};
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, PrimitiveBuffer, Registers, Spatial, Timing, VERSION,
};
use crate::run::leap_complaint;
use crate::trace_writer::traced;
use meshcast_algorithms::programs::{
    AccessOnce, Bfs, Checked, Components, IndependentSet, ListRanking, MatrixProduct,
    MergeExchange, PrefixSums, SparseProduct,
};
use meshcast_algorithms::{Pram, PramConflict, PramMode};
use meshcast_engine::{FullAudit, Machine, Mode, Options, Outcome, Shape, Violation};
use meshcast_primitives::SharedMemory;
use std::time::{Duration, Instant};

/// What a run has left and found.
struct Finished {
    outcome: Outcome,
    elapsed: Duration,
    pram_steps: u64,
    accesses: u64,
    rehashes: u32,
    rounds: u32,
    is_right: bool,
}

/// What ends a run early.
enum Stopped {
    Violation(Violation),
    Conflict(PramConflict),
}

/// Runs what `args` ask for.
pub(super) fn run(args: &PramRunArgs, terminal: Terminal) -> Result<Reply, PramError> {
    check_flags(args)?;
    let input = watch("making the input", terminal.progress, || input(args))?;
    let (seed, nodes) = (args.run.seed, input.shape().nodes());
    match (&input, args.program) {
        (Input::Graph(_, graph), PramProgramName::Components) => {
            execute(args, &input, &Components::new(graph.clone()), terminal)
        }
        (Input::Graph(_, graph), PramProgramName::Bfs) => {
            execute(args, &input, &Bfs::new(graph.clone()), terminal)
        }
        (Input::Graph(_, graph), _) => {
            execute(args, &input, &IndependentSet::new(graph.clone(), seed), terminal)
        }
        (Input::Matrix(set), _) => {
            execute(args, &input, &SparseProduct::of_messages(&set.messages, seed), terminal)
        }
        (&Input::Cells(_, cells), _) => {
            let pattern = args.kind.pattern.unwrap_or_default().pattern();
            let program = AccessOnce::new(pattern, (nodes, cells), mode_of(args), seed);
            execute(args, &input, &program, terminal)
        }
        (Input::Mesh(_), PramProgramName::PrefixSums) => {
            execute(args, &input, &PrefixSums::new(nodes, seed), terminal)
        }
        (Input::Mesh(_), PramProgramName::ListRanking) => {
            execute(args, &input, &ListRanking::new(nodes, seed), terminal)
        }
        (Input::Mesh(_), PramProgramName::Sort) => {
            execute(args, &input, &MergeExchange::new(nodes, seed), terminal)
        }
        (Input::Mesh(_), _) => execute(args, &input, &MatrixProduct::new(nodes, seed), terminal),
    }
}

/// Refuses flags that do not go together.
fn check_flags(args: &PramRunArgs) -> Result<(), PramError> {
    let watches = [("--trace", args.trace.is_some()), ("--audit full", args.audit.is_full())];
    if let Some((flag, _)) = watches.into_iter().find(|&(_, watches)| watches)
        && args.mode == ModeName::Leap
    {
        return Err(PramError::LeapWatched { flag, mode: args.mode.name() });
    }
    if args.kind.operator.is_some() && kind_of(args) != PramKindName::CrcwCombining {
        let (flag, needs) = ("--operator", "--pram crcw-combining");
        return Err(FlagError::Misplaced { flag, needs, with: kind_of(args).name() }.into());
    }
    check_files(&args.set.files(), &[("--trace", args.trace.as_deref())])?;
    Ok(())
}

fn kind_of(args: &PramRunArgs) -> PramKindName {
    args.kind.pram.unwrap_or_else(|| args.program.usual_kind())
}

fn mode_of(args: &PramRunArgs) -> PramMode {
    kind_of(args).mode(args.kind.operator.unwrap_or_default())
}

fn execute<P: Checked>(
    args: &PramRunArgs,
    input: &Input,
    program: &P,
    terminal: Terminal,
) -> Result<Reply, PramError> {
    let shape = input.shape();
    check_size(args, program, shape)?;
    let pram = watch("planning the accesses", terminal.progress, || {
        Pram::new(program, shape, mode_of(args), args.kind.layout.layout(), args.run.seed)
    });
    let messages = pram.messages()?;
    let traced = traced(args.trace.as_deref(), &messages, |trace| {
        let options =
            Options { trace, audit: args.audit.level(), ..options(args, args.mode.mode()) };
        watch("running the program", terminal.progress, || run_in(&pram, program, shape, options))
    })?;
    let (finished, piped) = match traced {
        Ok(finished) => finished,
        Err(stopped) => return Ok(reply_of(&stopped, args)),
    };
    let result = result(args, (input, program), &pram, &finished);
    let reply = Reply::showing(args.run.format, &result, text::pram_run);
    let complaint = (!finished.is_right).then(|| {
        format!("expected what the host computes, found another result of {}", result.program)
    });
    let leaps = || {
        let leapt = run_in(&pram, program, shape, options(args, Mode::Leap));
        match leapt {
            Ok(leapt) => leap_complaint(&finished.outcome, Ok(leapt.outcome)),
            Err(Stopped::Violation(violation)) => leap_complaint(&finished.outcome, Err(violation)),
            Err(Stopped::Conflict(conflict)) => Some(conflict.to_string()),
        }
    };
    let complaint = complaint.or_else(|| if args.mode == ModeName::Check { leaps() } else { None });
    Ok(reply.complaining(complaint).piping(piped))
}

/// Refuses more cells than there are addresses, and a run that would not fit in memory.
fn check_size<P: Checked>(args: &PramRunArgs, program: &P, shape: Shape) -> Result<(), PramError> {
    let (name, cells, nodes) = (args.program.name(), program.cells(), shape.nodes() as u64);
    if cells > 1 << 32 {
        return Err(PramError::ManyCells { program: name, found: cells });
    }
    let words = cells.div_ceil(nodes);
    let traced = args.trace.is_some();
    let need = |leaps| memory::shared_memory(nodes, words, leaps, traced);
    let leaps = args.mode == ModeName::Leap;
    let runs = if args.mode == ModeName::Check { 2 } else { 1 };
    let can_leap = !leaps && !traced && args.audit == AuditName::Peak;
    let leaping = can_leap.then(|| need(true));
    let subject = || format!("pram run {name} on {} x {} nodes", shape.rows(), shape.cols());
    memory::check(subject, Need { bytes: need(leaps).saturating_mul(runs), leaping })?;
    Ok(())
}

fn options(args: &PramRunArgs, mode: Mode) -> Options {
    let payload_words = SharedMemory::PAYLOAD_WORDS;
    Options { mode, threads: args.run.threads(), payload_words, ..Options::default() }
}

fn run_in<P: Checked>(
    pram: &Pram<'_, P>,
    program: &P,
    shape: Shape,
    options: Options,
) -> Result<Finished, Stopped> {
    let started = Instant::now();
    let messages = pram.messages().expect("a mesh has as many nodes as there are messages");
    let mut machine = Machine::new(shape, messages, Some(pram.capacity()), options);
    let run = pram.run(&mut machine).map_err(Stopped::Violation)?.map_err(Stopped::Conflict)?;
    let (outcome, elapsed) = (machine.finish(), started.elapsed());
    let (pram_steps, accesses) = (run.pram_steps, run.accesses);
    let (rehashes, rounds) = (run.rehashes, run.most_rounds);
    let (_, cells) = run.reveal(pram, &outcome);
    let is_right = program.is_right(&cells);
    Ok(Finished { outcome, elapsed, pram_steps, accesses, rehashes, rounds, is_right })
}

fn reply_of(stopped: &Stopped, args: &PramRunArgs) -> Reply {
    match stopped {
        Stopped::Violation(violation) => violated(violation, args.run.format),
        Stopped::Conflict(conflict) => {
            let result = ConflictResult::of(conflict);
            Reply::showing(args.run.format, &result, |_| String::new())
                .complaining(Some(conflict.to_string()))
        }
    }
}

fn result<P: Checked>(
    args: &PramRunArgs,
    (input, program): (&Input, &P),
    pram: &Pram<'_, P>,
    finished: &Finished,
) -> PramResult {
    let Finished { outcome, elapsed, pram_steps, accesses, rehashes, rounds, is_right } = finished;
    let (read_steps, write_steps) = pram.access_steps();
    let kind = kind_of(args);
    let combines = kind == PramKindName::CrcwCombining;
    let ledger = LedgerEntry::all(&outcome.ledger);
    let is_access = args.program == PramProgramName::Access;
    PramResult {
        schema: "meshcast.pram/1",
        version: VERSION,
        commit: COMMIT,
        program: args.program.name(),
        pram: kind.name(),
        operator: combines.then(|| args.kind.operator.unwrap_or_default().name()),
        layout: args.kind.layout.name(),
        mode: args.mode.name(),
        seed: args.run.seed,
        source: input.source(),
        pattern: is_access.then(|| args.kind.pattern.unwrap_or_default().name()),
        machine: MachineResult::of(outcome),
        cells: program.cells(),
        memory_words: pram.memory_words(),
        pram_steps: *pram_steps,
        accesses: *accesses,
        steps: outcome.steps,
        // Every program has a step.
        steps_per_pram_step: outcome.steps as f64 / *pram_steps as f64,
        read_steps,
        write_steps,
        rehashes: *rehashes,
        rounds: *rounds,
        buffer: PrimitiveBuffer { peak: outcome.peak, capacity: outcome.capacity },
        registers: Registers::of(outcome),
        links: Links {
            uses: outcome.link_uses,
            peak: outcome.audit.as_ref().map(FullAudit::link_peak),
        },
        spatial: Spatial::of(outcome),
        copies: outcome.copies,
        correct: *is_right,
        parts: Part::all(&ledger),
        audit: outcome
            .audit
            .as_ref()
            .map(|audit| AuditSummary::of(audit, outcome.shape, &outcome.ledger)),
        ledger,
        timing: Timing::of(outcome, *elapsed, args.run.threads()),
    }
}
