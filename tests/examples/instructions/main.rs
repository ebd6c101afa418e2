//! Instructions a node-step of the hot loops, counted by callgrind: they repeat on a machine that other programs slow down.
//!
//! `cargo run --release -p meshcast-tests --example instructions [-- LOOP]` prints a table of all loops, or a line for the one named.
//! `-- check` compares all loops with `counts.csv` beside this file and fails if one takes over 5 % more; `-- record` writes that file.
//! Needs `valgrind`.

mod guard;

use guard::Counts;
use meshcast_engine::{Kernels, Options};
use meshcast_tests::work::{Work, algorithms, forms, primitives};
use std::env;
use std::process::{Command, ExitCode};

/// The side of the mesh of all but whole runs, which have c = 16.
const SIDE: usize = 64;

/// What a loop is called, how it is made, and whether a round goes before the one that is counted: tables are made then.
type Loop = (&'static str, fn() -> Work, bool);

const LOOPS: [Loop; 34] = [
    ("exchange-rows", || forms::exchange_rows(SIDE, SIDE, widest()), true),
    ("exchange-rows-portable", || forms::exchange_rows(SIDE, SIDE, portable()), true),
    ("exchange-columns", || forms::exchange_columns(SIDE, widest()), true),
    ("exchange-columns-portable", || forms::exchange_columns(SIDE, portable()), true),
    ("exchange-snake", || forms::exchange_snake(SIDE, widest()), true),
    ("exchange-snake-portable", || forms::exchange_snake(SIDE, portable()), true),
    ("shift", || forms::shift(SIDE, widest()), true),
    ("transmit", || forms::transmit(SIDE, widest()), true),
    ("carry", || forms::carry(SIDE, widest()), true),
    ("approach", || forms::approach(SIDE, widest()), true),
    ("words", || forms::words(SIDE, widest()), true),
    ("copy-and-discard", || forms::copy_and_discard(SIDE, widest()), true),
    ("deliver", || forms::deliver(SIDE, widest()), true),
    ("sort", || primitives::sort(SIDE), false),
    ("kk-sort-4", || primitives::kk_sort(SIDE, 4), false),
    ("kk-sort-64", || primitives::kk_sort(16, 64), false),
    ("kk-routing-1", || primitives::kk_routing(SIDE, 1), false),
    ("scan-1", || primitives::scan_waves(SIDE, 1), false),
    ("scan-64", || primitives::scan_waves(SIDE, 64), false),
    ("reduce", || primitives::reduction(SIDE), false),
    ("compaction", || primitives::compact(SIDE), false),
    ("expansion", || primitives::expand(SIDE), false),
    ("spread", || primitives::spread_out(SIDE), false),
    ("permutation-4", || primitives::permutation(SIDE, 4), false),
    ("broadcast-64", || primitives::broadcast(SIDE, 64), false),
    ("circulation", || primitives::circulate(SIDE), false),
    ("migration", || primitives::migrate(SIDE), false),
    ("tile-shift", || primitives::shift_tiles(SIDE), false),
    ("run-tuned-32", || algorithms::tuned(32, 16), false),
    ("run-sweep-32", || algorithms::sweep(32, 16), false),
    ("run-paper-32", || algorithms::paper(32, 16), false),
    ("run-rounds-32", || algorithms::rounds(32, 16), false),
    ("run-buffered-32", || algorithms::buffered(32, 16), false),
    ("run-unicast-32", || algorithms::unicast(32, 16), false),
];

fn widest() -> Options {
    Options::default()
}

fn portable() -> Options {
    Options { kernels: Kernels::Portable, ..Options::default() }
}

/// What the process that is watched gets as its second argument.
const WATCHED: &str = "watched";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name, WATCHED] => println!("{}", watched(name)),
        ["check"] => return guard::check(counts()),
        ["record"] => guard::record(counts()),
        [name] => print(name),
        [] => {
            println!("| loop | instructions a node-step |\n|---|---|");
            for (name, ..) in LOOPS {
                print(name);
            }
        }
        _ => panic!("expected a loop, check, record or nothing"),
    }
    ExitCode::SUCCESS
}

/// The counts of all loops, one after the other.
fn counts() -> impl Counts {
    LOOPS.into_iter().map(|(name, ..)| (name, count(name)))
}

/// Runs a loop and returns its node-steps; callgrind counts a part of it.
fn watched(name: &str) -> usize {
    let (_, make, warm) = LOOPS.iter().find(|(known, ..)| *known == name).expect("a loop");
    let mut work = make();
    if *warm {
        work.run();
    }
    counted_by_callgrind(&mut work)
}

/// Callgrind counts from the call of this function, which it knows by its name, to its return.
#[inline(never)]
fn counted_by_callgrind(work: &mut Work) -> usize {
    work.node_steps()
}

/// Prints a line of the table.
fn print(name: &str) {
    println!("| `{name}` | {:.2} |", count(name));
}

/// Instructions a node-step of a loop.
fn count(name: &str) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted_by_callgrind*")
        .arg(env::current_exe().expect("a program has a path"))
        .args([name, WATCHED])
        .output()
        .expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let collected = said.lines().find_map(|line| line.split_once("Collected : "));
    let instructions: f64 =
        collected.and_then(|(_, count)| count.trim().parse().ok()).expect("a count");
    let node_steps = String::from_utf8_lossy(&output.stdout).trim().parse::<f64>();
    instructions / node_steps.expect("node-steps")
}
