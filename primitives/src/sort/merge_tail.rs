//! Plans the tail of a merge: from slices that hold almost equally many ones to the whole block.

use super::merge::LONGEST_ROW;
use super::shearsort::{Finish, rows, shear};
use super::slices::Slices;
use super::{Direction, Exchanges};

/// Differences that the narrowest slices are worth being wide.
const NARROWEST_DIFFERENCES: usize = 12;

/// Columns up to which slices of every width are tried, and of how many neighbouring widths above one is.
const ROWS: (usize, usize) = (4096, 256);

/// The same on rows longer than those of square machines.
const LONG_ROWS: (usize, usize) = (256, 64);

/// Of so many neighbouring widths one is tried first.
const NEARBY: usize = 16;

/// Narrow slices that a wider one is worth having.
const WIDEST_SLICES: usize = 16;

/// One level of the tail: slices of `narrow` columns, each sorted along its snake, become slices of `width`.
///
/// If all slices are of one width, any two of the narrow ones differ by at most `difference` = D ones, so the places where their ones
/// begin, as positions along a narrow snake, lie within D of each other: they span at most ⌈(D−1)/narrow⌉+1 rows, and only those rows
/// of the wide slice are dirty. Single columns, sorted from top to bottom, are slices with `narrow` = 1.
///
/// # Proof for a narrower last slice
/// Let n be `narrow`, n' the width of the last slice, and call the ones of a slice, divided by its columns, its height. The places where
/// ones begin lie as many rows apart as heights differ. A block deals its places in rounds: in each every slice gets one, but for the
/// last, which gets one in n' of n rounds, with an error of at most half a place at the end of each. So over all prefixes of the
/// places of a block the height of a slice is ahead of that of another by a range of at most 1/n, or 1/n + 1/n' for the last, and a
/// pair of blocks, a prefix and a suffix, adds at most that range to their difference. Where narrow slices lie in wider ones of which,
/// in turn, the last is narrower, those of different wide slices take turns at different rates, and the range grows by 1/n: it is at
/// most (1 + p)/n + 1/n' for p such levels. There are D pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) narrow: usize,
    pub(super) width: usize,
    height: usize,
    difference: usize,
    /// Whether all wide slices have even numbers of columns.
    is_snake: bool,
    uneven: Option<Uneven>,
}

/// Narrow slices of which not all are dealt alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Uneven {
    /// Columns of the last of them.
    last: usize,
    /// Rows by which their ones begin apart, as a fraction.
    apart: (u64, u64),
}

impl Uneven {
    /// Columns by which the ones of two slices begin apart in one row, if both have `columns`; at most all of these.
    fn columns_apart(self, columns: usize) -> usize {
        let (over, under) = self.apart;
        columns.min((columns as u128 * u128::from(over) / u128::from(under)) as usize)
    }
}

impl Level {
    /// The levels from single columns on, on `slices` of which the last is all.
    pub(super) fn all(
        slices: &[usize],
        height: usize,
        difference: usize,
    ) -> impl Iterator<Item = Self> {
        (0..slices.len()).map(move |place| Self::at(slices, place, height, difference))
    }

    /// One of them: the one that ends in slice `place`.
    fn at(slices: &[usize], place: usize, height: usize, difference: usize) -> Self {
        let (width, whole) = (slices[place], slices[slices.len() - 1]);
        let narrow = if place == 0 { 1 } else { slices[place - 1] };
        let own = Slices::new(whole, narrow);
        let wider = slices[place..].iter().filter(|&&wide| !Slices::new(whole, wide).are_even());
        let levels = if narrow > 1 { wider.count() } else { 0 };
        let uneven = (narrow > 1 && (levels > 0 || !own.are_even())).then(|| {
            let [narrow, last] = [narrow as u64, own.last() as u64];
            let over = difference as u64 * ((1 + levels as u64) * last + narrow);
            Uneven { last: own.last(), apart: (over, narrow * last) }
        });
        let is_snake = [width, Slices::new(whole, width).last()].iter().all(|w| w % 2 == 0);
        Self { narrow, width, height, difference, is_snake, uneven }
    }

    /// Dirty rows of a wide slice.
    fn dirty(self) -> usize {
        match self.uneven {
            None => (self.difference - 1).div_ceil(self.narrow) + 1,
            Some(Uneven { apart: (over, under), .. }) => over.div_ceil(under) as usize + 1,
        }
    }

