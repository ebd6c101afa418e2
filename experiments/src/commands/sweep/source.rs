//! Says where the messages of a run of a sweep come from.

use super::digested_file::DigestedFile;
use super::error::SweepError;
use crate::catalogue::Algorithm;
use crate::flags::{Generated, MessageSetArgs};
use crate::input::{Block, Placement, SetFile};
use crate::load::{self, LoadError};
use crate::memory::{Room, SetSize, Sketch};
use crate::message_set::MessageSet;
use crate::readable::Printed;
use clap::ValueEnum;
use meshcast_algorithms::Workload;
use meshcast_engine::Shape;
use serde::Serialize;
use std::fmt;

/// Where messages come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Workload {
        workload: Workload,
        side: usize,
        congestion: Option<usize>,
        degree: Option<usize>,
    },
    /// Tokens for the top k of some experts.
    Experts {
        side: usize,
        experts: usize,
        top: usize,
        /// How popular they are, as measured; none by Zipf's law.
        popularity: Option<DigestedFile>,
    },
    File {
        file: DigestedFile,
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

/// How large the message set of a run is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) shape: Shape,
    pub(super) set: SetSize,
    /// Messages of a node, at most.
    pub(super) per_node: usize,
    /// Bytes that it takes to make it.
    pub(super) making: u64,
}

impl Size {
    fn of(set: &MessageSet, making: u64) -> Self {
        let (shape, per_node) = (set.shape, set.messages.per_node());
        Self { shape, set: SetSize::of(&set.messages), per_node, making }
    }
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
    Experts {
        workload: &'a str,
        side: usize,
        experts: usize,
        top: usize,
        popularity: Option<String>,
        sha256: Option<&'a str>,
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
            Self::Experts { side, experts, top, popularity } => {
                write!(out, "{name} of {side} x {side} nodes, the top {top} of {experts} experts")?;
                match popularity {
                    Some(file) => write!(out, ", {}", Printed::of(&file.name())),
                    None => Ok(()),
                }
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
    /// What a row says of it.
    pub(super) fn configuration(&self) -> SourceConfiguration<'_> {
        match self {
            &Self::Workload { workload, side, congestion, degree } => {
                let workload = workload.name();
                SourceConfiguration::Workload { workload, side, congestion, degree }
            }
            &Self::Experts { side, experts, top, ref popularity } => {
                let file = popularity.as_ref();
                SourceConfiguration::Experts {
                    workload: Generated::Experts.name(),
                    side,
                    experts,
                    top,
                    popularity: file.map(DigestedFile::name),
                    sha256: file.map(DigestedFile::sha256),
                }
            }
            Self::File { file, placement, blocks } => {
                let (name, sha256, placement) = (file.name(), file.sha256(), spelled(*placement));
                let blocks = blocks.map(|Blocks { block, side }| BlocksConfiguration {
                    block: spelled(block),
                    side,
                });
                SourceConfiguration::File { file: name, sha256, placement, blocks }
            }
        }
    }

    /// Refuses a file that is not as it was when the sweep began.
    pub(super) fn check(&self) -> Result<(), SweepError> {
        match self {
            Self::Workload { .. } => Ok(()),
            Self::Experts { popularity, .. } => {
                popularity.as_ref().map_or(Ok(()), DigestedFile::check)
            }
            Self::File { file, .. } => file.check(),
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
            &Self::Experts { side, experts, top, ref popularity } => {
                flags.workload = Some(Generated::Experts);
                flags.side = Some(side);
                (flags.experts, flags.top) = (Some(experts), Some(top));
                flags.popularity = popularity.as_ref().map(|file| file.path().to_owned());
            }
            Self::File { file, placement, blocks } => {
                flags.input = Some(file.path().to_owned());
                flags.placement = Some(*placement);
                flags.block = blocks.map(|blocks| blocks.block);
                flags.side = blocks.map(|blocks| blocks.side);
            }
        }
        flags
    }

    /// How large the set is: at most, of a workload, and as made or read, of others.
    pub(super) fn size(&self, algorithm: Algorithm, seed: u64) -> Result<Size, SweepError> {
        match *self {
            Self::Workload { workload, side, congestion, degree } => {
                let shape = Shape::new(side, side).map_err(SweepError::Side)?;
                let asked = (degree, congestion);
                let sketch = Sketch::of_workload(workload, shape, asked);
                Ok(Size { shape, set: sketch.size, per_node: 1, making: sketch.making })
            }
            Self::Experts { side, experts, top, .. } => {
                let shape = Shape::new(side, side).map_err(SweepError::Side)?;
                let name = Generated::Experts.name();
                let Sketch { size, making, .. } = Sketch::of_experts(name, shape, (experts, top));
                match self.load(algorithm, seed) {
                    Ok(set) => Ok(Size::of(&set, making)),
                    // It has a row that says so.
                    Err(LoadError::Workload(_)) => {
                        Ok(Size { shape, set: size, per_node: 1, making })
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Self::File { ref file, .. } => {
                let set = self.load(algorithm, seed)?;
                let making = SetFile::open(file.path())?.sketch().reading_again(&set.messages);
                Ok(Size::of(&set, making))
            }
        }
    }

    /// The set itself, if there is room to make it.
    fn load(&self, algorithm: Algorithm, seed: u64) -> Result<MessageSet, LoadError> {
        let admit = |sketch: &Sketch| Ok(sketch.check(Room::Available)?);
        load::message_set(&self.flags(), &[algorithm], seed, &admit)
    }

    /// The side of its mesh, unless a file says it.
    pub(super) fn side(&self) -> Option<usize> {
        match *self {
            Self::Workload { side, .. } | Self::Experts { side, .. } => Some(side),
            Self::File { blocks, .. } => blocks.map(|blocks| blocks.side),
        }
    }

    /// The name of the workload or the file.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Workload { workload, .. } => workload.name().to_owned(),
            Self::Experts { .. } => Generated::Experts.name().to_owned(),
            Self::File { file, .. } => file.name(),
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
