//! Reads the tables of a plan that stand for runs of PRAM programs.

use super::reader::{Reader, from_1_to, named, or_none};
use super::sources::SourceLists;
use crate::commands::sweep::plan_error::PlanError;
use crate::commands::sweep::pram_job::PramJob;
use crate::commands::sweep::source::Source;
use crate::flags::{
    AccessPatternName, LayoutName, MessageSetArgs, ModeName, OperatorName, PramKindArgs,
    PramKindName, PramProgramArgs, PramProgramName,
};
use clap::ValueEnum;
use meshcast_engine::MAX_NODES;
use serde::Deserialize;
use std::path::PathBuf;
use toml::Spanned;

/// Programs on kinds of PRAM.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PramsTable {
    programs: Vec<Spanned<String>>,
    #[serde(default)]
    kinds: Vec<Spanned<String>>,
    #[serde(default)]
    operators: Vec<Spanned<String>>,
    #[serde(default)]
    layouts: Vec<Spanned<String>>,
    /// Of the program access.
    #[serde(default)]
    patterns: Vec<Spanned<String>>,
    #[serde(default)]
    cells_per_processor: Vec<Spanned<u64>>,
    #[serde(default)]
    sides: Vec<Spanned<usize>>,
    /// Of programs that take a message set.
    #[serde(default)]
    workloads: Vec<Spanned<String>>,
    #[serde(default)]
    congestions: Vec<Spanned<usize>>,
    #[serde(default)]
    degrees: Vec<Spanned<usize>>,
    #[serde(default)]
    experts: Vec<Spanned<usize>>,
    #[serde(default)]
    popularity: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    top: Vec<Spanned<usize>>,
    #[serde(default)]
    inputs: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    placements: Vec<Spanned<String>>,
    #[serde(default)]
    seeds: Vec<Spanned<u64>>,
    mode: Option<Spanned<String>>,
}

/// What programs run on: a mesh of some side, or the mesh of a message set.
struct Input {
    side: Option<usize>,
    source: Option<Source>,
}

impl Input {
    fn flags(&self) -> MessageSetArgs {
        let of_mesh = || MessageSetArgs { side: self.side, ..MessageSetArgs::default() };
        self.source.as_ref().map_or_else(of_mesh, Source::flags)
    }
}

