//! Writes the result of an open loop for people.

use super::Page;
use crate::readable::{Columns, Text, counted, duration, grouped};
use crate::results::worm_load::{LoadCurve, LoadPoint, OpenLoopResult, TrafficResult};
use crate::stats::Mean;

/// What was sent, a row for each saturation, and a row for each point.
pub(crate) fn open_loop(result: &OpenLoopResult) -> Text {
    let mut page = Page::default();
    let traffic = &result.traffic;
    let TrafficResult { network, kind, size, .. } = traffic;
    let destinations = counted(*size as u64, &format!("{kind} destination"));
    page.heading(&format!("open loop of multicasts to {destinations} on the {network}"));
    page.gap();
    page.line("wormhole", &traffic.wormhole.text());
    let slot = traffic.slot_ns.map_or_else(String::new, |slot| format!(", a coin each {slot} ns"));
    page.line("arrivals", &format!("{}{slot}", traffic.arrivals));
    let groups = |by: &str| result.curves.iter().any(|curve| curve.method.grouping == by);
    if groups("gpg") || groups("ppg") {
        page.line("leaders", traffic.leaders);
    }
    if groups("gpg") {
        page.line("gpg", &format!("threshold {}", traffic.threshold));
    }
    let [warm_up, window, drain] =
        [traffic.warm_up_ns, traffic.window_ns, traffic.drain_ns].map(grouped);
    page.line("window", &format!("{window} ns after {warm_up} ns, then {drain} ns to drain"));
    let searched = result.curves.iter().any(|curve| curve.greatest_tried.is_some());
    if searched {
        page.gap();
        page.block("  saturation\n\n");
        let rows: Vec<_> = result.curves.iter().map(saturation).collect();
        let headings = ["scheme", "grouping", "alone", "between", "and", "accepted there"];
        page.block(Columns::new(headings, &rows).with_keys(2));
    }
    page.gap();
    page.block("  points\n\n");
    let row = |(curve, point)| (cells(curve, point), remark(point).to_owned());
    let rows: Vec<_> = points(result).map(row).collect();
    let headings =
        ["scheme", "grouping", "rate", "accepted", "latency", "growth", "multicasts", "censored"];
    page.block(Columns::new(headings, &rows).with_keys(3));
    explain(&mut page, result, searched);
    page.gap();
    let threads = counted(result.timing.threads as u64, "thread");
    page.line("time", &format!("{} on {threads}", duration(result.timing.seconds)));
    page.program(result.seed, result.version, result.commit);
    page.text
}

/// What the columns say.
fn explain(page: &mut Page, result: &OpenLoopResult, searched: bool) {
    page.gap();
    page.line("rate", result.traffic.rate_unit);
    page.line("latency", "mean ns from the beginning of a multicast to its last delivery, with a 95 % interval by batch means");
    if searched {
        page.line("alone", "the same of single multicasts");
    }
    page.line("growth", "of the multicasts under way from one half of the window to the other, as a share of those that begin; saturated above 5 %");
    page.line(
        "censored",
        "had not ended when the drain was over: their latencies are not in the mean",
    );
    if points(result).any(|(_, point)| point.deadlock) {
        page.line("deadlock", "worms wait in a circle: nothing of the run counts as ended");
    }
    let unproved: usize = points(result).map(|(_, point)| point.unproved).sum();
    if unproved > 0 {
        let multicasts = counted(unproved as u64, "multicast");
        page.line(
            "not proved",
            &format!("the plans of {multicasts} to be the best: more --effort"),
        );
    }
}

/// Every point, with its curve.
fn points(result: &OpenLoopResult) -> impl Iterator<Item = (&LoadCurve, &LoadPoint)> {
    result.curves.iter().flat_map(|curve| curve.points.iter().map(move |point| (curve, point)))
}

fn saturation(curve: &LoadCurve) -> ([String; 6], String) {
    let rate = |rate: Option<f64>| rate.map_or_else(|| "-".to_owned(), significant);
    let found = curve.saturation;
    let cells = [
        curve.method.text(),
        curve.method.grouping.to_owned(),
        format!("{:.0}", curve.alone_ns),
        rate(found.map(|found| found.low)),
        rate(found.map(|found| found.high)),
        rate(found.map(|found| found.accepted)),
    ];
    let remark = match (found, curve.greatest_tried) {
        (None, Some(greatest)) => format!("not found up to {}", significant(greatest)),
        _ => String::new(),
    };
    (cells, remark)
}

fn cells(curve: &LoadCurve, point: &LoadPoint) -> [String; 8] {
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let latency = |mean: Mean| match mean.low {
        Some(low) => format!("{:.0} ±{:.0}", mean.estimate, mean.estimate - low),
        None => format!("{:.0}", mean.estimate),
    };
    [
        curve.method.text(),
        curve.method.grouping.to_owned(),
        point.rate.to_string(),
        significant(point.accepted),
        or_none(point.latency_ns.map(latency)),
        or_none(point.growth.map(|growth| format!("{:.1} %", percent(growth)))),
        grouped(point.multicasts as u64),
        grouped(point.censored as u64),
    ]
}

fn remark(point: &LoadPoint) -> &'static str {
    match (point.deadlock, point.saturated) {
        (true, _) => "deadlock",
        (false, true) => "saturated",
        (false, false) => "",
    }
}

/// In tenths of a percent, none of which is a zero with a sign.
fn percent(share: f64) -> f64 {
    (1000.0 * share).round() / 10.0 + 0.0
}

/// With four digits.
fn significant(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    rounded.to_string()
}
