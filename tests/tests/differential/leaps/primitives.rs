//! Every primitive that leaps.

use super::{LEAPS, bounds, compare, leaping};
use meshcast_engine::{
    CopySteps, CostModel, ExchangeSteps, Machine, Messages, Options, Order, Outcome, Packet, Ports,
    Shape, Tiling, Variable, Violation, Way,
};
use meshcast_primitives::{
    ByShape, COMPACTION_CAPACITY, Circulation, LiteralMigration, Migration, PermutationRouting,
    RANK_ROUTING_CAPACITY, SPREAD_CAPACITY, SegmentedBroadcast, Sort, TileShift, all_reduce,
    compaction, expansion, expansion_capacity, group_ranks, rank_routing, ranked_compaction,
    reduce_lines, scan, spread,
};
use meshcast_tests::corpus::{
    Keys, machine_with_keys, multicast, shapes, shuffled, some_of, sources,
};
use std::sync::Arc;

pub(super) const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

const CHARGES: [CostModel; 2] = [
    CostModel { ports: Ports::All, exchange_steps: ExchangeSteps::One, copy_steps: CopySteps::One },
    CostModel {
        ports: Ports::One,
        exchange_steps: ExchangeSteps::Two,
        copy_steps: CopySteps::Zero,
    },
];

/// Runs `program`, which returns registers, on what `machine` makes, stepped and in leaps; returns what a leap left.
pub(super) fn check(
    what: &str,
    machine: impl Fn(Options) -> Machine,
    program: impl Fn(&mut Machine) -> Result<Variable<u32>, Violation>,
) -> Outcome {
    let run = |options| {
        let mut machine = machine(options);
        let registers = program(&mut machine).unwrap_or_else(|error| panic!("{what}: {error}"));
        let outcome = machine.finish();
        (registers.reveal(&outcome), outcome)
    };
    let mut last = None;
    // What was rehearsed for one model must not be charged under another.
    for model in CHARGES {
        let (registers, stepped) = run(Options { model, ..Options::default() });
        let leaps = LEAPS.map(|way| {
            let what = format!("{what} {way:?} {model:?}");
            let (found, leapt) = run(Options { model, ..leaping(way) });
            assert_eq!(registers, found, "{what}");
            compare(&stepped, &leapt, &what);
            leapt
        });
        assert!(leaps.windows(2).all(|pair| bounds(&pair[0]) == bounds(&pair[1])), "{what}");
        last = leaps.into_iter().last();
    }
    last.expect("there is a way to leap")
}

/// [`check`] of a program that moves packets and leaves no registers.
pub(super) fn check_packets(
    what: &str,
    machine: impl Fn(Options) -> Machine,
    program: impl Fn(&mut Machine) -> Result<(), Violation>,
) {
    let leapt = check(what, machine, |machine| {
        program(machine)?;
        // The words of all packets.
        let lanes = 0..8;
        machine.variable(1, |node, _| {
            let words = lanes.clone().flat_map(|lane| node.words(lane).iter());
            words.fold(7, |all: u32, word| all.wrapping_mul(31).wrapping_add(word))
        })
    });
    assert!(leapt.peak_is_bound || leapt.steps == 0, "{what}: nothing has leapt");
}

/// Packets with keys in lane 0 of some nodes.
fn keyed<'k>(
    shape: Shape,
    sources: &'k [u32],
    keys: &'k [u32],
    capacity: usize,
) -> impl Fn(Options) -> Machine + use<'k> {
    move |options| machine_with_keys(shape, sources, keys, capacity, options)
}

#[test]
fn sorts() {
    for shape in shapes(12) {
        for order in ORDERS {
            for (percent, pattern) in [(100, Keys::Random), (60, Keys::Repeated)] {
                let sources = sources(shape.nodes(), percent, 3);
                let keys = pattern.make(sources.len(), 5);
                let sort = Sort::new(shape, order);
                let machine = keyed(shape, &sources, &keys, Sort::CAPACITY);
                check_packets(&format!("{order:?} {shape:?}"), machine, |machine| {
                    sort.run(machine)
                });
            }
        }
    }
}

