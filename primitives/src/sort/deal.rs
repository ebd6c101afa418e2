//! Counts the steps of the permutation that deals the places of sorted blocks, without following an element.

use super::merge::Merge;
use super::slices::{Cut, Turns};
use crate::cuts::Line;

/// What the permutation of a row depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    /// The row comes sorted against the direction the merge needs.
    pub(super) mirrored: bool,
    /// The place in the sequence of columns where the first block of the row begins.
    pub(super) start: usize,
}

/// The permutation of one kind of rows of a merge, inside a merged block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal<'m> {
    merge: &'m Merge,
    turn: Turn,
}

impl<'m> Deal<'m> {
    pub(super) fn new(merge: &'m Merge, turn: Turn) -> Self {
        Self { merge, turn }
    }

    /// The column where the element of a column goes.
    pub(super) fn target(self, column: usize) -> usize {
        let first = column - column % self.merge.block_width;
        let place =
            if self.turn.mirrored { 2 * first + self.block_at(first) - 1 - column } else { column };
        self.column((self.turn.start + place) % self.merge.width)
    }

    /// The greatest of `found` and of its steps where the merged block begins in lane `first` of a node, or a number from `limit` on as
    /// soon as one is found.
    pub(super) fn steps(self, first: usize, found: usize, limit: usize) -> usize {
        let line = Line { nodes: self.nodes(first), packets_a_node: 2, slack: 0 };
        [false, true].into_iter().fold(found, |found, is_west| {
            let way = OneWay { deal: self, first, is_west };
            let crossing = |from, to| way.crossing(from, to);
            line.slowest(crossing, |node| way.last_cuts(node), found, limit)
        })
    }

    /// Nodes of the merged block if it begins in lane `first` of one.
    fn nodes(self, first: usize) -> usize {
        (self.merge.width + first).div_ceil(2)
    }

    /// Columns of the block that begins with a column.
    fn block_at(self, first: usize) -> usize {
        self.merge.block_width.min(self.merge.width - first)
    }

    /// How many elements of the first `from` columns go beyond the first `to` columns.
    fn crossing(self, from: usize, to: usize) -> usize {
        let places = from % self.merge.block_width;
        if !self.turn.mirrored || places == 0 {
            return self.beyond_of_run(0, from, to);
        }
        // Of the last block the places of the other end.
        let first = from - places;
        self.beyond_of_run(0, first, to)
            + self.beyond_of_run(first + self.block_at(first) - places, places, to)
    }

    /// How many of `places` places, from place `first` of the first block on, are of columns `to` and beyond.
    fn beyond_of_run(self, first: usize, places: usize, to: usize) -> usize {
        let width = self.merge.width;
        let first = (self.turn.start + first) % width;
        let (end, before) = (first + places, self.beyond(first, to));
        if end <= width {
            self.beyond(end, to) - before
        } else {
            (width - to) - before + self.beyond(end - width, to)
        }
    }

    /// The column of a place in the sequence of all columns.
    fn column(self, place: usize) -> usize {
        let residues = self.residues();
        let whole = self.merge.width / residues;
        residues * self.spread(place % whole) + place / whole
    }

    /// How many of the first `places` places of the sequence are columns `to` and beyond.
    fn beyond(self, places: usize, to: usize) -> usize {
        let residues = self.residues();
        let whole = self.merge.width / residues;
        let (classes, places) = (places / whole, places % whole);
        // Of the first residues a place more is before column `to`.
        let (place, late) = (to / residues, to % residues);
        let of_classes = classes * (whole - place) - late.min(classes);
        if places == 0 {
            return of_classes;
        }
        of_classes + self.spread_beyond(places, place + usize::from(classes < late))
    }

    /// The sequence takes the columns of one residue modulo this number after those of the other.
    fn residues(self) -> usize {
        if self.merge.is_even() { self.merge.across } else { 1 }
    }

    /// g of [`Merge`]: a place goes to the slices of the widest level in turn, and within its slice to those of the next level.
    fn spread(self, place: usize) -> usize {
        let (mut wide, mut slice, mut place) = (self.whole(), 0, place);
        for cut in self.cuts() {
            (slice, place) = Turns::new(cut, slice, wide.count).at(place);
            wide = cut;
        }
        wide.start(slice) + place
    }

    /// How many of the first `places` places g spreads to `to` and beyond.
    fn spread_beyond(self, places: usize, to: usize) -> usize {
        let (mut wide, mut slice, mut places, mut beyond) = (self.whole(), 0, places, 0);
        if to == wide.columns {
            return 0;
        }
        for cut in self.cuts() {
            let (own, before, to_own) = Turns::new(cut, slice, wide.count).dealt_to(to, places);
            beyond += places - before - to_own;
            (wide, slice, places) = (cut, own, to_own);
        }
        beyond + places.saturating_sub(to - wide.start(slice))
    }

    /// The columns of a residue, uncut.
    fn whole(self) -> Cut {
        Cut::new(self.merge.width / self.residues(), 1)
    }

    /// The slices that g deals to, the widest first.
    fn cuts(self) -> impl Iterator<Item = Cut> + use<'m> {
        let whole = self.whole().columns;
        self.merge.slices.iter().rev().skip(1).map(move |&count| Cut::new(whole, count))
    }
}

