//! Cuts a width into slices, and deals its places to them in turn.

use meshcast_engine::Slices;

/// Columns in slices whose widths differ by at most one: slice i begins in column ⌊i·`columns`/`count`⌋. If one number of slices is a
/// multiple of another, the slices of the one lie in those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) columns: usize,
    pub(super) count: usize,
}

impl Cut {
    /// `columns` columns in `count` slices.
    pub(super) fn new(columns: usize, count: usize) -> Self {
        Self { columns, count }
    }

    /// Columns of a slice that is not one of the wider ones.
    pub(super) fn narrower(self) -> usize {
        self.columns / self.count
    }

    /// Columns of the widest slice.
    pub(super) fn widest(self) -> usize {
        self.columns.div_ceil(self.count)
    }

    /// Whether all slices are of one width.
    pub(super) fn is_even(self) -> bool {
        self.columns.is_multiple_of(self.count)
    }

    /// The first column of a slice.
    pub(super) fn start(self, slice: usize) -> usize {
        slice * self.columns / self.count
    }

    /// The slice of a column.
    fn at(self, column: usize) -> usize {
        self.slices().at(column)
    }

    /// The same slices; of even ones the same repeat beyond these columns.
    pub(super) fn slices(self) -> Slices {
        if self.is_even() {
            Slices::of_width(self.narrower())
        } else {
            Slices::cut(self.columns, self.count)
        }
    }

    /// Slices that are a column wider than others.
    fn wider(self) -> usize {
        self.columns % self.count
    }

    /// How many of the first slices are.
    fn wider_before(self, slice: usize) -> usize {
        slice * self.wider() / self.count
    }
}

/// Neighbouring slices that share the places of the slice of another cut in which they lie.
///
/// In every round each of them gets a place, the wider ones after the others, until they are full: the last round is for the wider ones
/// alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    cut: Cut,
    first: usize,
    count: usize,
}

impl Turns {
    /// All slices of `cut` in slice `slice` of a cut into `count`.
    pub(super) fn new(cut: Cut, slice: usize, count: usize) -> Self {
        let count = cut.count / count;
        Self { cut, first: slice * count, count }
    }

    /// How many of its first slices are wider.
    fn wider_before(self, slice: usize) -> usize {
        self.cut.wider_before(self.first + slice) - self.cut.wider_before(self.first)
    }

    /// How many of the turns of a round are of slices that are not wider.
    fn narrower(self, round: usize) -> usize {
        if round < self.cut.narrower() { self.count - self.wider_before(self.count) } else { 0 }
    }

    /// The slice of the cut that place `place` is dealt to, and the number of places that this slice was dealt before.
    pub(super) fn at(self, place: usize) -> (usize, usize) {
        let Cut { count, .. } = self.cut;
        let (round, turn) = (place / self.count, place % self.count);
        let (narrower, wider_before) = (self.narrower(round), self.cut.wider_before(self.first));
        let slice = if turn < narrower {
            (self.first - wider_before + turn) * count / (count - self.cut.wider())
        } else {
            ((wider_before + turn - narrower + 1) * count).div_ceil(self.cut.wider()) - 1
        };
        (slice, round)
    }

    /// The slice of the cut that a column is in, and of the first `places` places, how many are dealt to the slices before it and how
    /// many to it.
    pub(super) fn dealt_to(self, column: usize, places: usize) -> (usize, usize, usize) {
        let slice = self.cut.at(column);
        let own = slice - self.first;
        let (rounds, turns) = (places / self.count, places % self.count);
        let to_narrower = turns.min(self.narrower(rounds));
        let to_wider = turns - to_narrower;
        let before = |slice: usize| {
            let wider = self.wider_before(slice);
            slice * rounds + wider.min(to_wider) + (slice - wider).min(to_narrower)
        };
        (slice, before(own), before(own + 1) - before(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts of up to so many columns, each with the number of slices of a cut in which its slices lie.
    fn nested(most: usize) -> impl Iterator<Item = (Cut, usize)> {
        (1..=most).flat_map(|columns| {
            (1..=columns).flat_map(move |count| {
                let wide = (1..=count).filter(move |wide| count.is_multiple_of(*wide));
                wide.map(move |wide| (Cut::new(columns, count), wide))
            })
        })
    }

    #[test]
    fn every_slice_gets_as_many_places_as_it_has_columns_each_once() {
        for (cut, count) in nested(40) {
            let wide = Cut::new(cut.columns, count);
            for slice in 0..count {
                let turns = Turns::new(cut, slice, count);
                let places = wide.start(slice)..wide.start(slice + 1);
                let dealt = (0..places.len()).map(|place| {
                    let (slice, before) = turns.at(place);
                    cut.start(slice) + before
                });
                let mut dealt: Vec<usize> = dealt.collect();
                for column in places.clone() {
                    for taken in 0..=dealt.len() {
                        let (own, before, to_own) = turns.dealt_to(column, taken);
                        let (start, end) = (cut.start(own), cut.start(own + 1));
                        assert!((start..end).contains(&column), "{turns:?}");
                        let before_it = dealt[..taken].iter().filter(|&&x| x < start).count();
                        let to_it = dealt[..taken].iter().filter(|x| (start..end).contains(x));
                        assert_eq!((before, to_own), (before_it, to_it.count()), "{turns:?}");
                    }
                }
                dealt.sort_unstable();
                assert!(dealt.into_iter().eq(places), "{turns:?}");
            }
        }
    }

    #[test]
    fn wider_slices_come_after_the_others_in_every_round() {
        let turns: Vec<_> =
            (0..8).map(|place| Turns::new(Cut::new(8, 3), 0, 1).at(place)).collect();
        assert_eq!(turns, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)]);
    }

    #[test]
    fn even_slices_are_dealt_in_turn() {
        let turns: Vec<_> =
            (0..6).map(|place| Turns::new(Cut::new(6, 3), 0, 1).at(place)).collect();
        assert_eq!(turns, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    }
}
