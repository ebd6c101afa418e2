//! Counts packets, numbers those that stay, and lets the others leave: a census.

use crate::reduce::{Waves, all_reduce_steps};
use crate::scan::{Registers, STREAMS, Schedule, receive, send};
use meshcast_engine::{Machine, Node, Port, Shape, Step, Variable, Violation};

/// Registers that a node needs for the words of the scan: the first ones of those that a program gives.
pub const CENSUS_IN_TRANSIT: usize = 3;

/// Two things that are counted.
type Counts = (u32, u32);

/// The steps of a [`census`] of `waves` counts on `shape`.
pub fn census_steps(shape: Shape, waves: usize) -> u64 {
    all_reduce_steps(shape, waves + 1).max(1)
}

/// Lets the packets of a lane leave that do not stay, replaces counts by their sums over all nodes, and returns at every node how many
/// packets that stay come before it, row-major.
///
/// A row-major [`scan`](crate::scan) of one wave, and an [`all_reduce`](crate::all_reduce) that goes one step behind it: each sends
/// its words when it would alone, and no two of them want a link at once. In the first step, in which nothing is reduced yet, packets
/// leave. A program that has them leave before a reduction takes as many steps, and does not know the ranks.
///
/// # Shape
/// Any rows × cols. Each of the t registers of `counts` after the first [`CENSUS_IN_TRANSIT`] is a pair of sums; what those hold is lost.
/// Nodes count before packets leave, and leave out those that do.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | exact | 2⌊rows/2⌋ + 2⌊cols/2⌋ + t; 1 on one node | no packets on their way; t + 4 words a node |
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// As [`scan`](crate::scan) and [`reduce`](crate::reduce).
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::{CENSUS_IN_TRANSIT, census};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// machine.inject(0, |_| 0);
/// // The packet of node 1 leaves.
/// let mut counts = machine.variable(CENSUS_IN_TRANSIT + 1, |node, _| (1, node.id()))?;
/// let ranks = census(&mut machine, 0, |node| node.id() != 1, &mut counts)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 5);
/// assert_eq!(outcome.packets_left(0, 1), 0);
/// assert_eq!(ranks.reveal(&outcome), [0, 1, 1, 2]);
/// assert_eq!(counts.reveal(&outcome)[CENSUS_IN_TRANSIT], (4, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn census(
    machine: &mut Machine,
    lane: usize,
    stays: impl Fn(&Node<'_>) -> bool + Sync,
    counts: &mut Variable<Counts>,
) -> Result<Variable<u32>, Violation> {
    machine.compute(counts, |node, own| {
        let here = node.packet(lane).is_some() && stays(node);
        own[..CENSUS_IN_TRANSIT].fill((here.into(), 0));
    })?;
    let part = CensusOf { waves: counts.per_node() - CENSUS_IN_TRANSIT };
    let leap = machine.leap(&machine.rehearsal(part), lane..lane + 1, |machine| {
        machine.span("census", |machine| step_by_step(machine, (lane, &stays), counts))
    })?;
    if let Some(mut effect) = leap {
        let nodes = 0..effect.shape().nodes();
        let leaves = |node: &Node<'_>| node.packet(lane).is_some() && !stays(node);
        let leaving: Vec<usize> = nodes.filter(|&at| leaves(&effect.node(at))).collect();
        for at in leaving {
            effect.take(lane, at);
        }
        let per_node = counts.per_node();
        add_up(effect.values(counts), per_node);
    }
    machine.variable(1, |node, _| {
        let (up_to, _) = node.own(counts)[SUM];
        up_to - u32::from(node.packet(lane).is_some())
    })
}

/// The registers for what is scanned and for what passes by.
const SUM: usize = 0;
const ASIDE: usize = 1;
const BEFORE_ROW: usize = 2;

/// What the steps of a census follow from.
#[derive(Debug, PartialEq)]
struct CensusOf {
    waves: usize,
}

fn step_by_step(
    machine: &mut Machine,
    (lane, stays): (usize, &(impl Fn(&Node<'_>) -> bool + Sync)),
    counts: &mut Variable<Counts>,
) -> Result<(), Violation> {
    let shape = machine.shape();
    let scan = Schedule::new(shape, 1);
    let reduction = Waves { shape, count: counts.per_node() - CENSUS_IN_TRANSIT };
    for now in 0..census_steps(shape, reduction.count) as usize {
        machine.step(|step| {
            if shape.nodes() > 1 {
                send_words(step, counts, &scan, reduction, now)?;
            }
            if now == 0 { step.discard(lane, |node| !stays(node)) } else { Ok(()) }
        })?;
    }
    Ok(())
}

/// Sends the words of the scan, and those of the reduction one step behind.
fn send_words(
    step: &mut Step<'_>,
    counts: &mut Variable<Counts>,
    scan: &Schedule,
    reduction: Waves,
    now: usize,
) -> Result<(), Violation> {
    let late = now.checked_sub(1);
    let reduced = late.map_or_else(Vec::new, |late| reduction.under_way(late));
    let late = late.unwrap_or(0);
    let ports: Vec<Port> =
        STREAMS.into_iter().chain(reduced.iter().map(|stream| stream.port)).collect();
    // None for a stream of the scan.
    let reduced = |stream: usize| stream.checked_sub(STREAMS.len()).map(|number| reduced[number]);
    step.words(
        counts,
        &ports,
        |stream, row| match reduced(stream) {
            None => scan.senders(stream, row, now + 1),
            Some(stream) => reduction.senders(stream, late, row),
        },
        |stream, place, own: &[Counts]| match reduced(stream) {
            None => send(scan, stream, place, registers(own), &add),
            Some(stream) => own[CENSUS_IN_TRANSIT + reduction.sent(stream, late, place)],
        },
        |stream, place, own, word| match reduced(stream) {
            None => {
                let mut kept = registers(own);
                receive(scan, stream, place, &mut kept, word, &add);
                (own[SUM], own[ASIDE], own[BEFORE_ROW]) = (kept.value, kept.aside, kept.before_row);
            }
            Some(stream) => {
                let wave = reduction.received(stream, late, place);
                let count = &mut own[CENSUS_IN_TRANSIT + wave];
                *count = stream.take_in(*count, word, &add, &add);
            }
        },
    )
}

/// What a node keeps of the scan.
fn registers(own: &[Counts]) -> Registers<Counts> {
    Registers { value: own[SUM], aside: own[ASIDE], before_row: own[BEFORE_ROW] }
}

fn add(a: Counts, b: Counts) -> Counts {
    (a.0 + b.0, a.1 + b.1)
}

/// What a census brings about in the registers of all nodes.
fn add_up(counts: &mut [Counts], per_node: usize) {
    let mut all = vec![(0, 0); per_node];
    for own in counts.chunks_mut(per_node) {
        for (all, &mut count) in all.iter_mut().zip(own.iter_mut()) {
            *all = add(*all, count);
        }
        own[SUM] = all[SUM];
    }
    for own in counts.chunks_mut(per_node) {
        own[CENSUS_IN_TRANSIT..].copy_from_slice(&all[CENSUS_IN_TRANSIT..]);
    }
}
