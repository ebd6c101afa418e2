//! Exchanges of any pairs of neighbours: lawful by themselves, and as fast as a textbook says.

use super::{Setting, broken};
use meshcast_engine::{
    AuditLevel, CostModel, ExchangeSteps, LeftPacket, Machine, Mode, Options, Outcome, Pairing,
    Port, Ports, Rehearsal, Rule, Shape, Violation,
};
use meshcast_tests::corpus::{below, generator};
use meshcast_tests::replay::ReplayRule::PacketTwice;
use rand::Rng;

/// The pairs of neighbours along the snake whose first has a place of this parity; the lesser packet goes to the lower place.
fn along_the_snake(shape: Shape, parity: usize) -> Pairing {
    let place = |row: usize, col: usize| {
        row * shape.cols() + if row.is_multiple_of(2) { col } else { shape.cols() - 1 - col }
    };
    let greater = |row: usize, col: usize| {
        let is_first = place(row, col) % 2 == parity && place(row, col) + 1 < shape.nodes();
        let onward = Port::ALL.into_iter().find(|port| {
            port.step(shape, row, col).is_some_and(|(r, c)| place(r, c) == place(row, col) + 1)
        });
        onward.filter(|_| is_first)
    };
    Pairing::new(shape, greater).expect("a matching")
}

/// The textbook's odd–even transposition sort along the snake: as many steps as nodes, one packet a node.
fn transposition_sort(machine: &mut Machine) -> Result<(), Violation> {
    let pairings = [0, 1].map(|parity| along_the_snake(machine.shape(), parity));
    (0..machine.shape().nodes())
        .try_for_each(|step| machine.step(|form| form.exchange_pairs(0, &pairings[step % 2])))
}

fn keys_along_the_snake(outcome: &Outcome) -> Vec<Option<u32>> {
    let (rows, cols) = (outcome.shape.rows(), outcome.shape.cols());
    let col =
        |row: usize, place: usize| if row.is_multiple_of(2) { place } else { cols - 1 - place };
    let nodes = (0..rows).flat_map(|row| (0..cols).map(move |place| (row, col(row, place))));
    nodes.map(|(row, col)| outcome.packet(0, row, col).map(LeftPacket::key)).collect()
}

fn sorted(shape: Shape, sources: &[u32], keys: &[u32], options: Options) -> Outcome {
    let mut machine = meshcast_tests::corpus::machine_with_keys(shape, sources, keys, 1, options);
    transposition_sort(&mut machine).expect("lawful");
    machine.finish()
}

#[test]
fn odd_even_transposition_sorts_n_packets_in_n_steps_on_every_small_mesh() {
    for (rows, cols) in [(1, 1), (1, 7), (5, 1), (2, 2), (3, 3), (2, 5), (3, 4), (4, 3)] {
        let shape = Shape::new(rows, cols).expect("small");
        let sources: Vec<u32> = (0..shape.nodes() as u32).collect();
        // By the 0–1 principle, inputs of zeros and ones prove it for all.
        for bits in 0_u32..1 << shape.nodes() {
            let keys: Vec<u32> = (0..shape.nodes()).map(|node| bits >> node & 1).collect();
            let outcome = sorted(shape, &sources, &keys, Options::default());
            assert_eq!(outcome.steps, shape.nodes() as u64);
            let found = keys_along_the_snake(&outcome);
            assert!(found.is_sorted() && found.iter().all(Option::is_some), "{shape:?} {bits:b}");
        }
    }
}

