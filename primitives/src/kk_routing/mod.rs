//! Routes many packets from and for every node: (k,k)-routing.

mod block_sort;
mod both_sorts;
mod cost;
mod loads;
mod one_way;
mod phases;
mod queues;
mod run;
mod slot_sort;
mod two_ways;

use crate::leap_effects::Journey;
pub use cost::{KkCost, Ways};
use meshcast_engine::{MAX_NODES, Rehearsal, Shape};
use one_way::OneWay;
use phases::Phases;
use queues::QUEUE;
use two_ways::TwoWays;

/// Routing of at most k packets from and q packets for a node on one shape, ready to run on any machine or tile of that
/// shape.
///
/// The mesh is divided into g × g blocks, which sort their packets by target so that packets for one column of the mesh are
/// spread over rows before they meet there. Packets then go along lines, those with the farthest to go first.
///
/// - **In one way.** Every block sorts its packets into column-major order of their targets and deals them out to its rows, the
///   packet of rank r to row r mod h of the h rows. All then go along their rows to the columns of their targets, and
///   along these to their rows.
/// - **In two ways.** Every node splits its packets into halves: of its packets in the order of their targets, every other one. The
///   blocks sort one half as above and deal it out to all rows of the mesh, the packet of rank r to the row whose turn is
///   r + s·f, f being the first row of the block; it goes along rows first. Turns are in the order of the rows' numbers with their bits
///   reversed, so that packets for nodes next to each other come from rows far apart. The other half does the same with rows and columns in
///   each other's place. Both halves are under way at the same time, on different links, from the sorts on: where the sort of the one
///   half uses links along rows, that of the other half uses links along columns.
///
/// [`KkRouting::new`] takes what needs fewer steps: two ways on squares mostly from k = 2 on.
///
/// # Shape
/// Any rows × cols, in at least [`KkRouting::least_blocks`] blocks a side. A node's packets wait in [`KkRouting::QUEUE`], the
/// key of each being its target, a row-major index; there they are at the end.
///
/// # Cost in one way
/// Let s = 2⌈k/2⌉ be the slots a node of the (k,k)-sort, s = k where k = 1 or all blocks have one node; h the rows of a
/// block, h′ those of the lowest; b the blocks side by side; and Q = min(⌊(q·rows + b·(h′ − 1))/h′⌋, s·cols), the most
/// packets of one row for one column.
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | sort | those of [`KkSort`](crate::KkSort), for k = 1 of [`Sort`](crate::Sort); 0 on one node | its capacity |
/// | deal | max min(sX, sY, ⌈s/h⌉·XY) + h − X − Y over X + Y ≤ h; 0 for s = 1 | 2s + 2 |
/// | both | those of the slowest block | |
/// | rows | max min(sX, QY) + cols − X − Y over X + Y ≤ cols | s + Q + 2 |
/// | columns | max min(QX, qY) + rows − X − Y over X + Y ≤ rows | Q + q + 2 |
/// | deliver | max(q − columns, ⌊q/2⌋ + 1), only in [`KkRouting::deliver`] | |
///
/// **The buffer.** A line phase never uses the last of the slots that its row of the table states. Packets that go one way
/// leave a node one a step and enter it at most one a step, so that they are no more than at the start, or one. Those of
/// both ways are then at most one more than at the start, or two, and neither s nor Q is less than one. The slot stays
/// because capacities are part of recorded results.
///
/// # Cost in two ways
/// The half that goes along rows first has p = ⌈k/2⌉ packets a node, the other one p = max(1, ⌊k/2⌋). Let s be the slots a node of the
/// sort of p packets, as above, and G the number of blocks. The steps of a phase are max N(X, Y) + (length − X − Y) over X + Y ≤
/// length where N is not 0, and those of the half for which that is more. Here they are for the half that goes along rows
/// first. Of m < rows packets with consecutive ranks in a block, the first or last Y rows get at most (m·Y + e)/rows, where e is
/// counted up to 1,024 rows and then 2·rows·⌈log₂ rows⌉: e/rows is 1.4 for 16 rows, 2.1 for 64, 2.8 for 256 and, tried up to 256, at
/// most ⅓·⌈log₂ rows⌉ + 5/6. Let w(m, Y) = ⌊m/rows⌋·Y + min(m′, Y, ⌊(m′·Y + e)/rows⌋) with m′ = m mod rows.
///
/// | | N(X, Y), exact | buffer |
/// |---|---|---|
/// | sorts | those of both, at the same time, in the slowest block | s + 3 of both (5 where p = 1), 0 on blocks of one node |
/// | deal | w(sX, Y) if blocks are of one height, else Σ w(s·x, Y), x the heights of the parts of blocks in X rows | s + L of both, + 2 |
/// | first lines | min(A(X), ⌊(q·rows·Y + B(X)·(rows − 1))/rows⌋) | L + Q of both, + 2 |
/// | last lines | min(⌊(qYX + min(G, qY)·e)/rows⌋, V) | Q of both + q + 2 |
/// | deliver | max(q − last lines, q − ⌈q/4⌉ + 1) steps, only in [`KkRouting::deliver`] | |
///
/// V is qY if qY ≤ GX, else GX + ⌊R/rows⌋·X + max(0, R mod rows − rows + X) for R = qY − GX: no block has more than X packets in X rows
/// before all others have one.
///
/// **The sorts.** On a square block the sort of one half is that of the other one transposed, so that both take as many steps as one. In
/// general a step of the one and a step of the other are made at the same time if they use no links along the same lines, in the
/// order in which that takes the fewest steps; it is known beforehand. Past p = 60 packets, when forms of a step are not told apart
/// by lanes any more, one sort comes after the other.
///
/// L is the most packets dealt to a node: s if blocks are of one height, else Σ ⌈h·s/rows⌉ over the heights h. A(X) = min(L·X, Σ
/// ⌈h·min(x·s, w·p)/rows⌉ over all heights h and the widths x of the parts in X columns of blocks of width w) is the most packets of
/// a row that start in X columns, at either end, and B(X) the number of blocks above and below these columns. Q = min(⌊(q·rows + G·(rows −
/// 1))/rows⌋, A(cols)): a block sends a row at most one packet for a column more than its even share, so Q is about q + G
/// where it is about g·q in one way. Where a bound is for m packets of several blocks, no more than m blocks count.
/// Packets of one half that go one way leave a node one a step and enter it at most one a step, so that each half has at
/// most one more than at the start: hence + 2. No run that was tried used the last three slots.
///
/// The buffer is for the Q of both halves, about 2(q + G) packets: more than in one way for small k, fewer from k = 16 on.
///
/// On large squares the lines take about (1/8 + 1/3 + 1/4)·k sides and up to 3·g² steps, and the sorts the rest: for g = 4 about 0.4·k
/// sides if k is a multiple of 4.
///
/// # Steps a side and packet
/// With g = 4 and q = k, in steps/(k·a) on a square of side a; in one way where that is marked by *:
///
/// | side | 16 | 37 | 64 | 100 | 256 |
/// |---|---|---|---|---|---|
/// | k = 1 | 2.75* | 3.22* | 3.09* | 3.19* | 3.09* |
/// | k = 2 | 2.22 | 2.38 | 2.16 | 2.18 | 2.08 |
/// | k = 3 | 1.88 | 1.93 | 1.72 | 1.72 | 1.61 |
/// | k = 4 | 1.52 | 1.52 | 1.37 | 1.34 | 1.24 |
/// | k = 5 | 1.64 | 1.76 | 1.60 | 1.58 | 1.46 |
/// | k = 6 | 1.42 | 1.53 | 1.40 | 1.38 | 1.28 |
/// | k = 8 | 1.19 | 1.27 | 1.18 | 1.17 | 1.09 |
/// | k = 9 | 1.35 | 1.49 | 1.38 | 1.38 | 1.29 |
/// | k = 16 | 1.09 | 1.21 | 1.14 | 1.14 | 1.08 |
/// | k = 64 | 1.00 | 1.15 | 1.11 | 1.12 | 1.07 |
///
/// The sorts of k = 5 take the steps of those of k = 8. With k ≤ 16 a routing took at most 1.5k + 2 times the longer side on all
/// squares and wider meshes that were tried, of sides up to 300. At least k/2 sides are necessary: all packets of one half of a
/// square may be for the other one.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`KkRouting::capacity`] packets never is.
///
/// # Source
/// Proposition 2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006,
/// which asks for Θ(k√n) steps and buffers of O(k) packets. The method is that of
/// [`PermutationRouting`](crate::PermutationRouting), where k = q = 1. Deviation from it: the deal, since lists of k
/// packets in order would leave runs of them for one column in one row. Rows first for one half and columns first for the
/// other: S. Rajasekaran, "Randomized algorithms for packet routing on the mesh", 1992, who sends packets to random rows instead of
/// sorting blocks; dealing sorted blocks out to the whole mesh in place of that: M. Kaufmann, J. F. Sibeyn, T. Suel,
/// "Derandomizing algorithms for routing and sorting on meshes", 1994. Numbers with their bits reversed: J. G. van der Corput,
/// "Verteilungsfunktionen", 1935. Two sorts at once, on links along rows and along columns: this crate's own.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::KkRouting;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let routing = KkRouting::new(shape, 1, 2, KkRouting::BLOCKS);
/// let mut machine = Machine::new(shape, set, Some(routing.capacity()), Options::default());
/// // Nodes 0 and 1 send to node 3, nodes 2 and 3 to node 0.
/// machine.inject(0, |node| [3, 3, 0, 0][node.index()]);
/// machine.enqueue(0..1, KkRouting::QUEUE)?;
/// routing.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, routing.steps());
/// assert_eq!((outcome.packets_left(0, 0), outcome.packets_left(1, 1)), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KkRouting {
    method: Method,
    cost: KkCost,
    /// Of runs without deliveries, and of those with them.
    rehearsals: [Rehearsal; 2],
}

