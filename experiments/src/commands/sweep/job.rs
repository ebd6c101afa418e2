//! Describes the runs of a sweep, each with everything that its result depends on.

use super::load_job::LoadJob;
use super::pram_job::PramJob;
use super::source::{Source, SourceConfiguration, spelled, text_of};
use crate::catalogue::Algorithm;
use crate::flags::{AuditName, ModeName};
use crate::results::{COMMIT, VERSION};
use crate::store::{ExpanderRow, RunRow, key_of};
use meshcast_algorithms::Congestion;
use serde::Serialize;
use std::fmt;

/// A run of a sweep.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    Run(RunJob),
    Verify(VerifyJob),
    Load(LoadJob),
    Pram(PramJob),
}

/// An algorithm on a message set.
#[derive(Clone, Debug)]
pub(crate) struct RunJob {
    pub(crate) algorithm: Algorithm,
    pub(crate) source: Source,
    pub(crate) knowledge: Congestion,
    pub(crate) mode: ModeName,
    pub(crate) audit: AuditName,
    pub(crate) seed: u64,
}

/// An expander to be made and verified.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VerifyJob {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) degree: usize,
    pub(crate) seed: u64,
    pub(crate) effort: u64,
}

/// What a row says of its run, in one object whose text is the same for the same run.
#[derive(Serialize)]
struct RunConfiguration<'a> {
    algorithm: &'a str,
    #[serde(flatten)]
    source: SourceConfiguration<'a>,
    knowledge: &'a str,
    mode: &'a str,
    audit: &'a str,
    seed: u64,
}

impl Job {
    /// The same for the same run, and for no other.
    pub(crate) fn key(&self) -> String {
        key_of(&match self {
            Self::Run(job) => job.configuration(),
            Self::Verify(job) => job.configuration(),
            Self::Load(job) => job.configuration(),
            Self::Pram(job) => job.configuration(),
        })
    }
}

impl fmt::Display for Job {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(RunJob { algorithm, source, seed, .. }) => {
                write!(out, "{} on {source}, seed {seed}", algorithm.spelled())
            }
            Self::Verify(VerifyJob { inputs, outputs, degree, seed, .. }) => write!(
                out,
                "an expander of {inputs} inputs, {outputs} outputs and degree {degree}, seed {seed}"
            ),
            Self::Load(job) => job.fmt(out),
            Self::Pram(job) => job.fmt(out),
        }
    }
}

impl RunJob {
    /// The row of this run before it is made.
    pub(crate) fn row(&self) -> RunRow {
        let configuration = self.configuration();
        let mut row = RunRow {
            key: key_of(&configuration),
            configuration,
            algorithm: self.algorithm.spelled(),
            source: self.source.name(),
            seed: self.seed,
            mode: spelled(self.mode),
            knowledge: knowledge(self.knowledge).to_owned(),
            version: VERSION.to_owned(),
            build_commit: COMMIT.to_owned(),
            ..RunRow::default()
        };
        if let Some(side) = self.source.side() {
            (row.mesh_rows, row.mesh_cols) = (side as u64, side as u64);
            row.nodes = row.mesh_rows * row.mesh_cols;
        }
        if let Source::Workload { congestion, degree, .. } = self.source {
            row.asked_congestion = congestion.map(|c| c as u64);
            row.asked_degree = degree.map(|d| d as u64);
        }
        row
    }

    fn configuration(&self) -> String {
        text_of(&RunConfiguration {
            algorithm: &self.algorithm.spelled(),
            source: self.source.configuration(),
            knowledge: knowledge(self.knowledge),
            mode: &spelled(self.mode),
            audit: &spelled(self.audit),
            seed: self.seed,
        })
    }
}

impl VerifyJob {
    /// The row of this verification before it is made.
    pub(crate) fn row(&self) -> ExpanderRow {
        let configuration = self.configuration();
        ExpanderRow {
            key: key_of(&configuration),
            configuration,
            inputs: self.inputs as u64,
            outputs: self.outputs as u64,
            degree: self.degree as u64,
            seed: self.seed,
            effort: self.effort,
            version: VERSION.to_owned(),
            build_commit: COMMIT.to_owned(),
            ..ExpanderRow::default()
        }
    }

    fn configuration(&self) -> String {
        text_of(self)
    }
}

/// What nodes know of the congestion, in a word.
fn knowledge(congestion: Congestion) -> &'static str {
    match congestion {
        Congestion::Known => "known",
        Congestion::Counted => "counted",
        Congestion::Doubled => "doubled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::commands::sweep::digested_file::DigestedFile;
    use crate::commands::sweep::source::Blocks;
    use crate::input::{Block, Placement};
    use meshcast_algorithms::Workload;

    fn job() -> RunJob {
        RunJob {
            algorithm: catalogue::named("randomized:tuned").unwrap(),
            source: Source::Workload {
                workload: Workload::Uniform,
                side: 16,
                congestion: Some(4),
                degree: None,
            },
            knowledge: Congestion::Known,
            mode: ModeName::Leap,
            audit: AuditName::Peak,
            seed: 7,
        }
    }

    #[test]
    fn a_configuration_is_what_stores_have_been_keyed_by() {
        let row = job().row();
        let expected = "{\"algorithm\":\"randomized:tuned\",\"workload\":\"uniform\",\"side\":16,\"congestion\":4,\
                        \"degree\":null,\"knowledge\":\"known\",\"mode\":\"leap\",\"audit\":\"peak\",\"seed\":7}";
        assert_eq!(row.configuration, expected);
        assert_eq!(row.key, Job::Run(job()).key());
        assert_eq!(row.key.len(), 64);
    }

    #[test]
    fn a_file_in_blocks_is_another_configuration_than_the_file() {
        let row = |blocks| {
            let file = DigestedFile::that_was("folder/a.mtx", "5d");
            let source = Source::File { file, placement: Placement::Snake, blocks };
            RunJob { source, ..job() }.row().configuration
        };
        let blocks = Some(Blocks { block: Block::Cyclic, side: 4 });
        let expected = "{\"algorithm\":\"randomized:tuned\",\"file\":\"a.mtx\",\"sha256\":\"5d\",\"placement\":\"snake\",\
                        \"knowledge\":\"known\",\"mode\":\"leap\",\"audit\":\"peak\",\"seed\":7}";
        assert_eq!(row(None), expected);
        let in_blocks = expected.replace("\"snake\"", "\"snake\",\"block\":\"cyclic\",\"side\":4");
        assert_eq!(row(blocks), in_blocks);
    }

    #[test]
    fn every_part_of_a_configuration_changes_the_key() {
        let with = |change: fn(&mut RunJob)| {
            let mut job = job();
            change(&mut job);
            Job::Run(job).key()
        };
        let changes: [fn(&mut RunJob); 6] = [
            |_| {},
            |job| job.algorithm = catalogue::named("randomized:sweep").unwrap(),
            |job| job.knowledge = Congestion::Counted,
            |job| job.mode = ModeName::Step,
            |job| job.audit = AuditName::Full,
            |job| job.seed = 8,
        ];
        let keys: std::collections::HashSet<String> = changes.into_iter().map(with).collect();
        assert_eq!(keys.len(), changes.len());
    }
}
