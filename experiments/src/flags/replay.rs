//! Reads the flags of `meshcast replay`.

use super::{RoutingArgs, number_parsers};
use clap::{Arg, Args};
use std::path::PathBuf;

/// Write a page that replays a run, step by step: packets, links, phases and deliveries.
///
/// The run is that of a trace, or one that is made now. The page needs no network and no other file. It shows every step, or, where those
/// are too many for a page, as many evenly spaced ones as fit, and then says so. A trace that breaks a rule is shown up to there; the exit
/// status is then 1.
#[derive(Debug, Args)]
#[command(
    mut_args(of_a_run),
    after_help = "Examples:
  meshcast replay --run --algorithm hamiltonian --input matrix.mtx --out run.html
  meshcast route --algorithm hamiltonian --input matrix.mtx --trace run.ndjson
  meshcast replay run.ndjson --out run.html"
)]
pub(crate) struct ReplayArgs {
    /// A trace, as --trace writes it; - for standard input.
    #[arg(value_name = "TRACE", required_unless_present = "is_run", conflicts_with = "is_run")]
    pub(crate) trace: Option<PathBuf>,
    /// Make the run, with the flags of route, instead of reading its trace.
    #[arg(long = "run", id = "is_run")]
    pub(crate) is_run: bool,
    /// The page to write; - for standard output.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: PathBuf,
    /// The most steps to show, the initial loading among them [default: all, up to 2^24 steps times nodes]
    #[arg(long, value_name = "N", value_parser = number_parsers::from_2())]
    #[arg(allow_negative_numbers = true)]
    pub(crate) frames: Option<usize>,
    /// Draw the run as an animated picture to FILE.svg, too; for small meshes and few steps.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,
    /// Write phases and counts to FILE for the trace viewer Perfetto, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) perfetto: Option<PathBuf>,
    /// The title of the page [default: the algorithm and its messages, or the name of the trace]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// What to watch: a text that stands under the title.
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    #[command(flatten)]
    pub(crate) routing: RoutingArgs,
}

/// Lets the flags of a run stand only where there is no trace.
fn of_a_run(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "trace" | "is_run" | "out" | "frames" | "svg" | "perfetto" | "title" | "note"
        | "format" => arg,
        "named" => arg.required(false).default_value("auto").conflicts_with("trace"),
        _ => arg.conflicts_with("trace"),
    }
}
