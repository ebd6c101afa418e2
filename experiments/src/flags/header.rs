//! Reads the flag that bounds the words that a packet carries.

use super::number_parsers;
use clap::Args;

/// How much a packet carries.
#[derive(Debug, Args)]
pub(crate) struct HeaderArgs {
    /// The most words that a header may have in which a program writes; one more breaks rule M1 [default: as many as it has
    /// destinations]
    #[arg(long, value_name = "N", value_parser = number_parsers::whole::<usize>)]
    #[arg(allow_negative_numbers = true, help_heading = "Run and output")]
    pub(crate) header_words: Option<usize>,
}
