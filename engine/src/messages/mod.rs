//! Holds multicast message sets: what stands in the input queues when a run starts.

mod classes;
mod collect;
mod numbering;
mod parts;
mod set;

pub use collect::MessageLists;
pub use set::{Messages, MessagesError};
