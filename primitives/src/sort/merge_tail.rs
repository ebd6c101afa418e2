//! Plans the tail of a merge: from slices that hold almost equally many ones to the whole block.

use super::shearsort::{Finish, rows, shear};
use super::slices::Slices;
use super::{Direction, Exchanges};

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
    /// The level that ends in the slice in some place of `slices`, of which the last is all.
    pub(super) fn at(slices: &[usize], place: usize, difference: usize) -> Self {
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
        Self { narrow, width, difference, is_snake: is_snake(whole, width), uneven }
    }

    /// The same, if ones of the narrow slices are known to begin at most so many rows apart, a fraction, and not by a number D.
    pub(super) fn apart(slices: &[usize], place: usize, apart: (u64, u64)) -> Self {
        let (narrow, width, whole) = (slices[place - 1], slices[place], slices[slices.len() - 1]);
        let uneven = Some(Uneven { last: Slices::new(whole, narrow).last(), apart });
        Self { narrow, width, difference: 0, is_snake: is_snake(whole, width), uneven }
    }

    /// A level of slices of `width` columns from those of `narrow`, which divides it, where those of each kind are of one width.
    pub(super) fn even(narrow: usize, width: usize, difference: usize) -> Self {
        Self { narrow, width, difference, is_snake: width.is_multiple_of(2), uneven: None }
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
    /// If runs are of different widths, the pair adds up to at most the width of the wider and the columns that ones begin apart in the
    /// narrower: the sum is piecewise linear in a(i), and largest where one of the two runs is full or empty. In odd rows the narrower
    /// run comes first. The other runs add their widths, so the narrowest of all takes the place of W and of D.
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

    /// The steps of its phases, which are as many for blocks of all heights.
    pub(super) fn steps(self, finish: Finish) -> usize {
        self.phases(1, finish).map(Exchanges::steps).sum()
    }

    /// The cheapest phases known, for blocks of this height.
    pub(super) fn phases(self, height: usize, finish: Finish) -> impl Iterator<Item = Exchanges> {
        let Level { width, .. } = self;
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

/// Whether all slices of `width` columns have even numbers of columns.
fn is_snake(whole: usize, width: usize) -> bool {
    [width, Slices::new(whole, width).last()].iter().all(|columns| columns % 2 == 0)
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
