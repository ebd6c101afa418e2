//! Reads the flags of `meshcast crossover`.

use super::Format;
use clap::Args;
use meshcast_engine::MAX_NODES;
use std::path::PathBuf;

/// Say which algorithm takes the fewest steps, for every size of mesh and every congestion.
///
/// From the rows of uniform sets where a sweep has stored some, beyond from closed forms, where algorithms have one, and
/// from fits of their rows. `hamiltonian` is always compared, by its closed form where there are no rows; the result names the
/// algorithms without rows. `greedy` algorithms, which learn for free that routing has finished, and `auto` are left out.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast crossover results --to-nodes 2^20 --out map.svg")]
pub(crate) struct CrossoverArgs {
    /// The folder of the results.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The largest mesh, as a number or a power.
    #[arg(long, value_name = "N", default_value = "2^26", value_parser = nodes)]
    pub(crate) to_nodes: u64,
    /// Draw the map to a file, SVG or PNG by its suffix; - for SVG on standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

fn nodes(text: &str) -> Result<u64, String> {
    let number = match text.split_once('^') {
        Some((base, power)) => base
            .parse::<u64>()
            .ok()
            .zip(power.parse().ok())
            .and_then(|(base, power)| base.checked_pow(power)),
        None => text.parse().ok(),
    };
    let most = MAX_NODES as u64;
    number
        .filter(|number| (16..=most).contains(number))
        .ok_or_else(|| format!("expected a whole number from 16 to {most}, or a power as 2^20"))
}
