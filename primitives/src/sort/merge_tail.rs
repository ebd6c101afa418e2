//! Plans the tail of a merge: from slices that hold almost equally many ones to the whole block.

use super::shearsort::{Finish, rows, shear};
use super::slices::Cut;
use super::{Direction, Exchanges};

/// One level of the tail: narrow slices, each sorted along its snake, become wide ones.
///
/// Single columns, sorted from top to bottom, are slices of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    cut: Cut,
    /// A narrowest of the wide slices, and a widest.
    wide: [Wide; 2],
}

/// A wide slice: narrow ones side by side, whose widths differ by at most one.
///
/// # How far its narrow slices differ
/// Let them have n columns, or n + 1 where they are wider. Two of one width get places in turn, so that they differ by at most D ones, as
/// columns do ([`Merge`](super::Merge)).
/// Count in *parts* otherwise, n(n + 1) to a row of a slice: a one is n + 1 parts in a slice of n columns, and n parts in a wider one. Two
/// slices of different widths are at most 2Dn parts apart, if blocks are whole rows; otherwise `unequal.rs` counts.
///
/// *Proof.* Where there are two widths, blocks are whole rows, and each row deals its places to all columns, in the same
/// order, so that a full row adds a row to every slice. A wide slice gets some of the places, and deals these, one after the other, to its
/// narrow slices. Where the places between them go changes no count in this slice. So it may be taken for the whole row, whatever other
/// wide slices get meanwhile.
///
/// It deals in rounds: every slice that is not wider gets a place, then every wider one. After r rounds a wider slice has r·n parts, and
/// another one r(n + 1), which is r parts ahead; in the next round, between the two, it is r + n + 1 ahead. There are n such rounds; after
/// them, in one more, only wider slices get a place, and then all are full. So over all prefixes of the places of a block a wider slice is
/// never ahead, and never more than 2n behind. Blocks in odd block rows fill up in that order, those in even ones in reverse, where a wider
/// slice is never behind, and never more than 2n ahead. So a pair of blocks adds at most 2n parts to a difference. There are D pairs, the
/// last of which may be a single block. ∎
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wide {
    /// Columns of a narrow slice that is not wider.
    narrow: usize,
    /// How many of the narrow slices are not wider.
    narrower: usize,
    /// How many of them are.
    wider: usize,
    apart: Apart,
}

/// How far the ones of two narrow slices of a wide slice are apart at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Apart {
    /// Ones, if both are of one width.
    pub(super) alike: usize,
    /// Parts, if one is wider.
    pub(super) unlike: usize,
}

impl Apart {
    /// Of slices of which those of one width differ by at most `difference` ones, `narrow` the columns of those that are not wider.
    fn dealt(difference: usize, narrow: usize) -> Self {
        Self { alike: difference, unlike: 2 * difference * narrow }
    }
}

impl Wide {
    /// `columns` columns in `count` narrow slices.
    fn new(columns: usize, count: usize, apart: Apart) -> Self {
        let (narrow, wider) = (columns / count, columns % count);
        Self { narrow, narrower: count - wider, wider, apart }
    }

    fn columns(self) -> usize {
        self.narrow * self.narrower + (self.narrow + 1) * self.wider
    }

    /// The columns of the narrowest two of one width.
    fn twins(self) -> Option<usize> {
        match (self.narrower, self.wider) {
            (2.., _) => Some(self.narrow),
            (_, 2..) => Some(self.narrow + 1),
            _ => None,
        }
    }

    /// Whether some are wider, and some are not.
    fn is_mixed(self) -> bool {
        self.wider > 0 && self.narrower > 0
    }

    /// Dirty rows, which are contiguous: no slice has ones above them, and none has zeros below.
    ///
    /// If they are R ≥ 2, some slice has a one in the first of them, and some other one a zero in the last: the slices are R − 2
    /// rows and a one of each apart, or more.
    fn dirty(self) -> usize {
        let Self { narrow, apart, .. } = self;
        let rows = |apart: usize, two: usize, row: usize| {
            apart.checked_sub(two).map_or(1, |more| more / row + 2)
        };
        let alike = self.twins().map_or(1, |columns| rows(apart.alike, 2, columns));
        if self.is_mixed() {
            return alike.max(rows(apart.unlike, 2 * narrow + 1, narrow * (narrow + 1)));
        }
        alike
    }

