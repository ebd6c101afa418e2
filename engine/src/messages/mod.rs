//! Holds multicast message sets: what stands in the input queues when a run starts.

mod lists;
mod numbering;
mod parts;
mod set;

pub use lists::MessageLists;
pub use set::{Messages, MessagesError};
