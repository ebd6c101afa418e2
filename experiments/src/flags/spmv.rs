//! Reads the flags of `meshcast spmv`.

use super::algorithm::label_parser;
use super::{CostArgs, MessageSetArgs, RunArgs};
use crate::catalogue::Algorithm;
use clap::Args;

/// Multiply a sparse matrix by a vector on the mesh, y = Ax: multicast, then products and sums at the rows.
///
/// Node j holds `x_j`, node i row i of A. A multicast algorithm carries `x_j` to every row with an entry in column j, in the payloads of
/// packets. Then every node takes a value a step off its output queue, multiplies it by its entry and adds the product to its sum. Values
/// of A and x are whole numbers of 16 bits that follow from the seed, those of A from a Matrix Market file if all of them are such numbers
/// there. The host checks y.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast spmv --input matrix.mtx
  meshcast spmv --input matrix.mtx.gz --algorithm randomized:sweep --format json")]
pub(crate) struct SpmvArgs {
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    /// The multicast algorithm, with or without its variant.
    #[arg(long, value_name = "NAME", value_parser = label_parser(), default_value = "auto")]
    pub(crate) algorithm: Algorithm,
    #[command(flatten)]
    pub(crate) cost: CostArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
