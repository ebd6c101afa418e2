//! Shared by the tests.

pub mod oracle;
pub mod replay;
