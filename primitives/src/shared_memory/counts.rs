//! Counts the leaders of every tile along the sorted requests, in one word.

/// What is known of some requests in a row: the leaders of the tile that they begin in, if that begins before them, and those of
/// the tile that they end in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Whether a tile begins with one of them.
    pub(super) starts: bool,
    /// Leaders before the first tile that begins here, or all.
    pub(super) before: u32,
    /// Leaders since the last tile has begun.
    pub(super) since: u32,
    /// Whether a tile has more leaders than one round serves.
    pub(super) overloads: bool,
    /// Whether two requests break the rules of the memory.
    pub(super) conflicts: bool,
}

/// Bits of a count: at most a leader a node.
const COUNT_BITS: u32 = 28;

impl Counts {
    /// Of a node with a leader or none. If a tile starts with it, its count begins with what a round serves fewer of it than of the
    /// largest tile, so that one limit suits all.
    pub(super) fn of_node(leads: bool, starts: Option<u32>, conflicts: bool) -> Self {
        let own = u32::from(leads);
        let before = if starts.is_some() { 0 } else { own };
        let since = starts.unwrap_or(0) + own;
        Self { starts: starts.is_some(), before, since, overloads: false, conflicts }
    }

    /// Of requests in a row and those after them, where a round serves leaders of a tile up to a count of `limit`.
    pub(super) fn then(self, after: Self, limit: u32) -> Self {
        let between = self.since + after.before;
        Self {
            starts: self.starts || after.starts,
            before: if self.starts { self.before } else { self.before + after.before },
            since: if after.starts { after.since } else { self.since + after.since },
            overloads: self.overloads || after.overloads || between > limit,
            conflicts: self.conflicts || after.conflicts,
        }
    }

    pub(super) fn to_word(self) -> u64 {
        let flags = [self.starts, self.overloads, self.conflicts].map(u64::from);
        let [starts, overloads, conflicts] = flags;
        let counts = u64::from(self.before) << COUNT_BITS | u64::from(self.since);
        counts << 3 | starts << 2 | overloads << 1 | conflicts
    }

    pub(super) fn of_word(word: u64) -> Self {
        let flag = |bit: u32| word >> bit & 1 != 0;
        let count = |first: u32| (word >> (3 + first)) as u32 & ((1 << COUNT_BITS) - 1);
        Self {
            starts: flag(2),
            before: count(COUNT_BITS),
            since: count(0),
            overloads: flag(1),
            conflicts: flag(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to put brackets around some nodes tell the same, which is what counting tells.
    #[test]
    fn counts_are_associative_and_right() {
        // A node has a leader (1), a leader that starts a tile (2), or none (0); the first one starts a tile.
        for code in 0..3_u32.pow(7) {
            let digit = |place: u32| code / 3_u32.pow(place) % 3;
            let nodes: Vec<u32> = std::iter::once(2).chain((0..7).map(digit)).collect();
            let starts = |digit: u32| (digit == 2).then_some(1);
            let count = |digit: &u32| Counts::of_node(*digit > 0, starts(*digit), false);
            let counts: Vec<Counts> = nodes.iter().map(count).collect();
            // A tile counts from 1 on, and a round serves two of its leaders.
            let then = |a: Counts, b: Counts| Counts::of_word(a.then(b, 3).to_word());
            let left = counts.iter().copied().reduce(then).unwrap();
            let right = counts.iter().copied().rev().reduce(|b, a| then(a, b)).unwrap();
            let halves = counts.chunks(3).map(|part| part.iter().copied().reduce(then).unwrap());
            assert_eq!(left, right);
            assert_eq!(left, halves.reduce(then).unwrap());
            let tiles = nodes.chunk_by(|_, &next| next != 2);
            let leaders = tiles.map(|tile| tile.iter().filter(|&&node| node > 0).count() as u32);
            let leaders: Vec<u32> = leaders.collect();
            let is_overloaded = leaders.iter().any(|&tile| tile > 2);
            let last = leaders[leaders.len() - 1];
            assert_eq!((left.since, left.overloads), (1 + last, is_overloaded));
        }
    }
}
