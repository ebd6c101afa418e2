//! Says which flags do not go together.

use thiserror::Error;

/// A flag that contradicts another one. Its `Display` is one line that begins with the flag.
#[derive(Debug, Error)]
pub(crate) enum FlagError {
    #[error("{flag}: expected only with {needs}, found with {with}")]
    Misplaced { flag: &'static str, needs: &'static str, with: &'static str },
    /// Of an algorithm or a primitive.
    #[error("{flag}: expected no such parameter of {name}, found {found}")]
    NoSuchParameter { flag: &'static str, name: &'static str, found: String },
    #[error("--instances: expected 1 for {name}, found {found}")]
    OneInstance { name: &'static str, found: usize },
    #[error("--variant: {found} contradicts --algorithm {algorithm}: give one variant")]
    TwoVariants { algorithm: &'static str, found: &'static str },
}