    /// Phases of odd–even transposition that sort the rows along the snake, from either parity.
    ///
    /// A one that still has zeros ahead moves by the second phase unless ones hold it up, and a one held up stays one phase
    /// behind the one before it. So the last exchange comes no later than phase 1 + (zeros ahead of it) + (ones behind it)
    /// for some one that has zeros ahead. A row is made of sorted runs 0…01…1, one a narrow slice, with a(1) … a(k) ones, in places
    /// W(1) … W(k). For a one in run i < k the sum is at most a(1)+…+a(i) + W(i+1)−a(i+1)+…+W(k)−a(k). One pair a(i), W(j)−a(j) adds up
    /// to at most the wider of both runs and the ones that the narrower one may have while the other has none, or the zeros of the
    /// second while the first has no zero; the other runs add at most their places.
    fn run_phases(self) -> usize {
        let Self { narrow, apart, .. } = self;
        // What the narrower run of a pair does not add.
        let missing = |columns: usize, ones: usize| columns - ones.min(columns);
        let alike = self.twins().map(|columns| missing(columns, apart.alike));
        let unlike = self.is_mixed().then(|| missing(narrow, apart.unlike / (narrow + 1)));
        self.columns() - alike.into_iter().chain(unlike).min().unwrap_or(0)
    }

    /// The most zeros and ones out of place, A+B, once the rows are sorted along the snake and two rows are dirty.
    ///
    /// The snake then reads 0…0 1^A 0^B 1…1, with the ones of the upper row before the zeros of the lower. A slice whose ones
    /// begin x places before the lower row adds x to A, one whose ones begin y places after its start adds y to B; neither A nor B is 0
    /// if anything is out of place.
    /// - Slices of one width that are not all of one kind have x+y ≤ D, D = `alike`. With p slices of the first kind and k−p of the second,
    ///   p·x + (k−p)·y is largest at (k−1)(D−1) + 1. One of them adds a one to A, one to B, so that each slice of the other width adds at
    ///   most what is left of `unlike` beside a one, or these are not all of one kind either.
    /// - Otherwise all slices of one width are of the first kind, and all of the other width of the second.
    fn disorder(self) -> usize {
        let Self { narrow, narrower, wider, apart: Apart { alike, unlike } } = self;
        let both = |count: usize| (count - 1) * alike.saturating_sub(1) + 1;
        if !self.is_mixed() {
            return both(narrower.max(wider));
        }
        let of_wider = wider * (unlike.saturating_sub(narrow + 1) / narrow);
        let of_narrower = narrower * (unlike.saturating_sub(narrow) / (narrow + 1));
        let some = [
            if narrower > 1 { both(narrower) + of_wider.max(both(wider)) } else { 1 },
            if wider > 1 { both(wider) + of_narrower.max(both(narrower)) } else { 1 },
        ];
        some.into_iter().fold(self.opposed(), usize::max)
    }

    /// The most out of place if the slices of each width are of one kind: the largest `narrower`·x + `wider`·z with x, z ≥ 1 such that x
    /// ones of n + 1 parts and z of n parts are `unlike` parts or fewer, or 1.
    ///
    /// For every one less in x there is one more in z, and once, as x falls n − 1 times at most, since two rows are dirty, one more than
    /// that. In between the sum is linear.
    fn opposed(self) -> usize {
        let Self { narrow, narrower, wider, apart: Apart { unlike, .. } } = self;
        let most = unlike.saturating_sub(narrow) / (narrow + 1);
        let sum = |x: usize| narrower * x + wider * ((unlike - x * (narrow + 1)) / narrow);
        let one_more = narrow - unlike.saturating_sub(most * (narrow + 1)) % narrow;
        let ends = [most, most.saturating_sub(one_more), 1.min(most)];
        ends.into_iter().filter(|&x| x > 0).map(sum).max().unwrap_or(1)
    }
}

impl Level {
    /// The level that ends in the slices in some place of `slices`, the numbers of slices of `columns` columns, if those of one width
    /// differ by at most `difference` ones.
    pub(super) fn at(columns: usize, slices: &[usize], place: usize, difference: usize) -> Self {
        let narrow = if place == 0 { columns } else { slices[place - 1] };
        let apart = Apart::dealt(difference, columns / narrow);
        Self::new(Cut::new(columns, slices[place]), narrow, apart)
    }

    /// The level that ends in the slices of `cut`, from `count` narrow ones that are known to be so far apart.
    pub(super) fn new(cut: Cut, count: usize, apart: Apart) -> Self {
        let wide = [cut.narrower(), cut.widest()].map(|columns| {
            let count = if count == cut.columns { columns } else { count / cut.count };
            Wide::new(columns, count, apart)
        });
        Self { cut, wide }
    }

    /// The most of some count over all wide slices.
    fn most(self, count: impl Fn(Wide) -> usize) -> usize {
        let [one, other] = self.wide.map(count);
        one.max(other)
    }

    /// The steps of its phases, which are as many for blocks of all heights.
    pub(super) fn steps(self, finish: Finish) -> usize {
        let mut steps = 0;
        self.phases(1, finish, |phase| steps += phase.steps());
        steps
    }

