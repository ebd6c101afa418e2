//! Folds arrays onto the mesh, and says which of their elements a step compares.

use crate::geometry::{Port, Shape};
use crate::nodes::Slot;
use std::ops::Range;

use super::slices::Slices;

/// An array of elements folded onto the mesh, two columns a node: element column `x` is in node column
/// `first_col + ⌊x/2⌋`, in lanes `lane + (x mod 2)·depth` to `lane + (x mod 2)·depth + depth − 1`. A transposed array has its rows along
/// the columns of the mesh: node columns of the array are rows of the mesh, and links along its rows lead south and north.
///
/// Two arrays in different lanes, one of them transposed, can exchange in one step, each along its rows or each along its columns.
///
/// Two elements of a row in one node compare for free, so a folded row takes half the steps of a plain one. An array of one packet a node
/// is no fold: [`exchange_pairs`](crate::Step::exchange_pairs) compares its elements.
///
/// An element is a packet or, if `depth` > 1, a list of that many, holes being greatest. Two lists in ascending order
/// are split by their middle in `depth` steps, one for each `item`: item i of the one list is compared with item depth
/// − 1 − i of the other, and then all items of the lesser list are below all of the other (the first stage of a bitonic
/// merge). [`Machine::exchange_inside`](crate::Machine::exchange_inside) brings the lists in order again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The node column of the first two element columns.
    pub first_col: usize,
    /// Element columns.
    pub width: usize,
    /// Packets an element.
    pub depth: usize,
    /// The item of the left or upper element that a step compares.
    pub item: usize,
    /// The first lane that holds elements.
    pub lane: usize,
    /// Whether the rows of the array are columns of the mesh.
    pub transposed: bool,
}

/// Which way the elements of a row are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Least first, from the left.
    Ascending,
    /// Least first, from the right.
    Descending,
}

/// The pairs of elements that one exchange compares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pairs {
    /// Elements (2j, 2j+1) of a row: inside one node.
    Inside { slices: Slices },
    /// Elements (2j+1, 2j+2) of a row: in neighbouring nodes.
    Between { slices: Slices },
    /// Elements of rows (r, r+1) with r + parity\[lane\] even, in segments of `height` rows.
    Columns { height: usize, parity: [usize; 2] },
    /// The elements of rows (r, r+1) at the end of row r along the snake of each slice.
    Turns { slice: usize, height: usize },
}

impl Fold {
    /// The array of `width` element columns, a packet an element, folded onto the first ⌈width/2⌉ node columns.
    pub fn of_width(width: usize) -> Self {
        Self { first_col: 0, width, depth: 1, item: 0, lane: 0, transposed: false }
    }

    /// The same array with elements of `depth` packets.
    #[must_use]
    pub fn of_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// The same array for the step that compares item `item`.
    #[must_use]
    pub fn at_item(self, item: usize) -> Self {
        Self { item, ..self }
    }

    /// Node columns that hold elements.
    pub fn node_cols(self) -> usize {
        self.width.div_ceil(2)
    }

    /// Lanes that hold elements.
    pub(super) fn lanes(self) -> Range<usize> {
        self.lane..self.lane + self.width.min(2) * self.depth
    }

    /// The mesh of `shape` as the array sees it.
    pub(super) fn seen(self, shape: Shape) -> Shape {
        if self.transposed { shape.transposed() } else { shape }
    }

    /// The ports that an exchange uses, those of an array that is not transposed given.
    pub(super) fn ports(self, ports: [Port; 2]) -> [Port; 2] {
        if self.transposed { ports.map(Port::transposed) } else { ports }
    }

    /// The lane of the item that a step compares, of a left or upper element in column `x`.
    pub(super) fn first_lane(self, x: usize) -> usize {
        self.lane + x % 2 * self.depth + self.item
    }

    /// The lane of the item that a step compares with it, of a right or lower element in column `x`.
    pub(super) fn second_lane(self, x: usize) -> usize {
        self.lane + (x % 2 + 1) * self.depth - 1 - self.item
    }

    /// The lanes that act in a step, some of them perhaps twice.
    pub(super) fn acting(self) -> impl Iterator<Item = usize> {
        (0..2).flat_map(move |x| [self.first_lane(x), self.second_lane(x)])
    }

    /// The node of element column `x` in row `row` of the array.
    pub(super) fn node(self, shape: Shape, row: usize, x: usize) -> usize {
        let col = self.first_col + x / 2;
        if self.transposed { shape.index(col, row) } else { shape.index(row, col) }
    }

    /// The slices of `width` element columns, the last perhaps narrower.
    fn slices(self, width: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..self.width).step_by(width).map(move |x| (x, (x + width).min(self.width)))
    }
}

