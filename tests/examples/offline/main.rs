//! Finds schedules of uniform message sets with full knowledge, and prints their steps beside the lower bound: how much
//! room is left between the two.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example offline [-- ROWS COLS CONGESTION]
//! ```
//!
//! Without arguments it prints a table of meshes and congestions. Each message gets a tree of links that avoids loaded links
//! ([`trees`]); then every step the most urgent packets of all nodes act ([`schedule`]). Buffers are unlimited. The best
//! schedule is written as a trace and replayed under the rules of the machine by `meshcast::replay`, which shares no code with
//! this program. A row has the bound without copies and ways, the bound, the least load of a busiest link that any of the tried
//! trees have, and steps and peak of the best schedule.

mod schedule;
mod trees;

use meshcast::replay::check;
use meshcast_algorithms::{Deliveries, Workload, generate, lower_bound, most_entries};
use meshcast_engine::{Messages, Shape};
use schedule::Schedule;
use std::env;
use trees::Forest;

/// Rows, columns and congestion of the table. The nodes of each mesh are those of a square.
const TABLE: [(usize, usize, usize); 14] = [
    (16, 16, 4),
    (32, 32, 4),
    (64, 64, 4),
    (16, 16, 16),
    (32, 32, 16),
    (64, 64, 16),
    (31, 31, 16),
    (20, 45, 16),
    (16, 16, 64),
    (32, 32, 64),
    (64, 64, 64),
    (31, 31, 64),
    (20, 45, 64),
    (31, 31, 40),
];

/// What a hop costs beside the load of its link, in thousandths of a full link: the first keeps trees short, the second narrow.
const HOPS: [u64; 2] = [1000, 300];

/// How often every message chooses its tree anew.
const ROUNDS: usize = 6;

fn main() {
    let numbers: Vec<usize> =
        env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let wanted = match numbers[..] {
        [] => TABLE.to_vec(),
        [rows, cols, congestion] => vec![(rows, cols, congestion)],
        _ => panic!("expected ROWS, COLS and CONGESTION"),
    };
    println!("| mesh | c | q | simple bound | bound | busiest link | schedule | / bound | peak |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (rows, cols, congestion) in wanted {
        println!("{}", row(rows, cols, congestion));
    }
}

/// A row of the table.
fn row(rows: usize, cols: usize, congestion: usize) -> String {
    let side = (rows * cols).isqrt();
    assert_eq!(side * side, rows * cols, "a number of nodes that is a square");
    let shape = Shape::new(rows, cols).expect("a mesh");
    let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("a uniform set");
    let bound = lower_bound(shape, &set, Deliveries::Charged).steps;
    let (mut best, mut busiest) = ((u64::MAX, Vec::new()), u32::MAX);
    for hop in HOPS {
        let mut forest = Forest::new(shape, &set, hop);
        for _ in 0..ROUNDS {
            forest.improve();
            busiest = busiest.min(forest.busiest());
            let found = Schedule::new(shape, &set, &forest).run();
            if found.0 < best.0 {
                best = found;
            }
        }
    }
    let verdict = check(best.1.as_slice()).expect("a trace");
    assert_eq!((verdict.finding, verdict.deliveries), (None, set.deliveries() as u64));
    assert_eq!(verdict.steps, best.0);
    format!(
        "| {rows} × {cols} | {congestion} | {:.0} | {} | {bound} | {busiest} | {} | {:.2} | {} |",
        ((congestion * rows * cols) as f64).sqrt(),
        simple_bound(shape, &set),
        verdict.steps,
        verdict.steps as f64 / bound as f64,
        verdict.peak,
    )
}

/// What the greatest distance, the deliveries of a node, and the links into the squares of aligned grids give.
fn simple_bound(shape: Shape, set: &Messages) -> u64 {
    let pairs = set.iter().flat_map(|(source, list)| list.iter().map(move |&node| (source, node)));
    let mut deliveries = vec![0; shape.nodes()];
    let mut farthest = 0;
    for (source, node) in pairs {
        farthest = farthest.max(shape.distance(source as usize, node as usize) as u64);
        deliveries[node as usize] += u64::from(source != node);
    }
    let most = deliveries.into_iter().max().expect("a mesh has nodes");
    farthest.max(most).max(most_entries(shape, set)) + 1
}