    /// Hands the cheapest phases known, for blocks of this height, to `add`.
    pub(super) fn phases(self, height: usize, finish: Finish, mut add: impl FnMut(Exchanges)) {
        let (slices, width) = (self.cut.slices(), self.cut.widest());
        let is_snake = self.cut.is_even() && width.is_multiple_of(2);
        // Rows turned against their snake are not made of runs in their direction.
        let runs = self.most(Wide::run_phases);
        let disorder = || self.most(Wide::disorder);
        let along_snake = rows(slices, runs, Direction::Alternate);
        match (self.most(Wide::dirty), finish) {
            (1, Finish::Snake) => add(along_snake),
            (1, Finish::Rows(direction)) => add(rows(slices, width, direction)),
            (2, Finish::Snake) if is_snake => {
                add(along_snake);
                // The border 1|0 is at the turn between the rows, where the first step compares: A+B−1 phases, of which
                // every other one is a step.
                add(Exchanges::Snake { width, height, steps: disorder() / 2 });
            }
            (2, Finish::Snake) => {
                add(along_snake);
                add(Exchanges::Columns { height, steps: 2 });
                // What is left is 1^(A−B) 0^B at the end of the upper row or 0^(B−A) 1^A at the end of the lower one, in the
                // row's direction: at most max(A, B) ≤ A+B−1 phases.
                add(rows(slices, (disorder() - 1).min(width), Direction::Alternate));
            }
            (dirty, finish) => shear(slices, width, height, dirty, runs, finish, add),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All numbers from −most to most for each of some slices.
    fn vectors(slices: usize, most: i64) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..slices {
            let longer = |vector: Vec<i64>| {
                (-most..=most).map(move |number| [&vector[..], &[number]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// Ones above a row's end in every slice, or missing below it, such that no two slices are farther apart than may be: the rows that
    /// are dirty, the most out of place where they are two, and the phases that their rows need.
    fn search(wide: Wide) -> [usize; 3] {
        let Wide { narrow, narrower, wider, apart } = wide;
        let signed = |count: usize| i64::try_from(count).expect("a small count");
        let columns: Vec<i64> = (0..narrower + wider)
            .map(|slice| signed(narrow + usize::from(slice >= narrower)))
            .collect();
        let mut found = [1; 3];
        for begin in vectors(columns.len(), signed(2 * narrow + 2)) {
            let is_apart = |a: usize, b: usize| {
                if columns[a] == columns[b] {
                    begin[a].abs_diff(begin[b]) as usize <= apart.alike
                } else {
                    (begin[a] * columns[b]).abs_diff(begin[b] * columns[a]) as usize <= apart.unlike
                }
            };
            if !(0..begin.len()).all(|a| (0..a).all(|b| is_apart(a, b))) {
                continue;
            }
            let both = || begin.iter().zip(&columns);
            let top = both().map(|(ones, columns)| (ones + columns - 1).div_euclid(*columns)).max();
            let end = both().map(|(ones, columns)| ones.div_euclid(*columns)).min();
            let dirty = (top.unwrap() - end.unwrap()).max(1) as usize;
            found[0] = found[0].max(dirty);
            let is_out = begin.iter().any(|&ones| ones > 0) && begin.iter().any(|&ones| ones < 0);
            if top <= Some(1) && end >= Some(-1) && is_out {
                found[1] =
                    found[1].max(begin.iter().map(|ones| ones.unsigned_abs() as usize).sum());
            }
            // The upper row, with its slices in any order: ones of the first, zeros of the others.
            for first in (1..(1 << columns.len()) - 1).filter(|_| end >= Some(0)) {
                let (mut ones, mut zeros) = (0, 0);
                for (slice, (held, columns)) in both().enumerate() {
                    match first >> slice & 1 {
                        1 => ones += *held.min(columns),
                        _ => zeros += columns - held.min(columns),
                    }
                }
                if ones > 0 && zeros > 0 {
                    found[2] = found[2].max((ones + zeros) as usize);
                }
            }
        }
        found
    }

    #[test]
    fn counts_of_a_wide_slice_are_those_of_the_farthest_apart() {
        for (narrow, narrower, wider) in (1..=3)
            .flat_map(|narrow| (0..=3).flat_map(move |a| (0..=3).map(move |b| (narrow, a, b))))
        {
            if !(2..=4).contains(&(narrower + wider)) || narrower == 0 {
                continue;
            }
            for alike in 1..=narrow + 2 {
                for unlike in [2 * alike * narrow, 3 * alike * narrow / 2, 2 * alike * narrow + 2] {
                    let wide = Wide { narrow, narrower, wider, apart: Apart { alike, unlike } };
                    let [dirty, disorder, phases] = search(wide);
                    assert_eq!(wide.dirty(), dirty, "{wide:?}");
                    if dirty == 2 {
                        assert_eq!(wide.disorder(), disorder, "{wide:?}");
                    }
                    assert!(wide.run_phases() >= phases, "{wide:?}: {phases}");
                }
            }
        }
    }
}
