//! Prints the tables of docs/algorithms.md, in Markdown; every run in them is checked to deliver everything once.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example tables -- [SECTION [LIMIT]]
//! ```
//!
//! SECTION is one of these:
//!
//! - `sizes`, if none is given: uniform sets and `hot-block` ones over n and c, all algorithms;
//! - `workloads`: all workloads on 64 × 64 nodes, c = 16;
//! - `targets`: the sets for which goals were set;
//! - `large`: 2^18 nodes;
//! - `buffered`: that algorithm over n, c and workloads, and where its steps go.
//!
//! LIMIT is the most work of an entry of a table, in millions of nodes times steps, estimated before it is run: an
//! entry is the median of five runs with different sets if these are within the limit, of three, or one run; or left
//! out. For `buffered` it is the most deliveries of a set in thousands. What has been measured so far goes to standard
//! error.

mod buffered;
mod entry;
mod sizes;
mod workloads;

use entry::Limit;
use std::env;

fn main() {
    let mut arguments = env::args().skip(1);
    let section = arguments.next().unwrap_or_else(|| "sizes".to_owned());
    let limit = arguments.next().map(|limit| limit.parse::<u32>().expect("a whole number"));
    let work = Limit { node_steps: f64::from(limit.unwrap_or(100)) * 1e6, runs: 5 };
    let no_limit = |runs| Limit { node_steps: f64::INFINITY, runs };
    match section.as_str() {
        "sizes" => sizes::over_nodes_and_congestion(work),
        "workloads" => workloads::on_one_mesh(work),
        "targets" => sizes::goals(&sizes::TARGETS, no_limit(5)),
        "large" => sizes::goals(&sizes::LARGE, no_limit(1)),
        "buffered" => buffered::tables(1024 * limit.unwrap_or(1024) as usize),
        _ => panic!("expected sizes, workloads, targets, large or buffered, found {section}"),
    }
}
