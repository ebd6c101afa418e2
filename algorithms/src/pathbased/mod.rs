//! Finds the paths that a multicast takes under wormhole switching, before any flit has moved.
//!
//! A [`Network`] is a graph whose nodes are labelled along a Hamiltonian path. A worm visits its destinations in the order of
//! their labels, all upwards or all downwards, so that no worms can wait for one another in a circle ([`Dependencies`]).
//! A [`MulticastSet`] is a source and its destinations; a [`Scheme`] finds the paths that serve it, its [`Star`]; a
//! [`Grouping`] splits the destinations first, and a [`Plan`] goes in two stages, from the source to a leader of every group and
//! from the leaders to the others. A [`Schedule`] makes worms of the wormhole engine of it.
//!
//! Groupings and schemes are independent: every grouping goes with every scheme.
//!
//! # Source
//! V. Bouchitté, J. Cohen, E. Fleury, "Optimal deadlock-free path-based multicast algorithms in meshes", LIP RR 97-31, 1997;
//! T.-S. Chen, C.-Y. Chang, J.-P. Sheu, "Efficient path-based multicast in wormhole-routed mesh networks", Journal of Systems
//! Architecture 46, 2000; X. Lin, P. K. `McKinley`, L. M. Ni, "Deadlock-free multicast wormhole routing in 2D-mesh
//! multicomputers", IEEE TPDS 5(8), 1994. Where this departs from them is said where it does, and all of it in
//! docs/pathbased.md.

mod dependency;
mod error;
mod grouping;
mod limits;
mod multicast_set;
mod network;
mod node_name;
mod path;
mod plan;
mod schedule;
mod scheme;

pub use dependency::Dependencies;
pub use error::{NetworkError, PathError, PlanError, SetError, ThresholdError};
pub use grouping::{Grouping, Threshold};
pub use limits::{MOST_DESTINATIONS, MOST_NODES};
pub use multicast_set::MulticastSet;
pub use network::{Network, Topology};
pub use node_name::NodeName;
pub use path::{Bound, Path, Star};
pub use plan::{Group, Plan, Worm};
pub use schedule::{Leaders, Schedule, StartupCharge};
pub use scheme::{Effort, Ports, Scheme, Search};
