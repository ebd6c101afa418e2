//! Reads the flags of `meshcast expander rounds`.

use super::schedule::computed_parser;
use super::{Format, number_parsers};
use crate::catalogue::{ScheduleName, WordsName};
use clap::Args;
use meshcast_algorithms::{Question, Schedule};

/// Print after how many rounds `rounds` has delivered every message set.
///
/// The guarantee is for all permutations but a share of 2^K, whatever packets the visits choose. It speaks of random permutations: a
/// given file is as good except with that probability over its seed. What is proved, and how: docs/rounds.md. With --explicit groups are
/// those of deterministic --variant explicit, and the guarantee is for every message set, without exception: docs/explicit.md.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast expander rounds --nodes 65536 --congestion 256 --failure-log2 -20
  meshcast expander rounds --nodes 65536 --congestion 256 --failure-log2 -20 --schedule shrink
  meshcast expander rounds --explicit --nodes 65536 --congestion 256
  meshcast expander rounds --explicit --nodes 4096 --congestion 16 --field 16")]
pub(crate) struct ExpanderRoundsArgs {
    /// Groups by polynomials that nodes compute, as of deterministic --variant explicit, in the place of permutations.
    #[arg(long, conflicts_with_all = ["failure_log2", "stored_words"])]
    pub(crate) explicit: bool,
    /// The order of the field, a prime power [default: the one that the algorithm takes]
    #[arg(long, value_name = "q", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    #[arg(requires = "explicit")]
    pub(crate) field: Option<u64>,
    /// Rows of the mesh [default: as square a mesh as there is]
    #[arg(long, value_name = "R", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    #[arg(requires = "explicit")]
    pub(crate) rows: Option<u64>,
    /// Nodes of the mesh: a power of two, or any number with --explicit.
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Most messages for one node; if no power of two, the next one counts.
    #[arg(long, value_name = "C", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) congestion: u64,
    /// The share of the permutations that may fail is 2^K.
    #[arg(long, value_name = "K", value_parser = number_parsers::whole::<i32>, allow_negative_numbers = true)]
    #[arg(required_unless_present = "explicit")]
    failure_log2: Option<i32>,
    /// The numbers of tiles.
    #[arg(long, value_name = "NAME", default_value = ScheduleName::Fixed.name())]
    #[arg(value_parser = computed_parser())]
    pub(crate) schedule: Schedule,
    /// Copies that a node takes in a visit.
    #[arg(long, value_name = "ALPHA", default_value_t = 1, value_parser = number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) alpha: u64,
    /// Words of permutations that a node stores.
    #[arg(long, value_enum, default_value_t)]
    stored_words: WordsName,
    /// Accepted as by every command; nothing here is random.
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl ExpanderRoundsArgs {
    /// What is asked.
    pub(crate) fn question(&self) -> Question {
        Question {
            nodes: self.nodes,
            congestion: self.congestion,
            instances: self.alpha,
            failure_log2: self.failure_log2.unwrap_or_default(),
            words: self.stored_words.words(),
        }
    }
}
