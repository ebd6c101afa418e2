//! Says where the messages of a run of a sweep come from.

use super::error::SweepError;
use crate::catalogue::Algorithm;
use crate::flags::{Generated, MessageSetArgs};
use crate::input::{Block, InputError, Placement, Problem, SetFile, hexadecimal};
use crate::load;
use crate::memory::{Room, SetSize, Sketch};
use crate::readable::Printed;
use clap::ValueEnum;
use meshcast_algorithms::Workload;
use meshcast_engine::Shape;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

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
        blocks: Option<Blocks>,
    },
}

/// A square mesh, smaller than a file has rows, and how it gets them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    pub(crate) block: Block,
    pub(crate) side: usize,
}

/// What a row says of where messages come from.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum SourceConfiguration<'a> {
    Workload {
        workload: &'a str,
        side: usize,
        congestion: Option<usize>,
        degree: Option<usize>,
    },
    File {
        file: String,
        sha256: &'a str,
        placement: String,
        #[serde(flatten)]
        blocks: Option<BlocksConfiguration>,
    },
}

/// What a row says of a file in blocks.
#[derive(Serialize)]
pub(super) struct BlocksConfiguration {
    block: String,
    side: usize,
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
            Self::File { blocks, .. } => {
                write!(out, "{}", Printed::of(&name))?;
                let Some(Blocks { block, side }) = *blocks else { return Ok(()) };
                write!(out, " in {} blocks on {side} x {side} nodes", spelled(block))
            }
        }
    }
}

impl Source {
    /// The file at `path`, in the default placement and as large as its mesh.
    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let (path, placement) = (path.to_owned(), Placement::default());
        let sha256 = digest_of(&path)?;
        Ok(Self::File { path, sha256, placement, blocks: None })
    }

    /// What a row says of it.
    pub(super) fn configuration(&self) -> SourceConfiguration<'_> {
        match self {
            &Self::Workload { workload, side, congestion, degree } => {
                let workload = workload.name();
                SourceConfiguration::Workload { workload, side, congestion, degree }
            }
            Self::File { sha256, placement, blocks, .. } => {
                let (file, placement) = (self.name(), spelled(*placement));
                let blocks = blocks.map(|Blocks { block, side }| BlocksConfiguration {
                    block: spelled(block),
                    side,
                });
                SourceConfiguration::File { file, sha256, placement, blocks }
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
            Self::File { path, placement, blocks, .. } => {
                flags.input = Some(path.clone());
                flags.placement = Some(*placement);
                flags.block = blocks.map(|blocks| blocks.block);
                flags.side = blocks.map(|blocks| blocks.side);
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
                let making = SetFile::open(path)?.sketch().reading_again(&set.messages);
                Ok((set.shape, SetSize::of(&set.messages), making))
            }
        }
    }

    /// This file, with its nodes placed in another order, or on a mesh with fewer nodes.
    pub(super) fn placed(self, placement: Placement, blocks: Option<Blocks>) -> Self {
        match self {
            Self::File { path, sha256, .. } => Self::File { path, sha256, placement, blocks },
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

/// A value as it is spelled on the command line.
pub(super) fn spelled<V: ValueEnum + Copy>(value: V) -> String {
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
