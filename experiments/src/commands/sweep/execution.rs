//! Executes one run of a sweep, from its job to its row.

use super::error::SweepError;
use super::job::{Job, RunJob, VerifyJob};
use super::source::Size;
use crate::catalogue::Setting;
use crate::load::{self, LoadError};
use crate::memory::{self, Records, Room};
use crate::message_set::MessageSet;
use crate::results::RouteResult;
use crate::results::expander::GraphResult;
use crate::run::{Run, bounds};
use crate::store::{DONE, ExpanderRow, FAILED, REFUSED, Row, RunRow};
use meshcast_algorithms::{ExpanderGraph, Permutation, verify};
use meshcast_engine::CostModel;
use serde::Serialize;
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

impl Job {
    /// Makes the run, for which there has to be room in memory. An error is one that says nothing about the run: a file that cannot be
    /// read, or is another one than when the sweep began.
    pub(super) fn make(&self) -> Result<Row, SweepError> {
        match self {
            Self::Run(job) => {
                let row = caught(|| job.make(), |error| failed(job.row(), error))?;
                Ok(Row::Run(Box::new(row)))
            }
            Self::Pram(job) => {
                let row = caught(|| job.make(), |error| job.failed(error))?;
                Ok(Row::Pram(Box::new(row)))
            }
            Self::Verify(job) => Ok(Row::Expander(Box::new(job.make()))),
            Self::Load(job) => Ok(Row::Load(Box::new(job.make()))),
        }
    }

    /// Bytes that it needs at most.
    pub(super) fn memory_needed(&self) -> Result<u64, SweepError> {
        match self {
            Self::Run(job) => job.memory_needed(),
            Self::Pram(job) => job.memory_needed(),
            Self::Verify(job) => Ok(job.memory_needed()),
            Self::Load(job) => Ok(job.memory_needed()),
        }
    }
}

impl RunJob {
    fn records(&self) -> Records {
        let (audit, mode) = (self.audit.is_full(), self.mode.mode());
        Records { audit, mode, threads: 1, known: self.knowledge, ..Records::default() }
    }

    fn make(&self) -> Result<RunRow, SweepError> {
        let mut row = self.row();
        let (flags, algorithms) = (self.source.flags(), [self.algorithm]);
        // Memory has been set aside for it.
        let loaded = load::message_set(&flags, &algorithms, self.seed, &|_| Ok(()));
        // What was read was the file that the row names, since it still is.
        self.source.check()?;
        let set = match loaded {
            Ok(set) => set,
            Err(error @ LoadError::Input(_)) => return Err(error.into()),
            Err(error) => return Ok(refused(row, error.to_string())),
        };
        describe(&mut row, &set);
        let checked = self.algorithm.check(&set, self.knowledge, self.records(), Room::Granted);
        if let Err(error) = checked {
            return Ok(refused(row, error.to_string()));
        }
        let model = CostModel::default();
        let bounds = bounds(&set, model);
        row.lower_bound = Some(bounds.steps.steps);
        let setting = Setting {
            model,
            mode: self.mode.mode(),
            audit: self.audit.level(),
            header_words: None,
            threads: 1,
            seed: self.seed,
            congestion: self.knowledge,
            permutations: &[],
            flags: &[],
        };
        let run = match Run::new(self.algorithm, &set, setting, None) {
            Ok(run) => run,
            Err(violation) => return Ok(failed(row, violation.to_string())),
        };
        record(&mut row, &run.result(&set, &bounds));
        Ok(match run.complaint() {
            None => RunRow { status: DONE.to_owned(), ..row },
            Some(complaint) => failed(row, complaint),
        })
    }

    fn memory_needed(&self) -> Result<u64, SweepError> {
        Ok(self.memory_needed_on(self.source.size(self.algorithm, self.seed)?))
    }