/// A machine without packets.
fn empty(shape: Shape) -> impl Fn(Options) -> Machine {
    move |options| {
        let set = Messages::new(shape.nodes(), []).expect("small");
        Machine::new(shape, Arc::new(set), Some(1), options)
    }
}

/// An operation that does not commute: the composition of x ↦ ax + b modulo 2¹⁶.
fn compose(first: u32, second: u32) -> u32 {
    let parts = |map: u32| (map >> 16, map & 0xffff);
    let ((a, b), (c, d)) = (parts(first), parts(second));
    ((a * c) & 0xffff) << 16 | (b.wrapping_mul(c).wrapping_add(d) & 0xffff)
}

#[test]
fn scans_and_reductions() {
    for shape in shapes(10) {
        for waves in [1, 2, 5] {
            let numbers = Keys::Random.make(shape.nodes() * waves, 11);
            let registers = |machine: &mut Machine| {
                machine.variable(waves, |node, wave| numbers[node.index() * waves + wave])
            };
            for order in ORDERS {
                let what = format!("{waves} scans {order:?} {shape:?}");
                let leapt = check(&what, empty(shape), |machine| {
                    let mut values = registers(machine)?;
                    scan(machine, &mut values, order, compose)?;
                    Ok(values)
                });
                assert!(!leapt.peak_is_bound, "{what}");
            }
            check(&format!("{waves} sums {shape:?}"), empty(shape), |machine| {
                let mut values = registers(machine)?;
                all_reduce(machine, &mut values, compose)?;
                if waves == 1 {
                    reduce_lines(machine, &mut values, compose, u32::max)?;
                }
                Ok(values)
            });
        }
    }
}

/// A run keeps one rehearsal for every order, every number of waves and every shape.
#[test]
fn scans_of_all_kinds_in_one_run() {
    for shape in shapes(9) {
        let parts = Tiling::grid(shape, 1, shape.cols().min(2));
        let scans = |machine: &mut Machine| {
            for (waves, order) in [1, 3, 1].into_iter().zip(ORDERS) {
                let mut values = machine.variable(waves, |node, wave| node.id() + wave as u32)?;
                scan(machine, &mut values, order, compose)?;
                all_reduce(machine, &mut values, compose)?;
                machine.step(|_| Ok(()))?;
            }
            Ok(())
        };
        check(&format!("{shape:?}"), empty(shape), |machine| {
            scans(machine)?;
            machine.in_parallel(&parts, |tile, _| scans(tile))?;
            machine.transposed(scans)?;
            scans(machine)?;
            machine.variable(1, |_, _| 0)
        });
    }
}

#[test]
fn ranks_within_groups() {
    for shape in shapes(8) {
        let sources: Vec<u32> = (0..shape.nodes() as u32).collect();
        let mut keys = Keys::Repeated.make(sources.len(), 5);
        keys.sort_unstable();
        let machine = keyed(shape, &sources, &keys, 1);
        check(&format!("{shape:?}"), machine, |machine| group_ranks(machine, Order::RowMajor));
    }
}

#[test]
fn routes_to_ranks() {
    for shape in shapes(11) {
        let nodes = shape.nodes();
        for percent in [30, 100] {
            let sources = sources(nodes, percent, 17);
            for kind in [Keys::Random, Keys::Repeated] {
                let (down, across) = (kind.make(nodes, 3), kind.make(nodes, 4));
                let keys: Vec<[u32; 2]> = down.into_iter().zip(across).map(Into::into).collect();
                let machine = keyed(shape, &sources, &sources, RANK_ROUTING_CAPACITY);
                let what = format!("{percent}% of {shape:?}");
                check_packets(&what, machine, |machine| rank_routing(machine, &keys));
            }
        }
    }
}

