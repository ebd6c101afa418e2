//! Holds the instances that every implementation of a primitive or algorithm must pass.

mod pairs;
mod runs;
mod slotted;

pub use pairs::{MOST_DELIVERIES, PAIRS_SEED, nearest_powers, pairs, pairs_of_any_size};
pub use runs::*;
pub use slotted::run_slotted_by;

use meshcast_engine::{Machine, Messages, Options, Shape, Step};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The generator of every instance: a stream a seed.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A number below `bound`; the slight bias of a remainder does not matter to a test instance.
pub fn below(random: &mut impl Rng, bound: usize) -> usize {
    (random.next_u64() % bound.max(1) as u64) as usize
}

/// Every square of side 1 to `side`, and rectangles of all kinds: lines, ladders, odd and even, prime sides.
///
/// # Panics
/// If the side is past the limit of a mesh.
pub fn shapes(side: usize) -> Vec<Shape> {
    let squares = (1..=side).map(|side| (side, side));
    let rectangles = [
        (1, 2),
        (2, 1),
        (1, 3),
        (3, 1),
        (1, 8),
        (9, 1),
        (1, 13),
        (2, 3),
        (3, 2),
        (2, 7),
        (7, 2),
        (3, 4),
        (4, 3),
        (3, 5),
        (5, 8),
        (6, 4),
        (7, 11),
        (12, 5),
        (10, 9),
        (16, 4),
        (4, 16),
        (5, 17),
        (18, 7),
    ];
    let fits = |&(rows, cols): &(usize, usize)| rows * cols <= side * side;
    squares
        .chain(rectangles.into_iter().filter(fits))
        .map(|(rows, cols)| Shape::new(rows, cols).expect("the corpus is small"))
        .collect()
}

/// The shape of a list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Any keys.
    Random,
    /// Falling along the row-major order.
    Reversed,
    /// All the same.
    Equal,
    /// A few different ones.
    Repeated,
    /// Zeros and ones.
    ZeroOne,
}

impl Keys {
    /// All of them.
    pub const ALL: [Keys; 5] =
        [Keys::Random, Keys::Reversed, Keys::Equal, Keys::Repeated, Keys::ZeroOne];

    /// `count` keys.
    pub fn make(self, count: usize, seed: u64) -> Vec<u32> {
        let mut random = generator(seed);
        (0..count)
            .map(|i| match self {
                Keys::Random => random.next_u32(),
                Keys::Reversed => (count - i) as u32,
                Keys::Equal => 7,
                Keys::Repeated => random.next_u32() % 5,
                Keys::ZeroOne => random.next_u32() % 2,
            })
            .collect()
    }
}

/// For every node a list of `k` keys of a pattern, each of them missing with a chance of `missing` percent.
pub fn lists(
    nodes: usize,
    k: usize,
    keys: Keys,
    missing: usize,
    seed: u64,
) -> Vec<Vec<Option<u32>>> {
    let mut random = generator(seed ^ 0xc0de);
    let all = keys.make(nodes * k, seed);
    let mut some = |&key: &u32| (below(&mut random, 100) >= missing).then_some(key);
    all.chunks(k).map(|list| list.iter().map(&mut some).collect()).collect()
}

/// Message sources: every node, or each with a chance of `percent`.
pub fn sources(nodes: usize, percent: usize, seed: u64) -> Vec<u32> {
    let mut random = generator(seed);
    (0..nodes as u32).filter(|_| below(&mut random, 100) < percent).collect()
}

/// The numbers below `count` in any order.
pub fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut random = generator(seed);
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    for last in (1..count).rev() {
        numbers.swap(last, below(&mut random, last + 1));
    }
    numbers
}

/// `count` of the numbers below `nodes`, increasing.
pub fn some_of(nodes: usize, count: usize, seed: u64) -> Vec<u32> {
    let mut chosen = shuffled(nodes, seed);
    chosen.truncate(count);
    chosen.sort_unstable();
    chosen
}

/// A machine whose sources hold packets with the given keys in lane 0, ready to run a primitive.
///
/// # Panics
/// If a source is no node, or has no key.
pub fn machine_with_keys(
    shape: Shape,
    sources: &[u32],
    keys: &[u32],
    capacity: usize,
    options: Options,
) -> Machine {
    let lists = sources.iter().map(|&source| (source, Vec::new()));
    let set = Messages::new(shape.nodes(), lists).expect("sources are nodes");
    let mut machine = Machine::new(shape, Arc::new(set), Some(capacity), options);
    let keys: BTreeMap<u32, u32> = sources.iter().copied().zip(keys.iter().copied()).collect();
    machine.inject(0, |node| keys[&node.id()]);
    machine
}

/// A machine whose node v holds packets of message v, those with the keys `lists[v]`, in lanes 0, 1, … where there is
/// a key; ready to run a primitive. Making the copies takes as many steps as the longest list has keys.
///
/// # Panics
/// If there is not a list for every node, or a list is longer than the capacity.
pub fn machine_with_lists(
    shape: Shape,
    lists: &[Vec<Option<u32>>],
    capacity: usize,
    options: Options,
) -> Machine {
    let lanes = lists.iter().map(Vec::len).max().unwrap_or(0);
    let key = |id: u32, lane: usize| lists[id as usize].get(lane).copied().flatten();
    let everyone = sources(shape.nodes(), 100, 0);
    let keys: Vec<u32> = everyone.iter().map(|&node| key(node, 0).unwrap_or(0)).collect();
    let mut machine = machine_with_keys(shape, &everyone, &keys, capacity, options);
    for lane in 1..lanes {
        machine.step(|step| step.copy(0, lane, |_| true)).expect("the lists fit");
        machine.rekey(lane, |node| key(node.id(), lane)).expect("one pass a step");
    }
    let discard = |step: &mut Step<'_>| {
        (0..lanes.max(1))
            .try_for_each(|lane| step.discard(lane, |node| key(node.id(), lane).is_none()))
    };
    machine.step(discard).expect("packets may leave");
    machine
}

/// A random multicast: each node is a source with a chance of `percent`, with up to `most` destinations.
///
/// # Panics
/// If there are more nodes than a mesh may have.
pub fn multicast(nodes: usize, percent: usize, most: usize, seed: u64) -> Messages {
    let mut random = generator(seed);
    let lists: Vec<(u32, Vec<u32>)> = sources(nodes, percent, seed ^ 0x5eed)
        .into_iter()
        .map(|source| {
            let count = below(&mut random, most + 1);
            (source, (0..count).map(|_| below(&mut random, nodes) as u32).collect())
        })
        .collect();
    Messages::new(nodes, lists).expect("sources and destinations are nodes")
}

/// A broadcast from every node.
///
/// # Panics
/// If there are more nodes than a mesh may have.
pub fn all_to_all(nodes: usize) -> Messages {
    let everyone: Vec<u32> = (0..nodes as u32).collect();
    let lists = everyone.iter().map(|&source| (source, everyone.clone()));
    Messages::new(nodes, lists).expect("sources and destinations are nodes")
}
