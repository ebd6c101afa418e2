//! The commands of `meshcast expander`.

use super::RoundsArgs;
use clap::{Args, Subcommand};

/// Permutations as expanders, and what they guarantee.
#[derive(Debug, Args)]
pub(crate) struct ExpanderArgs {
    #[command(subcommand)]
    pub(crate) command: ExpanderCommand,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum ExpanderCommand {
    Rounds(RoundsArgs),
}
