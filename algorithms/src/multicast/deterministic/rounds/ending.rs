//! Ends a run with fewer tiles, when that certainly takes no more steps than another round.

use super::tile_schedule::{Turn, outlook};
use crate::multicast::congestion::{Left, Survey};
use crate::multicast::visits::{Next, Outlook, Stand, Tessellation, blocks, broadcast_steps};
use meshcast_engine::{Shape, Tiling};

/// The end of a run whose schedule is adaptive.
///
/// With one tile all packets are in one group, and a round serves as many packets for each block as want it, or as it has
/// nodes. So the rounds that are enough, whatever the permutations, are the most packets that want a block for each of its nodes.
/// Or all packets go past every node, which is enough, too. When the one that takes fewer steps takes no more than the round that would
/// come otherwise, with its survey, the end begins. Its *budget* is the steps of that round. Rounds with other tiles come first while
/// the budget has room for them beside what is then enough.
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

    /// What comes after `turn`, which has left `left`, if the round `after` came otherwise and rounds take so many steps, surveys
    /// included; none if all packets are to go past every node.
    pub(super) fn next(
        &mut self,
        turn: Turn,
        after: Turn,
        left: Left,
        steps: impl Fn(Turn) -> u64,
    ) -> Option<Turn> {
        if left.packets == 0 {
            return Some(after);
        }
        let one = turn.then(self.one);
        let (with_one, broadcast) =
            (steps(one), broadcast_steps(self.one.shape(), left.packets as usize));
        let with_rounds = left.rounds() * with_one;
        let certain = with_rounds.min(broadcast);
        let budget = self.budget.unwrap_or_else(|| steps(after));
        if certain > budget {
            debug_assert!(
                self.budget.is_none(),
                "an end that has begun has room for what is enough"
            );
            return Some(after);
        }
        let (last, with_last) =
            if broadcast > with_rounds { (Some(one), with_one) } else { (None, broadcast) };
        let next = self.outlook.as_ref().map_or(last, |outlook| {
            let load = outlook.counted(left.crowding(), left.degree());
            let (room, packets) = ((budget - certain) as f64, f64::from(left.packets));
            match outlook.next_within(room, packets, load, Stand::Counted).next {
                Next::Round(grid) => Some(turn.then(grid)),
                Next::Broadcast => None,
            }
        });
        // After a round there must be room for what is enough, after a broadcast for nothing.
        let (taken, after) = next.map_or((broadcast, 0), |next| (steps(next), certain));
        let (next, taken) = if taken + after <= budget { (next, taken) } else { (last, with_last) };
        self.budget = Some(budget - taken);
        next
    }
}
