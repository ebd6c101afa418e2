//! Steps by formulas alone, which `meshcast limits` follows to meshes that nothing runs on, beside plans and runs on 2,000 shapes each, of
//! which the daily tests try 500.

use meshcast_algorithms::{
    Buffered, Congestion, DeterministicPaper, Marks, MessageParameters, Pace, Paper, Permutation,
    Replication, Rounds, StoredWords, Sweep, SweepRun, Tuned, Unicast,
};
use meshcast_engine::{Messages, Mode, Options, Order, Outcome, Shape};
use meshcast_primitives::{
    Circulation, KBroadcast, KkRouting, KkSort, LiteralMigration, Marking, Migration,
    PermutationRouting, Sort, Ways,
};
use meshcast_tests::corpus::{
    below, generator, run_buffered_by, run_deterministic_paper_by, run_hamiltonian, run_paper,
    run_rounds, run_stored_sweep, run_sweep, run_tuned, run_unicast, shuffled,
};
use meshcast_tests::tier;
use std::ops::RangeInclusive;

/// So many shapes are drawn.
fn shapes() -> u64 {
    tier::count(2000)
}

#[test]
fn primitives_take_the_steps_of_their_plans() {
    let mut random = generator(31);
    for _ in 0..shapes() {
        let mut draw = |most: usize| 1 + below(&mut random, most);
        let (rows, cols) = (draw(70), draw(70));
        let (k, blocks) = (draw(8), draw(4));
        let grid = (draw(rows.min(9)), draw(cols.min(9)));
        let shape = Shape::new(rows, cols).expect("small");
        let order = [Order::Snake, Order::RowMajor, Order::ColumnMajor][below(&mut random, 3)];
        let of = format!("{shape:?} {order:?}, k = {k}, {blocks} blocks, {grid:?}");
        assert_eq!(Sort::steps_on(shape, order), Sort::new(shape, order).steps(), "{of}");
        assert_eq!(KkSort::steps_on(shape, k, order), KkSort::new(shape, k, order).steps(), "{of}");
        let routing = PermutationRouting::new(shape, blocks).steps();
        assert_eq!(PermutationRouting::steps_on(shape, blocks), routing, "{of}");
        let exact = Migration::exact(shape, shape, grid).steps();
        assert_eq!(Migration::exact_steps_on(shape, grid), exact, "{of}");
        let literal = |masters| LiteralMigration::steps_on(shape, grid, masters);
        let one = LiteralMigration::new(shape, grid.0, grid.1).steps();
        let two = LiteralMigration::of_two(shape, grid.0, grid.1).steps();
        assert_eq!((literal(1), literal(2)), (one, two), "{of}");
        assert_eq!(Marking::steps_on(shape, grid), Marking::new(shape, grid).steps(), "{of}");
    }
}

/// Estimates are for comparisons alone: they halve and double, and shorter sorts take more steps a side.
#[test]
fn estimated_steps_of_sorts_are_less_than_two_fifths_off() {
    let mut random = generator(32);
    for _ in 0..tier::count(400) {
        let mut draw = |most: usize| 1 + below(&mut random, most);
        let most = if draw(2) == 1 { 64 } else { 400 };
        let shape = Shape::new(draw(most), draw(most)).expect("small");
        let order = [Order::Snake, Order::RowMajor, Order::ColumnMajor][draw(3) - 1];
        let (about, exact) = (Sort::about_steps_on(shape, order), Sort::steps_on(shape, order));
        if shape.rows().max(shape.cols()) <= 64 {
            assert_eq!(about, exact, "{shape:?} {order:?}");
        } else {
            let off = about as f64 / exact as f64 - 1.0;
            assert!(off.abs() < 0.4, "{shape:?} {order:?}: {about} for {exact}");
        }
    }
}

/// The steps of a run, and of its algorithm's formula.
type Steps = (u64, u64);

/// A mesh on which every node has a message for about c nodes, and gets as many.
struct Case {
    shape: Shape,
    set: Messages,
    known: MessageParameters,
}

