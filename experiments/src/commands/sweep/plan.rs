//! Reads plans of sweeps: TOML in, runs out.
//!
//! ```toml
//! title = "Two algorithms on small meshes"
//!
//! [[runs]]
//! algorithms = ["buffered", "randomized:paper instances=3"]
//! workloads = ["uniform"]
//! sides = [16, 32]
//! congestions = [4, 16]
//! seeds = [1, 2, 3]
//! mode = "leap"
//!
//! [[expanders]]
//! inputs = [1024]
//! outputs = [64]
//! degrees = [10]
//!
//! [[loads]]
//! flags = "--mesh 8x8 --size 8"
//! schemes = ["dual-path"]
//! groupings = ["none", "ppg"]
//! rates = [0.005, 0.01]
//!
//! [[prams]]
//! programs = ["access", "list-ranking"]
//! patterns = ["one-cell", "random"]
//! sides = [16, 32]
//! ```
//!
//! A table stands for the runs of all combinations of its lists. A key that no table has is refused, as is a value out of range,
//! with its line and column.

mod loads;
mod prams;
mod reader;
mod single;
mod sources;

pub(super) use reader::storable;
pub(crate) use single::with_single_run;

use super::job::{Job, RunJob, VerifyJob};
use super::plan_error::{Place, PlanError};
use crate::catalogue;
use crate::flags::{AuditName, ModeName};
use clap::ValueEnum;
use loads::LoadsTable;
use meshcast_algorithms::{Congestion, DEFAULT_EFFORT};
use prams::PramsTable;
use reader::{Reader, from_1_to, named};
use serde::Deserialize;
use sources::SourceLists;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// What a sweep is to do.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What it is for.
    pub(crate) title: String,
    /// Every run once, in the order of the plan.
    pub(crate) jobs: Vec<Job>,
}

/// A plan as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanTable {
    title: String,
    #[serde(default)]
    runs: Vec<Spanned<RunsTable>>,
    #[serde(default)]
    expanders: Vec<Spanned<ExpandersTable>>,
    #[serde(default)]
    loads: Vec<Spanned<LoadsTable>>,
    #[serde(default)]
    prams: Vec<Spanned<PramsTable>>,
}

/// Runs of algorithms on message sets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunsTable {
    algorithms: Vec<Spanned<String>>,
    #[serde(default)]
    workloads: Vec<Spanned<String>>,
    #[serde(default)]
    sides: Vec<Spanned<usize>>,
    #[serde(default)]
    congestions: Vec<Spanned<usize>>,
    #[serde(default)]
    degrees: Vec<Spanned<usize>>,
    /// Of the workload moe.
    #[serde(default)]
    experts: Vec<Spanned<usize>>,
    #[serde(default)]
    popularity: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    top: Vec<Spanned<usize>>,
    /// Files, beside or below the plan.
    #[serde(default)]
    inputs: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    placements: Vec<Spanned<String>>,
    /// How nodes get several rows of a file each, on meshes of these sides.
    block: Option<Spanned<String>>,
    /// Known, counted or doubled.
    #[serde(default)]
    knowledge: Vec<Spanned<String>>,
    #[serde(default)]
    seeds: Vec<Spanned<u64>>,
    mode: Option<Spanned<String>>,
    audit: Option<Spanned<String>>,
}

/// Expanders to be made and verified.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpandersTable {
    inputs: Vec<Spanned<usize>>,
    outputs: Vec<Spanned<usize>>,
    degrees: Vec<Spanned<usize>>,
    #[serde(default)]
    seeds: Vec<Spanned<u64>>,
    effort: Option<Spanned<u64>>,
}

impl RunsTable {
    /// The lists that say where messages come from.
    fn sources(&self, start: usize) -> SourceLists<'_> {
        SourceLists {
            start,
            workloads: &self.workloads,
            sides: &self.sides,
            congestions: &self.congestions,
            degrees: &self.degrees,
            experts: &self.experts,
            popularity: &self.popularity,
            top: &self.top,
            inputs: &self.inputs,
            placements: &self.placements,
            block: self.block.as_ref(),
        }
    }
}