#[test]
fn random_meshes_with_holes_are_sorted_alike_however_they_are_watched() {
    let mut random = generator(11);
    for _ in 0..40 {
        let shape =
            Shape::new(1 + below(&mut random, 13), 1 + below(&mut random, 13)).expect("small");
        let sources: Vec<u32> =
            (0..shape.nodes() as u32).filter(|_| below(&mut random, 4) > 0).collect();
        let keys: Vec<u32> = sources.iter().map(|_| below(&mut random, 30) as u32).collect();
        let plain = sorted(shape, &sources, &keys, Options::default());
        let watched = Options { audit: AuditLevel::Full, ..Options::default() };
        let watched = sorted(shape, &sources, &keys, watched);
        let left = keys_along_the_snake(&plain);
        let mut expected = keys.clone();
        expected.sort_unstable();
        assert_eq!(left.iter().copied().flatten().collect::<Vec<_>>(), expected);
        assert!(left[..keys.len()].iter().all(Option::is_some), "a hole before a packet");
        let counts = |outcome: &Outcome| (outcome.steps, outcome.link_uses, outcome.peak);
        assert_eq!(counts(&plain), counts(&watched), "{shape:?}");
        for (row, col) in (0..shape.nodes()).map(|node| shape.position(node)) {
            assert_eq!(plain.packet(0, row, col), watched.packet(0, row, col), "{shape:?}");
        }
    }
}

/// A random matching, and its pairs: every node that is free pairs with a random free neighbour, or with none. The node that is to
/// have the lesser packet comes first.
fn random_matching(shape: Shape, random: &mut impl Rng) -> (Pairing, Vec<(usize, usize)>) {
    let mut pairs = Vec::new();
    let mut greater = vec![None; shape.nodes()];
    let mut free = vec![true; shape.nodes()];
    for node in 0..shape.nodes() {
        let (row, col) = shape.position(node);
        let port = Port::ALL[below(random, 4)];
        let neighbour = port.step(shape, row, col).map(|(row, col)| shape.index(row, col));
        if let Some(neighbour) = neighbour.filter(|&other| free[node] && free[other]) {
            (free[node], free[neighbour]) = (false, false);
            greater[node] = Some(port);
            pairs.push((node, neighbour));
        }
    }
    let pairing = Pairing::new(shape, |row, col| greater[shape.index(row, col)]);
    (pairing.expect("a matching"), pairs)
}

/// What the pairs do to keys, one pair after the other.
fn expected(
    shape: Shape,
    pairs: &[(usize, usize)],
    sources: &[u32],
    keys: &[u32],
) -> Vec<Option<u32>> {
    let mut held = vec![None; shape.nodes()];
    for (&source, &key) in sources.iter().zip(keys) {
        held[source as usize] = Some(key);
    }
    for &(least, greatest) in pairs {
        let is_wrong = match (held[least], held[greatest]) {
            (Some(least), Some(greatest)) => least > greatest,
            (None, Some(_)) => true,
            _ => false,
        };
        if is_wrong {
            held.swap(least, greatest);
        }
    }
    held
}

#[test]
fn any_pairs_do_the_same_in_steps_watched_and_in_leaps() {
    let mut random = generator(12);
    for _ in 0..60 {
        let shape =
            Shape::new(1 + below(&mut random, 11), 1 + below(&mut random, 11)).expect("small");
        let matchings = (0..5).map(|_| random_matching(shape, &mut random));
        let (pairings, pairs): (Vec<Pairing>, Vec<Vec<_>>) = matchings.unzip();
        let pairs = pairs.concat();
        let sources: Vec<u32> =
            (0..shape.nodes() as u32).filter(|_| below(&mut random, 4) > 0).collect();
        // All keys differ, so that ties say nothing.
        let keys: Vec<u32> = sources.iter().map(|&source| source * 7919 % 10_007).collect();
        let run = |options: Options, watched| {
            let mut machine =
                meshcast_tests::corpus::machine_with_keys(shape, &sources, &keys, 1, options);
            let all = |machine: &mut Machine| {
                pairings
                    .iter()
                    .try_for_each(|pairing| machine.step(|step| step.exchange_pairs(0, pairing)))
            };
            // In a leap nothing brings about the effect: only what is counted is compared.
            let leap = machine.leap(&Rehearsal::default(), 0..1, all).expect("lawful");
            assert_eq!(leap.is_some(), watched == "leapt");
            machine.finish()
        };
        let plain = run(Options::default(), "plain");
        let full = run(Options { audit: AuditLevel::Full, ..Options::default() }, "full");
        let leapt = run(Options { mode: Mode::Leap, ..Options::default() }, "leapt");
        let counts = |outcome: &Outcome| (outcome.steps, outcome.link_uses);
        assert_eq!(counts(&plain), counts(&full), "{shape:?}");
        assert_eq!(counts(&plain), counts(&leapt), "{shape:?}");
        assert_eq!(counts(&plain), (5, 2 * pairs.len() as u64), "{shape:?}");
        let left = |outcome: &Outcome| -> Vec<Option<u32>> {
            let nodes = (0..shape.nodes()).map(|node| shape.position(node));
            nodes.map(|(row, col)| outcome.packet(0, row, col).map(LeftPacket::key)).collect()
        };
        assert_eq!(left(&plain), expected(shape, &pairs, &sources, &keys), "{shape:?}");
        assert_eq!(left(&plain), left(&full), "{shape:?}");
    }
}