impl Case {
    /// As many shuffles of the nodes as the congestion, what is twice in a list left out.
    fn draw(number: u64) -> Self {
        Self::of(number, 4..=20, 16)
    }

    /// With so many nodes for each message for a node, or more.
    fn of(number: u64, sides: RangeInclusive<usize>, nodes_each: usize) -> Self {
        let mut random = generator(number);
        let mut side = || sides.start() + below(&mut random, sides.end() + 1 - sides.start());
        let shape = Shape::new(side(), side()).expect("small");
        let nodes = shape.nodes();
        // Small congestions more often than great ones.
        let most = 1 + below(&mut random, (nodes / nodes_each).max(1));
        let shuffles = 1 + below(&mut random, most) as u64;
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        for shuffle in 0..shuffles {
            let order = shuffled(nodes, number * 1000 + shuffle);
            lists.iter_mut().zip(order).for_each(|(list, to)| list.push(to));
        }
        let lists = lists.into_iter().zip(0..).map(|(mut list, source)| {
            list.sort_unstable();
            list.dedup();
            (source, list)
        });
        let set = Messages::new(nodes, lists).expect("small");
        let (degree, congestion) = (set.degree(), set.congestion());
        let known = MessageParameters { packets: nodes, degree, congestion };
        Self { shape, set, known }
    }
}

fn leaping() -> Options {
    Options { mode: Mode::Leap, ..Options::default() }
}

/// Compares runs on all shapes: how many of them took exactly the steps of the formula. The others found what it does not suppose.
fn exact_of(least: f64, most: f64, run: impl Fn(&Case) -> Steps) -> u64 {
    let mut exact = 0;
    for number in 0..shapes() {
        let case = Case::draw(number);
        let (found, expected) = run(&case);
        let ratio = found as f64 / expected as f64;
        let in_range = (least..=most).contains(&ratio);
        assert!(in_range, "{:?} {:?}: {found} steps, not {expected}", case.shape, case.known);
        exact += u64::from(found == expected);
    }
    exact
}

#[test]
fn algorithms_that_follow_no_chance_take_the_steps_of_their_formulas() {
    let hamiltonian = exact_of(1.0, 1.0, |Case { shape, set, .. }| {
        let found = run_hamiltonian(*shape, set.clone().into(), leaping());
        (found.expect("lawful").steps, Circulation::steps_on(*shape))
    });
    assert_eq!(hamiltonian, shapes());
    let paper = exact_of(1.0, 1.0, |Case { shape, set, known }| {
        let (found, run) = run_paper(*shape, set, (None, 1), leaping()).expect("lawful");
        assert!(run.phases.len() <= 1, "what the formula supposes: {run:?}");
        (found.steps, Paper::expected_steps(*shape, *known))
    });
    assert_eq!(paper, shapes());
}

#[test]
fn theorem_4_takes_the_steps_of_its_formula() {
    let exact = exact_of(1.0, 1.0, |Case { shape, set, known }| {
        let defaults = Replication::default();
        let found =
            run_deterministic_paper_by(Congestion::Known, *shape, set, &defaults, leaping());
        let parameters = (None, None, Marks::default());
        let expected = DeterministicPaper::expected_steps(*shape, *known, parameters);
        (found.expect("lawful").0.steps, expected)
    });
    assert_eq!(exact, shapes());
}