#[derive(Clone, Debug)]
enum Method {
    One(Box<OneWay>),
    Two(Box<TwoWays>),
}

impl KkRouting {
    /// The number g of blocks a side that suits most numbers of packets.
    pub const BLOCKS: usize = 4;
    /// The queue that packets start and end in.
    pub const QUEUE: usize = QUEUE;

    /// The routing on `shape` of at most `per_source` = k packets from a node and `per_target` = q for a node, with
    /// `blocks` = g blocks a side, or as many as the side has nodes; in one way or two, whichever takes fewer steps, and in
    /// one if neither does. The buffer counts for nothing: [`KkRouting::capacity`] may be up to twice that of one way.
    ///
    /// # Panics
    /// If one of the three is zero, or there are fewer blocks than [`KkRouting::least_blocks`].
    pub fn new(shape: Shape, per_source: usize, per_target: usize, blocks: usize) -> Self {
        let with = |ways| Self::with_ways(shape, per_source, per_target, blocks, ways);
        let one = with(Ways::One).expect("one way is always possible");
        match with(Ways::Two) {
            Some(two) if two.steps() < one.steps() => two,
            _ => one,
        }
    }

    /// The routing in one way or two. None in two where a key of 32 bits cannot name a row or column of the mesh and a
    /// target: only past 1625 × 1625 nodes, or on oblong meshes with more than 2³² / nodes rows or columns.
    ///
    /// # Panics
    /// As [`KkRouting::new`].
    pub fn with_ways(
        shape: Shape,
        per_source: usize,
        per_target: usize,
        blocks: usize,
        ways: Ways,
    ) -> Option<Self> {
        assert!(blocks >= Self::least_blocks(shape), "a block has too many rows for a key");
        let phases = Phases::of(shape, (per_source, per_target), blocks, ways)?;
        let (method, block_steps) = match ways {
            Ways::One => {
                let way = OneWay::new(shape, phases);
                let steps = way.block_steps();
                (Method::One(Box::new(way)), steps)
            }
            Ways::Two => {
                let ways = TwoWays::new(shape, phases);
                let steps = ways.block_steps();
                (Method::Two(Box::new(ways)), steps)
            }
        };
        let cost = KkCost::of(&phases, block_steps, per_target, ways);
        Some(Self { method, cost, rehearsals: Default::default() })
    }

