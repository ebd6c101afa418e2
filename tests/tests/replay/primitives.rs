//! The primitives, on the whole mesh and on tiles.

use super::check;
use meshcast_engine::{Machine, Messages, Order, Shape, Tiling, Violation, Way};
use meshcast_primitives::{
    COMPACTION_CAPACITY, Circulation, KBroadcast, KkRouting, KkSort, LiteralMigration, Migration,
    PermutationRouting, RANK_ROUTING_CAPACITY, SPREAD_CAPACITY, Segmented, SegmentedBroadcast,
    Sort, TileShift, Ways, compaction, expansion, expansion_capacity, rank_routing, reduce, scan,
    segmented_scan, spread,
};
use meshcast_tests::corpus::{
    Keys, lists, machine_with_lists, multicast, shapes, shuffled, some_of, sources,
};
use meshcast_tests::instances::Relation;
use std::collections::BTreeMap;
use std::sync::Arc;

const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

/// The greatest square.
const SIDES: usize = 16;

/// Runs `program` on a machine that holds packets with these keys.
fn check_packets(
    name: &str,
    shape: Shape,
    (sources, keys): (&[u32], &[u32]),
    capacity: usize,
    program: impl FnOnce(&mut Machine) -> Result<(), Violation>,
) {
    let lists = sources.iter().map(|&source| (source, Vec::new()));
    let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
    check(name, shape, &set, |options| {
        let mut machine = Machine::new(shape, Arc::clone(&set), Some(capacity), options);
        let keys: BTreeMap<u32, u32> = sources.iter().copied().zip(keys.iter().copied()).collect();
        machine.inject(0, |node| keys[&node.id()]);
        program(&mut machine)?;
        Ok(machine.finish())
    });
}

/// Runs `program` on a machine whose lane 0 holds packets at most or, with 40 in a hundred, some of the nodes.
fn check_primitive(
    name: &str,
    shape: Shape,
    capacity: usize,
    program: impl Fn(&mut Machine) -> Result<(), Violation>,
) {
    for (percent, seed) in [(100, 1), (40, 2)] {
        let sources = sources(shape.nodes(), percent, seed);
        let keys = Keys::Random.make(sources.len(), seed);
        check_packets(name, shape, (&sources, &keys), capacity, &program);
    }
}

#[test]
fn traces_of_sorts_replay() {
    for shape in shapes(SIDES) {
        for order in ORDERS {
            let (sort, reference) = (Sort::new(shape, order), Sort::shearsort(shape, order));
            check_primitive("sort", shape, Sort::CAPACITY, |machine| sort.run(machine));
            check_primitive("shearsort", shape, Sort::CAPACITY, |machine| reference.run(machine));
        }
    }
}

#[test]
fn traces_of_kk_sorts_replay() {
    for shape in shapes(SIDES) {
        for order in ORDERS {
            for k in [2, 3, 7] {
                let sort = KkSort::new(shape, k, order);
                let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
                for missing in [0, 60] {
                    let lists = lists(shape.nodes(), k, Keys::Random, missing, 1);
                    check("kk-sort", shape, &set, |options| {
                        let mut machine =
                            machine_with_lists(shape, &lists, sort.capacity(), options);
                        sort.run(&mut machine)?;
                        Ok(machine.finish())
                    });
                }
            }
        }
    }
}

#[test]
fn traces_of_kk_routings_replay() {
    for shape in shapes(SIDES) {
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        for (k, q, blocks, ways) in [
            (1, 1, 2, Ways::One),
            (3, 2, 4, Ways::One),
            (4, 4, 1, Ways::One),
            (3, 2, 2, Ways::Two),
            (4, 4, 4, Ways::Two),
        ] {
            let routing = KkRouting::with_ways(shape, k, q, blocks, ways).expect("small");
            for relation in [Relation::Random, Relation::Gathering] {
                let lists = relation.make(shape, k, q, 1);
                check("kk-routing", shape, &set, |options| {
                    let mut machine =
                        machine_with_lists(shape, &lists, routing.capacity(), options);
                    machine.enqueue(0..k, KkRouting::QUEUE)?;
                    routing.run(&mut machine)?;
                    Ok(machine.finish())
                });
            }
        }
    }
}

