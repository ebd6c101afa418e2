//! What a machine allocates: a bounded number of bytes a node, and nothing inside a step.

use allocation_counter::measure;
use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{
    Circuit, Direction, Fold, Machine, Messages, Options, Order, Port, Shape, StreamLanes,
    Violation, Way,
};
use meshcast_primitives::{KkSort, Sort, scan};
use meshcast_tests::corpus::{Keys, lists, machine_with_lists, run_hamiltonian};
use meshcast_tests::replay::check;
use std::io::{BufReader, Read, Write as _};
use std::sync::Arc;

/// Bytes of a packet slot.
const SLOT: u64 = 8;

/// Bytes a node beside its slots and the message set.
const BESIDE: u64 = 32;

/// Bytes of a message in a set beside its destinations.
const MESSAGE: u64 = 12;

/// What the ledger and the like take.
const LITTLE: u64 = 4096;

fn machine(side: usize, capacity: usize) -> Machine {
    let shape = Shape::new(side, side).expect("small");
    let set = Messages::one_each(shape.nodes()).expect("small");
    let mut machine = Machine::new(shape, Arc::new(set), Some(capacity), Options::default());
    machine.inject(0, |node| node.id().wrapping_mul(0x9E37_79B1));
    machine
}

/// One step of every form, and every kind of local work on packets.
fn all_forms(machine: &mut Machine, circuit: &Circuit) -> Result<(), Violation> {
    let fold = Fold::of_width(machine.shape().cols());
    let up = |_| Direction::Ascending;
    machine.step(|step| {
        step.copy(0, 1, |node| node.packet(0).is_some() && node.packet(1).is_none())
    })?;
    machine.exchange_inside(fold, 4_usize, up)?;
    machine.step(|step| step.exchange_rows(fold, 8_usize, up))?;
    machine.step(|step| step.exchange_columns(fold, 8, [0, 1]))?;
    machine.step(|step| step.exchange_snake(fold, 8, 8))?;
    machine.step(|step| step.shift(circuit, Way::Forward, StreamLanes { home: 0, relay: 2 }))?;
    machine.step(|step| {
        step.transmit(0..3, &[Port::East, Port::South], |node, sends| {
            if node.col() == 0 && node.packet(1).is_some() {
                sends.send(1, Port::East);
            }
        })
    })?;
    machine.swap_lanes(|node| node.packet(2).is_some().then_some((1, 2)))?;
    machine.rekey(0, |node| node.packet(0).map(|packet| packet.key() ^ 1))?;
    machine.step(|step| {
        step.deliver(0, |_| None)?;
        step.discard(1, |_| true)?;
        step.discard(2, |_| true)
    })
}

#[test]
fn a_step_allocates_nothing_once_its_tables_exist() {
    for side in [8, 9, 40] {
        let mut machine = machine(side, 3);
        let circuit = Circuit::new(machine.shape());
        let mut run = || {
            if side % 2 == 0 {
                all_forms(&mut machine, &circuit)
            } else {
                shifts(&mut machine, &circuit)
            }
        };
        run().expect("lawful");
        let again = measure(|| run().expect("lawful"));
        assert_eq!(again.count_total, 0, "side {side}: {again:?}");
    }
}

/// On odd sides a snake step has no even slices; the circuit has a relay instead.
fn shifts(machine: &mut Machine, circuit: &Circuit) -> Result<(), Violation> {
    let lanes = StreamLanes { home: 0, relay: 1 };
    machine.step(|step| step.shift(circuit, Way::Forward, lanes))?;
    machine.step(|step| step.shift(circuit, Way::Backward, lanes))
}

#[test]
fn an_exchange_of_lists_allocates_nothing() {
    let mut machine = machine(16, 12);
    let fold = Fold::of_width(32).of_depth(6);
    let mut run = || -> Result<(), Violation> {
        for item in 0..6 {
            let fold = fold.at_item(item);
            machine.step(|step| step.exchange_rows(fold, 32_usize, |_| Direction::Ascending))?;
            machine.step(|step| step.exchange_columns(fold, 16, [item, item + 1]))?;
            machine.step(|step| step.exchange_snake(fold, 8, 8))?;
        }
        machine.exchange_inside(fold, 3_usize, |_| Direction::Descending)
    };
    run().expect("lawful");
    let again = measure(|| run().expect("lawful"));
    assert_eq!(again.count_total, 0, "{again:?}");
}

