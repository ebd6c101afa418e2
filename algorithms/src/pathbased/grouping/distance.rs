//! Measures distances between nodes of a mesh, by their coordinates.

/// |x₁ − y₁| + |x₂ − y₂| + ….
pub(in super::super) fn manhattan(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).map(|(x, y)| x.abs_diff(*y)).sum()
}

/// (x₁ − y₁)² + (x₂ − y₂)² + ….
pub(super) fn squared(one: &[usize], other: &[usize]) -> u64 {
    one.iter().zip(other).map(|(x, y)| (x.abs_diff(*y) as u64).pow(2)).sum()
}