    /// Bytes that it needs at most, for a set of this size.
    pub(super) fn memory_needed_on(&self, Size { shape, set, per_node, making }: Size) -> u64 {
        let running = self.algorithm.memory_needed(shape, set, self.records());
        let beside = self.algorithm.beside_classes(per_node, set);
        making.max(set.bytes().saturating_add(beside).saturating_add(running))
    }
}

/// The row of a run, which is that of a failed run if `make` panics: the other runs of a sweep have nothing to do with it.
fn caught<R>(
    make: impl FnOnce() -> Result<R, SweepError>,
    failed: impl FnOnce(String) -> R,
) -> Result<R, SweepError> {
    panic::catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        Ok(failed(format!("expected a run that ends, found a panic: {said}")))
    })
}

fn failed(row: RunRow, error: String) -> RunRow {
    RunRow { status: FAILED.to_owned(), error: Some(error), ..row }
}

fn refused(row: RunRow, error: String) -> RunRow {
    RunRow { status: REFUSED.to_owned(), error: Some(error), ..row }
}

fn describe(row: &mut RunRow, set: &MessageSet) {
    let (shape, messages) = (set.shape, &set.messages);
    (row.mesh_rows, row.mesh_cols) = (shape.rows() as u64, shape.cols() as u64);
    row.nodes = shape.nodes() as u64;
    row.messages = Some(messages.count() as u64);
    row.per_node = Some(messages.per_node() as u64);
    row.degree = Some(messages.degree() as u64);
    row.congestion = Some(messages.congestion() as u64);
    row.deliveries = Some(messages.deliveries() as u64);
}

fn record(row: &mut RunRow, result: &RouteResult) {
    row.undelivered = Some(result.undelivered as u64);
    row.steps = Some(result.steps);
    row.steps_over_sqrt_cn = result.steps_over_sqrt_cn;
    row.peak = Some(u64::from(result.buffer.peak));
    row.peak_is = Some(result.buffer.peak_is.to_owned());
    row.peak_phase = Some(result.buffer.peak_phase.clone());
    row.capacity = result.buffer.capacity.map(|packets| packets as u64);
    row.link_uses = Some(result.spatial.energy);
    row.energy_lower_bound = Some(result.energy_lower_bound);
    row.depth = Some(result.spatial.depth);
    row.distance = Some(result.spatial.distance);
    row.copies = Some(result.copies);
    row.phases = result.parameters.found.phases().map(|phases| phases as u64);
    row.leftovers = result.parameters.found.leftovers().and_then(|(left, _)| text_of(&left));
    row.parameters = text_of(&result.parameters);
    row.ledger = text_of(&result.ledger);
    row.audit = result.audit.as_ref().and_then(text_of);
    row.timing_seconds = Some(result.timing.seconds);
    row.timing_node_steps_per_second = Some(result.timing.node_steps_per_second);
}

impl VerifyJob {
    fn make(&self) -> ExpanderRow {
        let mut row = self.row();
        let (inputs, outputs, degree) = (self.inputs, self.outputs, self.degree);
        let started = Instant::now();
        let permutation = Permutation::random(inputs * degree, self.seed);
        let graph = match ExpanderGraph::new(&permutation, inputs, outputs, degree) {
            Ok(graph) => graph,
            Err(error) => {
                REFUSED.clone_into(&mut row.status);
                row.error = Some(error.to_string());
                return row;
            }
        };
        let verification = verify(&graph, self.effort, 1, self.seed);
        let result = GraphResult::new(&graph, verification.as_ref(), None);
        DONE.clone_into(&mut row.status);
        row.timing_seconds = Some(started.elapsed().as_secs_f64());
        row.definition_ok = Some(result.definition_ok);
        row.vacuous = Some(result.vacuous);
        row.regular = Some(result.regular);
        row.parallel_edges = Some(result.parallel_edges as u64);
        if let Some(lambda) = &result.lambda {
            row.lambda_exact = Some(lambda.exact);
            row.lambda_lower = Some(lambda.lower.value);
            row.lambda_lower_by = Some(lambda.lower.by.to_owned());
            row.lambda_upper = Some(lambda.upper.value);
            row.lambda_upper_by = Some(lambda.upper.by.to_owned());
        }
        row.union_lambda = result.union_bound.as_ref().map(|union| union.lambda);
        row.union_failure_log2 = result.union_bound.as_ref().and_then(|union| union.failure_log2);
        row.alpha_certified = result.alpha.as_ref().map(|alpha| alpha.certified as u64);
        row.alpha_at_least = result.alpha.as_ref().map(|alpha| alpha.at_least as u64);
        row
    }

