//! Searches every set that can have few neighbours, grown from a pair of inputs.

#![expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]

use super::averaging::average;
use super::graph::ExpanderGraph;
use super::table::{Method, Table};
use crate::jobs::in_order;
use bitvec::array::BitArray;
use pulp::{Arch, NullaryFnOnce};
use std::convert::Infallible;

/// No task takes more than this share of what a search may spend: a search ends soon after it has spent it.
const TASKS_OF_A_SEARCH: u64 = 8;

/// Tasks that are started with the same allowance.
const BATCH: usize = 32;
/// The search is for graphs of at most so many outputs.
pub(super) const MOST_OUTPUTS: usize = 1024;

/// Raises lower bounds by searching, one neighbour at a time, where the expansion may be least, until it is known or `effort` is
/// spent. Gives back what was spent.
///
/// One unit is the union of 64 outputs' worth of neighbours with another.
pub(super) fn tighten(
    graph: &ExpanderGraph,
    table: &mut Table,
    effort: u64,
    threads: usize,
) -> u64 {
    match graph.outputs().div_ceil(64) {
        1 => tighten_in::<1>(graph, table, effort, threads),
        2 => tighten_in::<2>(graph, table, effort, threads),
        3..=4 => tighten_in::<4>(graph, table, effort, threads),
        5..=8 => tighten_in::<8>(graph, table, effort, threads),
        9.. if graph.outputs() <= MOST_OUTPUTS => tighten_in::<16>(graph, table, effort, threads),
        _ => 0,
    }
}

fn tighten_in<const W: usize>(
    graph: &ExpanderGraph,
    table: &mut Table,
    effort: u64,
    threads: usize,
) -> u64 {
    let inputs = Inputs::<W>::new(graph);
    let mut spent = 0;
    loop {
        let weakest = table.least();
        if weakest.cmp_expansion(&table.witness().bound).is_ge() {
            return spent;
        }
        let search = Search::new(&inputs, weakest.size, weakest.gamma);
        let (verdict, cost) = search.run(effort - spent, threads);
        spent = effort.min(spent + cost);
        match verdict {
            Verdict::Found(set) => {
                let set: Vec<u32> = set.iter().map(|&place| inputs.names[place as usize]).collect();
                table.see(graph, &set, Method::PairSeeded);
            }
            Verdict::None => {
                table.raise(weakest.size, weakest.gamma + 1, Method::PairSeeded);
                average(graph, table, weakest.size, Method::Averaging);
            }
            Verdict::Unfinished => return spent,
        }
    }
}

/// A set of outputs.
#[derive(Clone, Copy)]
struct Outputs<const W: usize>(BitArray<[u64; W]>);

impl<const W: usize> Outputs<W> {
    const EMPTY: Self = Self(BitArray { data: [0; W], ..BitArray::ZERO });

    #[inline(always)]
    fn zip(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = *self;
        for (word, other) in result.0.data.iter_mut().zip(&other.0.data) {
            *word = of(*word, *other);
        }
        result
    }

    #[inline(always)]
    fn or(&self, other: &Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    #[inline(always)]
    fn without(&self, other: &Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        self.0.data.iter().map(|word| word.count_ones()).sum()
    }
}

/// The inputs, those with few neighbours first.
struct Inputs<const W: usize> {
    names: Vec<u32>,
    neighbours: Vec<Outputs<W>>,
    degrees: Vec<u32>,
}

impl<const W: usize> Inputs<W> {
    fn new(graph: &ExpanderGraph) -> Self {
        let mut names: Vec<u32> = (0..graph.inputs() as u32).collect();
        names.sort_by_key(|&input| graph.neighbours(input as usize).len());
        let outputs = |&input: &u32| {
            let mut set = Outputs::EMPTY;
            for &output in graph.neighbours(input as usize) {
                set.0.set(output as usize, true);
            }
            set
        };
        let neighbours: Vec<Outputs<W>> = names.iter().map(outputs).collect();
        let degrees = neighbours.iter().map(Outputs::count).collect();
        Self { names, neighbours, degrees }
    }
}

/// Whether a set of `size` inputs has at most `most` neighbours.
///
/// Let the parent of a set be that set without the input that alone is adjacent to the most outputs (of several, the last). Of j inputs
/// with D neighbours each counted for itself and g in all, at least 2g − D outputs have one neighbour in the set, so that the parent has at
/// most g − ⌈(2g − D)/j⌉ neighbours. From `most` down, this gives for each size the most neighbours that an ancestor of a set in
/// question can have, by its D. Every set has one chain of ancestors, down to a pair: extending each pair within its limit by every input
/// that makes it the parent, and so on, meets each set in question once. An input of the set adds at most
/// `most` − g neighbours to an ancestor with g, now and later; only those are tried.
struct Search<'a, const W: usize> {
    inputs: &'a Inputs<W>,
    size: usize,
    most: u32,
    /// By inputs and D: the most neighbours.
    limits: Vec<Vec<u32>>,
    arch: Arch,
}

