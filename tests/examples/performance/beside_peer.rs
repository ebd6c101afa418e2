//! Compares stepped runs and step forms with the naive peer, on one thread.

use super::markdown;
use meshcast_engine::Options;
use meshcast_tests::work::clock::by_processor;
use meshcast_tests::work::naive::GreedyMesh;
use meshcast_tests::work::{Work, algorithms, forms};
use std::time::{Duration, Instant};

/// Samples of each line, of which the fastest counts.
const SAMPLES: usize = 3;

/// Meshes of the peer that are run as one sample, so that the processor's clock is fine enough.
const PEERS: usize = 40;

/// For how long the rounds of a form are timed.
const LONG_ENOUGH: Duration = Duration::from_millis(400);

/// A line: its name, the side and c, how it is made, and how many times the peer's speed is asked of it, if anything is.
type Line = (&'static str, usize, usize, fn(usize, usize) -> Work, Option<f64>);

const RUNS: [Line; 11] = [
    ("sweep", 64, 16, algorithms::sweep, Some(2.0)),
    ("sweep", 128, 64, algorithms::sweep, Some(2.0)),
    ("sweep", 128, 256, algorithms::sweep, None),
    ("tuned", 64, 16, algorithms::tuned, Some(6.0)),
    ("tuned", 128, 64, algorithms::tuned, Some(6.0)),
    ("paper", 64, 16, algorithms::paper, Some(8.0)),
    ("rounds", 64, 16, algorithms::rounds, None),
    ("buffered", 64, 16, algorithms::buffered, Some(3.0)),
    ("buffered", 128, 64, algorithms::buffered, Some(3.0)),
    ("unicast", 64, 16, algorithms::unicast, None),
    ("hamiltonian", 64, 16, algorithms::hamiltonian, None),
];

const FORMS: [Line; 10] = [
    ("exchange, rows", 64, 0, |side, _| forms::exchange_rows(side, side, options()), Some(60.0)),
    ("exchange, columns", 64, 0, |side, _| forms::exchange_columns(side, options()), None),
    ("exchange, snake", 64, 0, |side, _| forms::exchange_snake(side, options()), None),
    ("shift", 64, 0, |side, _| forms::shift(side, options()), None),
    ("transmit", 64, 0, |side, _| forms::transmit(side, options()), Some(6.0)),
    ("carry", 64, 0, |side, _| forms::carry(side, options()), None),
    ("approach", 64, 0, |side, _| forms::approach(side, options()), None),
    ("words", 64, 0, |side, _| forms::words(side, options()), None),
    ("copy and discard", 64, 0, |side, _| forms::copy_and_discard(side, options()), None),
    ("deliver", 64, 0, |side, _| forms::deliver(side, options()), None),
];

fn options() -> Options {
    Options::default()
}

/// Whole runs.
pub(crate) fn runs() -> String {
    table(&RUNS, false)
}

/// Step forms. Tables are made in a round that is not timed.
pub(crate) fn forms() -> String {
    table(&FORMS, true)
}

fn table(lines: &[Line], are_rounds: bool) -> String {
    let (mut peer, mut speeds) = (0.0_f64, vec![0.0_f64; lines.len()]);
    for _ in 0..SAMPLES {
        for ((.., side, c, make, _), speed) in lines.iter().zip(&mut speeds) {
            peer = peer.max(speed_of_peer());
            let mut work = make(*side, *c);
            *speed = speed.max(if are_rounds {
                work.run();
                speed_of_rounds(&mut work)
            } else {
                speed_of(|| work.node_steps())
            });
        }
    }
    let rows = lines.iter().zip(&speeds).map(|((name, side, c, _, asked), speed)| {
        let times = speed / peer;
        let c = if *c == 0 { "–".to_owned() } else { c.to_string() };
        let asked = asked.map_or_else(|| "–".to_owned(), |asked| format!("{asked}"));
        let speed = format!("{:.1}", speed / 1e6);
        [format!("`{name}`"), format!("{side}²"), c, format!("{times:.2}"), asked, speed]
    });
    let head = ["", "nodes", "c", "times the peer", "asked", "10⁶ node-steps/s"];
    let peer = format!("The peer makes {:.1} million node-steps a second.\n", peer / 1e6);
    markdown(head, rows) + "\n" + &peer
}

/// Node-steps a second of processor time.
fn speed_of(work: impl FnOnce() -> usize) -> f64 {
    let mut node_steps = 0;
    let seconds = by_processor(|| node_steps = work());
    node_steps as f64 / seconds
}

/// The same of work that is done over and over, for long enough that the processor's clock, which counts in milliseconds, is fine
/// enough.
fn speed_of_rounds(work: &mut Work) -> f64 {
    let started = Instant::now();
    speed_of(|| {
        let mut node_steps = work.node_steps();
        while started.elapsed() < LONG_ENOUGH {
            node_steps += work.node_steps();
        }
        node_steps
    })
}

fn speed_of_peer() -> f64 {
    const SIDE: usize = 64;
    let mut meshes: Vec<GreedyMesh> = (0..PEERS).map(|_| GreedyMesh::transpose(SIDE)).collect();
    speed_of(|| meshes.iter_mut().map(|mesh| SIDE * SIDE * mesh.run()).sum())
}