/// The elements that go one way, in nodes counted from where they come from.
#[derive(Clone, Copy, Debug)]
struct OneWay<'m> {
    deal: Deal<'m>,
    /// The lane of the first element of the merged block.
    first: usize,
    is_west: bool,
}

impl OneWay<'_> {
    /// The columns of the first `nodes` nodes from the west end.
    fn columns(self, nodes: usize) -> usize {
        (2 * nodes).saturating_sub(self.first).min(self.deal.merge.width)
    }

    /// How many elements of the first `from` nodes go beyond the first `to`.
    fn crossing(self, from: usize, to: usize) -> usize {
        if !self.is_west {
            return self.deal.crossing(self.columns(from), self.columns(to));
        }
        // As many elements go to the first columns as there are, less those that come from before.
        let nodes = self.deal.nodes(self.first);
        let (from, to) = (self.columns(nodes - from), self.columns(nodes - to));
        to + self.deal.crossing(from, to) - from
    }

    /// The last cuts that the elements of the `node`-th node cross, as far as they go this way.
    fn last_cuts(self, node: usize) -> impl Iterator<Item = usize> {
        let nodes = self.deal.nodes(self.first);
        let before = if self.is_west { nodes - node } else { node - 1 };
        (self.columns(before)..self.columns(before + 1)).map(move |column| {
            let element = self.deal.target(column) + self.first;
            let target = element / 2;
            if self.is_west { nodes - 1 - target } else { target }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Hop, LineRoute};
    use super::*;

    /// Chains of slices for a width: none, of one width, and, where the whole mesh is as wide, of widths that differ.
    fn chains(width: usize, across: usize, is_whole: bool) -> Vec<Vec<usize>> {
        let counts =
            || (2..width).filter(move |count| is_whole || (width / across).is_multiple_of(*count));
        let mut chains = vec![vec![1]];
        for narrow in counts() {
            chains.push(vec![narrow, 1]);
            let wide = counts().filter(|&wide| wide < narrow && narrow.is_multiple_of(wide));
            chains.extend(wide.map(|wide| vec![narrow, wide, 1]));
        }
        chains
    }

    #[test]
    fn steps_and_crossings_are_those_of_the_elements_one_by_one() {
        for (across, block_width) in
            (1..=5).flat_map(|across| (1..=19).map(move |width| (across, width)))
        {
            let width = across * block_width;
            for slices in chains(width, across, across == 1) {
                check_all(across, width, block_width, slices);
            }
        }
    }

    #[test]
    fn so_they_are_where_the_last_block_is_narrower() {
        for (across, block_width) in
            (2..=4).flat_map(|across| (2..=6).map(move |width| (across, width)))
        {
            for width in (across - 1) * block_width + 1..across * block_width {
                for slices in chains(width, 1, true) {
                    check_all(across, width, block_width, slices);
                }
            }
        }
    }

    fn check_all(across: usize, width: usize, block_width: usize, slices: Vec<usize>) {
        let block_height = 2 * across;
        let merge =
            Merge { down: 2, across, width, block_height, block_width, from_snake: true, slices };
        for turn in merge.turns() {
            check(Deal::new(&merge, turn));
        }
        for (block_height, from_snake) in [(1, false), (2, false), (block_height, true)] {
            check_least(&Merge { block_height, from_snake, ..merge.clone() });
        }
    }

    /// Some kind of rows takes as many steps as the bound says, in either lane.
    fn check_least(merge: &Merge) {
        let turns = merge.turns();
        for first in [0, 1] {
            let steps =
                turns.iter().map(|&turn| Deal::new(merge, turn).steps(first, 0, usize::MAX));
            let most = steps.max().expect("there is a row");
            assert!(merge.least_deal_steps() <= most, "{merge:?}: {most} from lane {first}");
        }
    }

    fn check(deal: Deal<'_>) {
        let width = deal.merge.width;
        let targets: Vec<usize> = (0..width).map(|column| deal.target(column)).collect();
        for (from, to) in (0..=width).flat_map(|from| (0..=width).map(move |to| (from, to))) {
            let beyond = targets[..from].iter().filter(|&&target| target >= to).count();
            assert_eq!(deal.crossing(from, to), beyond, "{deal:?}, of {from} beyond {to}");
        }
        for first in [0, 1] {
            let place = |column: usize| {
                let element = first + column;
                (element / 2, element % 2)
            };
            let hops = targets.iter().enumerate();
            let hops: Vec<Hop> =
                hops.map(|(from, &to)| Hop { from: place(from), to: place(to) }).collect();
            let steps = deal.steps(first, 0, usize::MAX);
            assert_eq!(steps, LineRoute::new(&hops).steps(), "{deal:?} from lane {first}");
            let nodes = (first + width).div_ceil(2);
            assert!(steps <= nodes, "{deal:?} from lane {first}: {steps} steps on {nodes} nodes");
            for is_west in [false, true] {
                let way = OneWay { deal, first, is_west };
                let line = Line { nodes, packets_a_node: 2, slack: 0 };
                for node in 1..nodes {
                    let mut cuts: Vec<usize> = way.last_cuts(node).collect();
                    cuts.retain(|&cut| cut >= node);
                    cuts.sort_unstable_by(|a, b| b.cmp(a));
                    let searched = line.last_cuts(node, |from, to| way.crossing(from, to));
                    assert_eq!(cuts, searched.collect::<Vec<_>>(), "{way:?}, node {node}");
                }
            }
        }
    }
}