/// Rows and columns at disjoint nodes, up and down, in one step.
fn mixed(shape: Shape) -> Pairing {
    Pairing::new(shape, |row, col| match (row, col) {
        (0, 0) | (3, 2) => Some(Port::East),
        (0, 3) => Some(Port::West),
        (1, col) if col % 2 == 0 => Some(Port::South),
        (2, col) if col % 2 == 1 => Some(Port::North),
        _ => None,
    })
    .expect("a matching")
}

#[test]
fn pairs_along_rows_and_columns_in_one_step_are_lawful() {
    let mesh = Setting::new(4, 4, 1);
    mesh.allows(|machine| {
        let pairing = mixed(machine.shape());
        machine.rekey(0, |node| Some(node.id() * 7 % 16))?;
        (0..3).try_for_each(|_| machine.step(|step| step.exchange_pairs(0, &pairing)))
    });
    let outcome = mesh.run(|machine| {
        let pairing = mixed(machine.shape());
        machine.step(|step| step.exchange_pairs(0, &pairing))
    });
    assert_eq!((outcome.steps, outcome.link_uses), (1, 14));
}

#[test]
fn an_exchange_of_holes_uses_its_links_however_it_is_watched() {
    for audit in [AuditLevel::Peak, AuditLevel::Full] {
        let mesh = Setting::new(4, 4, 2);
        let mut machine = mesh.machine(Options { audit, ..Options::default() });
        let pairing = mixed(machine.shape());
        machine.step(|step| step.exchange_pairs(1, &pairing)).expect("lawful");
        let outcome = machine.finish();
        assert_eq!(outcome.link_uses, 14);
        let by_link = outcome.audit.map(|audit| audit.link_uses.iter().flatten().sum::<u32>());
        assert!(by_link.is_none_or(|uses| uses == 14), "{by_link:?}");
    }
}

#[test]
fn an_exchange_of_pairs_and_another_action_of_the_packets() {
    let mesh = Setting::new(4, 4, 2);
    let twice = |machine: &mut Machine| {
        let pairing = mixed(machine.shape());
        machine.step(|step| {
            step.exchange_pairs(0, &pairing)?;
            step.copy(0, 1, |node| node.id() == 0)
        })
    };
    mesh.refuses_and_replay_finds(twice, broken(Rule::M3, 1, None, 2, 1), PacketTwice);
    let beyond = |machine: &mut Machine| {
        let pairing = mixed(machine.shape());
        machine.step(|step| step.exchange_pairs(2, &pairing))
    };
    mesh.refuses(beyond, broken(Rule::M6, 1, None, 3, 2));
}

#[test]
fn a_port_at_a_time_an_exchange_of_pairs_costs_what_one_exchange_costs() {
    for (exchange_steps, steps) in [(ExchangeSteps::One, 1), (ExchangeSteps::Two, 2)] {
        let model = CostModel { ports: Ports::One, exchange_steps, ..CostModel::default() };
        let mesh = Setting { model, ..Setting::new(4, 4, 1) };
        let outcome = mesh.run(|machine| {
            let pairing = mixed(machine.shape());
            machine.step(|step| step.exchange_pairs(0, &pairing))
        });
        assert_eq!(outcome.steps, steps);
    }
}
