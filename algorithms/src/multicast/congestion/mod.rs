//! Sets what nodes know about the congestion, and guesses what they do not.

mod survey;
#[cfg(test)]
mod tests;

pub(super) use survey::{Left, Survey};

use meshcast_engine::{Machine, Messages, Shape, Tiling, Violation};

/// What nodes know of the congestion c of a message set: the most messages for one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Congestion {
    /// All nodes know it.
    #[default]
    Known,
    /// No node knows it. The first guess is the average, which a reduction finds, and as long as guesses turn out to be too
    /// low, the next one is four times as high.
    Doubled,
    /// No node knows it. Deliveries to every block of about √n nodes and the messages with destinations there are counted
    /// by pipelined reductions. The guess is the greatest *load* of a block: with D deliveries and P messages for each of
    /// its nodes, min(D, max(P, P²/4)).
    ///
    /// Tiles as many as the guess g are cut into blocks of 2√(n/g) nodes. A message for one of the counted blocks is for at most
    /// √g/2 of these, one if g ≤ 4, and those for any one of them are fewer than P·√g/2 on the average for each of its
    /// nodes, at most g if g ≥ P²/4. There are at most D deliveries for each node.
    ///
    /// D is never more than c. It is less where the nodes with the most messages are fewer than a block has, or lie in several.
    Counted,
}

impl Congestion {
    /// The survey that goes with it: of about √n blocks on `shape`, or none.
    pub(super) fn survey(self, shape: Shape) -> Survey {
        match self {
            Self::Known | Self::Doubled => Survey::without_blocks(shape),
            Self::Counted => {
                Survey::of(&Tiling::grid(shape, shape.rows().isqrt(), shape.cols().isqrt()))
            }
        }
    }

    /// What nodes know when a run begins: everything about `messages`, or what a survey of the masters' lane finds out.
    pub(super) fn at_first(
        self,
        machine: &mut Machine,
        messages: &Messages,
        lane: usize,
    ) -> Result<Left, Violation> {
        match self {
            Self::Known => Ok(Left::all_of(messages)),
            Self::Doubled | Self::Counted => self.survey(machine.shape()).run(machine, &[lane]),
        }
    }

    /// The steps of that.
    pub(super) fn first_steps(self, shape: Shape) -> u64 {
        match self {
            Self::Known => 0,
            Self::Doubled | Self::Counted => self.survey(shape).steps(),
        }
    }

    /// The guess for the next phase, if the one for `guess` has left `left` of `before` and the next were to be for `fewer`
    /// had the guess been right: four times the guess if more than a quarter is left, of the open destinations or, if blocks
    /// are counted, of the load; otherwise `fewer`, or the load.
    ///
    /// It is never more than p²/4n for p packets, rounded up: of so many tiles on n nodes each would have a group of packets no
    /// larger than a block of 2√(tile) nodes, and none would be left.
    pub(super) fn next(
        self,
        guess: usize,
        fewer: usize,
        (before, left): (Left, Left),
        nodes: usize,
    ) -> usize {
        let (had, has, fewer) = match self {
            Self::Counted => (before.load, left.load, left.load as usize),
            Self::Known | Self::Doubled => (before.open, left.open, fewer),
        };
        let next = if 4 * u64::from(has) > u64::from(had) { 4 * guess } else { fewer };
        let packets = left.packets as usize;
        next.clamp(1, (packets * packets).div_ceil(4 * nodes).max(1))
    }
}
