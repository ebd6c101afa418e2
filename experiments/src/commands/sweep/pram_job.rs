//! Describes and makes the runs of a sweep that are PRAM programs.

use super::error::SweepError;
use super::source::{Source, SourceConfiguration, text_of};
use crate::commands::pram::{Finished, PramError, Prepared, Stopped};
use crate::flags::{AccessPatternName, ModeName, OperatorName, PramProgramArgs};
use crate::load::LoadError;
use crate::memory;
use crate::results::pram::PramResult;
use crate::results::{COMMIT, VERSION};
use crate::store::{DONE, FAILED, PramRow, REFUSED, key_of};
use meshcast_engine::Options;
use serde::Serialize;
use std::fmt;

/// A program on a kind of PRAM.
#[derive(Clone, Debug)]
pub(crate) struct PramJob {
    pub(crate) program: PramProgramArgs,
    /// Of a program that takes a message set, where that comes from.
    pub(crate) source: Option<Source>,
    pub(crate) mode: ModeName,
    pub(crate) seed: u64,
}

/// What a row says of its run, in one object whose text is the same for the same run.
#[derive(Serialize)]
struct PramConfiguration<'a> {
    program: &'a str,
    pram: &'a str,
    operator: Option<&'a str>,
    layout: &'a str,
    pattern: Option<&'a str>,
    cells: Option<u64>,
    #[serde(flatten)]
    input: InputConfiguration<'a>,
    mode: &'a str,
    seed: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum InputConfiguration<'a> {
    Mesh { side: Option<usize> },
    Set(SourceConfiguration<'a>),
}

impl PramJob {
    /// The row of this run before it is made.
    fn row(&self) -> PramRow {
        let (program, configuration) = (&self.program, self.configuration());
        let side = program.set.side.map(|side| side as u64);
        PramRow {
            key: key_of(&configuration),
            configuration,
            program: program.name.name().to_owned(),
            pram: program.kind().name().to_owned(),
            operator: program.operator().map(|operator| operator.name().to_owned()),
            layout: program.kind.layout.name().to_owned(),
            pattern: program.pattern().map(|pattern| pattern.name().to_owned()),
            source: self.source.as_ref().map(Source::name),
            mesh_rows: side,
            mesh_cols: side,
            nodes: side.map(|side| side * side),
            cells: program.kind.cells,
            seed: self.seed,
            mode: self.mode.name().to_owned(),
            version: VERSION.to_owned(),
            build_commit: COMMIT.to_owned(),
            ..PramRow::default()
        }
    }

    pub(super) fn configuration(&self) -> String {
        let program = &self.program;
        let input = match &self.source {
            Some(source) => InputConfiguration::Set(source.configuration()),
            None => InputConfiguration::Mesh { side: program.set.side },
        };
        text_of(&PramConfiguration {
            program: program.name.name(),
            pram: program.kind().name(),
            operator: program.operator().map(OperatorName::name),
            layout: program.kind.layout.name(),
            pattern: program.pattern().map(AccessPatternName::name),
            cells: program.kind.cells,
            input,
            mode: self.mode.name(),
            seed: self.seed,
        })
    }

    pub(super) fn make(&self) -> Result<PramRow, SweepError> {
        let prepared = self.prepared();
        if let Some(source) = &self.source {
            // What was read was the file that the row names, since it still is.
            source.check()?;
        }
        let prepared = match prepared? {
            Ok(prepared) => prepared,
            Err(error) => return Ok(self.ended(REFUSED, error.to_string())),
        };
        let options = Options { mode: self.mode.mode(), ..Options::default() };
        Ok(match prepared.run(options) {
            Ok(finished) => self.recorded(&prepared, &finished),
            Err(Stopped::Violation(violation)) => self.failed(violation.to_string()),
            Err(Stopped::Conflict(conflict)) => self.failed(conflict.to_string()),
        })
    }

