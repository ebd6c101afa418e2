//! Collects the flags that say what to route, with which algorithm, and how.

use super::{AlgorithmArgs, CostArgs, HeaderArgs, MessageSetArgs, ModeName, RunArgs};

/// What `route` takes beside what it records, and whatever routes as it does.
#[derive(Debug, clap::Args)]
pub(crate) struct RoutingArgs {
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) set: MessageSetArgs,
    #[command(flatten)]
    pub(crate) cost: CostArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) header: HeaderArgs,
    /// Whether every step is made.
    #[arg(long, value_enum, default_value_t, help_heading = "Run and output")]
    pub(crate) mode: ModeName,
}

impl RoutingArgs {
    /// The files that the flags name.
    pub(crate) fn files(&self) -> Vec<(&'static str, std::path::PathBuf)> {
        let mut files = self.set.files();
        files.extend(self.algorithm.files());
        files
    }
}