    fn memory_needed(&self) -> u64 {
        memory::graph(self.inputs.saturating_mul(self.degree), self.outputs, 1)
    }
}

fn text_of(value: &impl Serialize) -> Option<String> {
    serde_json::to_string(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{self, Algorithm};
    use crate::commands::sweep::digested_file::DigestedFile;
    use crate::commands::sweep::source::Source;
    use crate::flags::{AuditName, ModeName};
    use crate::input::Placement;
    use crate::memory::Sketch;
    use meshcast_algorithms::{Congestion, Workload};
    use meshcast_engine::Shape;
    use std::fs;
    use tempfile::tempdir;

    fn hamiltonian() -> Algorithm {
        catalogue::named("hamiltonian").unwrap()
    }

    fn job(source: Source) -> RunJob {
        RunJob {
            algorithm: hamiltonian(),
            source,
            knowledge: Congestion::Known,
            mode: ModeName::Leap,
            audit: AuditName::Peak,
            seed: 1,
        }
    }

    #[test]
    fn a_file_that_changes_or_goes_ends_the_sweep_without_a_row() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("set.txt");
        let name = path.to_string_lossy().into_owned();
        fs::write(&path, "0 1\n2 3\n").unwrap();
        let file = DigestedFile::new(path.clone()).unwrap();
        let source = Source::File { file, placement: Placement::default(), blocks: None };
        let job = Job::Run(job(source));
        let Row::Run(row) = job.make().unwrap() else { panic!("a run") };
        assert_eq!((row.status.as_str(), row.deliveries), (DONE, Some(2)));
        let refusal = || job.make().unwrap_err().to_string();
        for other in ["0 1\n2 1\n", "0 x\n", ""] {
            fs::write(&path, other).unwrap();
            let expected =
                format!("{name}: expected the file that the sweep began with, found another one");
            assert_eq!(refusal(), expected);
        }
        fs::remove_file(&path).unwrap();
        let expected = format!("{name}: expected a file that can be read, found: ");
        assert!(refusal().starts_with(&expected), "{}", refusal());
    }

    /// Almost nothing is left of what the lists of a dense set take while they are made.
    #[test]
    fn what_it_takes_to_make_a_set_is_in_the_need() {
        let (workload, side, congestion) = (Workload::Cluster, 64, Some(1024));
        let source = Source::Workload { workload, side, congestion, degree: None };
        let shape = Shape::new(side, side).unwrap();
        let Sketch { size, making, .. } = Sketch::of_workload(workload, shape, (None, congestion));
        let running = hamiltonian().memory_needed(shape, size, Records::default());
        assert!(making > size.bytes() + running, "{making} {running}");
        assert_eq!(Job::Run(job(source)).memory_needed().unwrap(), making);
    }

    #[test]
    fn a_run_that_panics_is_a_failed_run() {
        let row = || RunRow { key: "a".to_owned(), ..RunRow::default() };
        let fail = |error| failed(row(), error);
        let broken = caught(|| panic!("{} of {}", 3, 2), fail).unwrap();
        let error = "expected a run that ends, found a panic: 3 of 2";
        assert_eq!(broken, failed(row(), error.to_owned()));
        assert!(Row::Run(Box::new(broken)).has_failed());
        let whole = caught(|| Ok(RunRow { status: DONE.to_owned(), ..row() }), fail).unwrap();
        assert_eq!(whole.status, DONE);
    }
}
