//! Shared by the tests.

pub mod corpus;
pub mod oracle;
pub mod replay;
