//! Prepares PRAM programs: a program with its input on a mesh, to be run once or several times.

use super::error::PramError;
use super::input::{Input, input};
use crate::flags::{
    AccessPatternName, FlagError, OperatorName, PramKindName, PramProgramArgs, PramProgramName,
    PramTileArgs,
};
use crate::results::audit_summary::AuditSummary;
use crate::results::pram::{Part, PramResult};
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, PrimitiveBuffer, Registers, Spatial, Timing, VERSION,
};
use meshcast_algorithms::programs::{
    AccessOnce, Bfs, Checked, Components, IndependentSet, ListRanking, MatrixProduct,
    MergeExchange, PrefixSums, SparseProduct,
};
use meshcast_algorithms::{Layout, Pram, PramConflict, PramMode};
use meshcast_engine::{FullAudit, Machine, Options, Outcome, Shape, Violation};
use meshcast_primitives::SharedMemory;
use std::time::{Duration, Instant};

/// A program that can run.
pub(crate) struct Prepared<'a> {
    args: &'a PramProgramArgs,
    source: Option<String>,
    pub(crate) setup: Setup,
    program: Box<dyn Runnable>,
}

/// What a program runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) shape: Shape,
    mode: PramMode,
    layout: Layout,
    /// Side of a tile, and requests that a node of it takes at a time.
    tiles: (usize, usize),
    pub(crate) seed: u64,
}

/// What a run has left and found.
pub(crate) struct Finished {
    pub(crate) outcome: Outcome,
    elapsed: Duration,
    pram_steps: u64,
    accesses: u64,
    rehashes: u32,
    rounds: u32,
    memory_words: usize,
    read_steps: u64,
    write_steps: u64,
    lower_bound: u64,
    pub(crate) is_right: bool,
}

/// What ends a run early.
pub(crate) enum Stopped {
    Violation(Violation),
    Conflict(PramConflict),
}

/// A checked program of any type.
trait Runnable {
    /// The cells of its memory.
    fn size(&self) -> u64;

    /// Runs it.
    fn run(&self, on: &Setup, options: Options) -> Result<Finished, Stopped>;
}

impl<P: Checked> Runnable for P {
    fn size(&self) -> u64 {
        self.cells()
    }

    fn run(&self, on: &Setup, options: Options) -> Result<Finished, Stopped> {
        let &Setup { shape, mode, layout, tiles: (side, per_node), seed } = on;
        let pram = Pram::new(self, shape, mode, layout, seed).with_tiles(side, per_node);
        let lower_bound = pram.first_read_bound().expect("every processor reads once");
        let messages = pram.messages().expect("a mesh has as many nodes as there are messages");
        let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..options };
        let started = Instant::now();
        let mut machine = Machine::new(shape, messages, Some(pram.capacity()), options);
        let run = pram.run(&mut machine).map_err(Stopped::Violation)?.map_err(Stopped::Conflict)?;
        let (outcome, elapsed) = (machine.finish(), started.elapsed());
        let (pram_steps, accesses) = (run.pram_steps, run.accesses);
        let (rehashes, rounds) = (run.rehashes, run.most_rounds);
        let (read_steps, write_steps) = pram.access_steps();
        let (_, cells) = run.reveal(&pram, &outcome);
        Ok(Finished {
            outcome,
            elapsed,
            pram_steps,
            accesses,
            rehashes,
            rounds,
            memory_words: pram.memory_words(),
            read_steps,
            write_steps,
            lower_bound,
            is_right: self.is_right(&cells),
        })
    }
}

impl<'a> Prepared<'a> {
    /// The program that `args` name, with its input, on a mesh that is admitted.
    pub(crate) fn new(
        args: &'a PramProgramArgs,
        seed: u64,
        admit: impl FnOnce(Shape) -> Result<(), PramError>,
    ) -> Result<Self, PramError> {
        if args.kind.operator.is_some() && args.kind() != PramKindName::CrcwCombining {
            let (flag, needs) = ("--operator", "--pram crcw-combining");
            return Err(FlagError::Misplaced { flag, needs, with: args.kind().name() }.into());
        }
        let input = input(args, seed)?;
        let shape = input.shape();
        admit(shape)?;
        let tiles = tiles(args.kind.tiles, shape)?;
        let program = program(args, &input, seed);
        if program.size() > 1 << 32 {
            let (program, found) = (args.name.name(), program.size());
            return Err(PramError::ManyCells { program, found });
        }
        let layout = args.kind.layout.layout();
        let setup = Setup { shape, mode: args.mode(), layout, tiles, seed };
        Ok(Self { args, source: input.source(), setup, program })
    }

