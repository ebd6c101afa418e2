//! Chooses the slice widths of a merge's tail.

use std::collections::BTreeMap;

use super::divisors::divisors;
use super::merge::LONGEST_ROW;
use super::merge_tail::Level;
use super::shearsort::Finish;

/// Differences that the narrowest slices are worth being wide.
const NARROWEST_DIFFERENCES: usize = 12;

/// Columns up to which slices of every width are tried, and of how many neighbouring widths above one is.
const ROWS: (usize, usize) = (4096, 256);

/// The same on rows longer than those of square machines.
const LONG_ROWS: (usize, usize) = (256, 64);

/// Of so many neighbouring widths one is tried first.
const NEARBY: usize = 16;

/// Narrow slices that a wider one is worth having.
const MOST_SLICES: usize = 16;

/// The numbers of slices of a tail, each a multiple of the next, and what its levels cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) slices: Vec<usize>,
    pub(super) steps: usize,
}

impl Chain {
    /// From single columns to the whole width in one level.
    pub(super) fn direct(width: usize, difference: usize, finish: Finish) -> Self {
        if width == 1 {
            return Self { slices: Vec::new(), steps: 0 };
        }
        let steps = Level::at(width, &[1], 0, difference).steps(finish);
        Self { slices: vec![1], steps }
    }

    /// The cheapest chain of one or two levels of slices below the whole, whose widths may differ by one.
    pub(super) fn uneven(width: usize, difference: usize, finish: Finish) -> Self {
        // The steps of the level that ends in some slices.
        let level = |slices: &[usize], place: usize| {
            let last = place + 1 == slices.len();
            let finish = if last { finish } else { Finish::Snake };
            Level::at(width, slices, place, difference).steps(finish)
        };
        let counts = counts(width, difference);
        let mut best = Self::direct(width, difference, finish);
        // One of a few is nearly as good as the best.
        let few = counts.iter().step_by(NEARBY).map(|&count| [count, 1]);
        let few = few.map(|pair| level(&pair, 0) + level(&pair, 1));
        let enough = few.min().unwrap_or(best.steps);
        let is_worth = |steps: usize, count: usize, best: &Self| {
            let least = steps + steps_at_least(width.div_ceil(count), width);
            least <= enough && least < best.steps
        };
        for count in counts {
            let first = level(&[count, 1], 0);
            if !is_worth(first, count, &best) {
                continue;
            }
            let steps = first + level(&[count, 1], 1);
            if steps < best.steps {
                best = Self { slices: vec![count, 1], steps };
            }
            for of_wide in 2..=MOST_SLICES.min(count - 1) {
                // A few more, so that as many are in every wide one.
                let wide = count.div_ceil(of_wide);
                let slices = [wide * of_wide, wide, 1];
                if slices[0] >= width {
                    continue;
                }
                let before = level(&slices, 0) + level(&slices, 1);
                if is_worth(before, wide, &best) {
                    let steps = before + level(&slices, 2);
                    if steps < best.steps {
                        best = Self { slices: slices.to_vec(), steps };
                    }
                }
            }
        }
        best
    }
}

/// The numbers of slices worth a try, the narrowest slices first: of those with equally wide slices the fewest.
fn counts(width: usize, difference: usize) -> Vec<usize> {
    // Slices much narrower than the difference leave many rows dirty; much wider ones take long themselves.
    let most = width.min(NARROWEST_DIFFERENCES * difference.max(2));
    // Of widths up to which all are tried, all; above, some.
    let (every, apart) = if width > LONGEST_ROW { LONG_ROWS } else { ROWS };
    let next = |&slice: &usize| Some(slice + if slice < every { 1 } else { slice / apart });
    let widths = std::iter::successors(Some(2), next).take_while(|&slice| slice < most);
    let mut counts: Vec<usize> = widths.map(|slice| width.div_ceil(slice)).collect();
    counts.dedup();
    counts
}

/// The fewest steps of a level: one for every two columns by which its slices become wider, rounded down, and one less.
fn steps_at_least(narrow: usize, width: usize) -> usize {
    ((width - narrow) / 2).saturating_sub(1)
}

