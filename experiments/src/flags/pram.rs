//! Reads the flags of `meshcast pram`.

use super::message_set::without_blocks;
use super::pram_names::{
    AccessPatternName, LayoutName, OperatorName, PramKindName, PramProgramName,
};
use super::{AuditName, Format, MessageSetArgs, ModeName, RunArgs, number_parsers};
use clap::{Args, Subcommand};
use meshcast_algorithms::PramMode;
use meshcast_engine::MAX_NODES;
use std::path::PathBuf;

/// Run PRAM programs on the mesh, with every step of the network charged.
///
/// Every node of the mesh is a processor of the PRAM and holds a part of the shared memory. A step of the PRAM reads, computes
/// and writes: requests are
/// sorted, one for each cell goes to the tile that holds it, and values come back.
#[derive(Debug, Args)]
pub(crate) struct PramArgs {
    #[command(subcommand)]
    pub(crate) command: PramCommand,
}

/// What to do with a PRAM.
#[derive(Debug, Subcommand)]
pub(crate) enum PramCommand {
    Run(Box<PramRunArgs>),
    Compare(PramCompareArgs),
    Overloads(PramOverloadsArgs),
    List(PramListArgs),
}

/// Run a program and report the steps of the mesh by steps of the PRAM and by their parts.
///
/// The result is checked by code that knows no PRAM. A program that breaks its kind of PRAM ends with the step, the cell and
/// the processors, and exit
/// status 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast pram run list-ranking --side 16
  meshcast pram run components --input graph.edges --mode leap
  meshcast pram run access --pattern one-cell --pram crcw-combining --operator sum --side 16")]
#[command(mut_args(without_blocks))]
pub(crate) struct PramRunArgs {
    #[command(flatten)]
    pub(crate) program: PramProgramArgs,
    /// How closely to watch buffers and links.
    #[arg(long, value_enum, default_value_t, help_heading = "Records")]
    pub(crate) audit: AuditName,
    /// Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Whether every step is made.
    #[arg(long, value_enum, default_value_t, help_heading = "Run and output")]
    pub(crate) mode: ModeName,
}

/// A program with its input, on a kind of PRAM.
#[derive(Clone, Debug, Args)]
pub(crate) struct PramProgramArgs {
    /// The program.
    #[arg(value_enum, value_name = "PROGRAM")]
    pub(crate) name: PramProgramName,
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) kind: PramKindArgs,
}

impl PramProgramArgs {
    /// The kind of PRAM that it runs on.
    pub(crate) fn kind(&self) -> PramKindName {
        self.kind.pram.unwrap_or_else(|| self.name.usual_kind())
    }

    /// The kind with what combines values.
    pub(crate) fn mode(&self) -> PramMode {
        self.kind().mode()(self.kind.operator.unwrap_or_default().operator())
    }

    /// What combines values, if they are combined.
    pub(crate) fn operator(&self) -> Option<OperatorName> {
        let combines = self.kind() == PramKindName::CrcwCombining;
        combines.then(|| self.kind.operator.unwrap_or_default())
    }

    /// Which cells are accessed, by the program access.
    pub(crate) fn pattern(&self) -> Option<AccessPatternName> {
        let accesses = self.name == PramProgramName::Access;
        accesses.then(|| self.kind.pattern.unwrap_or_default())
    }
}

/// The kind of PRAM, and its memory.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "PRAM")]
pub(crate) struct PramKindArgs {
    /// What several processors may do with one cell [default: the strictest kind in which the program is lawful]
    #[arg(long = "pram", value_enum, value_name = "KIND")]
    pub(crate) pram: Option<PramKindName>,
    /// How crcw-combining combines values [default: sum]
    #[arg(long, value_enum, value_name = "OPERATOR")]
    pub(crate) operator: Option<OperatorName>,
    /// Which node holds which cell.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layout: LayoutName,
    /// Cells of the program access, at most 2^32 [default: one a processor]
    #[arg(long, value_name = "M", value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) cells: Option<u64>,
    /// Which cells the program access reads and writes [default: random]
    #[arg(long, value_enum, value_name = "PATTERN")]
    pub(crate) pattern: Option<AccessPatternName>,
    #[command(flatten)]
    pub(crate) tiles: PramTileArgs,
}

/// The tiles that hold the memory.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "PRAM")]
pub(crate) struct PramTileArgs {
    /// Side of a tile, whose nodes every request for it passes; on a line a tile has B^2 nodes [default: 8]
    #[arg(long, value_name = "B", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) tile_side: Option<usize>,
    /// Requests that a node of a tile takes at a time; a tile with more is overloaded [default: 2]
    #[arg(long, value_name = "K", value_parser = number_parsers::from_1_to(MOST_REQUESTS))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) per_node: Option<usize>,
}

/// The most requests that a node of a tile takes at a time: buffers hold some packets for each.
const MOST_REQUESTS: usize = 64;

/// Compare one concurrent read with packets that go straight to the cells, with and without combining, and with a multicast.
///
/// A processor reads one cell of as many as there are processors, in each pattern. A multicast needs no requests: the nodes
/// with the cells know
/// beforehand who wants what.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast pram compare --side 32")]
pub(crate) struct PramCompareArgs {
    /// Rows of the mesh, and columns.
    #[arg(long, value_name = "S", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) side: usize,
    /// Which node holds which cell.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layout: LayoutName,
    #[command(flatten)]
    pub(crate) tiles: PramTileArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Count how often hash keys overload a tile, seed by seed, and compare that with the bound.
///
/// Every processor reads a cell of its own. Nothing is routed: cells are mapped to tiles as a run would map them.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast pram overloads --side 32 --tile-side 4")]
pub(crate) struct PramOverloadsArgs {
    /// Rows of the mesh, and columns.
    #[arg(long, value_name = "S", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) side: usize,
    /// Cells, at most 2^32 [default: 64 a processor]
    #[arg(long, value_name = "M", value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) cells: Option<u64>,
    /// Seeds, one after the other from --seed on.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = number_parsers::from_1_to(MOST_SEEDS), allow_negative_numbers = true)]
    pub(crate) seeds: usize,
    #[command(flatten)]
    pub(crate) tiles: PramTileArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The most seeds of a count.
const MOST_SEEDS: usize = 1 << 24;

/// List the programs, with the kind of PRAM that each needs and its input.
#[derive(Debug, Args)]
pub(crate) struct PramListArgs {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
