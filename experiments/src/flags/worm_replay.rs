//! Flags of the page that replays worms.

use super::number_parsers::from_2;
use clap::Args;
use std::path::PathBuf;

/// Which page is written, and what is on it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run and output")]
pub(crate) struct WormReplayArgs {
    /// Write a page that replays the run to FILE.html, a deadlock, too; - for standard output.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) replay: Option<PathBuf>,
    /// The most moments of the page [default: all, up to 2^24 moments times channels]
    #[arg(long, value_name = "N", value_parser = from_2())]
    #[arg(allow_negative_numbers = true, requires = "replay")]
    pub(crate) frames: Option<usize>,
    /// The title of the page [default: the worms and their network]
    #[arg(long, value_name = "TEXT", requires = "replay")]
    pub(crate) title: Option<String>,
    /// What to watch: a text under the title of the page.
    #[arg(long, value_name = "TEXT", requires = "replay")]
    pub(crate) note: Option<String>,
}