/// What the cheapest chains of even slices end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Last {
    /// The steps of the whole chain.
    steps: usize,
    /// The width before the last; 1 if that is the only one.
    narrow: usize,
}

/// The chains whose slices are of one width in each level, multiples of a unit, that sort differences of this many ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    unit: usize,
    difference: usize,
}

/// The cheapest of these chains for each width, those that end in a snake remembered: they begin the chains of wider slices.
#[derive(Debug, Default)]
pub(super) struct EvenChains {
    snakes: BTreeMap<(Kind, usize), Last>,
}

impl EvenChains {
    /// The cheapest chain of multiples of `unit` that ends in `width`, all slices of a level being of one width.
    pub(super) fn cheapest(
        &mut self,
        width: usize,
        unit: usize,
        difference: usize,
        finish: Finish,
    ) -> Chain {
        if width == 1 {
            return Chain { slices: Vec::new(), steps: 0 };
        }
        let kind = Kind { unit, difference };
        let Last { steps, mut narrow } = self.last(kind, width, finish);
        let mut slices = vec![1];
        while narrow > 1 {
            slices.push(width / narrow);
            narrow = self.snake(kind, narrow).narrow;
        }
        slices.reverse();
        Chain { slices, steps }
    }

    fn snake(&mut self, kind: Kind, width: usize) -> Last {
        if let Some(&known) = self.snakes.get(&(kind, width)) {
            return known;
        }
        let found = self.last(kind, width, Finish::Snake);
        self.snakes.insert((kind, width), found);
        found
    }

    fn last(&mut self, kind: Kind, width: usize, finish: Finish) -> Last {
        let steps = |narrow| even(narrow, width, kind.difference).steps(finish);
        let mut least = Last { steps: steps(1), narrow: 1 };
        for part in divisors(width / kind.unit) {
            let narrow = part * kind.unit;
            if narrow == 1 || narrow == width {
                continue;
            }
            let before = self.snake(kind, narrow).steps;
            if before + steps_at_least(narrow, width) < least.steps {
                least = least.min(Last { steps: before + steps(narrow), narrow });
            }
        }
        least
    }
}

/// The level of slices of `width` columns from those of `narrow`, which divides it.
fn even(narrow: usize, width: usize, difference: usize) -> Level {
    Level::at(width, &[width / narrow, 1], 1, difference)
}

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::*;

    /// The steps of the cheapest chain of multiples of `unit` that ends in `width`, of all there are.
    fn fewest(width: usize, unit: usize, difference: usize, finish: Finish) -> usize {
        if width == 1 {
            return 0;
        }
        let narrower = (1..width).filter(|narrow| {
            width.is_multiple_of(*narrow) && (*narrow == 1 || narrow.is_multiple_of(unit))
        });
        let steps = narrower.map(|narrow| {
            let before = fewest(narrow, unit, difference, Finish::Snake);
            before + even(narrow, width, difference).steps(finish)
        });
        steps.min().unwrap_or(0)
    }

    #[test]
    fn even_chains_are_the_cheapest_of_all() {
        for difference in [1, 2, 3, 7, 20] {
            let mut chains = EvenChains::default();
            for (unit, width) in (1..=6).flat_map(|unit| (1..=40).map(move |i| (unit, unit * i))) {
                for finish in [Finish::Snake, Finish::Rows(Direction::Ascending)] {
                    let chain = chains.cheapest(width, unit, difference, finish);
                    assert_eq!(chain.steps, fewest(width, unit, difference, finish), "{chain:?}");
                    let mut narrow = 1;
                    let levels = chain.slices.iter().map(|&count| {
                        let finish = if count == 1 { finish } else { Finish::Snake };
                        let slice = width / count;
                        even(std::mem::replace(&mut narrow, slice), slice, difference).steps(finish)
                    });
                    assert_eq!(levels.sum::<usize>(), chain.steps, "{chain:?}");
                }
            }
        }
    }
}
