//! Reads the flags of `meshcast primitive`.

use super::{HeaderArgs, ModeName, RunArgs, number_parsers};
use clap::{Args, ValueEnum};
use meshcast_engine::{MAX_NODES, Order};
use std::path::PathBuf;

/// The most scans in one pipeline.
const MOST_WAVES: usize = 1 << 16;

/// The most packets a node.
const MOST_PACKETS: usize = 1 << 12;

/// Run one primitive of the machine on its own and check its result.
///
/// --pattern gives every node a number below n: its value in a scan or reduction, its key in a sort, the destination of
/// its message in a circulation or, if no earlier node has the same, a permutation. Even numbers mark the packets of a
/// compaction and the targets of an expansion; numbers divisible by 8 start segments; in a migration a node's message
/// is for the nodes that its own number and the next node's name; a concurrent read or write is of the cell with this
/// number. The result is compared with what a host program
/// computes from the same numbers; exit status 1 if they differ.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast primitive sort --side 64
  meshcast primitive permutation --side 64 --blocks 2 --pattern reverse
  meshcast primitive migration --side 64 --t 16
  meshcast primitive scan --side 100 --cols 40 --t 8 --order column-major")]
pub(crate) struct PrimitiveArgs {
    /// The primitive.
    #[arg(value_enum, value_name = "NAME")]
    pub(crate) name: PrimitiveName,
    /// Rows of the mesh, and columns where --cols does not say otherwise.
    #[arg(long, value_name = "S", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) side: usize,
    /// Columns of the mesh, for a rectangle.
    #[arg(long, value_name = "C", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) cols: Option<usize>,
    /// Scans in the pipeline, one step apart [default: 1]; tiles of a migration or tile shift, a grid as square as can be
    /// [default: S]
    #[arg(long, value_name = "T", value_parser = number_parsers::from_1_to(MOST_WAVES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) t: Option<usize>,
    /// Packets a node, of a sort [default: 1] or (k,k)-routing [default: 4]
    #[arg(long, value_name = "K", value_parser = number_parsers::from_1_to(MOST_PACKETS))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) k: Option<usize>,
    /// Blocks a side that a permutation or (k,k)-routing sorts, at most as many as there are nodes [default: 4]
    #[arg(long, value_name = "G", value_parser = number_parsers::from_1_to(MAX_NODES))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) blocks: Option<usize>,
    /// The order of the nodes, of a sort, scan, segmented broadcast or expansion [default: snake]
    #[arg(long, value_enum)]
    pub(crate) order: Option<OrderName>,
    /// The numbers of the nodes.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) pattern: Pattern,
    /// Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small machines.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) header: HeaderArgs,
    /// Whether every step is made.
    #[arg(long, value_enum, default_value_t, help_heading = "Run and output")]
    pub(crate) mode: ModeName,
}

/// A primitive by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrimitiveName {
    /// Sort one packet a node by key, or --k of them.
    Sort,
    /// Every node learns the combination of all values up to its own; --t of them pipelined.
    Scan,
    /// A scan that begins anew wherever a segment starts: at every number divisible by 8.
    SegmentedScan,
    /// Every node learns the combination of all values.
    Reduce,
    /// Every packet passes every node, a copy each way round, and is delivered where it is wanted.
    Circulation,
    /// Packets close up in their order, row-major.
    Compaction,
    /// Packets that stand close, row-major, move apart in their order.
    Expansion,
    /// Every packet goes to a node of its own.
    Permutation,
    /// --k packets of every node go to nodes that at most as many are for.
    Kk,
    /// A packet is copied to all nodes from its own to the next start of a segment: at every number divisible by 8.
    SegmentedBroadcast,
    /// Every one of --t tiles gets copies of packets that have destinations in it, the masters stay.
    Migration,
    /// The packets of every one of --t tiles move on to the next tile of a ring.
    TileShift,
    /// Every node reads a cell of a shared memory; any number of nodes may read the same one.
    ConcurrentRead,
    /// Every node writes to a cell of a shared memory; values for one cell are added up.
    ConcurrentWrite,
}

impl PrimitiveName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sort => "sort",
            Self::Scan => "scan",
            Self::SegmentedScan => "segmented-scan",
            Self::Reduce => "reduce",
            Self::Circulation => "circulation",
            Self::Compaction => "compaction",
            Self::Expansion => "expansion",
            Self::Permutation => "permutation",
            Self::Kk => "kk",
            Self::SegmentedBroadcast => "segmented-broadcast",
            Self::Migration => "migration",
            Self::TileShift => "tile-shift",
            Self::ConcurrentRead => "concurrent-read",
            Self::ConcurrentWrite => "concurrent-write",
        }
    }
}

/// A linear order of the nodes by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderName {
    /// Row by row, odd rows from right to left.
    Snake,
    /// Row by row.
    RowMajor,
    /// Column by column.
    ColumnMajor,
}

impl OrderName {
    /// The engine's order.
    pub(crate) fn order(self) -> Order {
        match self {
            Self::Snake => Order::Snake,
            Self::RowMajor => Order::RowMajor,
            Self::ColumnMajor => Order::ColumnMajor,
        }
    }

    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Snake => "snake",
            Self::RowMajor => "row-major",
            Self::ColumnMajor => "column-major",
        }
    }
}

/// The number of every node, below n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pattern {
    /// Independent and uniform, by the seed.
    #[default]
    Random,
    /// The first node in row-major order has n-1, the last 0.
    Reverse,
    /// 0 or 1, by the seed.
    ZeroOne,
    /// Half of the nodes, by the seed, have n/2, the others are random.
    Hot,
}

impl Pattern {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Reverse => "reverse",
            Self::ZeroOne => "zero-one",
            Self::Hot => "hot",
        }
    }
}