impl Reader<'_> {
    pub(super) fn prams(&self, table: &Spanned<PramsTable>) -> Result<Vec<PramJob>, PlanError> {
        let (prams, start) = (table.get_ref(), table.span().start);
        let programs =
            self.each(&prams.programs, |name| named(name, PramProgramName::value_variants()))?;
        if programs.is_empty() {
            return Err(self.place.at(start, "expected a program, found none"));
        }
        let (mode, seeds) = (self.mode(prams.mode.as_ref())?, self.seeds(&prams.seeds)?);
        let kinds = self.kinds(prams)?;
        let accesses = self.accesses(prams, programs.contains(&PramProgramName::Access))?;
        let meshes = self.meshes(prams, start, &programs)?;
        let sets = self.sets(prams, start, &programs)?;
        let mut jobs = Vec::new();
        for &program in &programs {
            let inputs = if program.takes_messages() { &sets } else { &meshes };
            let other = [PramKindArgs::default()];
            let is_access = program == PramProgramName::Access;
            let accesses = if is_access { &accesses[..] } else { &other[..] };
            for input in inputs {
                for kind in &kinds {
                    for access in accesses {
                        let kind = kind_on(kind, access, input);
                        jobs.extend(
                            seeds.iter().map(|&seed| job(program, &kind, input, (mode, seed))),
                        );
                    }
                }
            }
        }
        Ok(jobs)
    }

    /// Kinds with operators and layouts.
    fn kinds(&self, prams: &PramsTable) -> Result<Vec<PramKindArgs>, PlanError> {
        let kinds = self.each(&prams.kinds, |name| named(name, PramKindName::value_variants()))?;
        let operators =
            self.each(&prams.operators, |name| named(name, OperatorName::value_variants()))?;
        let layouts =
            self.each(&prams.layouts, |name| named(name, LayoutName::value_variants()))?;
        let combining = PramKindName::CrcwCombining;
        if !kinds.contains(&combining) {
            let what = "expected operators only with the kind crcw-combining";
            self.refuse(&prams.operators, what)?;
        }
        let mut all = Vec::new();
        for pram in or_none(&kinds) {
            let of_kind = if pram == Some(combining) { &operators[..] } else { &[] };
            for operator in or_none(of_kind) {
                for layout in or_none(&layouts) {
                    let layout = layout.unwrap_or_default();
                    all.push(PramKindArgs { pram, operator, layout, ..PramKindArgs::default() });
                }
            }
        }
        Ok(all)
    }

    /// Patterns with cells a processor, which are put into the cells.
    fn accesses(
        &self,
        prams: &PramsTable,
        has_access: bool,
    ) -> Result<Vec<PramKindArgs>, PlanError> {
        const MOST_CELLS: usize = 1 << 32;
        let patterns =
            self.each(&prams.patterns, |name| named(name, AccessPatternName::value_variants()))?;
        let cells = self.each(&prams.cells_per_processor, |&cells| {
            from_1_to(usize::try_from(cells).unwrap_or(usize::MAX), MOST_CELLS)
        })?;
        if !has_access {
            self.refuse(&prams.patterns, "expected patterns only with the program access")?;
            let what = "expected cells_per_processor only with the program access";
            self.refuse(&prams.cells_per_processor, what)?;
        }
        let mut all = Vec::new();
        for pattern in or_none(&patterns) {
            for cells in or_none(&cells) {
                let cells = Some(cells.unwrap_or(1) as u64);
                all.push(PramKindArgs { cells, pattern, ..PramKindArgs::default() });
            }
        }
        Ok(all)
    }

    /// The meshes of programs without a message set.
    fn meshes(
        &self,
        prams: &PramsTable,
        start: usize,
        programs: &[PramProgramName],
    ) -> Result<Vec<Input>, PlanError> {
        let Some(first) = programs.iter().find(|program| !program.takes_messages()) else {
            return Ok(Vec::new());
        };
        let sides = self.each(&prams.sides, |&side| from_1_to(side, MAX_NODES.isqrt()))?;
        if sides.is_empty() {
            let what = format!("expected sides for {}, found none", first.name());
            return Err(self.place.at(start, &what));
        }
        Ok(sides.into_iter().map(|side| Input { side: Some(side), source: None }).collect())
    }

    /// The message sets of the others.
    fn sets(
        &self,
        prams: &PramsTable,
        start: usize,
        programs: &[PramProgramName],
    ) -> Result<Vec<Input>, PlanError> {
        // Sides may be those of the other programs.
        let has_meshes = programs.iter().any(|program| !program.takes_messages());
        let sides = if has_meshes && prams.workloads.is_empty() { &[] } else { &prams.sides[..] };
        let lists = SourceLists {
            start,
            workloads: &prams.workloads,
            sides,
            congestions: &prams.congestions,
            degrees: &prams.degrees,
            experts: &prams.experts,
            popularity: &prams.popularity,
            top: &prams.top,
            inputs: &prams.inputs,
            placements: &prams.placements,
            block: None,
        };
        if !programs.iter().any(|program| program.takes_messages()) {
            lists.refuse(self, "expected only with a program that takes a message set")?;
            return Ok(Vec::new());
        }
        let sources = self.sources(&lists)?;
        Ok(sources.into_iter().map(|source| Input { side: None, source: Some(source) }).collect())
    }
}

/// A kind with what is accessed, whose cells a processor become the cells of a mesh.
fn kind_on(kind: &PramKindArgs, access: &PramKindArgs, input: &Input) -> PramKindArgs {
    let nodes = input.side.map_or(0, |side| (side * side) as u64);
    let cells = access.cells.map(|cells| cells.saturating_mul(nodes));
    PramKindArgs { pattern: access.pattern, cells, ..kind.clone() }
}

fn job(
    name: PramProgramName,
    kind: &PramKindArgs,
    input: &Input,
    (mode, seed): (ModeName, u64),
) -> PramJob {
    let program = PramProgramArgs { name, set: input.flags(), kind: kind.clone() };
    PramJob { program, source: input.source.clone(), mode, seed }
}
