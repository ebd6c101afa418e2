//! Multicast algorithms on the mesh machine, and what they are measured against: message sets to route, lower bounds on
//! the steps, and a check of the deliveries that knows no algorithm.

mod bit_set;
mod delivery;

pub use bit_set::BitSet;
pub use delivery::{DeliveryReport, check_deliveries};
