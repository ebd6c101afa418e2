//! Shared by the tests.

pub mod corpus;
pub mod instances;
pub mod oracle;
pub mod replay;
pub mod torus_replay;
mod trace_text;
pub mod work;

pub use trace_text::trace_text;
