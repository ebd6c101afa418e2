//! Writes the results of experiments with worms for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{counted, duration, grouped};
use crate::results::worm_experiment::{
    Cell, Claim, ExperimentResult, Kind, LoadResult, LoadRow, RunTime, Test,
};
use crate::stats::{Mean, Ratio};

/// The claims, sign tests over all sizes, and a table of latencies for each scheme.
pub(crate) fn worm_experiment(result: &ExperimentResult) -> Text {
    let mut page = Page::default();
    let sets = counted(result.sets as u64, "set");
    page.heading(&format!("{sets} of each kind and size on the {}", result.network.name));
    page.gap();
    page.line("wormhole", &result.wormhole.text());
    page.line("clustered", &counted(result.clusters as u64, "square cluster"));
    page.line("gpg", &format!("threshold {}", result.threshold));
    page.gap();
    page.block("  claims of the papers\n\n");
    page.block(claims(&result.claims));
    for kind in Kind::BOTH {
        let tests = result.sign_tests.iter();
        let rows: Vec<_> = tests
            .filter(|test| test.kind == kind && test.size.is_none())
            .map(|test| (test_cells(test), String::new()))
            .collect();
        if rows.is_empty() {
            continue;
        }
        page.gap();
        let name = kind.name();
        page.block(format!("  {name} sets of all sizes, beside dual-path without groups\n\n"));
        let headings = ["scheme", "grouping", "leaders", "ratio", "faster", "slower", "equal", "p"];
        page.block(Columns::new(headings, &rows).with_keys(3));
    }
    for kind in Kind::BOTH {
        let all = result.cells.iter().chain(&result.scheme_cells);
        let cells: Vec<&Cell> = all.filter(|cell| cell.kind == kind).collect();
        let first = cells.first().map(|cell| cell.size);
        let mut schemes: Vec<String> = cells
            .iter()
            .filter(|cell| Some(cell.size) == first)
            .map(|cell| cell.method.text())
            .collect();
        schemes.dedup();
        for scheme in schemes {
            page.gap();
            page.block(format!("  {} sets, {scheme}\n\n", kind.name()));
            page.block(latencies(&cells, &scheme));
        }
    }
    unproved(&mut page, result);
    page.gap();
    page.line("none, gpg, ppg", "mean ns until the last destination has all, with 95 % intervals");
    page.line("ratio", "of its time to that of dual-path without groups: geometric mean, 95 % interval by the variance within sizes");
    page.line("p", "of so uneven a split by fair coins");
    page.line(
        "supported, refuted",
        "if the signs and the ratio say so, or the contrary, both with 95 % confidence; else undecided",
    );
    ending(&mut page, &result.timing, result.seed, (result.version, result.commit));
    page.text
}

/// In how many cells searches ended before a proof, if in any.
fn unproved(page: &mut Page, result: &ExperimentResult) {
    let unproved = result.scheme_cells.iter().filter(|cell| cell.unproved > 0).count();
    if unproved > 0 {
        let cells = counted(unproved as u64, "cell");
        let text = format!("the plans of some sets of {cells} to be the best: more --effort");
        page.gap();
        page.line("not proved", &text);
    }
}

fn ending(page: &mut Page, time: &RunTime, seed: u64, (version, commit): (&str, &str)) {
    let threads = counted(time.threads as u64, "thread");
    page.gap();
    page.line("time", &format!("{} on {threads}", duration(time.seconds)));
    page.program(seed, version, commit);
}

/// A row for each claim.
fn claims(claims: &[Claim]) -> Columns {
    let row = |claim: &Claim| {
        let cells = [
            claim.statement.clone(),
            claim.kind.map_or("both", Kind::name).to_owned(),
            claim.leaders.unwrap_or("any").to_owned(),
            grouped(claim.is_so),
            grouped(claim.against),
            grouped(claim.equal),
            probability(claim.p_log10),
            ratio(claim.ratio),
        ];
        (cells, claim.verdict.name().to_owned())
    };
    let rows: Vec<_> = claims.iter().map(row).collect();
    Columns::new(["claim", "sets", "leaders", "for", "against", "equal", "p", "ratio"], &rows)
}

fn test_cells(test: &Test) -> [String; 8] {
    [
        test.method.text(),
        test.method.grouping.to_owned(),
        test.leaders.to_owned(),
        ratio(test.ratio),
        grouped(test.signs.faster),
        grouped(test.signs.slower),
        grouped(test.signs.equal),
        probability(test.signs.p_log10),
    ]
}

/// With two digits, however small.
fn probability(log10: f64) -> String {
    let exponent = log10.floor();
    let tenths = (10f64.powf(log10 - exponent) * 10.0).round();
    let (tenths, exponent) =
        if tenths < 100.0 { (tenths, exponent) } else { (10.0, exponent + 1.0) };
    format!("{:.1}e{exponent}", tenths / 10.0)
}

fn ratio(ratio: Option<Ratio>) -> String {
    let Some(Ratio { estimate, low, high }) = ratio else {
        return "-".to_owned();
    };
    match low.zip(high) {
        Some((low, high)) => format!("{estimate:.3} ({low:.3} to {high:.3})"),
        None => format!("{estimate:.3}"),
    }
}

