//! Cuts a width into slices, and deals its places to them in turn.

/// A run of columns in slices of one width, but for the last, which may be narrower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slices {
    whole: usize,
    width: usize,
}

impl Slices {
    /// `whole` columns in slices of `width`.
    pub(super) fn new(whole: usize, width: usize) -> Self {
        Self { whole, width: width.min(whole) }
    }

    fn count(self) -> usize {
        self.whole.div_ceil(self.width)
    }

    /// Columns of the last slice.
    pub(super) fn last(self) -> usize {
        self.whole - (self.count() - 1) * self.width
    }

    /// Columns of a slice.
    pub(super) fn columns(self, slice: usize) -> usize {
        self.width.min(self.whole - slice * self.width)
    }

    /// Whether all slices are of one width.
    pub(super) fn are_even(self) -> bool {
        self.last() == self.width
    }

    /// Whether the last slice is at least half as wide as the others: else its ones begin far from theirs.
    pub(super) fn are_alike(self) -> bool {
        2 * self.last() >= self.width
    }

    /// Visits to the last slice in the first `rounds` rounds: its share, rounded.
    fn due(self, rounds: usize) -> usize {
        (2 * rounds * self.last() + self.width) / (2 * self.width)
    }

    /// Places that have been dealt in the first `rounds` rounds.
    fn dealt(self, rounds: usize) -> usize {
        rounds * (self.count() - 1) + self.due(rounds)
    }

    /// The slice that place `place` is dealt to, and the number of places that this slice was dealt before.
    ///
    /// There are as many rounds as a slice has columns. In a round every slice gets a place, one after the other; the last one comes
    /// last, and gets one in `last` of the rounds, spread evenly over them.
    pub(super) fn turn(self, place: usize) -> (usize, usize) {
        let rounds = self.rounds(place);
        let slice = place - self.dealt(rounds);
        if slice + 1 < self.count() {
            (slice, rounds)
        } else {
            (self.count() - 1, self.due(rounds))
        }
    }

    /// Of the first `places` places, how many are dealt to the slices before a slice, and to itself.
    pub(super) fn dealt_to(self, slice: usize, places: usize) -> (usize, usize) {
        let rounds = self.rounds(places);
        // The slices that the next round has come to, of which the last one is not.
        let ahead = places - self.dealt(rounds);
        let own = if slice + 1 < self.count() {
            rounds + usize::from(slice < ahead)
        } else {
            self.due(rounds)
        };
        (slice * rounds + slice.min(ahead), own)
    }

    /// The rounds that are over when so many places have been dealt.
    fn rounds(self, places: usize) -> usize {
        if self.are_even() {
            return places / self.count();
        }
        // After each round the share of all places that have been dealt is that of rounds, but for half a place.
        let mut rounds = ((places * self.width) / self.whole).saturating_sub(1);
        while self.dealt(rounds + 1) <= places {
            rounds += 1;
        }
        rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_gets_as_many_places_as_it_has_columns_each_once() {
        for whole in 1..=40 {
            for width in 1..=whole {
                let slices = Slices::new(whole, width);
                let mut dealt: Vec<usize> = (0..whole)
                    .map(|place| {
                        let (slice, before) = slices.turn(place);
                        slice * width + before
                    })
                    .collect();
                dealt.sort_unstable();
                assert!(dealt.into_iter().eq(0..whole), "{slices:?}");
            }
        }
    }

    /// The share of its columns that a slice has been dealt is ahead of that of another by a range of at most one column of each.
    #[test]
    fn no_slice_is_ahead_of_another_by_more_than_a_column_of_each() {
        for whole in 2..=60 {
            for width in 1..whole {
                let slices = Slices::new(whole, width);
                let columns = |slice: usize| width.min(whole - slice * width);
                let part = |slice| 1.0 / columns(slice) as f64;
                let mut counts = vec![0.0; slices.count()];
                let mut least = vec![vec![0.0_f64; slices.count()]; slices.count()];
                let mut most = least.clone();
                for place in 0..whole {
                    counts[slices.turn(place).0] += 1.0;
                    for (i, one) in counts.iter().enumerate() {
                        for (j, other) in counts.iter().enumerate() {
                            let ahead = one * part(i) - other * part(j);
                            least[i][j] = least[i][j].min(ahead);
                            most[i][j] = most[i][j].max(ahead);
                        }
                    }
                }
                for i in 0..slices.count() {
                    for j in 0..i {
                        let of_other = if columns(i) == columns(j) { 0.0 } else { part(i) };
                        let bound = part(j) + of_other;
                        let range = most[i][j] - least[i][j];
                        assert!(range <= bound + 1e-9, "{slices:?} {i} {j}: {range} > {bound}");
                    }
                }
            }
        }
    }

    #[test]
    fn even_slices_are_dealt_in_turn() {
        let turns: Vec<_> = (0..6).map(|place| Slices::new(6, 2).turn(place)).collect();
        assert_eq!(turns, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    }
}
