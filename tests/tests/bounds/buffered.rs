//! `buffered`: at most 14 √(cn) steps and 10c packets a node, c ≥ 16 a power of 4.

use meshcast_algorithms::{Buffered, Multicast, Workload, generate};
use meshcast_engine::{Machine, Messages, Options, Shape};
use meshcast_tests::corpus::run_buffered;
use std::sync::Arc;

#[test]
fn steps_and_buffers_are_optimal_up_to_constants() {
    for side in [16, 32, 64] {
        let shape = Shape::new(side, side).expect("small");
        for congestion in [16, 64, 256].into_iter().filter(|c| 4 * c <= shape.nodes()) {
            for workload in [
                Workload::Uniform,
                Workload::HotBlock,
                Workload::LowerBound,
                Workload::Cluster,
                Workload::Broadcast,
            ] {
                let set = generate(workload, side, None, Some(congestion), 3).expect("in range");
                let what = format!("{workload} on side {side} at c = {congestion}");
                // A bound in c: the congestion that the set has, which may be less than what was asked for.
                let c = set.congestion();
                if c < 16 {
                    continue;
                }
                let outcome =
                    run_buffered(shape, &Arc::new(set), Options::default()).expect("lawful");
                let root = ((c * shape.nodes()) as f64).sqrt();
                let over_root = outcome.steps as f64 / root;
                assert!(over_root <= 14.0, "{what}: {over_root} √(cn) steps");
                assert!(outcome.peak as usize <= 10 * c, "{what}: {} packets", outcome.peak);
                assert!(
                    outcome.capacity.expect("bounded") <= 10 * c,
                    "{what}: {:?}",
                    outcome.capacity
                );
            }
        }
    }
}

/// What the capacity is for, restated for tiles that are all alike: side a, c a power of 4, packets of at most d
/// destinations in a tile.
fn capacity(side: usize, c: usize, d: usize, split: bool) -> usize {
    let packets = (1 + usize::from(split)) * c;
    let here = d.min(side * side / c);
    let replicated = if c > 1 { packets / 2 + packets + 2 } else { packets };
    let balanced = 2 * packets + here.ilog2() as usize + 3;
    let clones = 2 * c + here;
    let (tile, blocks) = (side / c.isqrt(), 4.min(side / c.isqrt()));
    let height = tile / blocks;
    let slots = if height == 1 { clones } else { 2 * clones.div_ceil(2) };
    let gathered = ((c * tile + blocks * (height - 1)) / height).min(slots * tile);
    let dealt = if height > 1 { 2 * slots + 2 } else { 0 };
    // A sort takes at most three slots more than its packets.
    let least = replicated.max(balanced).max(gathered + slots.max(c) + 2).max(dealt);
    least.max(if height > 1 { slots + 3 } else { clones })
}

#[test]
fn the_capacity_is_at_most_ten_c_up_to_two_to_the_sixteen_nodes() {
    for side in [16, 32, 64, 128, 256] {
        let nodes = side * side;
        let shape = Shape::new(side, side).expect("small");
        for c in [4, 16, 64, 256, 1024, 4096, 16384].into_iter().filter(|c| 4 * c <= nodes) {
            for d in [1, c, 2 * c, 2 * c + 1, nodes].into_iter().filter(|&d| d <= nodes) {
                // One message to d nodes, all others to the first.
                let list =
                    |source: u32| (source, (0..if source == 0 { d as u32 } else { 1 }).collect());
                let set = Messages::new(nodes, (0..c as u32).map(list)).expect("small");
                let found = Buffered::new(shape, &set).capacity().expect("bounded");
                let split = d.min(nodes / c) > 2 * c;
                let most = if split { 2 * c } else { d };
                assert_eq!(found, capacity(side, c, most, split), "side {side}, c = {c}, d = {d}");
                assert!(c < 16 || found <= 10 * c, "side {side}, c = {c}, d = {d}: {found}");
            }
        }
    }
}

#[test]
fn tiles_are_as_many_as_the_power_of_4_next_to_c() {
    let shape = Shape::new(32, 32).expect("small");
    for c in 1..=256 {
        let everyone_to_one = (0..c as u32).map(|source| (source, vec![7]));
        let set = Messages::new(shape.nodes(), everyone_to_one).expect("small");
        let buffered = Buffered::new(shape, &set);
        let (messages, capacity) = (buffered.messages(), buffered.capacity());
        let mut machine = Machine::new(shape, messages, capacity, Options::default());
        let tiles = buffered.run(&mut machine).expect("lawful").tiles;
        assert!(c < 2 * tiles && tiles <= 2 * c, "{tiles} tiles for c = {c}");
    }
}

#[test]
fn the_capacity_stays_below_a_constant_times_c_on_uneven_sides() {
    for side in (8..=70).chain([83, 97, 127, 129]) {
        let nodes = side * side;
        let shape = Shape::new(side, side).expect("small");
        for c in [8, 9, 16, 31, 32, 33, 64, 100, 128, 200].into_iter().filter(|c| 4 * c <= nodes) {
            for d in [c, 2 * c + 1] {
                let list =
                    |source: u32| (source, (0..if source == 0 { d as u32 } else { 1 }).collect());
                let set = Messages::new(nodes, (0..c as u32).map(list)).expect("small");
                let found = Buffered::new(shape, &set).capacity().expect("bounded");
                assert!(found <= 32 * c, "side {side}, c = {c}, d = {d}: {found}");
            }
        }
    }
}

#[test]
fn a_mesh_too_large_for_four_blocks_a_side_has_a_plan() {
    let shape = Shape::new(2600, 2600).expect("within the limit");
    let set = Messages::new(shape.nodes(), [(0, vec![1])]).expect("within the limit");
    // One tile, five blocks a side: a packet of each and one more may gather in a node.
    assert!(Buffered::new(shape, &set).capacity() <= Some(16));
}
