//! Builds the primitives of the mesh machine, one a file.
//!
//! | primitive | steps on a mesh of side a |
//! |---|---|
//! | [`Sort`], [`KkSort`] | 3.2a to 5.3a; of k packets a node at most k/2 times that of two, in halves about 3k/8 times |
//! | [`scan`], [`segmented_scan`], [`scan_with_total`] | 2a, and one for every further value or the total |
//! | [`reduce`], [`all_reduce`] | 2a |
//! | [`census`] | 2a, and one for every count |
//! | [`SegmentedBroadcast`] | 3a |
//! | [`expansion`], [`spread`], [`compaction`] | 2a; 4a with the ranks |
//! | [`rank_routing`] | 3a |
//! | [`PermutationRouting`], [`KkRouting`] | 3a; 1.3ak to 3.1ak for k packets a node |
//! | [`SharedMemory`] | 17a to 19a a read, 9a to 11a a write |
//! | [`Migration`], [`Circulation`], [`TileShift`] | see there |
//!
//! Each says its exact steps, and the packets that a buffer must hold.

mod broadcast;
mod by_shape;
mod census;
mod circulation;
mod compaction;
mod cuts;
mod expansion;
mod grid;
mod group_ranks;
mod k_broadcast;
mod kk_routing;
mod leap_effects;
mod line;
mod migration;
mod permutation;
mod queued_line;
mod rank_routing;
mod reduce;
mod scan;
mod scatter;
mod shared_memory;
pub mod sort;
mod sorted_blocks;
mod spread;
mod tile_ring;
mod tile_shift;

pub use broadcast::SegmentedBroadcast;
pub use by_shape::ByShape;
pub use census::{CENSUS_IN_TRANSIT, census, census_steps};
pub use circulation::Circulation;
pub use compaction::{
    COMPACTION_CAPACITY, compaction, compaction_steps, ranked_compaction, ranked_compaction_steps,
};
pub use expansion::{expansion, expansion_capacity, expansion_steps};
pub use group_ranks::group_ranks;
pub use k_broadcast::KBroadcast;
pub use kk_routing::{KkCost, KkRouting, Ways};
pub use leap_effects::Journey;
pub use meshcast_engine::Lines;
pub use migration::{LiteralMigration, Marking, Migration, MigrationRanks};
pub use permutation::PermutationRouting;
pub use queued_line::{QueuedLine, full_line_steps, line_steps};
pub use rank_routing::{RANK_ROUTING_CAPACITY, rank_routing, rank_routing_steps};
pub use reduce::{all_reduce, all_reduce_steps, reduce, reduce_lines, reduce_steps};
pub use scan::{
    Segmented, scan, scan_steps, scan_with_total, scan_with_total_steps, segmented_scan,
};
pub use shared_memory::{Clash, Operator, Rounds, Served, SharedMemory, Sharing};
#[doc(inline)]
pub use sort::{KkSort, Sort};
pub use spread::{SPREAD_CAPACITY, spread, spread_steps};
pub use tile_shift::TileShift;
