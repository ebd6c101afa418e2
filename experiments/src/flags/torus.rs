//! Reads the flags of `meshcast torus`.

use super::list_parser::PartOf;
use super::{AuditName, RunArgs, number_parsers};
use clap::{Args, Subcommand, ValueEnum};
use meshcast_algorithms::{Communication, CommunicationGraph, QueueOrder, TorusAlgorithm};
use std::path::PathBuf;

/// Broadcast in toroidal networks.
///
/// A torus has K^n nodes in n dimensions, its last coordinates next to its first. Every directed channel carries a message a
/// step; messages wait in queues without limit, which are measured. One function routes all messages: simple takes
/// one dimension after the other, diagonal goes along diagonals, which it shares out to the dimensions, and balanced takes the smallest
/// coordinates first. Runs go by one thread; only the order random depends on the seed.
#[derive(Debug, Args)]
pub(crate) struct TorusArgs {
    #[command(subcommand)]
    pub(crate) command: TorusCommand,
}

/// What to do with a torus.
#[derive(Debug, Subcommand)]
pub(crate) enum TorusCommand {
    Measure(TorusMeasureArgs),
    Run(TorusRunArgs),
    Table(TorusTableArgs),
}

/// K and n.
#[derive(Debug, Args)]
pub(crate) struct SizeArgs {
    /// Nodes in a dimension, from 2 on.
    #[arg(long, value_name = "K", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) radix: usize,
    /// Dimensions; the torus has at most 2^22 nodes.
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) dims: usize,
}

/// Count how evenly a routing algorithm loads the channels.
///
/// The points whose paths enter 0 along each direction, their greatest difference delta, the same at each distance, lambda, and
/// all this by the direction in which a path begins; beside formulas for odd K: those of the paper for simple, one that was found by
/// counting for delta of diagonal and one that is proved for delta of balanced.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast torus measure --radix 5 --dims 3 --algorithm diagonal
  meshcast torus measure --radix 5 --dims 2 --algorithm diagonal --svg graph.svg")]
pub(crate) struct TorusMeasureArgs {
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// The routing algorithm.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) algorithm: TorusAlgorithmName,
    /// Draw the paths of all points to 0 to FILE.svg, in two dimensions; - for standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Run one communication, step by step.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast torus run --radix 5 --dims 3 --algorithm diagonal --communication all-to-all
  meshcast torus run --radix 11 --dims 3 --algorithm simple --communication all-to-all-personalized")]
pub(crate) struct TorusRunArgs {
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// The routing algorithm.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) algorithm: TorusAlgorithmName,
    /// What the nodes want of each other.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) communication: CommunicationName,
    /// Which of its source's graphs a message takes: the paths to the source, the other way round, or those from it [default: input
    /// for a broadcast, output for messages to one node each]
    #[arg(long, value_enum)]
    pub(crate) tree: Option<TreeName>,
    #[command(flatten)]
    pub(crate) order: QueueOrderArgs,
    /// What to record: peaks, or also how many nodes had which peak, the busiest channel of every direction and what waited when.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) audit: AuditName,
    /// Write every event of the run to FILE, a line of JSON each, for replay; - for standard output; meant for small tori.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl TorusRunArgs {
    /// The graph that messages take.
    pub(crate) fn graph(&self) -> CommunicationGraph {
        match self.tree {
            Some(TreeName::Input) => CommunicationGraph::Input,
            Some(TreeName::Output) => CommunicationGraph::Output,
            None => self.communication.communication().usual_graph(),
        }
    }
}

/// Compare all algorithms, along both graphs, in all four communications.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast torus table --radix 3,5,7 --dims 2,3")]
pub(crate) struct TorusTableArgs {
    /// Nodes in a dimension.
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_value = "3,5,7,9")]
    #[arg(value_parser = PartOf(number_parsers::whole::<usize>), allow_negative_numbers = true)]
    pub(crate) radix: Vec<usize>,
    /// Dimensions.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "2,3")]
    #[arg(value_parser = PartOf(number_parsers::whole::<usize>), allow_negative_numbers = true)]
    pub(crate) dims: Vec<usize>,
    #[command(flatten)]
    pub(crate) order: QueueOrderArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The order of service.
#[derive(Debug, Args)]
pub(crate) struct QueueOrderArgs {
    /// Which of the messages that wait for a channel goes first.
    #[arg(long, value_enum, default_value_t)]
    order: QueueOrderName,
}

impl QueueOrderArgs {
    /// The order.
    pub(crate) fn order(&self) -> QueueOrder {
        match self.order {
            QueueOrderName::Farthest => QueueOrder::Farthest,
            QueueOrderName::Fifo => QueueOrder::Fifo,
            QueueOrderName::Nearest => QueueOrder::Nearest,
            QueueOrderName::Random => QueueOrder::Random,
        }
    }
}

/// A routing algorithm by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TorusAlgorithmName {
    /// One dimension after the other, the last first.
    Simple,
    /// Along diagonals.
    Diagonal,
    /// The smallest coordinates first, the same from all dimensions.
    Balanced,
}

impl TorusAlgorithmName {
    /// The algorithm.
    pub(crate) fn algorithm(self) -> TorusAlgorithm {
        match self {
            Self::Simple => TorusAlgorithm::Simple,
            Self::Diagonal => TorusAlgorithm::Diagonal,
            Self::Balanced => TorusAlgorithm::Balanced,
        }
    }
}

/// A communication by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CommunicationName {
    /// Node 0 has a message for all others.
    Broadcast,
    /// Node 0 has a message for each of the others.
    Personalized,
    /// Every node has a message for all others.
    AllToAll,
    /// Every node has a message for each of the others.
    AllToAllPersonalized,
}

impl CommunicationName {
    /// The communication.
    pub(crate) fn communication(self) -> Communication {
        match self {
            Self::Broadcast => Communication::Broadcast,
            Self::Personalized => Communication::Personalized,
            Self::AllToAll => Communication::AllToAll,
            Self::AllToAllPersonalized => Communication::AllToAllPersonalized,
        }
    }
}

/// A graph by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeName {
    /// The paths to the source, the other way round.
    Input,
    /// The paths from the source.
    Output,
}

/// An order of service by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum QueueOrderName {
    /// The one with the longest way to go; of equals the first to come.
    #[default]
    Farthest,
    /// The first to come.
    Fifo,
    /// The one with the shortest way to go; of equals the first to come.
    Nearest,
    /// Any, by the seed.
    Random,
}
