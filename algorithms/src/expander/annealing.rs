//! Finds sets with few neighbours, by a greedy choice and annealing.

use super::enumeration::Counts;
use super::graph::ExpanderGraph;
use super::table::{Method, Table};
use crate::draws::Draws;
use crate::jobs::in_order;
use std::convert::Infallible;

/// Sets of how many sizes are annealed: the largest, and smaller ones by a factor each.
const SIZES: usize = 12;
/// Annealings of a size, each from a greedy choice of its own.
const STARTS: usize = 8;
/// An annealing cools so many times.
const STAGES: u64 = 16;

/// Looks for sets with few neighbours, `moves` in all; what it finds follows from `seed`, whatever the threads.
///
/// A greedy choice adds the input with the fewest new neighbours, again and again, from a random one on. A move of the annealing puts a
/// random input in the place of one of the set. A set that is larger by δ neighbours is taken with probability 2^−⌈δ·stage/2⌉, which
/// takes no floating point. At last the best exchange is made as long as one helps. Nothing here proves a lower bound.
pub(super) fn anneal(
    graph: &ExpanderGraph,
    table: &mut Table,
    moves: u64,
    threads: usize,
    seed: u64,
) {
    let sizes = sizes(table.largest());
    let share = moves / (sizes.len() * STARTS) as u64;
    let tasks =
        sizes.iter().flat_map(|&size| (0..STARTS).map(move |start| (size, start))).enumerate();
    let Ok(sets) = in_order(threads, tasks, |(stream, (size, _))| {
        let mut draws = Draws::of_phase(seed, stream);
        let annealing = Annealing::new(graph, size, share, &mut draws);
        Ok::<_, Infallible>(annealing.run(share, &mut draws))
    });
    for set in sets {
        table.see(graph, &set, Method::Annealing);
    }
}

/// The largest size, and smaller ones down to 2.
fn sizes(largest: usize) -> Vec<usize> {
    let mut sizes = vec![largest];
    let mut size = largest;
    while size > 2 && sizes.len() < SIZES {
        size = (size * 9 / 10).max(2);
        sizes.push(size);
    }
    sizes
}

/// A set that changes by one input at a time.
struct Annealing<'a> {
    counts: Counts<'a>,
    inputs: u32,
    set: Vec<u32>,
    inside: Vec<bool>,
}

impl<'a> Annealing<'a> {
    /// A greedy choice from a random input on, or random inputs where that takes too many moves.
    fn new(graph: &'a ExpanderGraph, size: usize, moves: u64, draws: &mut Draws) -> Self {
        let inputs = graph.inputs() as u32;
        let (counts, inside) = (Counts::new(graph), vec![false; graph.inputs()]);
        let mut annealing = Self { counts, inputs, set: Vec::new(), inside };
        let greedy = size as u64 * u64::from(inputs) <= moves / 2;
        annealing.insert(draws.below(inputs));
        while annealing.set.len() < size {
            let input = if greedy { annealing.cheapest() } else { annealing.outsider(draws) };
            annealing.insert(input);
        }
        annealing
    }

    fn insert(&mut self, input: u32) {
        self.counts.add(input);
        self.inside[input as usize] = true;
        self.set.push(input);
    }

    /// Takes the input at `place` out and gives it back.
    fn take(&mut self, place: usize) -> u32 {
        let input = self.set.swap_remove(place);
        self.inside[input as usize] = false;
        self.counts.remove(input);
        input
    }

    /// The input outside the set with the fewest neighbours that the set does not have.
    fn cheapest(&self) -> u32 {
        let outside = (0..self.inputs).filter(|&input| !self.inside[input as usize]);
        outside.min_by_key(|&input| self.counts.gain(input)).expect("an input is outside the set")
    }

    /// A random input outside the set.
    fn outsider(&self, draws: &mut Draws) -> u32 {
        loop {
            let input = draws.below(self.inputs);
            if !self.inside[input as usize] {
                return input;
            }
        }
    }

    /// The best set seen in `moves` moves.
    fn run(mut self, moves: u64, draws: &mut Draws) -> Vec<u32> {
        if self.set.len() == self.inputs as usize {
            return self.set;
        }
        let (mut best, mut fewest) = (self.set.clone(), self.counts.gamma);
        for stage in 1..=STAGES {
            for _ in 0..moves / STAGES {
                self.step(stage, draws);
                if self.counts.gamma < fewest {
                    (fewest, best) = (self.counts.gamma, self.set.clone());
                }
            }
        }
        self.restart(&best);
        let exchanges = self.set.len() as u64 * u64::from(self.inputs);
        let mut left = moves;
        while left >= exchanges && self.improve() {
            left -= exchanges;
        }
        self.set
    }

    /// One move.
    fn step(&mut self, stage: u64, draws: &mut Draws) {
        let before = self.counts.gamma;
        let input = self.outsider(draws);
        let old = self.take(draws.below(self.set.len() as u32) as usize);
        self.insert(input);
        let worse = self.counts.gamma.saturating_sub(before) as u64;
        if u64::from(draws.bits().trailing_zeros()) < (worse * stage).div_ceil(2) {
            self.take(self.set.len() - 1);
            self.insert(old);
        }
    }

    fn restart(&mut self, set: &[u32]) {
        while !self.set.is_empty() {
            self.take(self.set.len() - 1);
        }
        for &input in set {
            self.insert(input);
        }
    }

    /// Exchanges one input for another so that the set has fewer neighbours; false if no exchange does that.
    fn improve(&mut self) -> bool {
        let before = self.counts.gamma;
        for place in 0..self.set.len() {
            let old = self.take(place);
            let input = self.cheapest();
            let gamma = self.counts.gamma + self.counts.gain(input);
            if gamma < before {
                self.insert(input);
                return true;
            }
            self.insert(old);
            // Back in its place: every input has its turn.
            let last = self.set.len() - 1;
            self.set.swap(place, last);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_annealed_where_there_are_few() {
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(6), [6, 5, 4, 3, 2]);
        assert_eq!(sizes(1000).len(), SIZES);
    }
}
