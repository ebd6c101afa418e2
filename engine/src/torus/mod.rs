//! Runs store-and-forward programs on a torus of K^n nodes, beside the mesh, with ledger, audit and trace of its kind.
//!
//! In every step each directed channel carries at most one message to the neighbour behind it; all channels of a node work at
//! once. Messages wait in a queue a channel, without limit, and what waits is measured. What a node does with a message
//! that has come in depends on the header of the message alone: that is a [`TorusProgram`]. Passing a message on over several
//! channels costs nothing but the channels.

mod messages;
mod network;
mod outcome;
mod queues;

pub use messages::{MAX_TORUS_DELIVERIES, TorusMessages};
pub use network::{Joining, Onward, TorusOptions, TorusProgram, run_torus};
pub use outcome::{TorusAudit, TorusOutcome};
