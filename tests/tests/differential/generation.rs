//! Random cases: a machine, its packets and a lawful program that grew op by op.

use super::program::{AnyFold, Form, Op};
use super::run::{Run, Way};
use meshcast_engine::{
    CopySteps, CostModel, ExchangeSteps, Lines, Port, Ports, QUEUES, Shape, StreamLanes,
    Way as Direction,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::ops::Range;

/// A machine, its packets and a program that keeps the rules. Its `Debug` text is all one needs to write it down as a
/// test of its own.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) shape: Shape,
    pub(super) capacity: Option<usize>,
    pub(super) model: CostModel,
    /// Where packets start, increasing, and their keys.
    pub(super) sources: Vec<u32>,
    pub(super) keys: Vec<u32>,
    /// Whether some messages stay in their input queues when the program begins.
    pub(super) in_batches: bool,
    pub(super) ops: Vec<Op>,
    /// The (message, node) pairs that the program delivers, each once.
    pub(super) deliveries: Vec<(u32, u32)>,
    /// Programs that grew from this one and broke a rule.
    pub(super) unlawful: Vec<Vec<Op>>,
}

/// A case for every seed, of up to `sides` rows and columns; `tiled` programs transpose and cut up the mesh as well.
pub(super) fn cases(seeds: Range<u64>, sides: usize, tiled: bool) -> impl Iterator<Item = Case> {
    seeds.map(move |seed| Case::random(seed, sides, tiled, false))
}

/// The same with messages that leave their input queues in batches.
pub(super) fn cases_in_batches(
    seeds: Range<u64>,
    sides: usize,
    tiled: bool,
) -> impl Iterator<Item = Case> {
    seeds.map(move |seed| Case::random(seed, sides, tiled, true))
}

impl Case {
    fn random(seed: u64, sides: usize, tiled: bool, in_batches: bool) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut side = || random.random_range(1..=sides);
        let shape = Shape::new(side(), side()).expect("a small mesh");
        let most = if random.random_bool(0.2) { 12 } else { 6 };
        let capacity = random.random_bool(0.9).then(|| random.random_range(1..=most));
        let model =
            if random.random_bool(0.6) { CostModel::default() } else { any_model(&mut random) };
        let density = random.random_range(0.1..=1.0);
        let nodes = 0..shape.nodes() as u32;
        let sources: Vec<u32> = nodes.filter(|_| random.random_bool(density)).collect();
        let keys = sources.iter().map(|_| random.random()).collect();
        let mut case = Self {
            shape,
            capacity,
            model,
            sources,
            keys,
            in_batches,
            ops: Vec::new(),
            deliveries: Vec::new(),
            unlawful: Vec::new(),
        };
        let lanes = capacity.unwrap_or(4);
        for _ in 0..36 {
            case.ops.push(if in_batches && random.random_bool(0.2) {
                Op::Inject { lane: random.random_range(0..lanes), choice: random.random() }
            } else {
                any_op(&mut random, lanes, if tiled { 3 } else { 0 })
            });
            match Run::of(&case, Way::PLAIN).observed {
                Ok(seen) if all_distinct(&seen.deliveries) => case.deliveries = seen.deliveries,
                // Lawful, but a message that is delivered twice at a node has no destination list.
                Ok(_) => drop(case.ops.pop()),
                Err(_) => {
                    case.unlawful.push(case.ops.clone());
                    case.ops.pop();
                }
            }
        }
        case
    }
}

fn all_distinct(deliveries: &[(u32, u32)]) -> bool {
    deliveries.iter().collect::<BTreeSet<_>>().len() == deliveries.len()
}

pub(super) fn any_model(random: &mut impl Rng) -> CostModel {
    CostModel {
        ports: if random.random() { Ports::All } else { Ports::One },
        exchange_steps: if random.random() { ExchangeSteps::One } else { ExchangeSteps::Two },
        copy_steps: if random.random() { CopySteps::One } else { CopySteps::Zero },
    }
}

