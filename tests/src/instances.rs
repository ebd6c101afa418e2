//! Instances that drive a primitive to its bounds.

use crate::corpus::shuffled;
use meshcast_engine::Shape;

/// The sources and targets of packets that are all for column `col` and meet in one of its nodes if they are sorted
/// inside `blocks` × `blocks` blocks by target column before they go along their rows: from every block of the
/// uppermost row of blocks one more than a multiple of its height, which puts one packet more into its first row.
pub fn gathering(shape: Shape, blocks: usize, col: usize) -> (Vec<u32>, Vec<u32>) {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (height, across) = (rows / blocks.min(rows), blocks.min(cols));
    let mut full_columns = (rows - across.min(rows)) / height;
    let mut sources = Vec::new();
    for block in 0..across.min(rows) {
        let first = block * cols / across;
        let width = (block + 1) * cols / across - first;
        let here = full_columns.min(width - 1);
        full_columns -= here;
        sources.extend((0..=here * height).map(|i| i / width * cols + first + i % width));
    }
    sources.sort_unstable();
    let targets = (0..sources.len()).map(|row| (row * cols + col) as u32).collect();
    (sources.into_iter().map(|source| source as u32).collect(), targets)
}

/// For every node the targets of at most `k` packets, all in column `col` and no more than `q` of them for a node, that
/// meet in one node of the column as [`gathering`] says: from every block of the uppermost row of blocks one more than
/// a multiple of its height, as long as there are targets, and sources.
pub fn gathering_of_many(
    shape: Shape,
    (k, q): (usize, usize),
    blocks: usize,
    col: usize,
) -> Vec<Vec<Option<u32>>> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (height, across) = (rows / blocks.min(rows), blocks.min(cols));
    let mut targets = (0..q * rows).map(|i| (i / q * cols + col) as u32);
    let mut full_columns = (q * rows).saturating_sub(across) / height;
    let mut lists = vec![vec![None; k]; shape.nodes()];
    for block in 0..across {
        let first = block * cols / across;
        let width = (block + 1) * cols / across - first;
        let here = full_columns.min(k * width - 1);
        full_columns -= here;
        for (i, target) in targets.by_ref().take(here * height + 1).enumerate() {
            lists[i / k / width * cols + first + i / k % width][i % k] = Some(target);
        }
    }
    lists
}

/// For every node the targets of at most `k` packets, no node being the target of more than `q`.
#[derive(Clone, Copy, Debug)]
pub enum Relation {
    /// Any targets.
    Random,
    /// Half of the packets of [`Relation::Random`].
    Sparse,
    /// To the node opposite.
    Opposite,
    /// Packets of the upper left corner, all to one column.
    Gathering,
    /// From all nodes to the last few, as many as are allowed.
    Hot,
    /// None.
    Nothing,
}

impl Relation {
    /// All of them.
    pub const ALL: [Relation; 6] = [
        Relation::Random,
        Relation::Sparse,
        Relation::Opposite,
        Relation::Gathering,
        Relation::Hot,
        Relation::Nothing,
    ];

    /// An instance, a list of `k` places for every node.
    pub fn make(self, shape: Shape, k: usize, q: usize, seed: u64) -> Vec<Vec<Option<u32>>> {
        let (nodes, cols) = (shape.nodes(), shape.cols());
        let mut lists = vec![vec![None; k]; nodes];
        // Places of packets and places at targets, paired until one or the other are used up.
        let column = |i: usize| i % shape.rows() * cols + cols / 2;
        let (places, targets): (Vec<usize>, Vec<usize>) = match self {
            Relation::Random | Relation::Sparse => (
                shuffled(nodes * k, seed).into_iter().map(|place| place as usize).collect(),
                shuffled(nodes * q, seed + 1).into_iter().map(|place| place as usize / q).collect(),
            ),
            Relation::Opposite => (
                (0..nodes * k.min(q)).map(|i| i / k.min(q) * k + i % k.min(q)).collect(),
                (0..nodes * k.min(q)).rev().map(|i| i / k.min(q)).collect(),
            ),
            Relation::Gathering => {
                let mut corner: Vec<usize> = (0..nodes).collect();
                corner.sort_by_key(|&node| (node / cols + node % cols, node));
                let places = corner.into_iter().flat_map(|node| (0..k).map(move |i| node * k + i));
                (places.collect(), (0..shape.rows() * q).map(column).collect())
            }
            Relation::Hot => (
                (0..nodes * k).map(|i| i % nodes * k + i / nodes).collect(),
                (0..nodes * q).rev().map(|i| i / q).collect(),
            ),
            Relation::Nothing => (Vec::new(), Vec::new()),
        };
        let half = if matches!(self, Relation::Sparse) { 2 } else { 1 };
        for (&place, &target) in places.iter().zip(&targets).step_by(half) {
            lists[place / k][place % k] = Some(target as u32);
        }
        lists
    }
}
