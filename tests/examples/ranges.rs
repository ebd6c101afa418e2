//! Measures steps on random sides and congestions in √(cn), √(dcn) or sides, beside those of the nearest powers of two, every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example ranges [-- PAIRS [ALGORITHM [SEED [LEAST MOST]]]]
//! ```
//!
//! PAIRS is 2000, ALGORITHM all of them and SEED, that of the pairs, 2026 unless they are given. Of these pairs those with c from LEAST
//! to MOST are measured, or all.
//!
//! Sides are from 16 to 300; c is at most n/16, evenly on a logarithmic scale, and such that a set has at most 3 million deliveries.
//! Beside a pair stands that of the nearest power of two for a side and the nearest power of 4 for c. Sets are uniform with d = c, but
//! for `unicast d=1`: there every message has one destination, in a block of n/c nodes. The unit is √(cn), for `unicast` √(dcn). Of
//! `sweep` there is also what is left of its steps without 1.26 √(cn), in sides √n; these are not set beside those of powers.
//!
//! Runs are leapt but for those of the greedy rivals, which cannot be: these have the pairs whose sets have at most 50,000 deliveries.
//!
//! Runs of the algorithms of the paper take long, and as many steps as a formula says: those of `randomized:paper` if one tour in one phase
//! is enough, those of `deterministic:paper` with α = 4, which is the default unless a smaller α is certain. So there are rows of the
//! formulas, too, for which c is at most n/16 and a set of any size; and of the steps after which `randomized:certified` and `slotted`
//! have delivered every set but with a chance of 2⁻²⁰.

use meshcast_algorithms::{
    Certified, CertifiedSchedule, Congestion, DeterministicPaper, Marks, MessageParameters, Pace,
    Paper, Permutation, Schedule, SlottedSchedule, StoredWords, Workload, check_deliveries,
    generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    PAIRS_SEED, nearest_powers, pairs, pairs_of_any_size, run_auto_by, run_buffered,
    run_explicit_by, run_greedy_tree, run_greedy_unicast, run_paper, run_rounds, run_stored_sweep,
    run_sweep, run_tuned, run_unicast,
};
use std::collections::BTreeMap;
use std::env;

/// The most deliveries of a set of which every step is taken.
const MOST_STEPPED: usize = 50_000;

type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

type Formula = fn(Shape, MessageParameters) -> u64;

const FORMULAS: [(&str, Formula); 5] = [
    ("randomized:paper by formula", Paper::expected_steps),
    ("deterministic:paper by formula", |shape, known| {
        DeterministicPaper::expected_steps(shape, known, (None, None, Marks::Literal))
    }),
    ("deterministic:paper marking=lean by formula", |shape, known| {
        DeterministicPaper::expected_steps(shape, known, (None, None, Marks::Lean))
    }),
    ("randomized:certified guaranteed", |shape, known| {
        let failure_log2 = Certified::USUAL_FAILURE_LOG2;
        CertifiedSchedule::new(shape, known.congestion, failure_log2).steps()
    }),
    ("randomized:slotted guaranteed", |shape, known| {
        let failure_log2 = Certified::USUAL_FAILURE_LOG2;
        SlottedSchedule::new(shape, known.congestion, failure_log2).steps()
    }),
];

/// An algorithm, and what it is measured on.
struct Measured {
    name: &'static str,
    run: Run,
    sets: Sets,
    unit: Unit,
    mode: Mode,
}

/// The sets of an algorithm.
#[derive(Clone, Copy)]
enum Sets {
    /// Uniform ones with d = c.
    Uniform,
    /// One destination a message, in a block of n/c nodes.
    HotBlock,
}

/// What steps are measured in.
#[derive(Clone, Copy)]
enum Unit {
    /// √(cn).
    RootOfCn,
    /// √(dcn).
    RootOfDcn,
    /// √n, a side, of the steps beyond so many √(cn).
    SideBeyond(f64),
}

