//! Measures what the choice of `auto` costs beside the fastest algorithm that it could have run, on random sets, in leaps.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example choice [-- SETS [FIRST [SIDE]]]
//! ```
//!
//! SETS is 400 unless it is given, and the first of them has the number FIRST, 1. Set i follows from i alone: a mesh of 4 to 40 rows
//! and columns, or of 16 to SIDE, c on a logarithmic scale, up to n/4 or n/16, and one of the workloads or a set of its own, most of
//! whose nodes may have no message. Rivals are all algorithms with constant buffers that need no file; `unicast` is left out where it
//! is expected to take more than twice the steps of the choice, and with SIDE all that are no candidates, and sets with more than 3
//! million deliveries. A choice without `randomized:certified` stands beside that of `auto`. The forecasts stand beside the worst.

use meshcast_algorithms::{Candidate, Congestion, Forecast, Prediction, Workload, generate};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    below, generator, run_certified_by, run_explicit_by, run_hamiltonian, run_paper,
    run_slotted_by, run_sweep, run_tuned, run_unicast, some_of,
};
use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

const RIVALS: [(&str, Run); 8] = [
    (HAMILTONIAN, |shape, set, options| run_hamiltonian(shape, Arc::new(set.clone()), options)),
    (TUNED, |shape, set, options| run_tuned(shape, set, 1, options).map(|(outcome, _)| outcome)),
    (SWEEP, |shape, set, options| run_sweep(shape, set, 1, options).map(|(outcome, _)| outcome)),
    (UNICAST, |shape, set, options| {
        run_unicast(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    (CERTIFIED, |shape, set, options| {
        run_certified_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:slotted", |shape, set, options| {
        run_slotted_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:paper", |shape, set, options| {
        run_paper(shape, set, (None, 1), options).map(|(outcome, _)| outcome)
    }),
    ("deterministic:explicit", |shape, set, options| {
        run_explicit_by(Congestion::Known, shape, set, None, options).map(|(outcome, _)| outcome)
    }),
];

const HAMILTONIAN: &str = "hamiltonian";
const TUNED: &str = "randomized:tuned";
const SWEEP: &str = "randomized:sweep";
const UNICAST: &str = "unicast";
const CERTIFIED: &str = "randomized:certified";

/// Congestions are powers of this root of two, rounded down.
const STEPS_OF_CONGESTION: usize = 2;

fn name(candidate: Candidate) -> &'static str {
    match candidate {
        Candidate::Hamiltonian => HAMILTONIAN,
        Candidate::Tuned => TUNED,
        Candidate::Sweep => SWEEP,
        Candidate::Unicast => UNICAST,
        Candidate::Certified => CERTIFIED,
    }
}

/// The deliveries of the largest sets of wide ranges.
const MOST_DELIVERIES: usize = 3_000_000;

/// From which sides sets are drawn, and the nodes of a mesh for one of the greatest congestion.
#[derive(Clone, Copy)]
struct Range {
    least: usize,
    most: usize,
    nodes: usize,
}

impl Range {
    const SMALL: Self = Self { least: 4, most: 40, nodes: 4 };

    fn is_wide(self) -> bool {
        self.most > Self::SMALL.most
    }
}

/// A random set, and what it is.
fn set(number: u64, sides: Range) -> Option<(Shape, Messages, String)> {
    let random = &mut generator(number);
    let mut side = || sides.least + below(random, sides.most + 1 - sides.least);
    let (rows, cols) = (side(), side());
    let kind = below(random, 9);
    let workloads = [
        Workload::Uniform,
        Workload::Sparse,
        Workload::HotBlock,
        Workload::Broadcast,
        Workload::Cluster,
        Workload::PowerLaw,
    ];
    let nodes = if kind < workloads.len() { rows * rows } else { rows * cols };
    let range = STEPS_OF_CONGESTION * (nodes / sides.nodes).ilog2() as usize + 1;
    let c = 2_f64.powf(below(random, range) as f64 / STEPS_OF_CONGESTION as f64) as usize;
    if sides.is_wide() && c * nodes > MOST_DELIVERIES {
        return None;
    }
    if let Some(&workload) = workloads.get(kind) {
        let degree = match workload {
            Workload::Sparse => Some(1 + below(random, c)),
            Workload::HotBlock => Some(1 + below(random, 4)),
            _ => None,
        };
        let messages = generate(workload, rows, degree, Some(c), number).ok()?;
        return Some((Shape::new(rows, rows).ok()?, messages, workload.name().to_string()));
    }
    // Few nodes or many have a message, for nodes anywhere or in one part.
    let senders = match kind {
        6 => 1 + below(random, (2 * nodes.isqrt()).min(nodes)),
        7 => 1 + below(random, nodes),
        _ => nodes,
    };
    let part = nodes / (1 + below(random, 4));
    let degree = (c * part / senders).clamp(1, part);
    let messages = some_of(nodes, senders, number).into_iter().map(|sender| {
        let destinations = some_of(part, 1 + below(random, degree), u64::from(sender) ^ number);
        (sender, destinations)
    });
    let messages = Messages::new(nodes, messages.collect::<Vec<_>>()).ok()?;
    Some((Shape::new(rows, cols).ok()?, messages, format!("{senders} senders")))
}

/// How often a choice was slower than the fastest, and by how much.
#[derive(Default)]
struct Losses {
    percents: Vec<(f64, String)>,
}

impl Losses {
    fn print(&mut self, what: &str) {
        self.percents.sort_by(|a, b| b.0.total_cmp(&a.0));
        let count =
            |least: f64| self.percents.iter().filter(|(percent, _)| *percent > least).count();
        let mean = self.percents.iter().map(|(percent, _)| percent).sum::<f64>()
            / self.percents.len() as f64;
        println!(
            "{what}: slower than the fastest on {} of {} sets, by more than 10 % on {}, by {mean:.2} % on average",
            count(0.0),
            self.percents.len(),
            count(10.0)
        );
        let worst =
            self.percents.iter().enumerate().filter(|(i, (percent, _))| *i < 8 || *percent > 5.0);
        for (_, (percent, set)) in worst {
            println!("  {percent:5.1} %  {set}");
        }
    }
}

fn main() {
    let number = |nth| env::args().nth(nth).map(|number| number.parse().expect("a number"));
    let (sets, first) = (number(1).unwrap_or(400), number(2).unwrap_or(1) as u64);
    let wide = number(3).map(|most| Range { least: 16, most, nodes: 16 });
    let sides = wide.unwrap_or(Range::SMALL);
    let (mut with, mut without) = (Losses::default(), Losses::default());
    let mut fastest: BTreeMap<&str, usize> = BTreeMap::new();
    let found = (first..)
        .filter_map(|number| set(number, sides))
        .filter(|(_, messages, _)| messages.deliveries() > 0)
        .take(sets);
    for (shape, messages, kind) in found {
        let forecast = Forecast::new(shape, &messages);
        let best = forecast.best();
        let other = |prediction: &&Prediction| prediction.candidate != Candidate::Certified;
        let usual = forecast.predictions().iter().find(other).expect("several");
        let is_slow = |prediction: &Prediction| prediction.steps > 2 * best.steps;
        let slow = forecast.predictions().iter().filter(|one| is_slow(one));
        let slow: Vec<&str> = slow.map(|prediction| name(prediction.candidate)).collect();
        let options = || Options { mode: Mode::Leap, ..Options::default() };
        let is_candidate =
            |rival: &str| forecast.predictions().iter().any(|one| name(one.candidate) == rival);
        let rivals = RIVALS
            .iter()
            .filter(|(name, _)| *name != UNICAST || !slow.contains(name))
            .filter(|(name, _)| !sides.is_wide() || is_candidate(name));
        let steps: BTreeMap<&str, u64> = rivals
            .map(|(name, run)| (*name, run(shape, &messages, options()).expect("lawful").steps))
            .collect();
        let (&first, &fewest) = steps.iter().min_by_key(|&(_, steps)| steps).expect("several");
        *fastest.entry(first).or_default() += 1;
        let expected = |rival: &str| {
            let mut all = forecast.predictions().iter();
            all.find(|one| name(one.candidate) == rival).map_or(0, |one| one.steps)
        };
        for (losses, chosen) in [(&mut with, best), (&mut without, *usual)] {
            let taken = steps[name(chosen.candidate)];
            let set = format!(
                "{} x {}, {kind}, {} packets, c = {}, d = {}: {} {taken} for {}, {first} {fewest} for {}",
                shape.rows(),
                shape.cols(),
                messages.iter().filter(|(_, list)| !list.is_empty()).count(),
                messages.congestion(),
                messages.degree(),
                name(chosen.candidate),
                chosen.steps,
                expected(first)
            );
            losses.percents.push(((taken as f64 / fewest as f64 - 1.0) * 100.0, set));
        }
    }
    println!("fastest: {fastest:?}");
    without.print("without randomized:certified");
    with.print("auto");
}
