//! The step forms: the closed set of things a step can do.

mod banded;
mod carry;
mod copy;
mod depart;
mod exchange;
mod flight;
mod fold;
mod lists;
mod local;
mod order;
mod queue_work;
mod queued;
mod serve;
mod shift;
mod transmit;
mod words;

pub(crate) use flight::Flight;
pub use fold::{Direction, Fold};
pub use queue_work::Queued;
pub use queued::Departures;
pub use serve::{Copied, Service};
pub use shift::StreamLanes;
pub use transmit::Sends;
pub use words::Place;