    /// The cost of [`KkRouting::with_ways`], without its plan: also on meshes for formulas alone, where keys are as if they had more bits.
    ///
    /// # Panics
    /// As [`KkRouting::new`].
    pub fn cost_on(
        shape: Shape,
        per_source: usize,
        per_target: usize,
        blocks: usize,
        ways: Ways,
    ) -> Option<KkCost> {
        assert!(blocks >= Self::least_blocks(shape), "a block has too many rows for a key");
        let phases = Phases::of(shape, (per_source, per_target), blocks, ways)?;
        let block_steps = match ways {
            Ways::One => phases.block_steps_one_way(shape),
            Ways::Two => phases.block_steps_two_ways(shape),
        };
        Some(KkCost::of(&phases, block_steps, per_target, ways))
    }

    /// Packets that a buffer must hold for [`KkRouting::with_ways`] in one way.
    ///
    /// # Panics
    /// As [`KkRouting::new`].
    pub fn capacity_one_way(
        shape: Shape,
        per_source: usize,
        per_target: usize,
        blocks: usize,
    ) -> usize {
        Phases::of_one_way(shape, per_source, per_target, blocks).capacity
    }

    /// Steps of [`KkRouting::new`], likewise.
    ///
    /// # Panics
    /// As [`KkRouting::new`].
    pub fn steps_on(shape: Shape, per_source: usize, per_target: usize, blocks: usize) -> u64 {
        let cost = |ways| Self::cost_on(shape, per_source, per_target, blocks, ways);
        let costs = [Ways::One, Ways::Two].into_iter().filter_map(cost);
        costs.map(|cost| cost.steps).min().expect("one way is always possible")
    }

    /// Which lines packets go along first.
    pub fn ways(&self) -> Ways {
        match self.method {
            Method::One(_) => Ways::One,
            Method::Two(_) => Ways::Two,
        }
    }

    /// The fewest blocks a side on `shape`: while a block deals its packets out to its rows, a key of 32 bits names a row of
    /// the block and the target. More than 1 only past 1625 × 1625 nodes, and 1 again on meshes for formulas alone.
    pub fn least_blocks(shape: Shape) -> usize {
        if shape.nodes() > MAX_NODES {
            return 1;
        }
        let most_rows = (1 << 32) / shape.nodes();
        shape.rows().div_ceil(most_rows)
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        self.cost.steps
    }

    /// Steps of a run with deliveries.
    pub fn delivery_steps(&self) -> u64 {
        self.cost.delivery_steps
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        self.cost.capacity
    }

    /// The hops that packets make in a run, with deliveries or without; those of one node are given side by side.
    pub fn hops(&self, journeys: &[Journey]) -> u64 {
        match &self.method {
            Method::One(way) => way.hops(journeys),
            Method::Two(ways) => ways.hops(journeys),
        }
    }
}
