//! Holds what the tests share: instances, oracles, texts of traces and the work that benchmarks time.

pub mod browser;
pub mod calibration;
pub mod corpus;
pub mod instances;
pub mod longest_chain;
pub mod oracle;
pub mod tier;
pub mod torus_replay;
mod trace_text;
pub mod traced_spans;
pub mod work;

pub use meshcast::replay;
pub use trace_text::trace_text;

/// The blocks of docs/write-your-own.md, which the documentation tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/write-your-own.md")]
pub struct Guide;

/// The blocks of docs/pram.md, likewise.
#[cfg(doctest)]
#[doc = include_str!("../../docs/pram.md")]
pub struct PramGuide;
