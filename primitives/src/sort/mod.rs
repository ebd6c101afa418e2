//! Sorts on the mesh: a plan of oblivious phases, run on one packet a node or on k.

#[cfg(test)]
mod certify;
mod counted;
mod crossed;
mod deal;
mod deal_key;
mod divisors;
mod halved_sort;
mod halves;
mod interleaving;
mod kk_sort;
mod lanes;
mod line_route;
mod list_sort;
mod merge;
mod merge_recipe;
mod merge_tail;
mod phase;
mod phases_on_machine;
mod plan;
mod route_hops;
mod row_route;
mod shearsort;
mod single_sort;
mod slices;
mod stretch;
mod tail_chain;
mod timetable;
mod unequal;
mod unequal_merges;
mod way;

pub(crate) use counted::Counted;
pub(crate) use crossed::{Crossed, run_crossed};
pub(crate) use interleaving::{Turn, turns};
pub use kk_sort::KkSort;
pub use lanes::{Hop, LANES, Landing, LaneSwap, NO_LANE, Sends};
pub use line_route::LineRoute;
pub(crate) use list_sort::ListSort;
pub use merge::Merge;
pub use phase::{Direction, Exchanges, Phase};
pub use plan::Plan;
pub use row_route::RowRoute;
pub use single_sort::Sort;
pub(crate) use stretch::{Stretch, total};
