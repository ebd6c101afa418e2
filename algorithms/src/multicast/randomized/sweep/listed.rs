//! Finds the destinations of a packet that are in some rows, among all that its header lists.

use super::row_laps::Laps;
use std::ops::Range;

impl Laps {
    /// Those of a packet's destinations that are in `rows`: where the header lists them, which it does in the order of rows, and
    /// their rows and columns.
    pub(super) fn listed<'a>(
        self,
        destinations: &'a [u32],
        rows: &Range<usize>,
    ) -> impl Iterator<Item = (usize, usize, usize)> + use<'a> {
        let first = destinations.partition_point(|&id| self.columns.is_above(id, rows.start));
        self.listed_from((destinations, first), rows.end)
    }

    /// [`Laps::listed`] from a place in the header on that is in the rows, up to row `end`.
    pub(super) fn listed_from(
        self,
        (destinations, first): (&[u32], usize),
        end: usize,
    ) -> impl Iterator<Item = (usize, usize, usize)> + use<'_> {
        let columns = self.columns;
        let positions = destinations[first..].iter().map(move |&id| columns.position(id));
        let listed = (first..).zip(positions).map(|(i, (row, col))| (i, row, col));
        listed.take_while(move |&(_, row, _)| row < end)
    }

    /// The place in the header that a key names, or where its rows begin, with row `start`, if the key names one before it.
    pub(super) fn place_in(self, (destinations, named): (&[u32], usize), start: usize) -> usize {
        let is_above = |&id: &u32| self.columns.is_above(id, start);
        let after = &destinations[named..];
        if after.first().is_some_and(is_above) {
            named + after.partition_point(is_above)
        } else {
            named
        }
    }

    /// The place in the header of the first destination from row `start` on, given one that a key names.
    pub(super) fn first_listed(
        self,
        (destinations, named): (&[u32], usize),
        start: usize,
    ) -> usize {
        let place = self.place_in((destinations, named), start);
        let before = destinations[..place].iter().rev();
        place - before.take_while(|&&id| !self.columns.is_above(id, start)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::Shape;

    /// Keys name places in the rows, or before them if they cannot.
    #[test]
    fn rows_are_found_from_any_place_that_a_key_may_name() {
        let laps = Laps::new(Shape::new(5, 4).expect("small"), false, false);
        let destinations = [1, 3, 4, 9, 10, 13, 14, 15, 18];
        for rows in (0..5).flat_map(|start| (start + 1..=5).map(move |end| start..end)) {
            let listed: Vec<usize> = laps.listed(&destinations, &rows).map(|(i, ..)| i).collect();
            let (Some(&first), Some(&last)) = (listed.first(), listed.last()) else { continue };
            for named in 0..=last {
                let place = laps.place_in((&destinations, named), rows.start);
                assert_eq!(place, named.max(first), "{rows:?} {named}");
                assert_eq!(laps.first_listed((&destinations, named), rows.start), first);
            }
        }
    }
}
