//! Ends a run with fewer tiles, when that certainly takes no more steps than another round.

use super::tile_schedule::{Turn, outlook};
use crate::multicast::congestion::{Left, Survey};
use crate::multicast::visits::{Outlook, Stand, Tessellation, blocks};
use meshcast_engine::{Shape, Tiling};

/// The end of a run whose schedule is adaptive.
///
/// With one tile all packets are in one group, and a round serves as many packets for each block as want it, or as it has
/// nodes. So the rounds that are enough, whatever the permutations, are the most packets that want a block for each of its nodes.
/// When these take no more steps than the round that would come otherwise, with its survey, the end begins. Its *budget*
/// is the steps of that round. Rounds with other tiles come first while the budget has room for them beside what is then enough.
pub(in crate::multicast::deterministic) struct Ending {
    /// What grids are chosen by, if there may be others than one tile.
    outlook: Option<Outlook>,
    one: Tessellation,
    /// Steps that are left, if it has begun.
    budget: Option<u64>,
}

/// What is found out after every round: how many packets want each block of the mesh as one tile.
pub(in crate::multicast::deterministic) fn survey_of_blocks(shape: Shape) -> Survey {
    let (down, across) = blocks(shape);
    Survey::of(&Tiling::grid(shape, down, across))
}

impl Ending {
    pub(super) fn new(shape: Shape) -> Self {
        Self { outlook: Some(outlook(shape)), ..Self::with_one_tile(shape) }
    }

    /// One whose rounds all have one tile.
    pub(in crate::multicast::deterministic) fn with_one_tile(shape: Shape) -> Self {
        Self { outlook: None, one: Tessellation::of_grid(shape, 1, 1), budget: None }
    }

    /// The round after `turn`, which has left `left`, if `after` came otherwise and rounds take so many steps, surveys included.
    pub(super) fn next(
        &mut self,
        turn: Turn,
        after: Turn,
        left: Left,
        steps: impl Fn(Turn) -> u64,
    ) -> Turn {
        if left.packets == 0 || turn.grid.tiles() == 1 && self.budget.is_none() {
            return after;
        }
        let one = turn.then(self.one);
        let with_one = steps(one);
        let certain = left.rounds() * with_one;
        let budget = self.budget.unwrap_or_else(|| steps(after));
        if certain > budget {
            debug_assert!(
                self.budget.is_none(),
                "an end that has begun has room for what is enough"
            );
            return after;
        }
        let next = self.outlook.as_ref().map_or(one, |outlook| {
            let load = outlook.counted(left.crowding(), left.degree());
            let room = (budget - certain) as f64;
            turn.then(outlook.next_within(room, load, Stand::Counted).grid)
        });
        let (next, taken) = match steps(next) {
            taken if taken + certain <= budget => (next, taken),
            _ => (one, with_one),
        };
        self.budget = Some(budget - taken);
        next
    }
}
