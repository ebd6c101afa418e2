//! Runs programs on the mesh machine; beside it on a torus, and [worms](wormhole) over channels.
//!
//! Begin with [`Machine`]: a program makes [steps](Machine::step), each of step forms, the methods of [`Step`]. What comes of it is an
//! [`Outcome`]. `docs/write-your-own.md` is a guide, `docs/model.md` has the rules on one page.
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
//!     machine.stage.nodes.buffers.swap(0, 1);
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
//!     machine.stage.meter.advance(0);
//! }
//! ```

mod audit;
mod chain;
mod cost;
mod deliveries;
mod forms;
mod geometry;
mod kernels;
mod ledger;
mod local;
mod machine;
mod messages;
mod nodes;
mod options;
mod outcome;
mod packet;
mod recorder;
mod register;
mod service;
mod torus;
mod trace;
mod trace_sink;
mod violation;
mod word;
mod workers;
pub mod wormhole;

pub use audit::{AuditLevel, FullAudit, SpanOccupancy};
pub use cost::{CopySteps, CostModel, ExchangeSteps, Ports};
pub use deliveries::Deliveries;
pub use forms::{
    Advancing, Departures, Direction, Dispatch, Fold, Pairing, PairingError, Place, RowMove, Sends,
    Slices, StaggeredBelt, StreamLanes,
};
pub use geometry::{
    Circuit, Lines, MAX_NODES, MAX_TORUS_NODES, Order, Port, Shape, ShapeError, SignedDimension,
    Tile, Tiling, Torus, TorusChannel, TorusError, Way,
};
pub use kernels::Kernels;
pub use ledger::LedgerLine;
pub use local::Queued;
pub use machine::claim::{Falsehood, Overview, Witness};
pub use machine::leap::{Effect, Room};
pub use machine::rehearsal::Rehearsal;
pub use machine::{LOCAL_PASSES, Machine, Step};
pub use messages::{MessageLists, Messages, MessagesError};
pub use nodes::{End, HeaderWords, LANES_APART, Node, QUEUES, QueueView, Variable, Words};
pub use options::{Mode, Options};
pub use outcome::{LeftPacket, Outcome};
pub use packet::{Keys, Packet};
pub use register::{Plain, Register};
pub use service::{Copied, Service};
pub use torus::{
    Joining, MAX_TORUS_DELIVERIES, Onward, TorusAudit, TorusMessages, TorusOptions, TorusOutcome,
    TorusProgram, run_torus,
};
pub use trace::{Action, Division, Event, Record};
pub use trace_sink::{SealedTrace, TraceSink};
pub use violation::{Rule, Violation};
pub use word::Word;
