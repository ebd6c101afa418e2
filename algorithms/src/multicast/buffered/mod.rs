//! `buffered`: the algorithm of Theorem 2, in optimal steps with buffers of O(c) packets.

mod balance;
mod clones;
mod replicate;
mod split;
mod tessellation;

use balance::Balance;
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::{KkRouting, reduce};
use std::sync::Arc;
use tessellation::Tessellation;

/// The queues of packets at rest, of those that are to be copied, and of those on their way.
const HOME: usize = KkRouting::QUEUE;
const WAITING: usize = 1;
const MOVING: usize = 2;

/// Multicast with O(c) buffers: packets are replicated into tiles, spread there, cloned for every destination and routed.
#[derive(Clone, Debug)]
pub struct Buffered {
    messages: Arc<Messages>,
    degree: usize,
    congestion: usize,
    tessellation: Tessellation,
    /// The most destinations of a packet, if messages are split.
    most: Option<usize>,
    capacity: usize,
}

/// What a run of [`Buffered`] has found out on its way, and its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferedRun {
    /// Tiles of the last level, and rows and columns of the largest.
    pub tiles: usize,
    /// Rows of the largest tile.
    pub tile_rows: usize,
    /// Columns of the largest tile.
    pub tile_cols: usize,
    /// Most destinations of a packet if messages were split.
    pub split: Option<usize>,
    /// Most packets of a node after the replication.
    pub packets: u32,
    /// Most clones of a node.
    pub clones: u32,
}

impl Buffered {
    /// The algorithm for `messages` on `shape`, for which their degree and congestion are known to all nodes.
    pub fn new(shape: Shape, messages: &Messages) -> Self {
        let (degree, congestion) = (messages.degree(), messages.congestion());
        // The power of 4 next to c: the greatest up to 2c.
        let levels = (2 * congestion).max(1).ilog2() / 2;
        let tessellation = Tessellation::new(shape, levels);
        let most =
            (degree.min(tessellation.tile_nodes()) > 2 * congestion).then_some(2 * congestion);
        let arranged =
            messages.arranged(|node| u64::from(tessellation.region(node)) << 32 | u64::from(node));
        let messages = Arc::new(match most {
            Some(most) => arranged.in_parts(most),
            None => arranged,
        });
        let mut plan = Self { messages, degree, congestion, tessellation, most, capacity: 1 };
        plan.capacity = plan.needed();
        plan
    }

    /// The messages as their headers list them: what the machine is to be made with.
    pub fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    fn needed(&self) -> usize {
        if self.congestion == 0 {
            return 1;
        }
        let replicated = self.tessellation.most_packets(self.packets());
        let balance = self.balance(replicated).capacity();
        let clones = self.most_clones();
        let routed = self.tessellation.tile_shapes().into_iter().map(|shape| {
            KkRouting::new(shape, clones, self.congestion, KkRouting::BLOCKS).capacity()
        });
        let split = if self.most.is_some() { split::CAPACITY } else { 1 };
        replicate::capacity(&self.tessellation, self.packets())
            .max(balance)
            .max(routed.max().unwrap_or(0))
            .max(clones)
            .max(split)
    }

    /// Most packets of a node before the replication.
    fn packets(&self) -> usize {
        1 + usize::from(self.most.is_some())
    }

    /// Most destinations of a packet in a tile.
    fn most_here(&self) -> usize {
        self.most.unwrap_or(self.degree).min(self.degree).min(self.tessellation.tile_nodes())
    }

    /// Most clones of a node.
    fn most_clones(&self) -> usize {
        2 * self.congestion + self.most_here()
    }

    fn balance(&self, packets: usize) -> Balance<'_> {
        let classes = self.most_here().ilog2() as usize + 1;
        Balance { tessellation: &self.tessellation, classes, packets }
    }

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<BufferedRun, Violation> {
        let tessellation = &self.tessellation;
        let mut run = BufferedRun {
            tiles: tessellation.tiling(tessellation.levels()).tiles().len(),
            tile_rows: tessellation.tile_shapes().into_iter().map(Shape::rows).max().unwrap_or(0),
            tile_cols: tessellation.tile_shapes().into_iter().map(Shape::cols).max().unwrap_or(0),
            split: self.most,
            packets: 0,
            clones: 0,
        };
        machine.inject(0, |_| 0);
        machine.span("strip", |machine| {
            machine.step(|step| step.discard(0, |node| node.destinations(0).is_empty()))
        })?;
        if self.congestion == 0 {
            return Ok(run);
        }
        if let Some(most) = self.most {
            machine.span("split", |machine| split::split(self.degree, most, machine))?;
        }
        machine.enqueue(0..1, HOME)?;
        machine.span("replicate", |machine| {
            replicate::replicate(tessellation, self.packets(), machine)
        })?;
        let tiling = tessellation.tiling(tessellation.levels());
        let mut packets = machine.variable(1, |node, _| node.queue(HOME).len() as u32)?;
        run.packets = reduce(machine, &mut packets, u32::max)?;
        let balance = self.balance(run.packets as usize);
        machine.span("balance", |machine| {
            machine.in_parallel(&tiling, |tile, _| {
                balance.run(tile)?;
                clones::begin(tessellation, tile)
            })
        })?;
        let mut clones = machine.variable(1, |node, _| clones::count(node))?;
        run.clones = reduce(machine, &mut clones, u32::max)?;
        let most = run.clones as usize;
        let routings: Vec<(Shape, KkRouting)> = tessellation
            .tile_shapes()
            .into_iter()
            .map(|shape| (shape, clones::routing(shape, most, self.congestion, self.capacity)))
            .collect();
        machine.in_parallel(&tiling, |tile, _| {
            clones::make(tessellation, most, tile)?;
            let planned = routings.iter().find(|&&(shape, _)| shape == tile.shape());
            planned.expect("the shapes of all tiles are planned").1.deliver(tile)
        })?;
        Ok(run)
    }
}