enum Verdict {
    None,
    Found(Vec<u32>),
    Unfinished,
}

/// A set on the way to a larger one.
struct Set<const W: usize> {
    members: Vec<u32>,
    outputs: Outputs<W>,
    /// Outputs with one neighbour in the set.
    once: Outputs<W>,
    degrees: usize,
}

/// One task: the sets whose pair begins with one input.
struct Walk<'a, const W: usize> {
    search: &'a Search<'a, W>,
    left: u64,
    /// Inputs to try, by the size of the set.
    candidates: Vec<Vec<u32>>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(inputs: &'a Inputs<W>, size: usize, most: usize) -> Self {
        let greatest = *inputs.degrees.last().expect("a graph has an input") as usize;
        let most = most as u32;
        let sums = size * greatest;
        let mut limits = vec![vec![most; sums + 1]; size + 1];
        for members in (1..size).rev() {
            for sum in 0..=sums {
                let sum_after = (sum + greatest).min(sums);
                let after = limits[members + 1][sum_after];
                let once = (2 * after).saturating_sub(sum_after as u32);
                limits[members][sum] = after - once.div_ceil(members as u32 + 1);
            }
        }
        Self { inputs, size, most, limits, arch: Arch::new() }
    }

    /// The verdict, the first in the order of the tasks, and what it has cost; both follow from `allowed` alone.
    fn run(&self, allowed: u64, threads: usize) -> (Verdict, u64) {
        let tables = self.limits.len() * self.limits[0].len();
        let mut spent = tables as u64;
        let tasks: Vec<u32> = (0..self.inputs.names.len() as u32).collect();
        // What is allowed a task depends on what the batches before have spent, and so not on the threads.
        for batch in tasks.chunks(BATCH) {
            if spent >= allowed {
                return (Verdict::Unfinished, allowed);
            }
            let allowed_each = (allowed - spent).min(allowed / TASKS_OF_A_SEARCH);
            let task = |&first| Ok::<_, Infallible>(self.task(first, allowed_each));
            let Ok(results) = in_order(threads, batch, task);
            for (verdict, cost) in results {
                spent += cost;
                match verdict {
                    _ if spent > allowed => return (Verdict::Unfinished, allowed),
                    Verdict::None => {}
                    last => return (last, spent),
                }
            }
        }
        (Verdict::None, spent)
    }

    /// Searches the sets whose pair begins with `first`.
    fn task(&self, first: u32, allowed: u64) -> (Verdict, u64) {
        let mut walk =
            Walk { search: self, left: allowed, candidates: vec![Vec::new(); self.size + 1] };
        let outputs = self.inputs.neighbours[first as usize];
        let degrees = self.inputs.degrees[first as usize] as usize;
        let mut set = Set { members: vec![first], outputs, once: outputs, degrees };
        let verdict = match walk.pairs(&mut set) {
            Ok(()) => Verdict::None,
            Err(verdict) => verdict,
        };
        (verdict, allowed - walk.left)
    }
}

