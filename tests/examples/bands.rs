//! Prints the time of single step forms on one thread and on two, in Markdown.
//!
//! `cargo run --release -p meshcast-tests --example bands` compares them on meshes of five sides. Times are the fastest of five samples,
//! which take turns, as other programs on the machine can slow a form down and nothing can speed it up. The processor seconds of the
//! thread that runs the program are those of the longest way through a form, whatever else runs, without the time that it takes to wake
//! threads.

use meshcast_engine::Options;
use meshcast_tests::work::clock::{by_clock, by_processor};
use meshcast_tests::work::{Work, forms};

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

const SIDES: [usize; 5] = [64, 128, 256, 512, 1024];

const SAMPLES: usize = 5;

/// Rounds of a form that are timed as one.
const ROUNDS: usize = 4;

fn main() {
    println!("| form | nodes | processor | clock |\n|---|---|---|---|");
    for (name, form) in FORMS {
        for side in SIDES {
            let mut least = [[f64::MAX; 2]; 2];
            for _ in 0..SAMPLES {
                for (threads, least) in (1..).zip(&mut least) {
                    let timed = timed(form(side, Options { threads, ..Options::default() }));
                    *least = [0, 1].map(|clock| least[clock].min(timed[clock]));
                }
            }
            let [clock, processor] = [0, 1].map(|clock| least[0][clock] / least[1][clock]);
            println!("| {name} | {side}² | {processor:.2} | {clock:.2} |");
        }
    }
}

/// Seconds by the clock, and of the processor.
fn timed(mut work: Work) -> [f64; 2] {
    work.run();
    let mut clock = 0.0;
    let rounds = || (0..ROUNDS).for_each(|_| work.run());
    let processor = by_processor(|| clock = by_clock(rounds));
    [clock, processor]
}
