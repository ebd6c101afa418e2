//! Claims what the counting lemma supposes of a round, while the machine makes it.
//!
//! Of X packets that want a block before some rounds, and the set Y of those that still want it afterwards, every one was
//! passed over in all rounds, and each time as many others of X were served as the block has nodes: by its own
//! group, so that no two visits count the same. That is so if (1) a packet is in one group a round, (2) each group visits
//! each tile once, (3) for each block a visit selects as many packets as want it, or as it has nodes, with all that they
//! have for it, and (4) marks them at once and for all time. Nothing here knows how packets are selected.

mod demand;
mod open_destinations;
mod record;
#[cfg(test)]
mod tests;

pub(super) use demand::{Demand, Division};
pub(in crate::multicast) use record::Record;

/// What the claims on the groups of a round say.
pub(super) const ONE_GROUP: &str = "a packet is in one group a round, with one place";
pub(super) const ONE_VISIT: &str =
    "a group visits every tile once a round, and all its packets come along";
pub(super) const STAYS_SERVED: &str =
    "a destination that was served is open no more, and no packet with open ones has left";
/// What the claim on a visit says.
pub(super) const ALL_IT_CAN: &str =
    "a visit selects for every block as many packets as want it, or as it has nodes";