#[test]
fn order_preserving_routes() {
    for shape in shapes(11) {
        let nodes = shape.nodes();
        for percent in [30, 100] {
            let sources = sources(nodes, percent, 17);
            let count = sources.len();
            let targets = some_of(nodes, count, 19);
            let what = format!("{percent}% of {shape:?}");
            check_packets(&what, keyed(shape, &sources, &targets, COMPACTION_CAPACITY), compaction);
            for order in [Order::Snake, Order::RowMajor] {
                let first: Vec<u32> = (0..count as u32).collect();
                let capacity = expansion_capacity(order);
                check_packets(&what, keyed(shape, &first, &targets, capacity), |machine| {
                    expansion(machine, order)
                });
                let rank = |id: u32| sources.partition_point(|&source| source < id) as u32;
                check_packets(
                    &what,
                    keyed(shape, &sources, &targets, SPREAD_CAPACITY),
                    |machine| {
                        let ranks = machine.variable(1, |node, _| rank(node.id()))?;
                        spread(machine, &ranks, order)?;
                        let ranks = machine.variable(1, |node, _| {
                            targets.partition_point(|&target| target < node.id()) as u32
                        })?;
                        match order {
                            Order::RowMajor => ranked_compaction(machine, &ranks),
                            _ => Ok(()),
                        }
                    },
                );
            }
        }
    }
}

#[test]
fn segmented_broadcasts() {
    for shape in shapes(9) {
        let nodes = shape.nodes();
        for order in ORDERS {
            // Segments of 1, 2, … nodes, with a node between two of them.
            let mut segments = Vec::new();
            let (mut start, mut length) = (0, 1);
            while start + length <= nodes {
                let (row, col) = order.position(shape, start);
                let key = (start << 16 | (start + length)) as u32;
                segments.push((shape.index(row, col) as u32, key));
                (start, length) = (start + length + 1, length + 1);
            }
            segments.sort_unstable();
            let (sources, keys): (Vec<u32>, Vec<u32>) = segments.into_iter().unzip();
            let broadcast = SegmentedBroadcast::new(shape, order, length);
            let machine = keyed(shape, &sources, &keys, SegmentedBroadcast::CAPACITY);
            check_packets(&format!("{order:?} {shape:?}"), machine, |machine| {
                broadcast.run(machine, |node, lane| {
                    let key = node.packet(lane).map_or(0, Packet::key);
                    key >> 16..key & 0xffff
                })
            });
        }
    }
}

#[test]
fn permutations() {
    for shape in shapes(11) {
        let sources = sources(shape.nodes(), 80, 23);
        let keys = shuffled(shape.nodes(), 29);
        for blocks in 1..=4 {
            let routing = PermutationRouting::new(shape, blocks);
            let machine = keyed(shape, &sources, &keys, routing.capacity());
            check_packets(&format!("{blocks} {shape:?}"), machine, |machine| routing.run(machine));
        }
    }
}

/// A machine with packets in lane `lane` of their sources.
pub(super) fn loaded(
    set: &Messages,
    shape: Shape,
    lane: usize,
    capacity: usize,
) -> impl Fn(Options) -> Machine {
    let set = Arc::new(set.clone());
    move |options| {
        let mut machine = Machine::new(shape, Arc::clone(&set), Some(capacity), options);
        machine.inject(lane, |node| node.index() as u32);
        machine
    }
}

#[test]
fn circulations() {
    for shape in shapes(9) {
        for (percent, most) in [(100, 4), (50, shape.nodes())] {
            let set = multicast(shape.nodes(), percent, most, 31);
            let circulation = Circulation::new(shape);
            let machine = loaded(&set, shape, 0, circulation.capacity());
            check_packets(&format!("{shape:?}"), machine, |machine| circulation.run(machine));
        }
    }
}

