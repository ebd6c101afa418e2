//! Defines the step forms: the closed set of things a step can do.
//!
//! A form gets a [`Stage`](crate::machine::Stage) and nothing else. It may move what the nodes hold and use the scratch memory;
//! what the machine is counted by is private to `machine/`, where a form reaches it only through the `log_` and `count_`
//! methods of the stage.

mod arrive;
mod banded;
mod belts;
mod branch;
mod carry;
mod copy;
mod depart;
mod dispatch;
mod exchange;
mod fold;
mod order;
mod pairing;
mod queued;
mod route;
mod row_moves;
mod serve;
mod shift;
mod slices;
mod sort_inside;
mod staggered_belts;
mod transmit;
mod words;

pub use dispatch::Dispatch;
pub use fold::{Direction, Fold};
pub use pairing::{Pairing, PairingError};
pub use queued::Departures;
pub use route::Sends;
pub use row_moves::RowMove;
pub use shift::StreamLanes;
pub use slices::Slices;
pub use staggered_belts::{Advancing, StaggeredBelt};
pub use words::Place;
