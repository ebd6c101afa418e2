//! The primitives, on the whole mesh and on tiles.

use super::{check, shapes};
use meshcast_engine::{Machine, Messages, Order, Shape, Tiling, Violation};
use meshcast_primitives::{Circulation, KkSort, Segmented, Sort, reduce, scan, segmented_scan};
use meshcast_tests::corpus::{Keys, lists, machine_with_lists, multicast, sources};
use std::sync::Arc;

const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

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
        let lists = sources.iter().map(|&source| (source, Vec::new()));
        let set = Arc::new(Messages::new(shape.nodes(), lists).expect("sources are nodes"));
        check(name, shape, &set, |options| {
            let mut machine = Machine::new(shape, Arc::clone(&set), Some(capacity), options);
            machine.inject(0, |message| keys[message as usize]);
            program(&mut machine)?;
            Ok(machine.finish())
        });
    }
}

#[test]
fn traces_of_sorts_replay() {
    for shape in shapes() {
        for order in ORDERS {
            let (sort, reference) = (Sort::new(shape, order), Sort::shearsort(shape, order));
            check_primitive("sort", shape, Sort::CAPACITY, |machine| sort.run(machine));
            check_primitive("shearsort", shape, Sort::CAPACITY, |machine| reference.run(machine));
        }
    }
}

#[test]
fn traces_of_kk_sorts_replay() {
    for shape in shapes() {
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
fn traces_of_scans_and_reductions_replay() {
    for shape in shapes() {
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
fn traces_of_circulations_replay_on_the_mesh_and_on_its_tiles() {
    for shape in shapes() {
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
