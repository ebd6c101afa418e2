//! Orders pairs of elements along memory, compiled for any kind of vectors.

#![expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]

use super::fold::Direction;
use pulp::NullaryFnOnce;

/// Orders the pairs of every row: the nodes from `left` and `right` on, where `allowed` has all ones.
pub(super) struct OrderRows<'a, D> {
    pub(super) left: &'a mut [u64],
    pub(super) right: &'a mut [u64],
    pub(super) allowed: &'a [u64],
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) direction: D,
}

impl<D: Fn(usize) -> Direction> NullaryFnOnce for OrderRows<'_, D> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for row in 0..self.rows {
            let nodes = row * self.cols..row * self.cols + self.allowed.len();
            let (left, right) = (&mut self.left[nodes.clone()], &mut self.right[nodes]);
            match (self.direction)(row) {
                Direction::Ascending => order_allowed(left, right, self.allowed),
                Direction::Descending => order_allowed(right, left, self.allowed),
            }
        }
    }
}

/// Orders the pairs of rows of one lane.
pub(super) struct OrderPlane<'a, P> {
    pub(super) plane: &'a mut [u64],
    pub(super) pairs: P,
    pub(super) cols: usize,
    pub(super) elements: usize,
}

impl<P: Iterator<Item = usize>> NullaryFnOnce for OrderPlane<'_, P> {
    /// The number of pairs.
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let mut compared = 0;
        for node in self.pairs {
            let (upper, lower) = self.plane[node..].split_at_mut(self.cols);
            order(&mut upper[..self.elements], &mut lower[..self.elements]);
            compared += self.elements;
        }
        compared
    }
}

/// Orders the pairs of rows of two lanes, the upper element in the one and the lower in the other.
pub(super) struct OrderPlanes<'a, P> {
    pub(super) upper: &'a mut [u64],
    pub(super) lower: &'a mut [u64],
    pub(super) pairs: P,
    pub(super) cols: usize,
    pub(super) elements: usize,
}

impl<P: Iterator<Item = usize>> NullaryFnOnce for OrderPlanes<'_, P> {
    /// The number of pairs.
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let mut compared = 0;
        for node in self.pairs {
            let below = node + self.cols;
            let lower = &mut self.lower[below..below + self.elements];
            order(&mut self.upper[node..node + self.elements], lower);
            compared += self.elements;
        }
        compared
    }
}

/// Pairs that follow each other in memory: pair i has its lesser packet at `least` + i · `stride` and its greater one at
/// `greatest` + i · `stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) least: usize,
    pub(super) greatest: usize,
    pub(super) stride: usize,
    pub(super) count: usize,
}

/// Orders the pairs of runs in one lane.
pub(super) struct OrderRuns<'a> {
    pub(super) plane: &'a mut [u64],
    pub(super) runs: &'a [Run],
}

impl NullaryFnOnce for OrderRuns<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for &Run { least, greatest, stride, count } in self.runs {
            let first = least.min(greatest);
            let apart = least.abs_diff(greatest);
            let plane = &mut self.plane[first..];
            if stride == 1 && apart >= count {
                let (one, other) = plane.split_at_mut(apart);
                let (one, other) = (&mut one[..count], &mut other[..count]);
                if least < greatest { order(one, other) } else { order(other, one) }
            } else if stride == 2 && apart == 1 {
                let side_by_side = &mut plane[..2 * count];
                if least < greatest {
                    order_side_by_side(side_by_side, exceeds);
                } else {
                    order_side_by_side(side_by_side, |a, b| exceeds(b, a));
                }
            } else {
                for i in (0..count).map(|i| i * stride) {
                    let (a, b) = (self.plane[least + i], self.plane[greatest + i]);
                    let change = (a ^ b) & exceeds(a, b);
                    self.plane[least + i] ^= change;
                    self.plane[greatest + i] ^= change;
                }
            }
        }
    }
}

/// Swaps the two of each pair that stand side by side where `is_wrong` says so with all ones.
#[inline(always)]
fn order_side_by_side(elements: &mut [u64], is_wrong: impl Fn(u64, u64) -> u64) {
    for pair in elements.chunks_exact_mut(2) {
        let change = (pair[0] ^ pair[1]) & is_wrong(pair[0], pair[1]);
        pair[0] ^= change;
        pair[1] ^= change;
    }
}

/// All ones if `a > b`, else 0. Slots have their top bits clear, so the difference tells by its sign: this compiles to
/// vector code on any x86-64, which has no unsigned 64-bit comparison.
#[inline]
fn exceeds(a: u64, b: u64) -> u64 {
    0u64.wrapping_sub(b.wrapping_sub(a) >> 63)
}

/// Puts the lesser of each pair into `least`.
#[inline(always)]
pub(super) fn order(least: &mut [u64], greatest: &mut [u64]) {
    for (a, b) in least.iter_mut().zip(greatest) {
        let change = (*a ^ *b) & exceeds(*a, *b);
        *a ^= change;
        *b ^= change;
    }
}

/// Puts the lesser of each pair into `least` where `allowed` has all ones; leaves pairs alone where it has 0.
#[inline(always)]
fn order_allowed(least: &mut [u64], greatest: &mut [u64], allowed: &[u64]) {
    for ((a, b), allowed) in least.iter_mut().zip(greatest).zip(allowed) {
        let change = (*a ^ *b) & exceeds(*a, *b) & allowed;
        *a ^= change;
        *b ^= change;
    }
}