/// An op for buffers of `lanes` slots, with bodies nested up to `depth` deep.
fn any_op(random: &mut impl Rng, lanes: usize, depth: usize) -> Op {
    let kinds = if depth == 0 { 16 } else { 20 };
    match random.random_range(0..kinds) {
        0 => Op::Inside {
            fold: any_fold(random, lanes),
            slice: random.random_range(1..6),
            directions: random.random(),
        },
        1 => Op::Swap {
            lanes: (random.random_range(0..lanes), random.random_range(0..lanes)),
            choice: random.random(),
        },
        2 => Op::Rekey { lane: random.random_range(0..lanes), choice: random.random() },
        3 => Op::Span(
            ["a", "b", "c"][random.random_range(0..3)],
            any_ops(random, lanes, depth.saturating_sub(1)),
        ),
        4 | 5 => Op::Enqueue {
            lanes: any_lanes(random, 0, lanes),
            queue: random.random_range(0..QUEUES),
        },
        6 => Op::Requeue { queue: random.random_range(0..QUEUES), choice: random.random() },
        7 => Op::Dequeue {
            queue: random.random_range(0..QUEUES),
            lanes: any_lanes(random, 0, lanes),
        },
        16 => Op::Transposed(any_ops(random, lanes, depth - 1)),
        17 | 18 => Op::Tiles {
            down: random.random_range(0..4),
            across: random.random_range(0..4),
            body: any_ops(random, lanes, depth - 1),
        },
        19 => Op::WaitRows,
        _ => {
            let forms = if random.random_bool(0.5) { 1 } else { 2 };
            Op::Step((0..forms).map(|_| any_form(random, lanes)).collect())
        }
    }
}

fn any_ops(random: &mut impl Rng, lanes: usize, depth: usize) -> Vec<Op> {
    (0..random.random_range(1..4)).map(|_| any_op(random, lanes, depth)).collect()
}

fn any_form(random: &mut impl Rng, lanes: usize) -> Form {
    let (lane, choice) = (random.random_range(0..lanes), random.random());
    match random.random_range(0..22) {
        0 => Form::ExchangeRows {
            fold: any_fold(random, lanes),
            slice: random.random_range(1..6),
            directions: random.random(),
        },
        1 => Form::ExchangeColumns {
            fold: any_fold(random, lanes),
            height: random.random_range(1..6),
            parity: if random.random() { [0, 1] } else { [1, 2] },
        },
        2 => Form::ExchangeSnake {
            fold: any_fold(random, lanes),
            slice: random.random_range(1..4),
            height: random.random_range(1..6),
        },
        3 | 4 => Form::Shift {
            way: if random.random() { Direction::Forward } else { Direction::Backward },
            lanes: StreamLanes { home: lane, relay: (lane + 1) % lanes.max(2) },
        },
        5 | 6 => Form::Transmit {
            lanes: any_lanes(random, lane, lanes),
            ports: any_ports(random),
            choice,
        },
        7 => Form::TransmitInto {
            lanes: any_lanes(random, lane, lanes),
            ports: any_ports(random),
            choice,
        },
        8 => {
            let mut ports = any_ports(random);
            if random.random() {
                ports.push(ports[0]);
            }
            Form::Words { ports, choice }
        }
        9 => Form::Deliver { lane, choice },
        10 => Form::Discard { lane, choice },
        11..=13 => Form::Stream {
            from: random.random_range(0..QUEUES),
            into: any_queues(random),
            ports: any_ports(random),
            choice,
        },
        14 => Form::CopyQueued {
            from: random.random_range(0..QUEUES),
            into: any_queues(random),
            choice,
        },
        15 => Form::DeliverQueued { from: random.random_range(0..QUEUES), choice },
        16 | 17 => {
            Form::Carry { lanes: any_lanes(random, lane, lanes), ports: any_ports(random), choice }
        }
        18 => Form::CarryInto {
            lanes: any_lanes(random, lane, lanes),
            ports: any_ports(random),
            choice,
        },
        19 => Form::Approach {
            lines: if random.random() { Lines::Rows } else { Lines::Columns },
            lanes: any_lanes(random, lane, lanes),
            choice,
        },
        _ => Form::Copy { from: lane, to: random.random_range(0..lanes), choice },
    }
}

fn any_lanes(random: &mut impl Rng, first: usize, lanes: usize) -> Range<usize> {
    if random.random() { 0..lanes } else { first..random.random_range(first..lanes) + 1 }
}

fn any_queues(random: &mut impl Rng) -> Vec<usize> {
    (0..random.random_range(1..3)).map(|_| random.random_range(0..QUEUES)).collect()
}

fn any_ports(random: &mut impl Rng) -> Vec<Port> {
    let mut ports: Vec<Port> = Port::ALL.into_iter().filter(|_| random.random()).collect();
    if ports.is_empty() {
        ports.push(Port::ALL[random.random_range(0..4)]);
    }
    ports
}

/// An array of packets or of lists, most often as long as two of them fit `lanes`.
fn any_fold(random: &mut impl Rng, lanes: usize) -> AnyFold {
    let lane = if random.random() { 0 } else { random.random_range(0..lanes) };
    let most = (lanes - lane).div_ceil(2);
    AnyFold {
        first_col: random.random_range(0..9),
        width: random.random_range(0..64),
        depth: if random.random() { 1 } else { random.random_range(1..=most) },
        item: random.random_range(0..9),
        lane,
        transposed: random.random(),
    }
}