/// With few replicas and α = 1 some visits do not serve whole groups, and where c ≥ r Lemma 4 allows classes several phases. A class may be
/// done in fewer; with a graph that does not expand as the lemma asks it may need more.
#[test]
fn theorem_4_takes_the_steps_of_its_formula_where_migrations_are_few() {
    let (mut exact, mut fewer, mut bind, mut several) = (0, 0, 0, 0);
    for number in 0..shapes() {
        // One replica, so that classes may take several phases; or more than c of them, so that they take one, on tiles that are too
        // large for visits to serve whole groups.
        let (Case { shape, set, known }, instances) = if number.is_multiple_of(2) {
            (Case::of(number, 8..=24, 16), 1)
        } else {
            (Case::of(number, 12..=28, 64), 2 + number as usize / 2 % 3)
        };
        let marks = Marks::Lean;
        let few = Replication {
            instances: Some(instances),
            alpha: Some(1),
            marks,
            ..Replication::default()
        };
        let run = run_deterministic_paper_by(Congestion::Known, shape, &set, &few, leaping());
        let (found, run) = run.expect("lawful");
        let expected =
            DeterministicPaper::expected_steps(shape, known, (Some(instances), Some(1), marks));
        let binds = run.phases.iter().any(|phase| !phase.serves_all);
        if !binds || known.congestion < instances {
            assert_eq!(found.steps, expected, "one phase: {shape:?} {known:?}");
        }
        exact += u64::from(found.steps == expected);
        fewer += u64::from(found.steps < expected);
        bind += u64::from(found.steps == expected && binds);
        several += u64::from(found.steps == expected && run.most_phases() > 1);
    }
    assert!(exact + fewer >= shapes() * 999 / 1000, "{exact} {fewer}");
    assert!(bind >= shapes() * 4 / 10 && several >= shapes() * 75 / 1000, "{bind} {several}");
}

/// A (k,k)-routing of up to 16 packets a node, and what is known of it without its plan.
#[test]
fn routings_take_the_steps_of_their_plans() {
    let mut random = generator(32);
    for _ in 0..shapes() {
        let mut draw = |most: usize| 1 + below(&mut random, most);
        let shape = Shape::new(draw(40), draw(40)).expect("small");
        let (k, q, blocks) = (draw(16), draw(16), draw(8));
        let of = format!("{shape:?}, k = {k}, q = {q}, {blocks} blocks");
        let steps = KkRouting::new(shape, k, q, blocks).steps();
        assert_eq!(KkRouting::steps_on(shape, k, q, blocks), steps, "{of}");
        for ways in [Ways::One, Ways::Two] {
            let planned = KkRouting::with_ways(shape, k, q, blocks, ways).expect("small");
            let cost = KkRouting::cost_on(shape, k, q, blocks, ways).expect("small");
            let found = (cost.steps, cost.delivery_steps, cost.capacity);
            let plan = (planned.steps(), planned.delivery_steps(), planned.capacity());
            assert_eq!(found, plan, "{of}, {ways:?}");
        }
    }
}

/// What runs find out enters as a parameter, and all else is exact.
#[test]
fn buffered_takes_the_steps_of_its_formula_for_what_a_run_finds() {
    let exact = exact_of(1.0, 1.0, |Case { shape, set, known }| {
        let found = run_buffered_by(Congestion::Known, *shape, set, leaping());
        let (found, run) = found.expect("lawful");
        let (packets, clones) = (run.packets as usize, run.clones as usize);
        assert_eq!(run.split, None, "no message has more than 2c destinations");
        (found.steps, Buffered::steps_on(*shape, *known, packets, clones))
    });
    assert_eq!(exact, shapes());
}

#[test]
fn runs_of_buffered_take_about_the_steps_that_are_expected() {
    let exact = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let found = run_buffered_by(Congestion::Known, *shape, set, leaping());
        (found.expect("lawful").0.steps, Buffered::expected_steps(*shape, *known))
    });
    assert!(exact >= shapes() * 5 / 10, "{exact}");
}

/// The steps of a sweep, beside those that are expected of it: if it has several phases, with the last drain that is expected, which is
/// that of no packet or of one for one node.
fn but_for_the_end(shape: Shape, found: &Outcome, run: &SweepRun, expected: u64) -> (u64, u64) {
    let (rows, cols) = (shape.rows().min(shape.cols()), shape.rows().max(shape.cols()));
    let one_packet = rows.div_ceil(2).saturating_sub(2 * (cols / 2) / 3) as u64;
    let others = found.steps - 3 * run.last_drain as u64;
    let is_expected = |steps: &u64| run.bands.len() > 1 && *steps == expected;
    let found = [others, others + 3 * one_packet].into_iter().find(is_expected);
    (found.unwrap_or(others + 3 * run.last_drain as u64), expected)
}

