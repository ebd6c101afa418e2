//! Prints a table of all workloads.

use crate::entry::{ALGORITHMS, Instance, Limit, NOTHING};
use meshcast_algorithms::Workload;

const SIDE: usize = 64;
const CONGESTION: usize = 16;

/// Steps and peaks of all algorithms on all workloads on one mesh.
pub(crate) fn on_one_mesh(limit: Limit) {
    let names = ALGORITHMS.map(|algorithm| format!("`{}`", algorithm.name));
    println!("| workload | c | {} |\n|---|---{}|", names.join(" | "), "|---".repeat(names.len()));
    for workload in Workload::ALL {
        let (side, congestion) = (SIDE, CONGESTION);
        let instance = Instance { workload, side, degree: None, congestion };
        let entries = ALGORITHMS.map(|algorithm| algorithm.entry(instance, limit));
        let c = entries.iter().flatten().map(|entry| entry.congestion).max();
        let cells = entries.map(|entry| {
            entry.map_or(NOTHING.to_owned(), |entry| {
                let runs =
                    if entry.runs < 5 { format!(" ({})", entry.runs) } else { String::new() };
                format!("{:.2} / {}{runs}", entry.over_root, entry.peak)
            })
        });
        println!("| `{workload}` | {} | {} |", c.unwrap_or(0), cells.join(" | "));
    }
}