/// Of the pairs of columns (2j, 2j+1), or (2j+1, 2j+2) if `between`, those that lie in one slice: all ones, else 0.
pub(super) fn paired(fold: Fold, slices: Slices, between: bool) -> impl Iterator<Item = u64> {
    let firsts = (usize::from(between)..fold.width.saturating_sub(1)).step_by(2);
    firsts.map(move |x| if slices.at(x) == slices.at(x + 1) { u64::MAX } else { 0 })
}

/// The number of pairs.
pub(super) fn count_pairs(shape: Shape, fold: Fold, pairs: Pairs) -> usize {
    let rows = fold.seen(shape).rows();
    let rows_above =
        |height: usize| (0..rows - 1).filter(move |row| !(row + 1).is_multiple_of(height));
    match pairs {
        Pairs::Inside { slices } | Pairs::Between { slices } => {
            let between = matches!(pairs, Pairs::Between { .. });
            rows * paired(fold, slices, between).filter(|&allowed| allowed != 0).count()
        }
        Pairs::Columns { height, parity } => (0..fold.width.min(2))
            .map(|x| {
                let upper = rows_above(height).filter(|row| (row + parity[x]).is_multiple_of(2));
                upper.count() * (fold.width - x).div_ceil(2)
            })
            .sum(),
        Pairs::Turns { slice, height } => rows_above(height).count() * fold.slices(slice).count(),
    }
}

/// Calls `visit(row, first, second)` for every pair, `first` being the left or upper one.
pub(super) fn for_each_pair(
    shape: Shape,
    fold: Fold,
    pairs: Pairs,
    mut visit: impl FnMut(usize, Slot, Slot),
) {
    let first = |row, x| Slot { lane: fold.first_lane(x), node: fold.node(shape, row, x) };
    let second = |row, x| Slot { lane: fold.second_lane(x), node: fold.node(shape, row, x) };
    let rows = fold.seen(shape).rows();
    for row in 0..rows {
        match pairs {
            Pairs::Inside { slices } | Pairs::Between { slices } => {
                let odd = usize::from(matches!(pairs, Pairs::Between { .. }));
                for x in (odd..fold.width.saturating_sub(1)).step_by(2) {
                    if slices.at(x) == slices.at(x + 1) {
                        visit(row, first(row, x), second(row, x + 1));
                    }
                }
            }
            Pairs::Columns { height, parity } => {
                if row + 1 < rows && !(row + 1).is_multiple_of(height) {
                    for x in 0..fold.width {
                        if (row + parity[x % 2]).is_multiple_of(2) {
                            visit(row, first(row, x), second(row + 1, x));
                        }
                    }
                }
            }
            Pairs::Turns { slice, height } => {
                if row + 1 < rows && !(row + 1).is_multiple_of(height) {
                    for (start, end) in fold.slices(slice) {
                        let x = if row.is_multiple_of(2) { end - 1 } else { start };
                        visit(row, first(row, x), second(row + 1, x));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of pairs, in slices and segments shorter and longer than the array.
    fn all_pairs() -> impl Iterator<Item = Pairs> {
        (1..=5).flat_map(|slice| {
            let columns = (0..4)
                .map(move |bits| Pairs::Columns { height: slice, parity: [bits % 2, bits / 2] });
            let turns = (1..=4).map(move |height| Pairs::Turns { slice, height });
            let cuts = [Slices::of_width(slice), Slices::cut(6, slice)];
            let rows = cuts
                .into_iter()
                .flat_map(|slices| [Pairs::Inside { slices }, Pairs::Between { slices }]);
            rows.chain(columns).chain(turns)
        })
    }

    #[test]
    fn pairs_are_counted_as_they_are_visited() {
        for (rows, width, first_col) in (1..=6).flat_map(|rows| {
            (1..=6).flat_map(move |width| [0, 1].map(|first_col| (rows, width, first_col)))
        }) {
            let shape = Shape::new(rows, 4).unwrap();
            let fold = Fold { first_col, ..Fold::of_width(width) };
            let transposed = Fold { transposed: true, ..fold };
            for pairs in all_pairs() {
                let mut visited = 0;
                for_each_pair(shape, fold, pairs, |_, _, _| visited += 1);
                assert_eq!(
                    count_pairs(shape, fold, pairs),
                    visited,
                    "{shape:?} {fold:?} {pairs:?}"
                );
                let turned = count_pairs(shape.transposed(), transposed, pairs);
                assert_eq!(turned, visited, "{shape:?} {transposed:?} {pairs:?}");
            }
        }
    }
}
