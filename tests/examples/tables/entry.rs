//! Computes an entry of a table: the median of some runs of an algorithm.

use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    run_buffered, run_greedy_tree, run_greedy_unicast, run_hamiltonian, run_paper, run_sweep,
    run_tuned, run_unicast,
};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

/// The entry of what is left out.
pub(crate) const NOTHING: &str = "–";

/// A run with a seed, and what it says of itself.
type Runner = fn(Shape, &Messages, u64, Options) -> Result<(Outcome, String), Violation>;

/// An algorithm: a run of it, with what it says of itself, and about what a run costs.
pub(crate) struct Algorithm {
    pub(crate) name: &'static str,
    run: Runner,
    /// About as many steps as take the same time where all nodes have one packet, from n, d and c.
    steps: fn(f64, f64, f64) -> f64,
}

/// The most work of an entry, and the most runs.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) node_steps: f64,
    pub(crate) runs: u64,
}

/// What an entry is for.
#[derive(Clone, Copy)]
pub(crate) struct Instance {
    pub(crate) workload: Workload,
    pub(crate) side: usize,
    pub(crate) degree: Option<usize>,
    pub(crate) congestion: usize,
}

/// The runs of an entry.
pub(crate) struct Entry {
    pub(crate) runs: usize,
    /// Steps/√(cn) of the median run, c and n those of its set.
    pub(crate) over_root: f64,
    /// The most packets of a node in any run.
    pub(crate) peak: u32,
    /// What the median run says of itself.
    pub(crate) found: String,
    pub(crate) congestion: usize,
}

pub(crate) const ALGORITHMS: [Algorithm; 8] = [
    Algorithm {
        name: "hamiltonian",
        run: |shape, set, _, options| {
            silent(run_hamiltonian(shape, Arc::new(set.clone()), options))
        },
        steps: |n, _, _| n,
    },
    Algorithm {
        name: "buffered",
        run: |shape, set, _, options| silent(run_buffered(shape, set, options)),
        steps: |n, _, c| 8.0 * (c * n).sqrt(),
    },
    Algorithm {
        name: "paper",
        run: |shape, set, seed, options| {
            let (outcome, run) = run_paper(shape, set, (None, seed), options)?;
            if run.fallback {
                return Ok((outcome, "c > n/16".to_owned()));
            }
            let tours = run.phases.iter().map(|phase| phase.tours);
            let left = run.phases.iter().map(|phase| phase.left);
            Ok((outcome, format!("r = {}: {}: {}", run.instances, list(tours), list(left))))
        },
        steps: |n, d, c| {
            if 16.0 * c > n { n } else { 110.0 * (c * n).sqrt() * if d > c { 2.0 } else { 1.0 } }
        },
    },
    Algorithm {
        name: "tuned",
        run: |shape, set, seed, options| {
            let (outcome, run) = run_tuned(shape, set, seed, options)?;
            let tiles = run.phases.iter().map(|phase| phase.down * phase.across);
            Ok((outcome, format!("{}: {}", list(tiles), list(run.leftovers()))))
        },
        steps: |n, _, c| 16.0 * (c * n).sqrt(),
    },
    Algorithm {
        name: "sweep",
        run: |shape, set, seed, options| {
            let (outcome, run) = run_sweep(shape, set, seed, options)?;
            Ok((outcome, format!("{}: {}", list(run.bands), list(run.leftovers))))
        },
        steps: |n, _, c| 8.0 * (2.0 * (c * n).sqrt() + 12.0 * n.sqrt()),
    },
    Algorithm {
        name: "unicast",
        run: |shape, set, seed, options| {
            let (outcome, run) = run_unicast(shape, set, seed, options)?;
            let longest = run.rounds.iter().map(|round| round.longest).max().unwrap_or(0);
            Ok((outcome, format!("{}: {longest}", run.rounds.len())))
        },
        steps: |n, d, c| {
            let rounds = if d > c { 2.0 * c } else { d };
            rounds * (3.0 * (5.0 * n).sqrt() + 12.0 * n.sqrt())
        },
    },
    Algorithm {
        name: "greedy-unicast",
        run: |shape, set, _, options| silent(run_greedy_unicast(shape, set, options)),
        steps: |n, _, c| 7.0 * c * n.sqrt(),
    },
    Algorithm {
        name: "greedy-tree",
        run: |shape, set, _, options| silent(run_greedy_tree(shape, set, options)),
        steps: |n, _, c| 3.0 * c * n.sqrt(),
    },
];

fn silent(run: Result<Outcome, Violation>) -> Result<(Outcome, String), Violation> {
    run.map(|outcome| (outcome, String::new()))
}

/// Numbers with commas between them.
fn list<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

impl Algorithm {
    /// The algorithm with that name.
    pub(crate) fn named(name: &str) -> &'static Self {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name).expect("a name of the list")
    }

    /// The median of as many runs as the limit allows.
    pub(crate) fn entry(&self, instance: Instance, limit: Limit) -> Option<Entry> {
        let Instance { workload, side, congestion, .. } = instance;
        let (n, c) = ((side * side) as f64, congestion as f64);
        let d = match workload {
            Workload::Uniform | Workload::Cluster => c,
            Workload::Broadcast | Workload::PowerLaw => n,
            Workload::HotBlock => instance.degree.unwrap_or(1) as f64,
            _ => instance.degree.unwrap_or(4) as f64,
        };
        let work = n * (self.steps)(n, d, c);
        let allowed = |&runs: &u64| runs <= limit.runs && work * runs as f64 <= limit.node_steps;
        let count = [5, 3, 1].into_iter().find(allowed)?;
        let started = Instant::now();
        let mut runs: Vec<_> = (1..=count).map(|seed| self.measure(instance, seed)).collect();
        let peak = runs.iter().map(|run| run.peak).max().expect("a run");
        runs.sort_by(|one, other| one.over_root.total_cmp(&other.over_root));
        let median = runs.swap_remove(runs.len() / 2);
        let entry = Entry { peak, runs: count as usize, ..median };
        eprintln!(
            "{} {workload} {side}² d {:?} c {congestion}: {:.2} q, peak {peak}, {}; {count} runs, {:.1?}",
            self.name,
            instance.degree,
            entry.over_root,
            entry.found,
            started.elapsed()
        );
        Some(entry)
    }

    /// A checked run.
    fn measure(&self, instance: Instance, seed: u64) -> Entry {
        let Instance { workload, side, degree, congestion } = instance;
        let shape = Shape::new(side, side).expect("a side of the table");
        let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
        let set = generate(workload, side, degree, (!fixed).then_some(congestion), seed)
            .expect("parameters in range");
        let threads = available_parallelism().map_or(1, usize::from);
        let options = Options { threads, ..Options::default() };
        let (outcome, found) = (self.run)(shape, &set, seed, options).unwrap_or_else(|violation| {
            panic!("{}, {workload}, side {side}, c = {congestion}: {violation}", self.name)
        });
        let check = check_deliveries(&set, outcome.deliveries.iter());
        assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
        let root = ((set.congestion() * shape.nodes()) as f64).sqrt();
        let over_root = outcome.steps as f64 / root;
        Entry { runs: 1, over_root, peak: outcome.peak, found, congestion: set.congestion() }
    }
}
