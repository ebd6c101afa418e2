//! Primitives, a round of each being one run; only the first finds the packets where they start.

use super::{Work, full, machine, machine_with, square};
use crate::corpus::machine_with_lists;
use crate::instances::Relation;
use meshcast_engine::{Machine, Messages, Node, Options, Order, Packet, Tiling, Way};
use meshcast_primitives::{
    COMPACTION_CAPACITY, Circulation, KkRouting, KkSort, Migration, PermutationRouting,
    SPREAD_CAPACITY, SegmentedBroadcast, Sort, TileShift, compaction, expansion,
    expansion_capacity, reduce, scan, spread,
};
use std::sync::Arc;

/// A sort of the whole mesh.
pub fn sort(side: usize) -> Work {
    let sort = Sort::new(square(side), Order::Snake);
    Work::new(machine(side, Sort::CAPACITY), move |machine| sort.run(machine).map(drop))
}

/// Sorts of `tiles` × `tiles` tiles at once, on so many threads.
pub fn sort_tiles(side: usize, tiles: usize, threads: usize) -> Work {
    let tiling = Tiling::grid(square(side), tiles, tiles);
    let sort = Sort::new(square(side / tiles), Order::Snake);
    let options = Options { threads, ..Options::default() };
    let key = |message: u32| message.wrapping_mul(2_654_435_761);
    let machine = super::machine_for(side, Sort::CAPACITY, key, options);
    Work::new(machine, move |machine| machine.in_parallel(&tiling, |tile, _| sort.run(tile)))
}

/// A sort of k packets a node.
pub fn kk_sort(side: usize, k: usize) -> Work {
    let sort = KkSort::new(square(side), k, Order::Snake);
    Work::new(full(side, k, sort.capacity()), move |machine| sort.run(machine).map(drop))
}

/// A random relation with k packets from and to every node.
///
/// # Panics
/// If the lists do not fit.
pub fn kk_routing(side: usize, k: usize) -> Work {
    let shape = square(side);
    let routing = KkRouting::new(shape, k, k, KkRouting::BLOCKS);
    let lists = Relation::Random.make(shape, k, k, 1);
    let capacity = routing.capacity().max(k);
    let mut machine = machine_with_lists(shape, &lists, capacity, Options::default());
    machine.enqueue(0..k, KkRouting::QUEUE).expect("lists fit the buffers");
    Work::new(machine, move |machine| routing.run(machine).map(drop))
}

/// One scan, or several in a pipeline.
pub fn scan_waves(side: usize, waves: usize) -> Work {
    Work::new(machine(side, 1), move |machine| {
        let mut values = machine.variable(waves, |node, i| node.id() + i as u32)?;
        scan(machine, &mut values, Order::Snake, u32::wrapping_add)
    })
}

/// One reduction.
pub fn reduction(side: usize) -> Work {
    Work::new(machine(side, 1), |machine| {
        let mut values = machine.variable(1, |node, _| node.id())?;
        reduce(machine, &mut values, u32::wrapping_add).map(drop)
    })
}

/// Two thirds of the nodes hold a packet: a scan and two phases along lines.
pub fn compact(side: usize) -> Work {
    let machine = machine_with(side, COMPACTION_CAPACITY, |node| node % 3 != 1, |_| 0);
    Work::new(machine, compaction)
}

/// Half of the nodes hold a packet; every other rank of the snake is a target.
pub fn expand(side: usize) -> Work {
    let capacity = expansion_capacity(Order::Snake);
    let half = (side * side / 2) as u32;
    let machine = machine_with(side, capacity, |node| node < half, |node| 2 * node);
    Work::new(machine, |machine| expansion(machine, Order::Snake))
}

/// Half of the nodes hold a packet, and these are spread unevenly.
pub fn spread_out(side: usize) -> Work {
    let target = |node| node / 4 * 3 + node / 2 % 2;
    let machine = machine_with(side, SPREAD_CAPACITY, |node| node % 2 == 1, target);
    Work::new(machine, |machine| {
        let ranks = machine.variable(1, |node, _| node.id() / 2)?;
        spread(machine, &ranks, Order::Snake)
    })
}

/// A permutation of the nodes, as multiplying by an odd number makes one of a power of two.
pub fn permutation(side: usize, blocks: usize) -> Work {
    let routing = PermutationRouting::new(square(side), blocks);
    let nodes = (side * side) as u32;
    let target = move |node: u32| node.wrapping_mul(2_654_435_761) % nodes;
    let machine = machine_with(side, routing.capacity(), |_| true, target);
    Work::new(machine, move |machine| routing.run(machine))
}

/// Broadcasts within segments of `length` nodes.
pub fn broadcast(side: usize, length: u32) -> Work {
    let broadcast = SegmentedBroadcast::new(square(side), Order::RowMajor, length as usize);
    let first = move |node| node % length == 0;
    let capacity = SegmentedBroadcast::CAPACITY;
    let machine = machine_with(side, capacity, first, |node| node);
    Work::new(machine, move |machine| {
        let segment = |node: &Node<'_>, lane| {
            let first = node.packet(lane).map_or(0, Packet::key);
            first..first + length
        };
        broadcast.run(machine, segment)
    })
}

/// One round of all packets through all nodes, with all deliveries looked for.
pub fn circulate(side: usize) -> Work {
    let circulation = Circulation::new(square(side));
    Work::new(machine(side, 2), move |machine| circulation.run(machine).map(drop))
}

/// One migration to 8 × 8 tiles; every message is for eight nodes.
///
/// # Panics
/// If there are too few nodes.
pub fn migrate(side: usize) -> Work {
    let nodes = side * side;
    let migration = Migration::new(square(side), 8, 8);
    let to = |from: u32| (0..8).map(|i| (from * 977 + i * 529) % nodes as u32).collect();
    let lists = (0..nodes as u32).map(|from| (from, to(from)));
    let set = Arc::new(Messages::new(nodes, lists).expect("destinations are nodes"));
    let capacity = Some(Migration::CAPACITY);
    let mut machine = Machine::new(square(side), set, capacity, Options::default());
    machine.inject(Migration::MASTER, |_| 0);
    Work::new(machine, move |machine| migration.run(machine).map(drop))
}

/// All packets visit all of 4 × 4 tiles.
pub fn shift_tiles(side: usize) -> Work {
    let shift = TileShift::new(square(side), 4, 4);
    Work::new(machine(side, shift.capacity()), move |machine| {
        shift.begin(machine)?;
        (0..16).try_for_each(|_| shift.run(machine, Way::Forward))
    })
}