impl<const W: usize> Walk<'_, W> {
    fn spend(&mut self, unions: usize) -> Result<(), Verdict> {
        let cost = (unions * W) as u64;
        self.left = self.left.checked_sub(cost).ok_or(Verdict::Unfinished)?;
        Ok(())
    }

    /// Tries every pair that begins with the one member of `set`. Of a pair, the parent is the first: it has no more neighbours.
    fn pairs(&mut self, set: &mut Set<W>) -> Result<(), Verdict> {
        let search = self.search;
        let first = set.members[0];
        if set.degrees as u32 > search.limits[1][set.degrees] {
            return Ok(());
        }
        let later = first as usize + 1..search.inputs.names.len();
        self.spend(later.len())?;
        let mut seconds = Vec::new();
        let inputs = search.inputs;
        search.arch.dispatch(Pairs {
            inputs,
            set,
            limits: &search.limits[2],
            later,
            seconds: &mut seconds,
        });
        if let (2, Some(&second)) = (search.size, seconds.first()) {
            return Err(Verdict::Found(vec![first, second]));
        }
        let mut all = std::mem::take(&mut self.candidates[1]);
        all.clear();
        all.extend(0..inputs.names.len() as u32);
        for second in seconds {
            self.extend(&set.with(inputs, second), &all)?;
        }
        self.candidates[1] = all;
        Ok(())
    }

    /// Tries every set of which `set` is an ancestor, by inputs among `candidates`.
    fn extend(&mut self, set: &Set<W>, candidates: &[u32]) -> Result<(), Verdict> {
        let (search, members) = (self.search, set.members.len());
        if members == search.size {
            return Ok(());
        }
        self.spend(candidates.len())?;
        let mut fitting = std::mem::take(&mut self.candidates[members]);
        let inputs = search.inputs;
        let slack = search.most - set.outputs.count();
        search.arch.dispatch(Fitting { inputs, set, slack, candidates, kept: &mut fitting });
        fitting.retain(|input| !set.members.contains(input));
        if fitting.len() >= search.size - members {
            if members + 1 == search.size {
                let mut found = set.members.clone();
                found.push(fitting[0]);
                return Err(Verdict::Found(found));
            }
            self.spend(fitting.len() * (members + 1))?;
            for &input in &fitting {
                let larger = set.with(inputs, input);
                let limit = search.limits[members + 1][larger.degrees];
                if larger.outputs.count() <= limit && larger.parent_is_without_last(inputs) {
                    self.extend(&larger, &fitting)?;
                }
            }
        }
        self.candidates[members] = fitting;
        Ok(())
    }
}

impl<const W: usize> Set<W> {
    fn with(&self, inputs: &Inputs<W>, input: u32) -> Self {
        let neighbours = &inputs.neighbours[input as usize];
        let mut members = Vec::with_capacity(self.members.len() + 1);
        members.extend(&self.members);
        members.push(input);
        Self {
            members,
            outputs: self.outputs.or(neighbours),
            once: self.once.without(neighbours).or(&neighbours.without(&self.outputs)),
            degrees: self.degrees + inputs.degrees[input as usize] as usize,
        }
    }

    /// Whether the last member is the one that the parent lacks.
    fn parent_is_without_last(&self, inputs: &Inputs<W>) -> bool {
        let alone =
            |&input: &u32| (inputs.neighbours[input as usize].and(&self.once).count(), input);
        let most = self.members.iter().map(alone).max();
        most.map(|(_, input)| input) == self.members.last().copied()
    }
}

/// The loop over the second input of a pair.
struct Pairs<'a, const W: usize> {
    inputs: &'a Inputs<W>,
    set: &'a Set<W>,
    limits: &'a [u32],
    later: std::ops::Range<usize>,
    seconds: &'a mut Vec<u32>,
}

impl<const W: usize> NullaryFnOnce for Pairs<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let neighbours = self.inputs.neighbours[self.later.clone()].iter();
        let degrees = &self.inputs.degrees[self.later.clone()];
        for ((second, neighbours), degree) in self.later.zip(neighbours).zip(degrees) {
            let limit = self.limits[self.set.degrees + *degree as usize];
            if self.set.outputs.or(neighbours).count() <= limit {
                self.seconds.push(second as u32);
            }
        }
    }
}

/// The loop that keeps the candidates with few enough new neighbours.
struct Fitting<'a, const W: usize> {
    inputs: &'a Inputs<W>,
    set: &'a Set<W>,
    slack: u32,
    candidates: &'a [u32],
    kept: &'a mut Vec<u32>,
}

impl<const W: usize> NullaryFnOnce for Fitting<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.kept.clear();
        self.kept.resize(self.candidates.len(), 0);
        let mut count = 0;
        for &input in self.candidates {
            self.kept[count] = input;
            let new = self.inputs.neighbours[input as usize].without(&self.set.outputs).count();
            count += usize::from(new <= self.slack);
        }
        self.kept.truncate(count);
    }
}
