//! Tables over n and c.

use crate::entry::{ALGORITHMS, Algorithm, Entry, Instance, Limit, NOTHING};
use meshcast_algorithms::Workload;

/// A column of the tables: an algorithm on a family of sets.
type Column = (&'static Algorithm, Workload, Option<usize>);

/// All algorithms on uniform sets, and two of them where messages have one destination, in a block of n/c nodes.
fn columns() -> Vec<Column> {
    let uniform = ALGORITHMS.iter().map(|algorithm| (algorithm, Workload::Uniform, None));
    let single =
        ["sweep", "unicast"].map(|name| (Algorithm::named(name), Workload::HotBlock, Some(1)));
    uniform.chain(single).collect()
}

/// Steps, peaks and what the algorithms found out, for n = 2^8, 2^10, …, 2^16 and c = 1, 4, …, 256, c ≤ n/16.
pub(crate) fn over_nodes_and_congestion(limit: Limit) {
    let columns = columns();
    let mut rows = Vec::new();
    for side in [16, 32, 64, 128, 256] {
        for congestion in [1, 4, 16, 64, 256].into_iter().filter(|c| 16 * c <= side * side) {
            let entry = |&(algorithm, workload, degree): &Column| {
                algorithm.entry(Instance { workload, side, degree, congestion }, limit)
            };
            let name = format!("| {side}² | {congestion} |");
            rows.push((name, columns.iter().map(entry).collect::<Vec<_>>()));
        }
    }
    let all = |_: &Column| true;
    table("steps/√(cn)", &columns, &rows, all, |entry| {
        let runs = if entry.runs < 5 { format!(" ({})", entry.runs) } else { String::new() };
        format!("{:.2}{runs}", entry.over_root)
    });
    table("peak", &columns, &rows, all, |entry| entry.peak.to_string());
    let tells = |column: &Column| ["paper", "tuned", "sweep", "unicast"].contains(&column.0.name);
    table("phases and what they left", &columns, &rows, tells, |entry| entry.found.clone());
}

/// A table of the entries that were made, for some columns.
fn table(
    title: &str,
    columns: &[Column],
    rows: &[(String, Vec<Option<Entry>>)],
    keep: impl Fn(&Column) -> bool,
    cell: impl Fn(&Entry) -> String,
) {
    let heads: Vec<String> = columns.iter().filter(|column| keep(column)).map(heading).collect();
    println!("\n{title}\n\n| n | c | {} |", heads.join(" | "));
    println!("|---|---{}|", "|---".repeat(heads.len()));
    for (name, entries) in rows {
        let entries = columns.iter().zip(entries).filter(|(column, _)| keep(column));
        let text = |entry: &Option<Entry>| entry.as_ref().map_or(NOTHING.to_owned(), &cell);
        let cells: Vec<String> = entries.map(|(_, entry)| text(entry)).collect();
        println!("{name} {} |", cells.join(" | "));
    }
}

fn heading(&(algorithm, workload, _): &Column) -> String {
    match workload {
        Workload::HotBlock => format!("`{}`, d = 1", algorithm.name),
        _ => format!("`{}`", algorithm.name),
    }
}

/// A set and the steps/√(cn) that an algorithm should not exceed on it.
pub(crate) struct Goal {
    algorithm: &'static str,
    instance: Instance,
    most: f64,
}

/// The sets for which goals were set.
pub(crate) const TARGETS: [Goal; 8] = [
    Goal::new("paper", 128, 16, 115.0),
    Goal::new("tuned", 32, 16, 34.0),
    Goal::new("tuned", 64, 16, 31.0),
    Goal::new("tuned", 64, 64, 34.0),
    Goal::new("tuned", 128, 64, 31.0),
    Goal::new("sweep", 128, 64, 7.3),
    Goal::new("sweep", 256, 256, 5.9),
    Goal::new("unicast", 128, 64, 7.5),
];

/// Sets on 2^18 nodes.
pub(crate) const LARGE: [Goal; 3] = [
    Goal::new("sweep", 512, 64, 7.3),
    Goal::new("tuned", 512, 64, 27.0),
    Goal::new("sweep", 512, 256, 5.9),
];

impl Goal {
    /// On uniform sets, but for `unicast` on those where every message has one destination, in a block of n/c nodes.
    const fn new(algorithm: &'static str, side: usize, congestion: usize, most: f64) -> Self {
        let (workload, degree) = match algorithm.as_bytes() {
            b"unicast" => (Workload::HotBlock, Some(1)),
            _ => (Workload::Uniform, None),
        };
        Self { algorithm, instance: Instance { workload, side, degree, congestion }, most }
    }
}

/// What is reached of some goals.
pub(crate) fn goals(goals: &[Goal], limit: Limit) {
    println!(
        "| algorithm | n | c | goal | steps/√(cn) | runs | peak | phases and what they left |"
    );
    println!("|---{}|", "|---".repeat(7));
    for &Goal { algorithm, instance, most } in goals {
        let column = (Algorithm::named(algorithm), instance.workload, instance.degree);
        let Some(entry) = column.0.entry(instance, limit) else { continue };
        let Entry { runs, over_root, peak, found, .. } = entry;
        println!(
            "| {} | {}² | {} | {most} | {over_root:.2} | {runs} | {peak} | {found} |",
            heading(&column),
            instance.side,
            instance.congestion
        );
    }
}
