//! The mesh machine.

mod audit;
mod buffers;
mod cost;
mod forms;
mod geometry;
mod ledger;
mod machine;
mod messages;
mod node;
mod outcome;
mod packet;
mod parallel;
mod step;
mod trace;
mod variable;
mod violation;
mod word;

pub use audit::{AuditLevel, FullAudit};
pub use cost::{CopySteps, CostModel, ExchangeSteps, Ports};
pub use forms::{Direction, Fold, Place, Sends, StreamLanes};
pub use geometry::{Circuit, MAX_NODES, Order, Port, Shape, ShapeError, Tile, Tiling, Way};
pub use ledger::LedgerLine;
pub use machine::{LOCAL_PASSES, Machine, Options};
pub use messages::{Messages, MessagesError};
pub use node::Node;
pub use outcome::Outcome;
pub use packet::Packet;
pub use step::Step;
pub use trace::{Action, Event, Record};
pub use variable::Variable;
pub use violation::{Rule, Violation};
pub use word::Word;