    /// Phases of odd–even transposition that sort the rows along the snake, from either parity.
    ///
    /// A one that still has zeros ahead moves by the second phase unless ones hold it up, and a one held up stays one phase
    /// behind the one before it. So the last exchange comes no later than phase 1 + (zeros ahead of it) + (ones behind it)
    /// for some one that has zeros ahead. A row is made of k sorted runs 0…01…1 of W = `narrow` places, with a(1) … a(k)
    /// ones that differ by at most D; for a one in run i < k the sum is at most a(1)+…+a(i) + (W−a(i+1))+…+(W−a(k)). One pair
    /// a(i), W−a(i+1) adds up to at most W + min(D, W), the other k−2 terms to at most W each: (k−1)W + min(D, W) in all.
    ///
    /// If runs are of different widths, the pair adds up to at most the width of the first and the columns that the ones of the
    /// second begin apart, so the narrowest of all takes the place of W and of D.
    fn run_phases(self) -> usize {
        match self.uneven {
            None => self.width - self.narrow + self.difference.min(self.narrow),
            Some(uneven) => self.width - uneven.last + uneven.columns_apart(uneven.last),
        }
    }

    /// The most zeros and ones out of place, A+B, once the rows are sorted along the snake and two rows are dirty.
    ///
    /// The snake then reads 0…0 1^A 0^B 1…1, with the ones of the upper row before the zeros of the lower. A slice whose ones
    /// begin x places before the lower row adds x to A, one whose ones begin y places after its start adds y to B; x+y ≤ D.
    /// With p slices of the first kind and k−p of the second, p·x + (k−p)·y is largest at (k−1)(D−1) + 1.
    ///
    /// If slices are of different widths, their ones begin at most a row apart, since two rows are dirty; x and y are fractions of a
    /// row that add up to at most the rows that ones begin apart, and the
    /// sum is largest where all but the narrowest slice are of one kind.
    fn disorder(self) -> usize {
        match self.uneven {
            None => (self.width / self.narrow - 1) * (self.difference - 1) + 1,
            Some(uneven) => uneven.columns_apart(self.width - uneven.last).max(1),
        }
    }

    fn steps(self, finish: Finish) -> usize {
        self.phases(finish).map(Exchanges::steps).sum()
    }

    /// The cheapest phases known.
    pub(super) fn phases(self, finish: Finish) -> impl Iterator<Item = Exchanges> {
        let Level { width, height, .. } = self;
        // Rows turned against their snake are not made of runs in their direction.
        let runs = self.run_phases();
        let along_snake = rows(width, runs, Direction::Alternate);
        let (few, many) = match (self.dirty(), finish) {
            (1, Finish::Snake) => ([Some(along_snake), None, None], None),
            (1, Finish::Rows(direction)) => {
                ([Some(rows(width, width, direction)), None, None], None)
            }
            (2, Finish::Snake) if self.is_snake => {
                // The border 1|0 is at the turn between the rows, where the first step compares: A+B−1 phases, of which
                // every other one is a step.
                let snake = Exchanges::Snake { width, height, steps: self.disorder() / 2 };
                ([Some(along_snake), Some(snake), None], None)
            }
            (2, Finish::Snake) => {
                let columns = Exchanges::Columns { height, steps: 2 };
                // What is left is 1^(A−B) 0^B at the end of the upper row or 0^(B−A) 1^A at the end of the lower one, in the
                // row's direction: at most max(A, B) ≤ A+B−1 phases.
                let left = rows(width, (self.disorder() - 1).min(width), Direction::Alternate);
                ([Some(along_snake), Some(columns), Some(left)], None)
            }
            (dirty, finish) => {
                ([None, None, None], Some(shear(width, height, dirty, runs, finish)))
            }
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }
}

/// The slice widths of a tail, each a multiple of the one before but for the last, and what its levels cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) widths: Vec<usize>,
    pub(super) steps: usize,
}

impl Chain {
    fn new(widths: &[usize], height: usize, difference: usize, finish: Finish) -> Self {
        let steps = Self::steps_of_levels(widths, height, difference, finish).sum();
        Self { widths: widths.to_vec(), steps }
    }

    /// The steps of its levels, one after the other.
    fn steps_of_levels(
        widths: &[usize],
        height: usize,
        difference: usize,
        finish: Finish,
    ) -> impl Iterator<Item = usize> {
        let whole = widths.last().copied().unwrap_or(1);
        Level::all(widths, height, difference).map(move |level| {
            level.steps(if level.width == whole { finish } else { Finish::Snake })
        })
    }

    /// From single columns to the whole width in one level.
    pub(super) fn direct(width: usize, height: usize, difference: usize, finish: Finish) -> Self {
        let widths: &[usize] = if width == 1 { &[] } else { &[width] };
        Self::new(widths, height, difference, finish)
    }