impl Plan {
    /// Reads the plan `text` of the file `name`, whose other files are in `folder`. A table without seeds has the seed `seed`.
    pub(crate) fn parse(
        name: &str,
        text: &str,
        folder: &Path,
        seed: u64,
    ) -> Result<Self, PlanError> {
        let place = Place { name, text };
        let table: PlanTable = toml::from_str(text).map_err(|error| place.syntax(&error))?;
        let reader = Reader { place, folder, seed };
        let mut jobs = Vec::new();
        for runs in &table.runs {
            jobs.extend(reader.runs(runs)?.into_iter().map(Job::Run));
        }
        for expanders in &table.expanders {
            jobs.extend(reader.expanders(expanders)?.into_iter().map(Job::Verify));
        }
        for loads in &table.loads {
            jobs.extend(reader.loads(loads)?.into_iter().map(Job::Load));
        }
        for prams in &table.prams {
            jobs.extend(reader.prams(prams)?.into_iter().map(Job::Pram));
        }
        if jobs.is_empty() {
            let what =
                "expected a table [[runs]], [[expanders]], [[loads]] or [[prams]], found none";
            return Err(place.whole(what));
        }
        // Tables may overlap.
        let mut met = HashSet::new();
        jobs.retain(|job| met.insert(job.key()));
        Ok(Self { title: table.title, jobs })
    }
}

impl Reader<'_> {
    fn runs(&self, table: &Spanned<RunsTable>) -> Result<Vec<RunJob>, PlanError> {
        let runs = table.get_ref();
        let algorithms = self.each(&runs.algorithms, |text| catalogue::spelled(text))?;
        let knowledge = self.each(&runs.knowledge, |text| knowledge(text))?;
        let knowledge = if knowledge.is_empty() { vec![Congestion::Known] } else { knowledge };
        let mode = self.mode(runs.mode.as_ref())?;
        let audits = AuditName::value_variants();
        let audit = self.one(runs.audit.as_ref(), |name| named(name, audits))?.unwrap_or_default();
        if let (ModeName::Leap, AuditName::Full, Some(audit)) = (mode, audit, &runs.audit) {
            let what =
                "expected mode = \"step\" with it, since it watches every step, found \"leap\"";
            return Err(self.place.at(audit.span().start, what));
        }
        let (seeds, sources) =
            (self.seeds(&runs.seeds)?, self.sources(&runs.sources(table.span().start))?);
        if let Some(empty) = algorithms.is_empty().then(|| table.span().start) {
            return Err(self.place.at(empty, "expected an algorithm, found none"));
        }
        let mut jobs = Vec::new();
        for source in &sources {
            for &algorithm in &algorithms {
                for &knowledge in &knowledge {
                    for &seed in &seeds {
                        let source = source.clone();
                        jobs.push(RunJob { algorithm, source, knowledge, mode, audit, seed });
                    }
                }
            }
        }
        Ok(jobs)
    }

    fn expanders(&self, table: &Spanned<ExpandersTable>) -> Result<Vec<VerifyJob>, PlanError> {
        const MOST: usize = u32::MAX as usize;
        let expanders = table.get_ref();
        let numbers = |list| self.each(list, |&number| from_1_to(number, MOST));
        let (inputs, outputs) = (numbers(&expanders.inputs)?, numbers(&expanders.outputs)?);
        let (degrees, seeds) = (numbers(&expanders.degrees)?, self.seeds(&expanders.seeds)?);
        let effort = self.one(expanders.effort.as_ref(), |&effort| storable(effort))?;
        let effort = effort.unwrap_or(DEFAULT_EFFORT);
        let mut jobs = Vec::new();
        for &inputs in &inputs {
            for &outputs in &outputs {
                for &degree in &degrees {
                    for &seed in &seeds {
                        jobs.push(VerifyJob { inputs, outputs, degree, seed, effort });
                    }
                }
            }
        }
        if jobs.is_empty() {
            let what = "expected inputs, outputs and degrees, found none of one of them";
            return Err(self.place.at(table.span().start, what));
        }
        Ok(jobs)
    }
}

fn knowledge(name: &str) -> Result<Congestion, String> {
    match name {
        "known" => Ok(Congestion::Known),
        "counted" => Ok(Congestion::Counted),
        "doubled" => Ok(Congestion::Doubled),
        _ => Err(format!("expected known, counted or doubled, found \"{}\"", name.escape_debug())),
    }
}

#[cfg(test)]
mod pram_tests;
#[cfg(test)]
mod tests;
