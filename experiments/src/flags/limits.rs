//! Reads the flags of `meshcast limits`.

use super::{Format, number_parsers};
use clap::Args;
use std::path::PathBuf;

/// Say where the steps over the bound settle, by exact formulas up to 2^60 nodes.
///
/// The formulas are those that runs are held to: a run of the phases that are supposed takes exactly so many steps. Every node has a
/// message for c nodes, and gets as many; meshes are square: powers of four nodes, nine times such powers, and random sides.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast limits
  meshcast limits sort randomized:tuned --congestion 16,256 --out limits.svg
  meshcast limits sort --random 200")]
pub(crate) struct LimitsArgs {
    /// Algorithms, with their parameters as plans spell them, or primitives [default: all of both]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Messages for a node, c; several with a comma between two.
    #[arg(long, value_name = "C", value_delimiter = ',', default_values_t = [4, 64])]
    #[arg(value_parser = number_parsers::from_1_to(1 << 20), allow_negative_numbers = true)]
    pub(crate) congestion: Vec<usize>,
    /// Random sides in every tenfold of n.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number_parsers::from_0_to(1000))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) random: usize,
    /// Draw the ratios to a file, SVG or PNG by its suffix; - for SVG on standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Threads that do the work; they change no result [default: one a processor]
    #[arg(long, value_name = "N", value_parser = number_parsers::from_1_to(1024))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
