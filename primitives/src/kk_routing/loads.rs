//! Bounds how many packets cross the links of a line, if blocks have sorted them and deal them out to all rows of the mesh.

use crate::queued_line::line_steps;

/// What there is to know of packets that go along rows before they go along columns; of those that go along columns first,
/// with rows and columns in each other's place.
///
/// A block of h rows has sorted its packets into column-major order, s a node as long as there are some, and sends that of rank r to
/// the row whose turn is r + o, o being s times its first row. Packets of consecutive ranks are then
/// [spread evenly](crate::scatter): of m of them one row gets at most ⌈m/rows⌉, and any y rows at one end get their share and an excess.
#[derive(Clone, Debug)]
pub(super) struct Loads {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The heights of blocks from the first row down, and their widths.
    pub(super) heights: Vec<usize>,
    pub(super) widths: Vec<usize>,
    /// Packets that start at a node.
    pub(super) packets: usize,
    /// Sorted packets a node: as many, or one more, so that those of a block are at its first nodes.
    pub(super) slots: usize,
    /// Packets for a node.
    pub(super) per_target: usize,
    /// The [`excess`](crate::scatter::excess) of the rows.
    pub(super) excess: usize,
}

/// How much of each part lies in the first `reach` nodes of a side, and the part.
fn reached(
    parts: impl Iterator<Item = usize>,
    reach: usize,
) -> impl Iterator<Item = (usize, usize)> {
    parts.scan(reach, |left, part| {
        let here = part.min(*left);
        *left -= here;
        (here > 0).then_some((here, part))
    })
}

/// The greater value of a bound for the nodes at the one end of a side and at the other.
fn at_either_end(
    parts: &[usize],
    bound: impl Fn(&mut dyn Iterator<Item = usize>) -> usize,
) -> usize {
    bound(&mut parts.iter().copied()).max(bound(&mut parts.iter().rev().copied()))
}

impl Loads {
    /// The most packets that a node has when they have been dealt out.
    ///
    /// Blocks of one height that lie one below the other deal out what follows in one another's rows: to all rows alike.
    pub(super) fn dealt(&self) -> usize {
        if self.are_level() {
            return self.slots;
        }
        self.heights.iter().map(|height| (height * self.slots).div_ceil(self.rows)).sum()
    }

    fn are_level(&self) -> bool {
        self.heights.iter().all(|&height| height == self.heights[0])
    }

    /// The most packets that the first or last `end` rows get of `packets` with consecutive ranks.
    fn of_consecutive(&self, packets: usize, end: usize) -> usize {
        let (rounds, rest) = (packets / self.rows, packets % self.rows);
        rounds * end + rest.min(end).min((rest * end + self.excess) / self.rows)
    }

    /// Steps of the deal, along columns.
    pub(super) fn deal_steps(&self) -> u64 {
        let level = self.are_level();
        line_steps(self.rows, |sources, targets| {
            if level {
                return self.of_consecutive(sources * self.slots, targets);
            }
            at_either_end(&self.heights, |heights| {
                let blocks = reached(heights, sources);
                blocks.map(|(rows, _)| self.of_consecutive(rows * self.slots, targets)).sum()
            })
        })
    }

    /// The most packets of the first or last `sources` nodes of a row once they have been dealt out.
    fn of_sources(&self, sources: usize) -> usize {
        let of_blocks = at_either_end(&self.widths, |widths| {
            let blocks = reached(widths, sources);
            let in_a_row = |(part, width): (usize, usize)| -> usize {
                let packets = (part * self.slots).min(width * self.packets);
                self.heights.iter().map(|h| (packets * h).div_ceil(self.rows)).sum()
            };
            blocks.map(in_a_row).sum()
        });
        of_blocks.min(sources * self.dealt())
    }

    /// What one row gets of `packets` that are consecutive in each of `blocks` blocks: what is even, and less than one more of
    /// each block.
    fn of_blocks(&self, packets: usize, blocks: usize) -> usize {
        let blocks = blocks.min(packets);
        (packets + blocks * (self.rows - 1)) / self.rows
    }

    /// The most packets of one row for one column.
    pub(super) fn gathered(&self) -> usize {
        let blocks = self.heights.len() * self.widths.len();
        self.of_blocks(self.per_target * self.rows, blocks).min(self.of_sources(self.cols))
    }

    /// Steps along rows.
    pub(super) fn row_steps(&self) -> u64 {
        let blocks = |sources| {
            let across = at_either_end(&self.widths, |widths| reached(widths, sources).count());
            across * self.heights.len()
        };
        line_steps(self.cols, |sources, targets| {
            let for_targets = self.per_target * self.rows * targets;
            self.of_sources(sources).min(self.of_blocks(for_targets, blocks(sources)))
        })
    }

    /// Steps along columns: packets for the last nodes of a column are consecutive in every block.
    pub(super) fn column_steps(&self) -> u64 {
        let blocks = self.heights.len() * self.widths.len();
        line_steps(self.rows, |sources, targets| {
            let packets = self.per_target * targets;
            let share = (packets * sources + blocks.min(packets) * self.excess) / self.rows;
            let Some(more) = packets.checked_sub(blocks * sources) else {
                return packets.min(share);
            };
            // Of every block as many as there are source rows, one each; then it takes all other rows to get to them again.
            let beyond = (more % self.rows).saturating_sub(self.rows - sources);
            share.min(blocks * sources + more / self.rows * sources + beyond)
        })
    }
}
