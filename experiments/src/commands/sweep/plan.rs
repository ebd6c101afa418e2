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
//! ```
//!
//! A table stands for the runs of all combinations of its lists. A key that no table has is refused, as is a value out of range,
//! with its line and column.

mod loads;
mod reader;

pub(super) use reader::storable;

use super::job::{Job, RunJob, Source, VerifyJob};
use super::plan_error::{Place, PlanError};
use crate::catalogue;
use crate::flags::{AuditName, Generated, ModeName};
use crate::input::Placement;
use clap::ValueEnum;
use loads::LoadsTable;
use meshcast_algorithms::{Congestion, DEFAULT_EFFORT};
use meshcast_engine::MAX_NODES;
use reader::{Reader, named};
use serde::Deserialize;
use std::collections::HashSet;
use std::fs;
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
    /// Files, beside or below the plan.
    #[serde(default)]
    inputs: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    placements: Vec<Spanned<String>>,
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
        if jobs.is_empty() {
            let what = "expected a table [[runs]], [[expanders]] or [[loads]], found none";
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
        // A row is of one run.
        let modes = [ModeName::Step, ModeName::Leap];
        let mode = self.one(runs.mode.as_ref(), |name| named(name, &modes))?.unwrap_or_default();
        let audits = AuditName::value_variants();
        let audit = self.one(runs.audit.as_ref(), |name| named(name, audits))?.unwrap_or_default();
        if let (ModeName::Leap, AuditName::Full, Some(audit)) = (mode, audit, &runs.audit) {
            let what =
                "expected mode = \"step\" with it, since it watches every step, found \"leap\"";
            return Err(self.place.at(audit.span().start, what));
        }
        let (seeds, sources) = (self.seeds(&runs.seeds)?, self.sources(table)?);
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

    fn sources(&self, table: &Spanned<RunsTable>) -> Result<Vec<Source>, PlanError> {
        let (runs, start) = (table.get_ref(), table.span().start);
        let workloads = self.each(&runs.workloads, |name| match Generated::named(name)? {
            Generated::Family(family) => Ok(family),
            Generated::Adversarial => Err("expected a workload that a seed is enough for, found \
                                           \"adversarial\", which takes files"
                .to_owned()),
        })?;
        let sides = self.each(&runs.sides, |&side| from_1_to(side, MAX_NODES.isqrt()))?;
        let congestions = self.each(&runs.congestions, |&c| from_1_to(c, MAX_NODES))?;
        let degrees = self.each(&runs.degrees, |&d| from_1_to(d, MAX_NODES))?;
        let placements =
            self.each(&runs.placements, |name| named(name, Placement::value_variants()))?;
        if workloads.is_empty() && runs.inputs.is_empty() {
            return Err(self.place.at(start, "expected workloads or inputs, found neither"));
        }
        if workloads.is_empty() != sides.is_empty() {
            return Err(self.place.at(start, "expected workloads and sides together, found one"));
        }
        if workloads.is_empty() {
            self.refuse(&runs.congestions, "expected congestions only with workloads")?;
            self.refuse(&runs.degrees, "expected degrees only with workloads")?;
        }
        if runs.inputs.is_empty() {
            self.refuse(&runs.placements, "expected placements only with inputs")?;
        }
        let mut sources = Vec::new();
        for &workload in &workloads {
            for &side in &sides {
                for congestion in or_none(&congestions) {
                    for degree in or_none(&degrees) {
                        sources.push(Source::Workload { workload, side, congestion, degree });
                    }
                }
            }
        }
        let placements =
            if placements.is_empty() { vec![Placement::default()] } else { placements };
        for input in &runs.inputs {
            let file = self.file(input)?;
            sources.extend(placements.iter().map(|&placement| file.clone().placed(placement)));
        }
        Ok(sources)
    }

    /// A file beside or below the plan, also after any links: whoever runs a plan of others reads no file that is not with it.
    fn file(&self, input: &Spanned<PathBuf>) -> Result<Source, PlanError> {
        let refused = |what: &str| self.place.at(input.span().start, what);
        let unread = |error| refused(&format!("expected a file that can be read, found: {error}"));
        let path = self.folder.join(input.get_ref());
        let beside = if self.folder.as_os_str().is_empty() { Path::new(".") } else { self.folder };
        let folder = fs::canonicalize(beside).map_err(unread)?;
        if !fs::canonicalize(&path).map_err(unread)?.starts_with(folder) {
            let found = input.get_ref().to_string_lossy();
            let what = format!("expected a file beside or below the plan, found \"{found}\"");
            return Err(refused(&what));
        }
        Source::file(&path).map_err(unread)
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

fn or_none(list: &[usize]) -> Vec<Option<usize>> {
    if list.is_empty() { vec![None] } else { list.iter().copied().map(Some).collect() }
}

fn from_1_to(number: usize, most: usize) -> Result<usize, String> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("expected a whole number from 1 to {most}, found {number}"))
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
mod tests;