    /// The program, or why there is none. The outer error is one that says nothing about the run.
    fn prepared(&self) -> Result<Result<Prepared<'_>, PramError>, SweepError> {
        match Prepared::new(&self.program, self.seed, |_| Ok(())) {
            Err(PramError::Load(error @ (LoadError::Input(_) | LoadError::Memory(_)))) => {
                Err(error.into())
            }
            prepared => Ok(prepared),
        }
    }

    /// Bytes that it needs at most; none if it is refused.
    pub(super) fn memory_needed(&self) -> Result<u64, SweepError> {
        let leaps = self.mode == ModeName::Leap;
        let needed = |prepared: Prepared<'_>| {
            let nodes = prepared.setup.shape.nodes() as u64;
            memory::shared_memory(nodes, prepared.words_of_a_node(), leaps, false)
        };
        Ok(self.prepared()?.map_or(0, needed))
    }

    /// Nodes times steps of the mesh, about.
    pub(super) fn work(&self) -> u64 {
        const SIDES_A_STEP: usize = 30;
        let side = self.program.set.side.unwrap_or(32);
        let pram_steps =
            if self.program.pattern().is_some() { 1 } else { 2 * side.ilog2() as usize };
        (side * side * side * SIDES_A_STEP * pram_steps) as u64
    }

    /// The row of a run that broke a rule.
    pub(super) fn failed(&self, error: String) -> PramRow {
        self.ended(FAILED, error)
    }

    fn ended(&self, status: &str, error: String) -> PramRow {
        PramRow { status: status.to_owned(), error: Some(error), ..self.row() }
    }

    fn recorded(&self, prepared: &Prepared<'_>, finished: &Finished) -> PramRow {
        let result = prepared.result(self.mode.name(), 1, finished);
        let row = recorded(self.row(), &result);
        if result.correct {
            return PramRow { status: DONE.to_owned(), ..row };
        }
        let error = "expected what the host computes, found another result".to_owned();
        PramRow { status: FAILED.to_owned(), error: Some(error), ..row }
    }
}

fn recorded(row: PramRow, result: &PramResult) -> PramRow {
    let machine = &result.machine;
    let is_bound = result.ledger.iter().any(|line| line.peak_is.is_some());
    PramRow {
        mesh_rows: Some(machine.rows as u64),
        mesh_cols: Some(machine.cols as u64),
        nodes: Some(machine.nodes as u64),
        cells: Some(result.cells),
        memory_words: Some(result.memory_words as u64),
        pram_steps: Some(result.pram_steps),
        accesses: Some(result.accesses),
        steps: Some(result.steps),
        sides_per_pram_step: Some(result.steps_per_pram_step / (machine.nodes as f64).sqrt()),
        read_steps: Some(result.read_steps),
        write_steps: Some(result.write_steps),
        lower_bound: Some(result.lower_bound),
        rehashes: Some(result.rehashes.into()),
        rounds: Some(result.rounds.into()),
        peak: Some(result.buffer.peak.into()),
        peak_is: Some(if is_bound { "bound" } else { "measured" }.to_owned()),
        capacity: result.buffer.capacity.map(|packets| packets as u64),
        link_uses: Some(result.spatial.energy),
        depth: Some(result.spatial.depth),
        distance: Some(result.spatial.distance),
        copies: Some(result.copies),
        parts: Some(text_of(&result.parts)),
        timing_seconds: Some(result.timing.seconds),
        timing_node_steps_per_second: Some(result.timing.node_steps_per_second),
        ..row
    }
}

impl fmt::Display for PramJob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, seed) = (&self.program, self.seed);
        write!(out, "{}", program.name.name())?;
        if let Some(pattern) = program.pattern() {
            write!(out, " {}", pattern.name())?;
        }
        match (&self.source, program.set.side) {
            (Some(source), _) => write!(out, " on {source}")?,
            (None, Some(side)) => write!(out, " on {side} x {side} nodes")?,
            (None, None) => {}
        }
        let (kind, layout) = (program.kind().name(), program.kind.layout.name());
        write!(out, ", {kind}, {layout}, seed {seed}")
    }
}