/// The steps of a run, beside those that are expected of it, as if as many packets as expected had gone past every node in the end: about
/// as many as have.
fn but_for_the_last(shape: Shape, found: u64, packets: u32, expected: u64) -> (u64, u64) {
    let last = |packets| KBroadcast::steps_on(shape, packets as usize);
    let near = (packets / 2..=2 * packets).filter(|&packets| packets > 0);
    let mut as_if = near.map(|other| found - last(packets) + last(other));
    (as_if.find(|&steps| steps == expected).unwrap_or(found), expected)
}

#[test]
fn most_runs_of_the_sweep_and_of_tuned_take_the_steps_of_their_formulas() {
    let sweep = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let (found, run) = run_sweep(*shape, set, 1, leaping()).expect("lawful");
        but_for_the_end(*shape, &found, &run, Sweep::expected_steps(*shape, *known))
    });
    assert!(sweep >= shapes() * 95 / 100, "{sweep}");
    let stored = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let places = Permutation::random(shape.nodes(), 1);
        let run = run_stored_sweep(Congestion::Known, *shape, set, places, leaping());
        let (found, run) = run.expect("lawful");
        but_for_the_end(*shape, &found, &run, Sweep::expected_stored_steps(*shape, *known))
    });
    assert!(stored >= shapes() * 95 / 100, "{stored}");
    let tuned = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let (found, run) = run_tuned(*shape, set, 1, leaping()).expect("lawful");
        let expected = Tuned::expected_steps(*shape, *known);
        but_for_the_last(*shape, found.steps, run.broadcast, expected)
    });
    assert!(tuned >= shapes() * 9 / 10, "{tuned}");
}

#[test]
fn most_runs_of_the_rounds_and_of_unicast_take_the_steps_of_their_formulas() {
    let rounds = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let how = (Pace::Adaptive, StoredWords::All, 1);
        let (found, run) = run_rounds(*shape, set, how, leaping()).expect("lawful");
        let expected = Rounds::expected_steps(*shape, *known);
        but_for_the_last(*shape, found.steps, run.broadcast, expected)
    });
    assert!(rounds >= shapes() * 9 / 10, "{rounds}");
    let unicast = exact_of(0.5, 2.0, |Case { shape, set, known }| {
        let (found, _) = run_unicast(*shape, set, 1, leaping()).expect("lawful");
        (found.steps, Unicast::expected_steps(*shape, *known))
    });
    assert!(unicast >= shapes() * 7 / 10, "{unicast}");
}

/// No number of a formula overflows, which tests check, and the constants are those of docs/verification.md.
#[test]
fn formulas_go_on_to_two_to_the_sixty_nodes() {
    let shape = Shape::unbounded(1 << 30, 1 << 30).expect("in range");
    let of_four = [54.8, 14.16, 3.50, 23.8, 125.2, 7.05];
    let of_sixty_four = [42.3, 10.68, 1.83, 16.9, 127.3, 3.93];
    for (c, constants) in [(4, of_four), (64, of_sixty_four)] {
        let known = MessageParameters::uniform(shape, c);
        let root = ((c as f64) * (1_u64 << 60) as f64).sqrt();
        let defaults = (None, None, Marks::default());
        let found = [
            (Paper::expected_steps(shape, known), root),
            (Tuned::expected_steps(shape, known), root),
            (Sweep::expected_steps(shape, known), root),
            (Rounds::expected_steps(shape, known), root),
            (DeterministicPaper::expected_steps(shape, known, defaults), root * 60.0 * 60.0),
            (Buffered::expected_steps(shape, known), root),
        ];
        for ((steps, bound), constant) in found.into_iter().zip(constants) {
            let ratio = steps as f64 / bound;
            assert!((ratio / constant - 1.0).abs() < 0.005, "c = {c}: {ratio}, not {constant}");
        }
    }
}
