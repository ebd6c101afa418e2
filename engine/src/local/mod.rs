//! Does free local work: what nodes do between steps with their own packets, queues, headers and registers.
//!
//! Like a step form, local work gets a [`Stage`](crate::machine::Stage) and nothing else.

mod headers;
mod packets;
mod payload;
mod queues;
mod registers;
mod values;

pub use queues::Queued;