const ALGORITHMS: [Measured; 14] = [
    leapt("deterministic:rounds", |shape, set, options| {
        let how = (Pace::Adaptive, StoredWords::All, 1);
        run_rounds(shape, set, how, options).map(|(outcome, _)| outcome)
    }),
    leapt("deterministic:rounds schedule=fixed", |shape, set, options| {
        let how = (Pace::Set(Schedule::Fixed), StoredWords::All, 1);
        run_rounds(shape, set, how, options).map(|(outcome, _)| outcome)
    }),
    leapt("deterministic:explicit", |shape, set, options| {
        run_explicit_by(Congestion::Known, shape, set, None, options).map(|(outcome, _)| outcome)
    }),
    leapt("deterministic:sweep", |shape, set, options| {
        let permutation = Permutation::random(shape.nodes(), 1);
        run_stored_sweep(Congestion::Known, shape, set, permutation, options)
            .map(|(outcome, _)| outcome)
    }),
    leapt("randomized:tuned", |shape, set, options| {
        run_tuned(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    leapt("randomized:sweep", RUN_SWEEP),
    Measured { unit: Unit::SideBeyond(1.26), ..leapt("randomized:sweep in sides", RUN_SWEEP) },
    leapt("randomized:paper", |shape, set, options| {
        run_paper(shape, set, (None, 1), options).map(|(outcome, _)| outcome)
    }),
    leapt("buffered", run_buffered),
    leapt("auto", |shape, set, options| {
        run_auto_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    Measured { unit: Unit::RootOfDcn, ..leapt("unicast", RUN_UNICAST) },
    Measured { sets: Sets::HotBlock, ..leapt("unicast d=1", RUN_UNICAST) },
    Measured { mode: Mode::Step, ..leapt("greedy-unicast", run_greedy_unicast) },
    Measured { mode: Mode::Step, ..leapt("greedy-tree", run_greedy_tree) },
];

const RUN_SWEEP: Run =
    |shape, set, options| run_sweep(shape, set, 1, options).map(|(outcome, _)| outcome);

const RUN_UNICAST: Run =
    |shape, set, options| run_unicast(shape, set, 1, options).map(|(outcome, _)| outcome);

/// An algorithm that is measured on uniform sets, in leaps.
const fn leapt(name: &'static str, run: Run) -> Measured {
    Measured { name, run, sets: Sets::Uniform, unit: Unit::RootOfCn, mode: Mode::Leap }
}

/// A pair of a side and a congestion, and what was measured.
struct Found {
    side: usize,
    c: usize,
    constant: f64,
    /// The constant, for each of that of the nearest powers.
    ratio: f64,
}

fn main() {
    let count: usize = env::args().nth(1).map_or(2000, |count| count.parse().expect("a number"));
    let wanted = env::args().nth(2);
    let seed = env::args().nth(3).map_or(PAIRS_SEED, |seed| seed.parse().expect("a number"));
    let bound = |place| env::args().nth(place).map(|c| c.parse().expect("a number"));
    let (least, most) = (bound(4).unwrap_or(1), bound(5).unwrap_or(usize::MAX));
    let is_measured = |&(_, c): &(usize, usize)| (least..=most).contains(&c);
    println!(
        "| algorithm | least | median | 95 % | greatest, at | beside powers: 95 % | greatest, at | above 1.25 |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    let names =
        ALGORITHMS.iter().map(|measured| measured.name).chain(FORMULAS.map(|(name, _)| name));
    let names: Vec<&str> = names.collect();
    assert!(names.iter().any(|name| is_wanted(name)), "ALGORITHM is one of {names:?}");
    for measured in ALGORITHMS.iter().filter(|measured| is_wanted(measured.name)) {
        let pairs = pairs(seed).take(count).filter(is_measured);
        let pairs = pairs.filter(|&pair| measured.is_for(pair));
        let mut cells = cells(&|side, c| measured.constant(side, c), pairs);
        if let Unit::SideBeyond(_) = measured.unit {
            cells.truncate(4);
            cells.extend(["–"; 3].map(str::to_owned));
        }
        println!("| `{}` | {} |", measured.name, cells.join(" | "));
    }
    for (name, formula) in FORMULAS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let constant = |side, c| {
            let shape = Shape::new(side, side).expect("a side");
            let steps = formula(shape, MessageParameters::uniform(shape, c));
            steps as f64 / ((c * shape.nodes()) as f64).sqrt()
        };
        let cells = cells(&constant, pairs_of_any_size(seed).take(count).filter(is_measured));
        println!("| `{name}` | {} |", cells.join(" | "));
    }
}

/// What is printed of an algorithm.
fn cells(
    constant: &dyn Fn(usize, usize) -> f64,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<String> {
    let mut friendly = BTreeMap::new();
    let mut all: Vec<Found> = pairs
        .map(|(side, c)| {
            let powers = nearest_powers(side, c);
            let beside = friendly.entry(powers).or_insert_with(|| constant(powers.0, powers.1));
            let constant = constant(side, c);
            Found { side, c, constant, ratio: constant / *beside }
        })
        .collect();
    let count = all.len();
    assert!(count > 0, "none of the pairs has such a c and a set small enough: give more PAIRS");
    let at = |found: &Found| format!("side {}, c = {}", found.side, found.c);
    let place = |share: usize| (count - 1) * share / 100;
    all.sort_by(|a, b| a.constant.total_cmp(&b.constant));
    let mut cells: Vec<String> =
        [0, 50, 95].map(|share| format!("{:.1}", all[place(share)].constant)).into();
    let worst = &all[count - 1];
    cells.push(format!("{:.1}, {}", worst.constant, at(worst)));
    all.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    cells.push(format!("{:.2}", all[place(95)].ratio));
    let worst = &all[count - 1];
    cells.push(format!("{:.2}, {}", worst.ratio, at(worst)));
    let above = all.iter().filter(|found| found.ratio > 1.25).count();
    cells.push(format!("{above} of {count}"));
    cells
}

impl Measured {
    /// Whether a run on such a pair is short enough.
    fn is_for(&self, (side, c): (usize, usize)) -> bool {
        self.mode == Mode::Leap || side * side * c <= MOST_STEPPED
    }

    /// Steps of a checked run, in its unit.
    fn constant(&self, side: usize, c: usize) -> f64 {
        let shape = Shape::new(side, side).expect("a side");
        let (workload, degree) = match self.sets {
            Sets::Uniform => (Workload::Uniform, None),
            Sets::HotBlock => (Workload::HotBlock, Some(1)),
        };
        let set = generate(workload, side, degree, Some(c), 1).expect("in range");
        let options = Options { mode: self.mode, threads: 2, ..Options::default() };
        let outcome = (self.run)(shape, &set, options).expect("lawful");
        let check = check_deliveries(&set, outcome.deliveries.iter());
        let once = check.is_complete() && check.duplicates == 0;
        assert!(once, "side {side}, c = {c}: {check:?}");
        let (steps, n) = (outcome.steps as f64, shape.nodes() as f64);
        let root_of_cn = (set.congestion() as f64 * n).sqrt();
        match self.unit {
            Unit::RootOfCn => steps / root_of_cn,
            Unit::RootOfDcn => steps / (set.degree() as f64).sqrt() / root_of_cn,
            Unit::SideBeyond(times) => (steps - times * root_of_cn) / n.sqrt(),
        }
    }
}
