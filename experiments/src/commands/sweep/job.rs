//! Describes the runs of a sweep, each with everything that its result depends on.

use super::error::SweepError;
use super::load_job::LoadJob;
use super::pram_job::PramJob;
use crate::catalogue::Algorithm;
use crate::flags::{AuditName, Generated, MessageSetArgs, ModeName};
use crate::input::{InputError, Placement, Problem, hexadecimal};
use crate::load;
use crate::memory::{FileSketch, Room, SetSize, Sketch};
use crate::readable::Printed;
use crate::results::{COMMIT, VERSION};
use crate::store::{ExpanderRow, RunRow, key_of};
use clap::ValueEnum;
use meshcast_algorithms::{Congestion, Workload};
use meshcast_engine::Shape;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

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

/// Where messages come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Workload {
        workload: Workload,
        side: usize,
        congestion: Option<usize>,
        degree: Option<usize>,
    },
    File {
        path: PathBuf,
        /// SHA-256 of what is in it.
        sha256: String,
        placement: Placement,
    },
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

/// What a row says of where messages come from.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum SourceConfiguration<'a> {
    Workload { workload: &'a str, side: usize, congestion: Option<usize>, degree: Option<usize> },
    File { file: String, sha256: &'a str, placement: String },
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

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Workload { side, congestion, degree, .. } => {
                write!(out, "{name} of {side} x {side} nodes")?;
                if let Some(congestion) = congestion {
                    write!(out, ", c = {congestion}")?;
                }
                degree.map_or(Ok(()), |degree| write!(out, ", d = {degree}"))
            }
            Self::File { .. } => write!(out, "{}", Printed::of(&name)),
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
        if let Source::Workload { side, congestion, degree, .. } = self.source {
            (row.mesh_rows, row.mesh_cols) = (side as u64, side as u64);
            row.nodes = row.mesh_rows * row.mesh_cols;
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

impl Source {
    /// The file at `path`, in the default placement.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let (path, placement) = (path.to_owned(), Placement::default());
        let sha256 = digest_of(&path)?;
        Ok(Self::File { path, sha256, placement })
    }

    /// What a row says of it.
    pub(super) fn configuration(&self) -> SourceConfiguration<'_> {
        match self {
            &Self::Workload { workload, side, congestion, degree } => {
                let workload = workload.name();
                SourceConfiguration::Workload { workload, side, congestion, degree }
            }
            Self::File { sha256, placement, .. } => {
                let (file, placement) = (self.name(), spelled(*placement));
                SourceConfiguration::File { file, sha256, placement }
            }
        }
    }

    /// Refuses a file that is not as it was when the sweep began.
    pub(super) fn check(&self) -> Result<(), SweepError> {
        let Self::File { path, sha256, .. } = self else { return Ok(()) };
        let file = path.to_string_lossy();
        match digest_of(path) {
            Ok(found) if found == *sha256 => Ok(()),
            Ok(_) => Err(SweepError::ChangedInput { file: Printed::of(&file) }),
            Err(error) => {
                let (file, problem) = (file.into_owned(), Problem::Unreadable(error));
                Err(InputError { file, line: None, problem }.into())
            }
        }
    }

    /// The flags that mean it.
    pub(crate) fn flags(&self) -> MessageSetArgs {
        let mut flags = MessageSetArgs::default();
        match self {
            &Self::Workload { workload, side, congestion, degree } => {
                flags.workload = Some(Generated::Family(workload));
                flags.side = Some(side);
                (flags.congestion, flags.degree) = (congestion, degree);
            }
            Self::File { path, placement, .. } => {
                flags.input = Some(path.clone());
                flags.placement = Some(*placement);
            }
        }
        flags
    }

    /// The mesh, how large the set is and the bytes that it takes to make it: at most, of a workload, and as read, of a file.
    pub(super) fn size(
        &self,
        algorithm: Algorithm,
        seed: u64,
    ) -> Result<(Shape, SetSize, u64), SweepError> {
        match *self {
            Self::Workload { workload, side, congestion, degree } => {
                let shape = Shape::new(side, side).map_err(SweepError::Side)?;
                let asked = (degree, congestion);
                let sketch = Sketch::of_workload(workload, shape, asked);
                Ok((shape, sketch.size, sketch.making))
            }
            Self::File { ref path, .. } => {
                let admit = |sketch: &Sketch| Ok(sketch.check(Room::Available)?);
                let set = load::message_set(&self.flags(), &[algorithm], seed, &admit)?;
                let making = FileSketch::of(path).reading();
                Ok((set.shape, SetSize::of(&set.messages), making))
            }
        }
    }

    /// This file, with its nodes placed in another order.
    pub(super) fn placed(self, placement: Placement) -> Self {
        match self {
            Self::File { path, sha256, .. } => Self::File { path, sha256, placement },
            workload @ Self::Workload { .. } => workload,
        }
    }

    /// The name of the workload or the file.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Workload { workload, .. } => workload.name().to_owned(),
            Self::File { path, .. } => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
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

/// A value as it is spelled on the command line.
fn spelled<V: ValueEnum + Copy>(value: V) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The fields in their order, which is what makes the text the same.
pub(super) fn text_of(configuration: &impl Serialize) -> String {
    // Structs of numbers and strings always serialise.
    serde_json::to_string(configuration).unwrap_or_default()
}

/// SHA-256 of what is in the file at `path`.
fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = BufReader::new(File::open(path)?);
    let mut digest = Sha256::new();
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hexadecimal(digest));
        }
        digest.update(bytes);
        let taken = bytes.len();
        file.consume(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

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