#[test]
fn tile_shifts() {
    for shape in shapes(11) {
        let set = Messages::one_each(shape.nodes()).expect("small");
        for (down, across) in [(2, 2), (3, 4), (1, 5)] {
            if down > shape.rows() || across > shape.cols() {
                continue;
            }
            let cores = TileShift::of_cores(shape, down, across);
            let only_cores = |machine: &mut Machine| {
                machine.step(|step| {
                    step.discard(0, |node| {
                        let within = |at: usize, side: usize, parts: usize| {
                            let part = (0..parts).rfind(|part| part * side / parts <= at);
                            at - part.unwrap_or(0) * side / parts < side / parts
                        };
                        !within(node.row(), shape.rows(), down)
                            || !within(node.col(), shape.cols(), across)
                    })
                })?;
                cores.begin(machine)?;
                cores.run(machine, Way::Backward)?;
                cores.run(machine, Way::Forward)?;
                cores.run(machine, Way::Forward)
            };
            let what = format!("cores of {down} x {across} tiles of {shape:?}");
            check_packets(&what, loaded(&set, shape, 0, cores.capacity()), only_cores);
            let shift = TileShift::new(shape, down, across);
            let machine = loaded(&set, shape, 0, shift.capacity());
            let program = |machine: &mut Machine| {
                shift.begin(machine)?;
                shift.run(machine, Way::Forward)?;
                shift.run(machine, Way::Forward)?;
                shift.run(machine, Way::Backward)
            };
            let what = format!("{down} x {across} tiles of {shape:?}");
            check_packets(&what, machine, program);
        }
    }
}

/// Two migrations in a row on other grids, and the tour of the blocks after the second.
/// A kind of migration.
#[derive(Clone, Copy)]
enum Kind {
    Lean,
    Exact,
    Literal,
}

fn migrate_twice(shape: Shape, kind: Kind) -> impl Fn(&mut Machine) -> Result<(), Violation> {
    let grids = [(1, 2), (2, 2), (2, 1)].into_iter();
    let fitting = |&(down, across): &(usize, usize)| down <= shape.rows() && across <= shape.cols();
    let grids: Vec<(usize, usize)> = grids.filter(fitting).collect();
    let core = Shape::new((shape.rows() - 1).max(1), shape.cols()).expect("no larger");
    move |machine| {
        for &grid in &grids {
            machine.step(|step| step.discard(0, |_| true))?;
            let parts = match (shape.rows(), shape.cols()) {
                (rows, cols) if rows > 3 && cols > 3 => (2, 2),
                (rows, cols) if rows > 1 && cols > 8 => (2, 1),
                _ => (1, 1),
            };
            match kind {
                Kind::Lean => Migration::of_core(shape, core, grid, parts).run(machine)?,
                Kind::Exact => Migration::exact(shape, core, grid).run(machine)?,
                Kind::Literal => LiteralMigration::new(shape, grid.0, grid.1).run(machine)?,
            }
            let blocks = Tiling::grid(shape, grid.0, grid.1);
            let circulations = ByShape::new(&blocks, Circulation::new);
            machine.in_parallel(&blocks, |block, _| {
                circulations.of(block.shape()).run_where(block, Migration::wanted)
            })?;
        }
        Ok(())
    }
}

#[test]
fn migrations_and_tours_of_blocks() {
    for shape in shapes(10).into_iter().filter(|shape| shape.nodes() > 1) {
        for (percent, most, seed) in [(100, 3, 37), (100, shape.nodes(), 41), (40, 9, 43)] {
            let set = multicast(shape.nodes(), percent, most, seed);
            let what = format!("{shape:?} seed {seed}");
            for kind in [Kind::Lean, Kind::Exact] {
                let machine = loaded(&set, shape, Migration::MASTER, Migration::CAPACITY);
                check_packets(&what, machine, migrate_twice(shape, kind));
            }
            // Room for any grid's copies.
            let machine = loaded(&set, shape, LiteralMigration::MASTERS[0], 16);
            check_packets(&format!("literal {what}"), machine, migrate_twice(shape, Kind::Literal));
        }
    }
}