    /// The cheapest chain of multiples of `unit` that ends in `width`, all slices of a level being of one width.
    pub(super) fn cheapest(
        width: usize,
        height: usize,
        unit: usize,
        difference: usize,
        finish: Finish,
    ) -> Self {
        let slices = divisors(width / unit).into_iter().map(|part| part * unit);
        let mut best: Vec<(usize, Self)> = Vec::new();
        for slice in slices.filter(|&slice| slice > 1) {
            let finish = if slice == width { finish } else { Finish::Snake };
            let mut least = Self::direct(slice, height, difference, finish);
            for (narrow, chain) in best.iter().filter(|(narrow, _)| slice % narrow == 0) {
                let is_snake = slice % 2 == 0;
                let narrow = *narrow;
                let level =
                    Level { narrow, width: slice, height, difference, is_snake, uneven: None };
                let steps = chain.steps + level.steps(finish);
                if steps < least.steps {
                    let mut widths = chain.widths.clone();
                    widths.push(slice);
                    least = Self { widths, steps };
                }
            }
            best.push((slice, least));
        }
        best.pop().map_or(Self { widths: Vec::new(), steps: 0 }, |(_, chain)| chain)
    }

    /// The cheapest chain of one or two widths below `width` that need not divide it.
    pub(super) fn uneven(width: usize, height: usize, difference: usize, finish: Finish) -> Self {
        // Slices much narrower than the difference leave many rows dirty; much wider ones take long themselves.
        let most = width.min(NARROWEST_DIFFERENCES * difference.max(2));
        let is_fit = |slice: usize| 2 * Slices::new(width, slice).last() >= slice;
        // Of widths up to which all are tried, all; above, some.
        let (every, apart) = if width > LONGEST_ROW { LONG_ROWS } else { ROWS };
        let next = |&slice: &usize| Some(slice + if slice < every { 1 } else { slice / apart });
        let narrow = std::iter::successors(Some(2), next).take_while(|&slice| slice < most);
        let narrow = narrow.filter(|&slice| is_fit(slice));
        let mut best = Self::direct(width, height, difference, finish);
        // The steps of the level that ends in one of the widths.
        let level = |widths: &[usize], place: usize| {
            let last = place + 1 == widths.len();
            let finish = if last { finish } else { Finish::Snake };
            Level::at(widths, place, height, difference).steps(finish)
        };
        // One of a few is nearly as good as the best.
        let few = narrow.clone().step_by(NEARBY).map(|narrow| [narrow, width]);
        let few = few.map(|pair| level(&pair, 0) + level(&pair, 1));
        let enough = few.min().unwrap_or(best.steps);
        // A level takes a step for every two columns by which it is wider, rounded down.
        let is_worth = |steps: usize, to: usize, best: &Self| {
            let least = (steps + (width - to) / 2).saturating_sub(1);
            least <= enough && least < best.steps
        };
        for narrow in narrow {
            let pair = [narrow, width];
            let first = level(&pair, 0);
            if !is_worth(first, narrow, &best) {
                continue;
            }
            let steps = first + level(&pair, 1);
            if steps < best.steps {
                best = Self { widths: vec![narrow, width], steps };
            }
            let wide = (2 * narrow..width).step_by(narrow).filter(|&wide| is_fit(wide));
            for wide in wide.take_while(|&wide| wide <= WIDEST_SLICES * narrow) {
                let widths = [narrow, wide, width];
                let before = first + level(&widths, 1);
                if is_worth(before, wide, &best) {
                    let steps = before + level(&widths, 2);
                    if steps < best.steps {
                        best = Self { widths: widths.to_vec(), steps };
                    }
                }
            }
        }
        best
    }
}

/// The divisors of a number, increasing.
pub(super) fn divisors(number: usize) -> Vec<usize> {
    let (mut found, mut rest, mut prime) = (vec![1], number, 2);
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        let (without, mut power) = (found.len(), 1);
        while rest.is_multiple_of(prime) {
            (rest, power) = (rest / prime, power * prime);
            found.extend_from_within(..without);
            let last = found.len() - without;
            found[last..].iter_mut().for_each(|divisor| *divisor *= power);
        }
        prime += 1;
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_all_numbers_that_divide() {
        for number in (1..=400_usize).chain([1 << 20, 3 << 10, 9973]) {
            let all = (1..=number).filter(|part| number.is_multiple_of(*part));
            assert_eq!(divisors(number), all.collect::<Vec<usize>>(), "{number}");
        }
    }
}