#[test]
fn traces_of_scans_and_reductions_replay() {
    for shape in shapes(SIDES) {
        for order in ORDERS {
            for waves in [1, 4] {
                check_primitive("scan", shape, 1, |machine| {
                    let mut values = machine.variable(waves, |node, _| node.id()).expect("lawful");
                    scan(machine, &mut values, order, u32::wrapping_add)
                });
            }
            check_primitive("segmented scan", shape, 1, |machine| {
                let mut values = machine
                    .variable(1, |node, _| Segmented { starts: node.col() == 1, value: node.id() })
                    .expect("lawful");
                segmented_scan(machine, &mut values, order, u32::wrapping_add)
            });
        }
        check_primitive("reduce", shape, 1, |machine| {
            let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
            reduce(machine, &mut values, u32::max).map(|_| ())
        });
    }
}

#[test]
fn traces_of_routes_in_order_replay() {
    for shape in shapes(SIDES) {
        check_primitive("compaction", shape, COMPACTION_CAPACITY, compaction);
        let nodes = shape.nodes();
        for count in [nodes, nodes / 2] {
            let (sources, targets) = (some_of(nodes, count, 1), some_of(nodes, count, 2));
            let first = some_of(count, count, 0);
            for order in [Order::Snake, Order::RowMajor] {
                let capacity = expansion_capacity(order);
                check_packets("expansion", shape, (&first, &targets), capacity, |machine| {
                    expansion(machine, order)
                });
                let packets = (&sources[..], &targets[..]);
                check_packets("spread", shape, packets, SPREAD_CAPACITY, |machine| {
                    let ranks = machine.variable(1, |node, _| {
                        sources.partition_point(|&source| source < node.id()) as u32
                    })?;
                    spread(machine, &ranks, order)
                });
            }
        }
    }
}

#[test]
fn traces_of_routes_to_ranks_replay() {
    for shape in shapes(SIDES) {
        let nodes = shape.nodes();
        let (down, across) = (some_of(nodes, nodes, 5), some_of(nodes, nodes, 6));
        let keys: Vec<[u32; 2]> =
            down.iter().zip(&across).map(|(one, other)| [one * 7 % 11, other * 5 % 13]).collect();
        for count in [nodes, nodes / 2] {
            let sources = some_of(nodes, count, 1);
            let packets = (&sources[..], &sources[..]);
            check_packets("rank routing", shape, packets, RANK_ROUTING_CAPACITY, |machine| {
                rank_routing(machine, &keys)
            });
        }
    }
}

#[test]
fn traces_of_permutation_routings_replay() {
    for shape in shapes(SIDES) {
        for blocks in [2, 4] {
            let routing = PermutationRouting::new(shape, blocks);
            for (percent, seed) in [(100, 1), (40, 2)] {
                let sources = sources(shape.nodes(), percent, seed);
                let packets = (&sources[..], &shuffled(shape.nodes(), seed)[..]);
                check_packets("permutation", shape, packets, routing.capacity(), |machine| {
                    routing.run(machine)
                });
            }
        }
    }
}

#[test]
fn traces_of_segmented_broadcasts_replay() {
    for shape in shapes(SIDES) {
        let nodes = shape.nodes();
        for order in ORDERS {
            for (length, longest) in [(3, 3), (nodes.div_ceil(2), nodes)] {
                // Segments of one length, the last perhaps shorter; a key is the first rank.
                let mut packets: Vec<(u32, u32)> = (0..nodes)
                    .step_by(length)
                    .map(|first| (order.position(shape, first), first as u32))
                    .map(|((row, col), first)| (shape.index(row, col) as u32, first))
                    .collect();
                packets.sort_unstable();
                let (sources, keys): (Vec<u32>, Vec<u32>) = packets.into_iter().unzip();
                let broadcast = SegmentedBroadcast::new(shape, order, longest);
                let capacity = SegmentedBroadcast::CAPACITY;
                check_packets("broadcast", shape, (&sources, &keys), capacity, |machine| {
                    let end = |first: u32| (first as usize + length).min(nodes) as u32;
                    broadcast.run(machine, |node, lane| {
                        node.packet(lane).map_or(0..0, |packet| packet.key()..end(packet.key()))
                    })
                });
            }
        }
    }
}