/// A row for each size.
fn latencies(cells: &[&Cell], scheme: &str) -> Columns {
    let of = |grouping: &str| -> Vec<&Cell> {
        let mine = |cell: &&&Cell| cell.method.text() == scheme && cell.method.grouping == grouping;
        cells.iter().filter(mine).copied().collect()
    };
    let (none, gpg, ppg) = (of("none"), of("gpg"), of("ppg"));
    // Graphs have no groups.
    let rows: Vec<_> = none
        .iter()
        .enumerate()
        .map(|(place, none)| {
            let (gpg, ppg) = (gpg.get(place), ppg.get(place));
            let cells = [
                none.size.to_string(),
                time(none.latency_barrier_ns),
                time(gpg.and_then(|gpg| gpg.latency_barrier_ns)),
                time(gpg.and_then(|gpg| gpg.latency_async_ns)),
                time(ppg.and_then(|ppg| ppg.latency_barrier_ns)),
                time(ppg.and_then(|ppg| ppg.latency_async_ns)),
                average(none.links),
                average(gpg.and_then(|gpg| gpg.links)),
                average(ppg.and_then(|ppg| ppg.links)),
                average(gpg.and_then(|gpg| gpg.groups)),
                average(ppg.and_then(|ppg| ppg.groups)),
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
        "links gpg",
        "links ppg",
        "groups gpg",
        "groups ppg",
    ];
    Columns::new(headings, &rows)
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
pub(crate) fn worm_load(result: &LoadResult) -> Text {
    let mut page = Page::default();
    let runs = counted(result.runs as u64, "run");
    page.heading(&format!("{runs} of each load on the {}", result.network.name));
    page.gap();
    page.line("wormhole", &result.wormhole.text());
    let arrivals = match result.arrivals_ns {
        0 => "all at once".to_owned(),
        window => format!("in the first {} ns", grouped(window)),
    };
    page.line("starts", &arrivals);
    let think = match result.messages {
        1 => String::new(),
        _ => format!(", each {} ns after the one before it", grouped(result.think_ns)),
    };
    page.line("messages", &format!("{} a source{think}", grouped(result.messages as u64)));
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
        "used",
        "most used",
        "queue",
        "deadlocks",
    ];
    page.block(Columns::new(headings, &rows).with_keys(5));
    page.gap();
    page.block("  run by run, beside dual-path without groups\n\n");
    let rows: Vec<_> =
        result.rows.iter().filter_map(paired_cells).map(|cells| (cells, String::new())).collect();
    let headings = [
        "sources", "size", "scheme", "grouping", "leaders", "ratio", "faster", "slower", "equal",
        "p",
    ];
    page.block(Columns::new(headings, &rows).with_keys(5));
    page.gap();
    page.line("sources", "the probability that a node is one");
    page.line("latency", "mean ns from the start of a multicast to its end, with a 95 % interval");
    page.line("blocked", "mean ns for which the headers of a multicast wait, all together");
    page.line("used, most", "share of a run for which a channel is held, on average, and the one that is held the longest");
    page.line("queue", "the most worms that waited for a channel at a time");
    page.line("ratio", "of the mean latency of a run to that of dual-path without groups: geometric mean, 95 % interval");
    page.line("p", "of so uneven a split by fair coins");
    ending(&mut page, &result.timing, result.seed, (result.version, result.commit));
    page.text
}

fn load_cells(row: &LoadRow) -> [String; 12] {
    let share = |mean: Option<Mean>| {
        mean.map_or_else(|| "-".to_owned(), |mean| format!("{:.1} %", 100.0 * mean.estimate))
    };
    let [sources, size, scheme, grouping, leaders] = load_name(row);
    [
        sources,
        size,
        scheme,
        grouping,
        leaders,
        grouped(row.multicasts as u64),
        time(row.latency_ns),
        time(row.blocked_ns),
        share(row.utilisation),
        share(row.peak_utilisation),
        row.longest_queue.to_string(),
        row.deadlocks.to_string(),
    ]
}

fn load_name(row: &LoadRow) -> [String; 5] {
    [
        row.probability.to_string(),
        row.size.to_string(),
        row.method.text(),
        row.method.grouping.to_owned(),
        row.leaders.to_owned(),
    ]
}

/// None for the method that all others are beside.
fn paired_cells(row: &LoadRow) -> Option<[String; 10]> {
    let paired = row.beside_dual_path?;
    let [sources, size, scheme, grouping, leaders] = load_name(row);
    Some([
        sources,
        size,
        scheme,
        grouping,
        leaders,
        ratio(paired.ratio),
        grouped(paired.signs.faster),
        grouped(paired.signs.slower),
        grouped(paired.signs.equal),
        probability(paired.signs.p_log10),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_have_two_digits_however_small() {
        let cases =
            [(0.0, "1.0e0"), (-0.25, "5.6e-1"), (-730.436_7, "3.7e-731"), (-2.001, "1.0e-2")];
        for (log10, text) in cases {
            assert_eq!(probability(log10), text);
        }
        assert_eq!(probability(-300.000_1), "1.0e-300");
    }
}
