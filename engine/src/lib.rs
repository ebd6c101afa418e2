//! The mesh machine, and the [wormhole] engine beside it.
//!
//! # What a program cannot do
//! The rules that no check could enforce are kept by what is not public. A program cannot make a packet up:
//!
//! ```compile_fail,E0624
//! # use meshcast_engine::Packet;
//! let forged = Packet::new(7, 0);
//! ```
//!
//! It cannot move one but by a form of a step:
//!
//! ```compile_fail,E0616
//! # use meshcast_engine::Machine;
//! fn program(machine: &mut Machine) {
//!     machine.buffers.planes[0].swap(0, 1);
//! }
//! ```
//!
//! At a node it cannot look at another one:
//!
//! ```compile_fail,E0616
//! # use meshcast_engine::{Machine, Step, Violation};
//! fn program(step: &mut Step<'_>) -> Result<(), Violation> {
//!     step.discard(0, |node| node.lanes.packet(0, node.index() + 1).is_some())
//! }
//! ```
//!
//! It cannot read registers from outside the nodes before the run is over, and then it has no machine any more:
//!
//! ```compile_fail,E0616
//! # use meshcast_engine::{Machine, Variable};
//! fn program(machine: &mut Machine, values: &Variable<u32>) {
//!     if values.values[0] > 7 {}
//! }
//! ```
//!
//! ```compile_fail,E0382
//! # use meshcast_engine::{Machine, Variable, Violation};
//! fn program(mut machine: Machine, values: Variable<u32>) -> Result<(), Violation> {
//!     let values = values.reveal(&machine.finish());
//!     machine.step(|_| Ok(()))
//! }
//! ```
//!
//! Nor can it turn back the clock:
//!
//! ```compile_fail,E0616
//! # use meshcast_engine::Machine;
//! fn program(machine: &mut Machine) {
//!     machine.clock = 0;
//! }
//! ```

mod audit;
mod bands;
mod books;
mod buffers;
mod capacity;
mod claim;
mod cost;
mod deliveries;
mod forms;
mod geometry;
mod header;
mod kernels;
mod leap;
mod ledger;
mod machine;
mod messages;
mod node;
mod outcome;
mod packet;
mod parallel;
mod queues;
mod registers;
mod replicas;
mod step;
mod told;
mod torus;
mod trace;
mod variable;
mod violation;
mod word;
pub mod wormhole;

pub use audit::{AuditLevel, FullAudit, SpanOccupancy};
pub use claim::{Falsehood, Overview, Witness};
pub use cost::{CopySteps, CostModel, ExchangeSteps, Ports};
pub use deliveries::Deliveries;
pub use forms::{Copied, Departures, Direction, Fold, Place, Queued, Sends, Service, StreamLanes};
pub use geometry::{Circuit, Lines, MAX_NODES, Order, Port, Shape, ShapeError, Tile, Tiling, Way};
pub use header::{HeaderWords, Words};
pub use kernels::Kernels;
pub use leap::{Effect, Mode, Rehearsal, Room};
pub use ledger::LedgerLine;
pub use machine::{LOCAL_PASSES, Machine, Options};
pub use messages::{MessageLists, Messages, MessagesError};
pub use node::Node;
pub use outcome::Outcome;
pub use packet::Packet;
pub use queues::{End, QUEUES, QueueView};
pub use step::Step;
pub use torus::{
    Joining, MAX_TORUS_DELIVERIES, MAX_TORUS_NODES, Onward, SignedDimension, Torus, TorusAudit,
    TorusChannel, TorusError, TorusMessages, TorusOptions, TorusOutcome, TorusProgram, run_torus,
};
pub use trace::{Action, Event, Record};
pub use variable::Variable;
pub use violation::{Rule, Violation};
pub use word::Word;
