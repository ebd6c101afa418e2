//! Reads the flags of `meshcast pram`.

use super::{AuditName, Format, MessageSetArgs, ModeName, RunArgs, number_parsers};
use clap::{Args, Subcommand, ValueEnum};
use meshcast_algorithms::programs::AccessPattern;
use meshcast_algorithms::{Layout, PramMode};
use meshcast_engine::MAX_NODES;
use meshcast_primitives::Operator;
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
pub(crate) struct PramRunArgs {
    /// The program.
    #[arg(value_enum, value_name = "PROGRAM")]
    pub(crate) program: PramProgramName,
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) kind: PramKindArgs,
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

/// The kind of PRAM, and its memory.
#[derive(Debug, Args)]
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
}

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
    pub(crate) run: RunArgs,
}

/// List the programs, with the kind of PRAM that each needs and its input.
#[derive(Debug, Args)]
pub(crate) struct PramListArgs {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PramProgramName {
    /// One step in which every processor reads and writes.
    Access,
    /// Prefix sums by doubling.
    PrefixSums,
    /// Ranks of a linked list by pointer jumping.
    ListRanking,
    /// Connected components of a graph by hooking and pointer jumping.
    Components,
    /// Distances from vertex 0 of a graph, level by level.
    Bfs,
    /// A maximal independent set of a graph by random priorities.
    Mis,
    /// Sorting by merge exchange.
    Sort,
    /// A sparse matrix times a vector, a row a processor.
    Spmv,
    /// A matrix times a matrix, an entry a processor.
    MatrixProduct,
}

impl PramProgramName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::PrefixSums => "prefix-sums",
            Self::ListRanking => "list-ranking",
            Self::Components => "components",
            Self::Bfs => "bfs",
            Self::Mis => "mis",
            Self::Sort => "sort",
            Self::Spmv => "spmv",
            Self::MatrixProduct => "matrix-product",
        }
    }

    /// What it does, in a line.
    pub(crate) fn describe(self) -> String {
        let value = self.to_possible_value();
        value
            .as_ref()
            .and_then(|value| value.get_help())
            .map(ToString::to_string)
            .unwrap_or_default()
    }

    /// Whether its input is a message set.
    pub(crate) fn takes_messages(self) -> bool {
        matches!(self, Self::Components | Self::Bfs | Self::Mis | Self::Spmv)
    }

    /// The strictest kind of PRAM in which it is lawful, whatever its input.
    pub(crate) fn usual_kind(self) -> PramKindName {
        match self {
            Self::PrefixSums | Self::Sort => PramKindName::Erew,
            Self::ListRanking | Self::Spmv | Self::MatrixProduct => PramKindName::Crew,
            Self::Bfs | Self::Mis => PramKindName::CrcwCommon,
            Self::Access | Self::Components => PramKindName::CrcwArbitrary,
        }
    }
}

/// A kind of PRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PramKindName {
    /// Exclusive reads and writes.
    Erew,
    /// Concurrent reads, exclusive writes.
    Crew,
    /// Concurrent writes of one value.
    CrcwCommon,
    /// Of concurrent writes one succeeds: that of the processor with the lowest number, so that runs repeat.
    CrcwArbitrary,
    /// Of concurrent writes that of the processor with the lowest number succeeds.
    CrcwPriority,
    /// Concurrent writes are combined by --operator.
    CrcwCombining,
}

impl PramKindName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Erew => "erew",
            Self::Crew => "crew",
            Self::CrcwCommon => "crcw-common",
            Self::CrcwArbitrary => "crcw-arbitrary",
            Self::CrcwPriority => "crcw-priority",
            Self::CrcwCombining => "crcw-combining",
        }
    }

    /// The mode of the PRAM.
    pub(crate) fn mode(self, operator: OperatorName) -> PramMode {
        match self {
            Self::Erew => PramMode::Erew,
            Self::Crew => PramMode::Crew,
            Self::CrcwCommon => PramMode::Common,
            Self::CrcwArbitrary => PramMode::Arbitrary,
            Self::CrcwPriority => PramMode::Priority,
            Self::CrcwCombining => PramMode::Combining(operator.operator()),
        }
    }
}

/// What combines values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OperatorName {
    /// Their sum modulo 2^64.
    #[default]
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Bit by bit, 1 if one is.
    Or,
    /// Bit by bit, 1 if all are.
    And,
    /// Bit by bit, 1 if an odd number is.
    Xor,
}

impl OperatorName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::Or => "or",
            Self::And => "and",
            Self::Xor => "xor",
        }
    }

    fn operator(self) -> Operator {
        match self {
            Self::Sum => Operator::Sum,
            Self::Min => Operator::Min,
            Self::Max => Operator::Max,
            Self::Or => Operator::Or,
            Self::And => Operator::And,
            Self::Xor => Operator::Xor,
        }
    }
}

/// How cells are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    /// At random, as the seed says; again with new keys if a tile is overloaded.
    #[default]
    Hashed,
    /// In the order of their addresses; an overloaded tile is served in rounds.
    Identity,
}

impl LayoutName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hashed => "hashed",
            Self::Identity => "identity",
        }
    }

    /// The layout.
    pub(crate) fn layout(self) -> Layout {
        match self {
            Self::Hashed => Layout::Hashed,
            Self::Identity => Layout::Identity,
        }
    }
}

/// Which cells are read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccessPatternName {
    /// All of them the same.
    OneCell,
    /// Each its own, in random order.
    Permutation,
    /// Each any.
    #[default]
    Random,
    /// Processor i cell i.
    Identity,
}

impl AccessPatternName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OneCell => "one-cell",
            Self::Permutation => "permutation",
            Self::Random => "random",
            Self::Identity => "identity",
        }
    }

    /// The pattern.
    pub(crate) fn pattern(self) -> AccessPattern {
        match self {
            Self::OneCell => AccessPattern::OneCell,
            Self::Permutation => AccessPattern::Permutation,
            Self::Random => AccessPattern::Random,
            Self::Identity => AccessPattern::Identity,
        }
    }
}
