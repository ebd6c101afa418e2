//! Reads the flags of `meshcast report` and `plot`.

use super::Format;
use super::folder::folder;
use clap::Args;
use std::path::PathBuf;

/// Write what a sweep found as one page: verdicts, figures, tables and the commands to repeat them.
///
/// The page needs no network and no other file. Its figures can be zoomed by dragging over them, and are still there where
/// scripts are off. The same results give the same bytes.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast report results --out report.html")]
pub(crate) struct ReportArgs {
    /// The folder of the results.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The page to write; - for standard output.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: PathBuf,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Write the figures of a sweep as SVG and PNG files.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  meshcast plot results --out figures")]
pub(crate) struct PlotArgs {
    /// The folder of the results.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The folder of the figures; made if it is not there.
    #[arg(long, value_name = "FOLDER", value_parser = folder())]
    pub(crate) out: PathBuf,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
