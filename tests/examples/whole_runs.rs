//! Prints time and memory of whole runs on `uniform` sets, in Markdown; every run is checked to deliver everything once.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example whole_runs -- TABLE [LIMIT]
//! ```
//!
//! TABLE is one of these:
//!
//! - `modes`: the algorithms on one thread, stepped, and in leaps;
//! - `growth`: `tuned` over n at fixed c and over c at fixed n, stepped and in leaps;
//! - `threads`: one thread beside two;
//! - `bands`: the same for single step forms on the whole mesh.
//!
//! LIMIT is the largest number of deliveries of a set, in thousands. Times are the fastest of three runs, or that of
//! one that takes long; the runs of a table take turns, as other programs on the machine can slow runs down and nothing
//! can speed them up. Where one thread is not compared with two and the system tells, a time is the processor's, not
//! the clock's. Where one is, the processor seconds of the thread that runs the program follow: those of the longest
//! way through a run, whatever else runs, without the time that it takes to wake threads. A time includes the plan of
//! the algorithm, and neither the set nor the check. Memory is the most that a run has had at once beside the message
//! set.

use allocation_counter::measure;
use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{
    run_buffered, run_hamiltonian, run_paper, run_sweep, run_tuned, run_unicast,
};
use meshcast_tests::work::{Work, forms, primitives};
use std::env;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

/// What a run takes.
#[derive(Clone, Copy)]
struct Figures {
    /// Seconds.
    time: f64,
    /// Processor seconds of the thread that runs the program.
    processor: f64,
    steps: u64,
    /// The most at once, those of a node once the run is over.
    bytes: f64,
}

impl Figures {
    fn of_run(self, steps: u64, nodes: usize) -> Self {
        Self { steps, bytes: self.bytes / nodes as f64, ..self }
    }
}

/// Runs of which the fastest counts.
const RUNS: usize = 3;

/// The same for single forms, which are short.
const FORM_RUNS: usize = 5;

/// Rounds of a form that are timed as one.
const FORM_ROUNDS: usize = 4;

/// Seconds of a run that is not repeated.
const LONG: f64 = 20.0;

/// Seconds below which the processor's clock is too coarse.
const SHORT: f64 = 0.04;

/// Migrations of a visit of the paper's variant.
const INSTANCES: usize = 3;

