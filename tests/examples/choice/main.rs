//! Measures what the choice of `auto` costs beside the fastest algorithm that it could have run, in leaps.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example choice [-- SETS [FIRST [SIDE]]]
//! cargo run --release -p meshcast-tests --example choice -- pairs [PAIRS]
//! cargo run --release -p meshcast-tests --example choice -- matrices [MATRICES [FIRST]]
//! cargo run --release -p meshcast-tests --example choice -- FILE...
//! ```
//!
//! - *Random sets:* SETS is 400 unless it is given, and the first of them has the number FIRST, 1. Set i follows from i alone: a mesh of
//!   4 to 40 rows and columns, or of 16 to SIDE, c on a logarithmic scale, up to n/4 or n/16, and one of the workloads or a set of its
//!   own, most of whose nodes may have no message.
//! - *Pairs:* the first PAIRS, 2000, of the pairs of a side and a congestion that the example `ranges` has, with uniform sets.
//! - *Matrices:* MATRICES of them, 400, from number FIRST, 1, on, of 2⁶ to 2¹² rows and ten patterns, permuted or not.
//! - *Files:* message sets of files, a `.mtx` or whatever `route --input` reads, on the least square.
//!
//! Rivals are all algorithms with constant buffers that need no file; `unicast` is left out where it is expected to take more than twice
//! the steps of the choice. Random sets up to SIDE, pairs, matrices and files have no rivals but the candidates, and none that is expected
//! to take more than twice the steps of the choice; sets with more than 3 million deliveries are left out. A choice without
//! `randomized:certified` stands beside that of `auto`. The forecasts stand beside the worst.

mod matrices;
mod random_sets;
mod rivals;

use matrices::random_matrix;
use meshcast::input;
use meshcast_algorithms::{Candidate, Forecast, Prediction, Workload, generate};
use meshcast_engine::{Messages, Mode, Options, Shape};
use meshcast_tests::corpus::{PAIRS_SEED, pairs};
use random_sets::{Range, random_set};
use rivals::{RIVALS, UNICAST, name};
use std::collections::BTreeMap;
use std::env;
use std::path::Path;

/// A message set on a mesh, and what it is.
pub(crate) struct Instance {
    shape: Shape,
    messages: Messages,
    what: String,
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

/// What has been measured.
#[derive(Default)]
struct Measured {
    fastest: BTreeMap<&'static str, usize>,
    without_certified: Losses,
    auto: Losses,
}

impl Measured {
    /// Runs the rivals on a set: all of them, or the candidates.
    fn add(&mut self, Instance { shape, messages, what }: &Instance, candidates_only: bool) {
        let forecast = Forecast::new(*shape, messages);
        let best = forecast.best();
        let other = |prediction: &&Prediction| prediction.candidate != Candidate::Certified;
        let usual = *forecast.predictions().iter().find(other).expect("several");
        let expected = |rival: &str| {
            let mut all = forecast.predictions().iter();
            all.find(|one| name(one.candidate) == rival).map(|one| one.steps)
        };
        let runs = |rival: &str| {
            let is_quick = |steps| steps <= 2 * best.steps;
            let all = !candidates_only && rival != UNICAST;
            // A choice without `certified` may be expected to take longer.
            all || rival == name(usual.candidate) || expected(rival).is_some_and(is_quick)
        };
        let options = || Options { mode: Mode::Leap, ..Options::default() };
        let steps: BTreeMap<&str, u64> = RIVALS
            .iter()
            .filter(|(rival, _)| runs(rival))
            .map(|(rival, run)| (*rival, run(*shape, messages, options()).expect("lawful").steps))
            .collect();
        let (&first, &fewest) = steps.iter().min_by_key(|&(_, steps)| steps).expect("several");
        *self.fastest.entry(first).or_default() += 1;
        for (losses, chosen) in [(&mut self.auto, best), (&mut self.without_certified, usual)] {
            let taken = steps[name(chosen.candidate)];
            let set = format!(
                "{} x {}, {what}, {} packets, c = {}, d = {}: {} {taken} for {}, {first} {fewest} for {}",
                shape.rows(),
                shape.cols(),
                messages.iter().filter(|(_, list)| !list.is_empty()).count(),
                messages.congestion(),
                messages.degree(),
                name(chosen.candidate),
                chosen.steps,
                expected(first).unwrap_or(0)
            );
            losses.percents.push(((taken as f64 / fewest as f64 - 1.0) * 100.0, set));
        }
    }

    fn print(mut self) {
        println!("fastest: {:?}", self.fastest);
        self.without_certified.print("without randomized:certified");
        self.auto.print("auto");
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |nth: usize| words.get(nth).map(|word| word.parse().expect("a number"));
    let mut measured = Measured::default();
    let mut add = |instances: &mut dyn Iterator<Item = Instance>, count, candidates_only| {
        let some = instances.filter(|instance| instance.messages.deliveries() > 0).take(count);
        some.for_each(|instance| measured.add(&instance, candidates_only));
    };
    match words.first().map(String::as_str) {
        Some("pairs") => {
            add(&mut pairs(PAIRS_SEED).map(uniform), number(1).unwrap_or(2000), true);
        }
        Some("matrices") => {
            let (count, first) = (number(1).unwrap_or(400), number(2).unwrap_or(1) as u64);
            add(&mut (first..).filter_map(random_matrix), count, true);
        }
        Some(word) if word.parse::<usize>().is_err() => {
            add(&mut words.iter().map(|name| of_file(Path::new(name))), words.len(), true);
        }
        _ => {
            let (count, first) = (number(0).unwrap_or(400), number(1).unwrap_or(1) as u64);
            let sides = number(2).map_or(Range::SMALL, Range::up_to);
            let mut sets = (first..).filter_map(|number| random_set(number, sides));
            add(&mut sets, count, sides.is_wide());
        }
    }
    measured.print();
}

/// The uniform set of a side and a congestion.
fn uniform((side, c): (usize, usize)) -> Instance {
    let shape = Shape::new(side, side).expect("a side");
    let messages = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
    Instance { shape, messages, what: Workload::Uniform.name().to_string() }
}

/// The message set of a file.
fn of_file(path: &Path) -> Instance {
    let messages = input::read(path).unwrap_or_else(|error| panic!("{error}"));
    let shape = least_square(messages.nodes());
    let placed =
        input::place(&messages, shape, input::Placement::RowMajor, 1).expect("there is room");
    Instance { shape, messages: placed, what: path.display().to_string() }
}

/// The least square with so many nodes.
fn least_square(nodes: usize) -> Shape {
    let side = nodes.isqrt();
    let side = if side * side < nodes { side + 1 } else { side };
    Shape::new(side, side).expect("a mesh")
}