#[test]
fn traces_of_circulations_replay_on_the_mesh_and_on_its_tiles() {
    for shape in shapes(SIDES) {
        let grid = (shape.rows().min(2), shape.cols().min(3));
        for tiling in [Tiling::grid(shape, 1, 1), Tiling::grid(shape, grid.0, grid.1)] {
            let tile_of = |node: u32| {
                let (row, col) = shape.position(node as usize);
                tiling.tiles().iter().position(|tile| {
                    (tile.first_row..tile.first_row + tile.shape.rows()).contains(&row)
                        && (tile.first_col..tile.first_col + tile.shape.cols()).contains(&col)
                })
            };
            // Messages for their own tile only, so that the trace delivers everything.
            let wide = multicast(shape.nodes(), 100, shape.nodes(), 3);
            let lists = wide.iter().map(|(source, destinations)| {
                let near = |&&to: &&u32| tile_of(to) == tile_of(source);
                (source, destinations.iter().filter(near).copied().collect())
            });
            let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
            check("circulation", shape, &set, |options| {
                let mut machine = Machine::new(shape, Arc::clone(&set), Some(4), options);
                machine.inject(0, |_| 0);
                machine.in_parallel(&tiling, |tile, _| Circulation::new(tile.shape()).run(tile))?;
                Ok(machine.finish())
            });
        }
    }
}

#[test]
fn traces_of_k_broadcasts_replay_with_their_deliveries() {
    for shape in shapes(SIDES) {
        let set = Arc::new(multicast(shape.nodes(), 30, shape.nodes(), 3));
        let sources: Vec<u32> = set.iter().map(|(source, _)| source).collect();
        check("k-broadcast", shape, &set, |options| {
            let capacity = Some(KBroadcast::CAPACITY);
            let mut machine = Machine::new(shape, Arc::clone(&set), capacity, options);
            machine.inject(0, |_| 0);
            let before = |node: u32| sources.partition_point(|&source| source < node) as u32;
            let ranks = machine.variable(1, |node, _| before(node.id()))?;
            KBroadcast::new(shape, sources.len().max(1)).run_where(
                &mut machine,
                &ranks,
                |_, _, _| true,
            )?;
            Ok(machine.finish())
        });
    }
}

#[test]
fn traces_of_sorted_tiles_replay() {
    for (rows, cols) in [(6, 6), (7, 10), (12, 9)] {
        let shape = Shape::new(rows, cols).expect("small");
        let tiling = Tiling::grid(shape, 2, 2);
        check_primitive("sort of tiles", shape, Sort::CAPACITY, |machine| {
            machine.in_parallel(&tiling, |tile, _| {
                Sort::new(tile.shape(), Order::ColumnMajor).run(tile)
            })
        });
    }
}

#[test]
fn traces_of_tile_shifts_replay() {
    for shape in shapes(SIDES) {
        for (down, across) in [(1, 1), (1, 3), (4, 1), (2, 3), (3, 3)] {
            if down > shape.rows() || across > shape.cols() {
                continue;
            }
            let shift = TileShift::new(shape, down, across);
            for way in [Way::Forward, Way::Backward] {
                check_primitive("tile shift", shape, shift.capacity(), |machine| {
                    shift.begin(machine)?;
                    (0..3).try_for_each(|_| shift.run(machine, way))
                });
            }
        }
    }
}

#[test]
fn traces_of_migrations_replay_with_their_deliveries() {
    for shape in shapes(SIDES) {
        let wide = multicast(shape.nodes(), 100, 4, 6);
        for (down, across) in [(1, 1), (1, 3), (2, 2), (shape.rows(), shape.cols())] {
            if down > shape.rows() || across > shape.cols() {
                continue;
            }
            // As many messages as every tile has room for, so that one visit delivers everything.
            let room =
                Tiling::grid(shape, down, across).tiles().iter().map(|t| t.shape.nodes()).min();
            let lists = wide.iter().take(room.unwrap_or(0)).map(|(from, to)| (from, to.to_vec()));
            let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
            let (lean, literal) =
                (Migration::new(shape, down, across), LiteralMigration::new(shape, down, across));
            let visit = |machine: &mut Machine, literally: bool| {
                machine.inject(Migration::MASTER, |_| 0);
                if literally {
                    literal.run(machine)?;
                } else {
                    lean.run(machine)?;
                }
                machine.in_parallel(&Tiling::grid(shape, down, across), |tile, _| {
                    Circulation::new(tile.shape()).run(tile)
                })
            };
            for literally in [false, true] {
                check("migration", shape, &set, |options| {
                    let capacity = Some(Migration::CAPACITY);
                    let mut machine = Machine::new(shape, Arc::clone(&set), capacity, options);
                    visit(&mut machine, literally)?;
                    Ok(machine.finish())
                });
            }
        }
    }
}
