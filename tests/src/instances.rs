//! Instances that drive a primitive to its bounds.

use meshcast_engine::Shape;

/// The sources and targets of packets that are all for column `col` and meet in one of its nodes if they are sorted inside
/// `blocks` × `blocks` blocks by target column before they go along their rows: from every block of the uppermost row of
/// blocks one more than a multiple of its height, which puts one packet more into its first row.
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