    /// The most words of the memory that a node holds.
    pub(crate) fn words_of_a_node(&self) -> u64 {
        self.program.size().div_ceil(self.setup.shape.nodes() as u64)
    }

    /// Runs it.
    pub(crate) fn run(&self, options: Options) -> Result<Finished, Stopped> {
        self.program.run(&self.setup, options)
    }

    /// What a run in `mode` on so many threads has found.
    pub(crate) fn result(
        &self,
        mode: &'static str,
        threads: usize,
        finished: &Finished,
    ) -> PramResult {
        let (args, outcome) = (self.args, &finished.outcome);
        let ledger = LedgerEntry::all(&outcome.ledger);
        let audit = outcome.audit.as_ref();
        PramResult {
            schema: "meshcast.pram/1",
            version: VERSION,
            commit: COMMIT,
            program: args.name.name(),
            pram: args.kind().name(),
            operator: args.operator().map(OperatorName::name),
            layout: args.kind.layout.name(),
            mode,
            seed: self.setup.seed,
            source: self.source.clone(),
            pattern: args.pattern().map(AccessPatternName::name),
            machine: MachineResult::of(outcome),
            cells: self.program.size(),
            tile_side: self.setup.tiles.0,
            per_node: self.setup.tiles.1,
            memory_words: finished.memory_words,
            pram_steps: finished.pram_steps,
            accesses: finished.accesses,
            steps: outcome.steps,
            // Every program has a step.
            steps_per_pram_step: outcome.steps as f64 / finished.pram_steps as f64,
            read_steps: finished.read_steps,
            write_steps: finished.write_steps,
            lower_bound: finished.lower_bound,
            rehashes: finished.rehashes,
            rounds: finished.rounds,
            buffer: PrimitiveBuffer { peak: outcome.peak, capacity: outcome.capacity },
            registers: Registers::of(outcome),
            links: Links { uses: outcome.link_uses, peak: audit.map(FullAudit::link_peak) },
            spatial: Spatial::of(outcome),
            copies: outcome.copies,
            correct: finished.is_right,
            parts: Part::all(&ledger),
            audit: audit.map(|audit| AuditSummary::of(audit, outcome.shape, &outcome.ledger)),
            ledger,
            timing: Timing::of(outcome, finished.elapsed, threads),
        }
    }
}

/// The side of tiles and the requests that a node takes, by default those that suit most meshes.
pub(super) fn tiles(args: PramTileArgs, shape: Shape) -> Result<(usize, usize), PramError> {
    let longest = shape.rows().max(shape.cols());
    if let Some(found) = args.tile_side.filter(|&side| side > longest) {
        return Err(PramError::LargeTile { longest, found });
    }
    let side = args.tile_side.unwrap_or(SharedMemory::TILE_SIDE);
    Ok((side, args.per_node.unwrap_or(SharedMemory::PER_NODE)))
}

fn program(args: &PramProgramArgs, input: &Input, seed: u64) -> Box<dyn Runnable> {
    use PramProgramName as Name;
    let nodes = input.shape().nodes();
    match (input, args.name) {
        (Input::Graph(_, graph), Name::Components) => Box::new(Components::new(graph.clone())),
        (Input::Graph(_, graph), Name::Bfs) => Box::new(Bfs::new(graph.clone())),
        (Input::Graph(_, graph), _) => Box::new(IndependentSet::new(graph.clone(), seed)),
        (Input::Matrix(set), _) => Box::new(SparseProduct::of_messages(&set.messages, seed)),
        (&Input::Cells(_, cells), _) => {
            let pattern = args.kind.pattern.unwrap_or_default().pattern();
            Box::new(AccessOnce::new(pattern, (nodes, cells), args.mode(), seed))
        }
        (Input::Mesh(_), Name::PrefixSums) => Box::new(PrefixSums::new(nodes, seed)),
        (Input::Mesh(_), Name::ListRanking) => Box::new(ListRanking::new(nodes, seed)),
        (Input::Mesh(_), Name::Sort) => Box::new(MergeExchange::new(nodes, seed)),
        (Input::Mesh(_), _) => Box::new(MatrixProduct::new(nodes, seed)),
    }
}