/// A step form and how it is made for a side.
type Form = (&'static str, fn(usize, Options) -> Work);

/// Step forms on the whole mesh.
const FORMS: [Form; 10] = [
    ("transmit", forms::transmit),
    ("carry", forms::carry),
    ("approach", forms::approach),
    ("words", forms::words),
    ("shift", forms::shift),
    ("exchange, rows", |side, options| forms::exchange_rows(side, side, options)),
    ("exchange, columns", forms::exchange_columns),
    ("exchange, snake", forms::exchange_snake),
    ("copy and discard", forms::copy_and_discard),
    ("deliver", forms::deliver),
];

/// An algorithm or form, the side of its mesh, the congestion of its set, and how it is executed.
type Run = (&'static str, usize, usize, Mode, usize);

fn main() {
    let mut arguments = env::args().skip(1);
    let table = arguments.next().expect("modes, growth, threads or bands");
    let limit = arguments.next().map_or(300, |limit| limit.parse().expect("a whole number"));
    let runs: Vec<Run> = match table.as_str() {
        "modes" => modes(),
        "growth" => growth(),
        "threads" => threads(),
        "bands" => bands(),
        _ => panic!("expected modes, growth, threads or bands, found {table}"),
    };
    let within = |&(_, side, congestion, ..): &Run| side * side * congestion <= limit * 1000;
    let runs: Vec<Run> = runs.into_iter().filter(within).collect();
    println!(
        "| run | nodes | c | threads | steps | s | 10⁶ node-steps/s | bytes a node | processor s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut results = vec![Vec::<Figures>::new(); runs.len()];
    for _ in 0..if table == "bands" { FORM_RUNS } else { RUNS } {
        for (run, results) in runs.iter().zip(&mut results) {
            if results.first().is_none_or(|figures| figures.time < LONG) {
                results.push(timed(*run, table == "modes" || table == "growth"));
            }
        }
    }
    for (run, results) in runs.into_iter().zip(results) {
        let least =
            |figure: fn(&Figures) -> f64| results.iter().map(figure).fold(f64::MAX, f64::min);
        let (time, processor) = (least(|run| run.time), least(|run| run.processor));
        let first = results.first().expect("a run or more");
        print(run, &Figures { time, processor, ..*first });
    }
}

/// Prints a line of the table.
fn print((name, side, congestion, mode, threads): Run, figures: &Figures) {
    let &Figures { time, processor, steps, bytes } = figures;
    let leap = if mode == Mode::Leap { ", leap" } else { "" };
    let speed = (side * side) as f64 * steps as f64 / time / 1e6;
    let bytes = if threads == 1 { format!("{bytes:.0}") } else { "–".to_owned() };
    println!(
        "| `{name}`{leap} | {side}² | {congestion} | {threads} | {steps} | {time:.3} | {speed:.0} | {bytes} | {processor:.3} |"
    );
}

fn modes() -> Vec<Run> {
    let algorithms = ["hamiltonian", "buffered", "unicast", "sweep", "tuned", "paper"];
    let stepped = algorithms.map(|name| (name, 64, 16, Mode::Step, 1));
    let leaping = algorithms.map(|name| (name, 64, 16, Mode::Leap, 1));
    stepped.into_iter().chain(leaping).collect()
}

fn growth() -> Vec<Run> {
    let nodes = [32, 64, 128, 256].map(|side| (side, 16));
    let loads = [4, 64, 256].map(|congestion| (64, congestion));
    let stepped = nodes.into_iter().chain(loads).map(|(side, c)| ("tuned", side, c, Mode::Step, 1));
    let nodes = [64, 128, 256, 512, 1024, 2048, 4096].map(|side| (side, 16));
    let loads = [(256, 4), (256, 64), (256, 256), (1024, 64)];
    let leaping = nodes.into_iter().chain(loads).map(|(side, c)| ("tuned", side, c, Mode::Leap, 1));
    stepped.chain(leaping).collect()
}

fn threads() -> Vec<Run> {
    let runs = [
        ("sorts of 64 × 64", 512, 1),
        ("tuned", 64, 16),
        ("tuned", 128, 16),
        ("tuned", 256, 16),
        ("sweep", 256, 16),
        ("hamiltonian", 256, 16),
    ];
    on_two_threads(runs)
}

fn bands() -> Vec<Run> {
    let sides = [64, 128, 256, 512, 1024];
    on_two_threads(FORMS.into_iter().flat_map(|(name, _)| sides.map(|side| (name, side, 0))))
}

/// Every run on one thread, then on two.
fn on_two_threads(runs: impl IntoIterator<Item = (&'static str, usize, usize)>) -> Vec<Run> {
    runs.into_iter()
        .flat_map(|(name, side, c)| [1, 2].map(|threads| (name, side, c, Mode::Step, threads)))
        .collect()
}

fn timed((name, side, congestion, mode, threads): Run, by_processor: bool) -> Figures {
    let shape = Shape::new(side, side).expect("a mesh");
    if name.starts_with("sorts") {
        let mut work = primitives::sort_tiles(side, side / 64, threads);
        let mut node_steps = 0;
        let figures = watched(by_processor, || node_steps = work.node_steps());
        return figures.of_run((node_steps / shape.nodes()) as u64, shape.nodes());
    }
    let options = Options { mode, threads, ..Options::default() };
    if let Some((_, form)) = FORMS.into_iter().find(|&(form, _)| form == name) {
        let mut work = form(side, options);
        work.run();
        let mut node_steps = 0;
        let round = || (0..FORM_ROUNDS).for_each(|_| node_steps += work.node_steps());
        let figures = watched(by_processor, round);
        return figures.of_run((node_steps / shape.nodes()) as u64, shape.nodes());
    }
    let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("in range");
    let mut outcome = None;
    let figures = watched(by_processor, || outcome = Some(run(name, shape, &set, options)));
    let outcome = outcome.expect("a run has a result");
    let check = check_deliveries(&set, outcome.deliveries.iter());
    assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
    figures.of_run(outcome.steps, shape.nodes())
}

fn run(name: &str, shape: Shape, set: &Messages, options: Options) -> Outcome {
    match name {
        "hamiltonian" => run_hamiltonian(shape, Arc::new(set.clone()), options),
        "buffered" => run_buffered(shape, set, options),
        "unicast" => run_unicast(shape, set, 1, options).map(|(outcome, _)| outcome),
        "sweep" => run_sweep(shape, set, 1, options).map(|(outcome, _)| outcome),
        "tuned" => run_tuned(shape, set, 1, options).map(|(outcome, _)| outcome),
        "paper" => run_paper(shape, set, (Some(INSTANCES), 1), options).map(|(outcome, _)| outcome),
        _ => unreachable!("an algorithm of the tables"),
    }
    .expect("a lawful run")
}

/// What `work` takes on this thread.
fn watched(by_processor: bool, work: impl FnOnce()) -> Figures {
    let started = (Instant::now(), processor_seconds());
    let allocated = measure(work);
    let clock = started.0.elapsed().as_secs_f64();
    let processor = match (started.1, processor_seconds()) {
        (Some(before), Some(after)) if after - before > SHORT => after - before,
        _ => clock,
    };
    let time = if by_processor { processor } else { clock };
    Figures { time, processor, steps: 0, bytes: allocated.bytes_max as f64 }
}

/// Seconds that the processor has worked for this thread, as Linux tells them.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