#[test]
fn the_steps_of_a_scan_allocate_nothing_beside_its_registers() {
    let mut machine = machine(32, 1);
    let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
    let mut run =
        || scan(&mut machine, &mut values, Order::Snake, u32::wrapping_add).expect("lawful");
    run();
    let again = measure(run);
    assert!(again.count_total <= 4, "{again:?}");
}

#[test]
fn a_sorting_machine_needs_eight_bytes_a_slot_and_little_beside() {
    let shape = Shape::new(128, 128).expect("small");
    let sort = Sort::new(shape, Order::Snake);
    let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let used = measure(|| {
        let mut machine =
            Machine::new(shape, Arc::clone(&set), Some(Sort::CAPACITY), Options::default());
        machine.inject(0, |node| node.id().wrapping_mul(0x9E37_79B1));
        sort.run(&mut machine).expect("lawful");
    });
    let nodes = shape.nodes() as u64;
    let limit = nodes * (SLOT * Sort::CAPACITY as u64 + BESIDE);
    assert!(used.bytes_max <= limit, "{} bytes, limit {limit}", used.bytes_max);
}

/// Routes make their timetables in their first step. These take at most what the check before a run counts; on a prime, where nearly every
/// row has a route of its own, a run does take more than it would be allowed without them.
#[test]
fn a_machine_that_sorts_k_packets_a_node_needs_eight_bytes_a_slot_its_timetables_and_little_beside()
{
    for (side, k, missing) in [(64, 2, 0), (64, 7, 0), (64, 32, 50), (67, 2, 0)] {
        let shape = Shape::new(side, side).expect("small");
        let sort = KkSort::new(shape, k, Order::Snake);
        let lists = lists(shape.nodes(), k, Keys::Random, missing, 1);
        let used = measure(|| {
            let mut machine =
                machine_with_lists(shape, &lists, sort.capacity(), Options::default());
            sort.run(&mut machine).expect("lawful");
        });
        let slots = shape.nodes() as u64 * (SLOT * sort.capacity() as u64 + BESIDE);
        let timetables = KkSort::timetable_bytes_on(shape, Order::Snake);
        let (beside, limit) = (slots + LITTLE, slots + LITTLE + timetables);
        let what = format!("side {side}, k = {k}");
        assert!(used.bytes_max <= limit, "{what}: {} bytes, limit {limit}", used.bytes_max);
        if side == 67 {
            assert!(used.bytes_max > beside, "{what}: no timetable was made");
        }
    }
}

#[test]
fn hamiltonian_needs_eight_bytes_a_slot_and_little_beside() {
    for (rows, cols, capacity) in [(64, 64, 2), (63, 63, 4), (1, 512, 4)] {
        let shape = Shape::new(rows, cols).expect("small");
        let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let used = measure(|| {
            run_hamiltonian(shape, Arc::clone(&set), Options::default()).expect("lawful");
        });
        // Output queues hold what is delivered, here nothing; the few kilobytes are the ledger's and the messages' own.
        let limit = shape.nodes() as u64 * (SLOT * capacity + BESIDE) + 4096;
        assert!(used.bytes_max <= limit, "{rows}x{cols}: {} bytes, limit {limit}", used.bytes_max);
    }
}

/// Four bytes a destination, and while the set is made a few a node beside: permutations, marks of what is in a row, loads.
#[test]
fn a_message_set_needs_four_bytes_a_destination() {
    let (side, congestion) = (64, 48);
    let nodes = (side * side) as u64;
    let mut set = None;
    let used = measure(|| {
        set = generate(Workload::Uniform, side, None, Some(congestion), 1).ok();
    });
    let kept = 4 * congestion as u64 * nodes + MESSAGE * nodes + LITTLE;
    assert!(
        u64::try_from(used.bytes_current).is_ok_and(|bytes| bytes <= kept),
        "{used:?} kept, limit {kept}"
    );
    let limit = kept + 24 * nodes;
    assert!(used.bytes_max <= limit, "{used:?}, limit {limit}");
    let set = set.expect("in range");
    let again = measure(|| drop(set.clone()));
    assert_eq!(again.bytes_total, 0, "a clone shares everything: {again:?}");
}

/// Sources in any order take a second array while the set is made, not an allocation a message.
#[test]
fn making_a_set_in_any_order_needs_eight_bytes_a_destination() {
    let nodes = 64 * 64;
    for workload in [Workload::Cluster, Workload::PowerLaw, Workload::Broadcast] {
        let mut deliveries = 0;
        let used = measure(|| {
            let set = generate(workload, 64, None, Some(40), 1).expect("in range");
            deliveries = set.deliveries() as u64;
        });
        // Arrays that grow double.
        let growth = if workload == Workload::Cluster { 1 } else { 3 };
        let limit = growth * 4 * deliveries + 4 * deliveries + 80 * nodes + LITTLE;
        assert!(used.bytes_max <= limit, "{workload}: {used:?}, limit {limit}");
    }
}

