//! Describes a stage: rounds with one number of tiles, hence with one size of blocks.

/// Rounds with one number of tiles. Every stage begins with the first permutation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Tiles, and so groups.
    pub tiles: u64,
    /// Rounds.
    pub rounds: u64,
    /// Most packets alive for a block of √(n/tiles) nodes, or half as many nodes if that is no power of two, before the stage.
    pub alive: u64,
    /// Most of them alive after it.
    pub left: u64,
    /// log₂ of an upper bound on the share of the permutations for which more may be left; minus infinity if there are
    /// none.
    pub failure_log2: f64,
}

impl Stage {
    /// Makes one stage of two that cannot fail and have as many tiles; false if they are not such.
    pub(super) fn absorbs(&mut self, next: &Self) -> bool {
        let is_certain = |stage: &Self| stage.failure_log2 == f64::NEG_INFINITY;
        let like = self.tiles == next.tiles && is_certain(self) && is_certain(next);
        if like {
            self.rounds += next.rounds;
            self.left = next.left;
        }
        like
    }
}

/// Nodes of a block where `nodes` make up `tiles` tiles, both powers of two.
pub(super) fn block(nodes: u64, tiles: u64) -> u64 {
    1 << ((nodes / tiles).ilog2() / 2)
}
