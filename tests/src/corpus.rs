//! The instances that every implementation of a primitive or algorithm must pass.

use meshcast_algorithms::{
    Buffered, BufferedRun, Congestion, GreedyTree, GreedyUnicast, Paper, PaperRun, Sweep, SweepRun,
    Tuned, TunedRun, Unicast, UnicastRun, hamiltonian, hamiltonian_capacity,
};
use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Step, Violation};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
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
    machine.inject(0, |message| keys[message as usize]);
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

/// A run of `hamiltonian` on a machine of the capacity it asks for.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes.
pub fn run_hamiltonian(
    shape: Shape,
    messages: Arc<Messages>,
    options: Options,
) -> Result<Outcome, Violation> {
    let mut machine = Machine::new(shape, messages, Some(hamiltonian_capacity(shape)), options);
    hamiltonian(&mut machine)?;
    Ok(machine.finish())
}

/// A run of `buffered` on a machine of the capacity it asks for.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes.
pub fn run_buffered(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    run_buffered_by(Congestion::Known, shape, messages, options).map(|(outcome, _)| outcome)
}

/// [`run_buffered`] where nodes know of the congestion what is said.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes.
pub fn run_buffered_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<(Outcome, BufferedRun), Violation> {
    let buffered = Buffered::new(shape, messages).with_congestion(congestion);
    let (messages, capacity) = (buffered.messages(), Some(buffered.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, options);
    let run = buffered.run(&mut machine)?;
    Ok((machine.finish(), run))
}

/// A run of `randomized --variant paper` with `instances` migrations a visit on a machine of the capacity it asks for.
/// Its steps are those of the formula.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the steps are not those of the formula.
pub fn run_paper(
    shape: Shape,
    messages: &Messages,
    parameters: (Option<usize>, u64),
    options: Options,
) -> Result<(Outcome, PaperRun), Violation> {
    run_paper_by(Congestion::Known, shape, messages, parameters, options)
}

/// The same where nodes know of the congestion what is said.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the run took other steps than its phases should.
pub fn run_paper_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    (instances, seed): (Option<usize>, u64),
    options: Options,
) -> Result<(Outcome, PaperRun), Violation> {
    let paper = Paper::new(shape, messages, instances, seed).with_congestion(congestion);
    let (messages, capacity) = (paper.messages(), Some(paper.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, options);
    let run = paper.run(&mut machine)?;
    let outcome = machine.finish();
    assert_eq!(outcome.steps, paper.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `greedy-unicast` on a machine with unlimited buffers.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes.
pub fn run_greedy_unicast(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    let greedy = GreedyUnicast::new(shape, messages);
    let mut machine = Machine::new(shape, greedy.messages(), None, options);
    greedy.run(&mut machine)?;
    Ok(machine.finish())
}

/// A run of `greedy-tree` on a machine with unlimited buffers.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes.
pub fn run_greedy_tree(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    let greedy = GreedyTree::new(shape, messages);
    let mut machine = Machine::new(shape, greedy.messages(), None, options);
    greedy.run(&mut machine)?;
    Ok(machine.finish())
}

/// A run of `unicast` on a machine of the capacity it asks for. Its steps are those of the formula.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the steps are not those of the formula.
pub fn run_unicast(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, UnicastRun), Violation> {
    run_unicast_by(Congestion::Known, shape, messages, seed, options)
}

/// The same where nodes know of the congestion what is said.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the steps are not those of the formula.
pub fn run_unicast_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, UnicastRun), Violation> {
    let unicast = Unicast::new(shape, messages, seed).with_congestion(congestion);
    let (messages, capacity) = (unicast.messages(), Some(unicast.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, options);
    let run = unicast.run(&mut machine)?;
    let outcome = machine.finish();
    assert_eq!(outcome.steps, unicast.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `randomized --variant sweep` on a machine of the capacity it asks for.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the run took other steps than its phases should.
pub fn run_sweep(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, SweepRun), Violation> {
    run_sweep_by(Congestion::Known, shape, messages, seed, options)
}

/// The same where nodes know of the congestion what is said.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the run took other steps than its phases should.
pub fn run_sweep_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, SweepRun), Violation> {
    let sweep = Sweep::new(shape, messages, seed).with_congestion(congestion);
    let mut machine = Machine::new(shape, sweep.messages(), Some(sweep.capacity()), options);
    let run = sweep.run(&mut machine)?;
    let outcome = machine.finish();
    assert_eq!(outcome.steps, sweep.steps(&run), "the steps of the phases");
    Ok((outcome, run))
}

/// A run of `randomized --variant tuned` on a machine of the capacity it asks for.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the run took other steps than its phases should.
pub fn run_tuned(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, TunedRun), Violation> {
    run_tuned_by(Congestion::Known, shape, messages, seed, options)
}

/// The same where nodes know of the congestion what is said.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the message set is for another number of nodes, or the run took other steps than its phases should.
pub fn run_tuned_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, TunedRun), Violation> {
    let tuned = Tuned::new(shape, messages, seed).with_congestion(congestion);
    let (messages, capacity) = (tuned.messages(), Some(tuned.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, options);
    let run = tuned.run(&mut machine)?;
    let outcome = machine.finish();
    assert_eq!(outcome.steps, tuned.steps(&run), "the steps of the phases");
    Ok((outcome, run))
}
