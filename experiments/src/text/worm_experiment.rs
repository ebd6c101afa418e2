//! Experiments with worms, for people.

use super::Page;
use super::numbers::{counted, duration, grouped};
use super::table::table;
use crate::worm::{Cell, ExperimentResult, Kind, LoadResult, LoadRow, Mean, Test};

/// Smaller probabilities are not told apart.
const LEAST: f64 = 1e-300;

/// Sign tests over all sizes, and a table of latencies for each scheme.
pub(crate) fn worm_experiment(result: &ExperimentResult) -> String {
    let mut page = Page::default();
    let sets = counted(result.sets as u64, "set");
    page.heading(&format!("{sets} of each kind and size on the {}", result.network));
    page.gap();
    page.line("wormhole", &result.wormhole.text());
    page.line("clustered", &counted(result.clusters as u64, "square cluster"));
    page.line("gpg", &format!("threshold {}", result.threshold));
    for kind in [Kind::Random, Kind::Clustered] {
        page.gap();
        let name = kind.name();
        page.block(&format!("  {name} sets of all sizes, beside dual-path without groups\n\n"));
        let tests = result.sign_tests.iter();
        let rows: Vec<_> = tests
            .filter(|test| test.kind == kind && test.size.is_none())
            .map(|test| (test_cells(test), String::new()))
            .collect();
        let headings =
            ["scheme", "grouping", "leaders", "time / its", "faster", "slower", "equal", "p"];
        page.block(&table(headings, &rows));
    }
    for kind in [Kind::Random, Kind::Clustered] {
        let cells: Vec<&Cell> = result.cells.iter().filter(|cell| cell.kind == kind).collect();
        let first = cells.first().map(|cell| cell.size);
        let mut schemes: Vec<String> = cells
            .iter()
            .filter(|cell| Some(cell.size) == first)
            .map(|cell| cell.method.text())
            .collect();
        schemes.dedup();
        for scheme in schemes {
            page.gap();
            page.block(&format!("  {} sets, {scheme}\n\n", kind.name()));
            page.block(&latencies(&cells, &scheme));
        }
    }
    page.gap();
    page.line("none, gpg, ppg", "mean ns until the last destination has all, with 95 % intervals");
    page.line("p", "of so uneven a split, if both were equally fast");
    ending(&mut page, &result.timing, result.seed, (result.version, result.commit));
    page.text
}

fn ending(
    page: &mut Page,
    timing: &crate::worm::ExperimentTiming,
    seed: u64,
    (version, commit): (&str, &str),
) {
    let threads = counted(timing.threads as u64, "thread");
    page.gap();
    page.line("time", &format!("{} on {threads}", duration(timing.seconds)));
    page.program(seed, version, commit);
}

fn test_cells(test: &Test) -> [String; 8] {
    let ratio = test.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.3}", ratio.estimate));
    [
        test.method.text(),
        test.method.grouping.to_owned(),
        test.leaders.to_owned(),
        ratio,
        grouped(test.signs.faster),
        grouped(test.signs.slower),
        grouped(test.signs.equal),
        probability(test.signs.p),
    ]
}

/// Where numbers end there are smaller probabilities.
fn probability(p: f64) -> String {
    if p < LEAST { format!("<{LEAST:.0e}") } else { format!("{p:.1e}") }
}

/// A row for each size.
fn latencies(cells: &[&Cell], scheme: &str) -> String {
    let of = |grouping: &str| -> Vec<&Cell> {
        let mine = |cell: &&&Cell| cell.method.text() == scheme && cell.method.grouping == grouping;
        cells.iter().filter(mine).copied().collect()
    };
    let (none, gpg, ppg) = (of("none"), of("gpg"), of("ppg"));
    let rows: Vec<_> = none
        .iter()
        .zip(&gpg)
        .zip(&ppg)
        .map(|((none, gpg), ppg)| {
            let cells = [
                none.size.to_string(),
                time(none.latency_barrier_ns),
                time(gpg.latency_barrier_ns),
                time(gpg.latency_async_ns),
                time(ppg.latency_barrier_ns),
                time(ppg.latency_async_ns),
                average(none.links),
                average(gpg.links),
                average(ppg.links),
                average(gpg.groups),
                average(ppg.groups),
            ];
            (cells, String::new())
        })
        .collect();
    let headings = [
        "size",
        "none",
        "gpg barrier",
        "gpg async",
        "ppg barrier",
        "ppg async",
        "links",
        "gpg",
        "ppg",
        "groups gpg",
        "ppg",
    ];
    table(headings, &rows)
}

fn time(mean: Option<Mean>) -> String {
    let Some(Mean { estimate: mean, low, .. }) = mean else {
        return "-".to_owned();
    };
    match low {
        Some(low) => format!("{mean:.0} ±{:.0}", mean - low),
        None => format!("{mean:.0}"),
    }
}

fn average(mean: Option<Mean>) -> String {
    mean.map_or_else(|| "-".to_owned(), |mean| format!("{:.1}", mean.estimate))
}

/// A row for each load and method.
pub(crate) fn worm_load(result: &LoadResult) -> String {
    let mut page = Page::default();
    let runs = counted(result.runs as u64, "run");
    page.heading(&format!("{runs} of each load on the {}", result.network));
    page.gap();
    page.line("wormhole", &result.wormhole.text());
    let arrivals = match result.arrivals_ns {
        0 => "all at once".to_owned(),
        window => format!("in the first {} ns", grouped(window)),
    };
    page.line("starts", &arrivals);
    page.line("gpg", &format!("threshold {}", result.threshold));
    page.gap();
    let rows: Vec<_> = result.rows.iter().map(|row| (load_cells(row), String::new())).collect();
    let headings = [
        "sources",
        "size",
        "scheme",
        "grouping",
        "leaders",
        "multicasts",
        "latency",
        "blocked",
        "deadlocks",
    ];
    page.block(&table(headings, &rows));
    page.gap();
    page.line("sources", "the probability that a node is one");
    page.line("latency", "mean ns from the start of a multicast to its end, with a 95 % interval");
    page.line("blocked", "mean ns for which the headers of a multicast wait, all together");
    ending(&mut page, &result.timing, result.seed, (result.version, result.commit));
    page.text
}

fn load_cells(row: &LoadRow) -> [String; 9] {
    [
        row.probability.to_string(),
        row.size.to_string(),
        row.method.text(),
        row.method.grouping.to_owned(),
        row.leaders.to_owned(),
        grouped(row.multicasts as u64),
        time(row.latency_ns),
        time(row.blocked_ns),
        row.deadlocks.to_string(),
    ]
}