#[test]
fn a_delivery_needs_a_bit_and_its_check_another() {
    let shape = Shape::new(64, 64).expect("small");
    let set = Arc::new(generate(Workload::Uniform, 64, None, Some(48), 1).expect("in range"));
    let nodes = shape.nodes() as u64;
    let bits = (set.deliveries() / 8) as u64;
    let mut outcome = None;
    let used = measure(|| {
        outcome = run_hamiltonian(shape, Arc::clone(&set), Options::default()).ok();
    });
    let limit = nodes * (SLOT * 2 + BESIDE) + bits + LITTLE;
    assert!(used.bytes_max <= limit, "{used:?}, limit {limit}");
    let deliveries = outcome.expect("lawful").deliveries;
    assert!(deliveries.are_as_asked());
    let checked = measure(|| {
        assert!(check_deliveries(&set, deliveries.iter()).is_complete());
    });
    assert!(checked.bytes_max <= bits + 64, "{checked:?}, limit {bits}");
}

/// Three words a wave beside the values.
#[test]
fn a_scan_of_many_waves_needs_three_words_a_wave() {
    let mut machine = machine(32, 1);
    let waves = 16;
    let mut values =
        machine.variable(waves, |node, i| u64::from(node.id()) + i as u64).expect("lawful");
    let used = measure(|| {
        scan(&mut machine, &mut values, Order::Snake, u64::wrapping_add).expect("lawful");
    });
    // Which columns of each row send a word on which of five streams, in an array that doubles as it grows.
    let senders = 2 * 5 * 32 * size_of::<std::ops::Range<usize>>();
    // A word of every wave on every row of every stream at most.
    let words = 8 * 5 * 32 * waves;
    let limit = (24 * 32 * 32 * waves + senders + words) as u64;
    assert!(used.bytes_max <= limit, "{used:?}, limit {limit}");
}

/// The text of a long trace: a packet is copied, goes to the next node and back, and leaves, again and again.
struct LongTrace {
    rounds: u64,
    round: u64,
    text: Vec<u8>,
    read: usize,
}

impl LongTrace {
    fn of(rounds: u64) -> Self {
        let start = r#"{"trace":"meshcast/1","rows":1,"cols":2,"topology":"mesh","capacity":2,"ports":"all","exchange_steps":1,"copy_steps":1}
{"message":0,"source":0,"destinations":[]}
{"t":0,"e":"inject","at":0,"p":0,"m":0}
"#;
        Self { rounds, round: 0, text: start.into(), read: 0 }
    }

    /// Writes the next round over the one that was read.
    fn refill(&mut self) {
        let (t, p) = (4 * self.round, self.round);
        self.round += 1;
        self.read = 0;
        self.text.clear();
        if self.round > self.rounds + 1 {
            return;
        }
        if self.round > self.rounds {
            writeln!(self.text, r#"{{"e":"end","steps":{t}}}"#).expect("memory");
            return;
        }
        for line in [
            format!(r#"{{"t":{},"e":"copy","at":0,"p":{p},"q":{}}}"#, t + 1, p + 1),
            format!(r#"{{"t":{},"e":"move","from":0,"to":1,"p":{p}}}"#, t + 2),
            format!(r#"{{"t":{},"e":"move","from":1,"to":0,"p":{p}}}"#, t + 3),
            format!(r#"{{"t":{},"e":"drop","at":0,"p":{p}}}"#, t + 4),
        ] {
            writeln!(self.text, "{line}").expect("memory");
        }
    }
}

impl Read for LongTrace {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.read == self.text.len() {
            self.refill();
        }
        let length = (&self.text[self.read..]).read(buffer)?;
        self.read += length;
        Ok(length)
    }
}

#[test]
fn a_check_of_a_trace_takes_memory_for_its_packets_and_not_for_its_events() {
    let peak = |rounds: u64| {
        let mut steps = 0;
        let used = measure(|| {
            let verdict = check(BufReader::new(LongTrace::of(rounds))).expect("a trace");
            assert_eq!(verdict.finding, None);
            steps = verdict.steps;
        });
        assert_eq!(steps, 4 * rounds);
        used.bytes_max
    };
    let (short, long) = (peak(10), peak(50_000));
    assert!(long <= short + LITTLE, "{short} bytes for 10 rounds, {long} for 50,000");
}
