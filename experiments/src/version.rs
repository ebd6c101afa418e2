//! Says which program this is.

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from, or "unknown".
pub(crate) const COMMIT: &str = env!("MESHCAST_COMMIT");
