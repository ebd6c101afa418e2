//! Shows how long multicasts take, and how many a network carries, over the rate at which they begin.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use super::series::FEWEST;
use crate::results::worm_experiment::scheme_text;
use crate::results::worm_load::{LoadCurve, OpenLoopResult, RATE_UNIT};
use crate::stats::Mean;
use crate::store::{DONE, LoadRow};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Latencies of rates that are not saturated, with their intervals, and where saturation is.
pub(crate) fn latency_over_rate(result: &OpenLoopResult) -> Figure {
    latency_figure("latency-over-rate", &title(result), result.curves.iter().map(Series::of_curve))
}

/// What the network carries of what it is offered, beyond saturation too.
pub(crate) fn throughput(result: &OpenLoopResult) -> Figure {
    throughput_figure("throughput", &title(result), result.curves.iter().map(Series::of_curve))
}

fn title(result: &OpenLoopResult) -> String {
    let traffic = &result.traffic;
    said((&traffic.network, traffic.kind, traffic.size as u64, traffic.leaders))
}

fn said((network, kind, size, leaders): (&str, &str, u64, &str)) -> String {
    format!("{size} {kind} destinations on the {network}, leaders {leaders}")
}

/// Latencies and throughputs of the rows of a store, two figures for each kind of traffic that has three rates.
pub(super) fn figures(rows: &[LoadRow]) -> [Vec<Figure>; 2] {
    let mut kinds = BTreeMap::<String, Vec<&LoadRow>>::new();
    for row in rows.iter().filter(|row| row.status == DONE) {
        let configuration: Value = serde_json::from_str(&row.configuration).unwrap_or_default();
        kinds.entry(configuration["traffic"].to_string()).or_default().push(row);
    }
    let mut figures = [Vec::new(), Vec::new()];
    for rows in kinds.into_values() {
        let rates: BTreeSet<u64> = rows.iter().map(|row| row.rate.to_bits()).collect();
        if rates.len() < FEWEST {
            continue;
        }
        let mut methods = BTreeMap::<_, Vec<&LoadRow>>::new();
        for row in &rows {
            methods.entry((&row.scheme, &row.ports, &row.grouping)).or_default().push(row);
        }
        let first = rows[0];
        let title = said((&first.network, &first.kind, first.size, &first.leaders));
        let name: String = format!("{}-{}-{}", first.kind, first.size, first.network)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let series = || methods.values().map(|rows| Series::of_rows(rows));
        figures[0].push(latency_figure(&format!("load-latency-{name}"), &title, series()));
        figures[1].push(throughput_figure(&format!("load-throughput-{name}"), &title, series()));
    }
    figures
}

/// What is known of a method.
struct Series<'a> {
    scheme: &'a str,
    ports: Option<&'a str>,
    grouping: &'a str,
    /// By increasing rates that are not saturated, in nanoseconds.
    latencies: Vec<(f64, Mean)>,
    /// Offered and accepted, by increasing rates.
    carried: Vec<(f64, f64)>,
    /// The least rate that is saturated.
    limit: Option<f64>,
}

impl<'a> Series<'a> {
    fn of_curve(curve: &'a LoadCurve) -> Self {
        let points = curve.points.iter();
        let steady = points.clone().filter(|point| !point.saturated);
        Self {
            scheme: curve.method.scheme,
            ports: curve.method.ports,
            grouping: curve.method.grouping,
            latencies: steady.filter_map(|point| Some((point.rate, point.latency_ns?))).collect(),
            carried: points.map(|point| (point.offered, point.accepted)).collect(),
            limit: curve.saturation.map(|saturation| saturation.high),
        }
    }

    /// Of rows of one method, all done: means over the seeds of a rate, with the interval over seeds where there are several.
    fn of_rows(rows: &[&'a LoadRow]) -> Self {
        let mut rates = BTreeMap::<u64, Vec<&LoadRow>>::new();
        for row in rows {
            // Positive numbers are ordered as their bits.
            rates.entry(row.rate.to_bits()).or_default().push(row);
        }
        let (mut latencies, mut carried, mut limit) = (Vec::new(), Vec::new(), None);
        for rows in rates.into_values() {
            let rate = rows[0].rate;
            let mean =
                |of: fn(&LoadRow) -> Option<f64>| Mean::of(rows.iter().filter_map(|row| of(row)));
            let both = mean(|row| row.offered).zip(mean(|row| row.accepted));
            carried.extend(both.map(|(offered, accepted)| (offered.estimate, accepted.estimate)));
            if rows.iter().any(|row| row.saturated == Some(true)) {
                limit = limit.or(Some(rate));
                continue;
            }
            let latency = match rows[..] {
                [row] => row.latency_ns.map(|estimate| Mean {
                    estimate,
                    low: row.latency_low_ns,
                    high: row.latency_high_ns,
                }),
                _ => mean(|row| row.latency_ns),
            };
            latencies.extend(latency.map(|latency| (rate, latency)));
        }
        let LoadRow { scheme, ports, grouping, .. } = rows[0];
        Self { scheme, ports: ports.as_deref(), grouping, latencies, carried, limit }
    }

    /// An empty curve with the label and the look of the method: the colour is that of its scheme, the dashes are those of its grouping.
    fn look(&self) -> Curve {
        let hue = match (self.scheme, self.ports) {
            ("multi-path", _) => 1,
            ("ocms", Some("free")) => 3,
            ("ocms", _) => 2,
            ("otms", Some("free")) => 5,
            ("otms", _) => 4,
            _ => 0,
        };
        let grouping = match self.grouping {
            "none" => 0,
            "gpg" => 1,
            _ => 2,
        };
        let scheme = scheme_text(self.scheme, self.ports);
        let groups = if grouping == 0 { String::new() } else { format!(", {}", self.grouping) };
        // The number that leaves these remainders by 8, the number of colours, and by 3, that of dashes.
        let color = (9 * hue + 16 * grouping) % 24;
        Curve { label: format!("{scheme}{groups}"), color, ..Curve::default() }
    }
}

fn latency_figure<'a>(name: &str, title: &str, all: impl Iterator<Item = Series<'a>>) -> Figure {
    let microseconds = |(rate, mean): &(f64, Mean)| (*rate, mean.estimate / 1000.0);
    let interval = |(_, mean): &(f64, Mean)| {
        let bound = |bound: Option<f64>| bound.unwrap_or(mean.estimate) / 1000.0;
        (bound(mean.low), bound(mean.high))
    };
    let curve = |series: Series| Curve {
        points: series.latencies.iter().map(microseconds).collect(),
        intervals: series.latencies.iter().map(interval).collect(),
        limit: series.limit,
        ..series.look()
    };
    let caption = "Mean latency of multicasts over the rate at which every node begins them, with 95 % intervals. An upright line stands at the \
                   least rate that is saturated: there more multicasts are under way the longer it goes on, so that no latency is defined.";
    Figure {
        name: name.to_owned(),
        title: format!("Latency over rate, {title}"),
        caption: caption.to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: format!("rate ({RATE_UNIT})"), scale: Scale::Linear },
            y: Axis { label: "latency (microseconds)".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: drawn(all.map(curve)),
        }),
    }
}

fn throughput_figure<'a>(name: &str, title: &str, all: impl Iterator<Item = Series<'a>>) -> Figure {
    let curve = |series: Series| Curve { points: series.carried.clone(), ..series.look() };
    let caption = "Multicasts that end over multicasts that begin, both in the window. A network that keeps up is on the diagonal; where a \
                   curve leaves it the network is saturated.";
    Figure {
        name: name.to_owned(),
        title: format!("Throughput, {title}"),
        caption: caption.to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: format!("offered ({RATE_UNIT})"), scale: Scale::Linear },
            y: Axis { label: format!("accepted ({RATE_UNIT})"), scale: Scale::Linear },
            mark: Mark::Dot,
            curves: drawn(all.map(curve)),
        }),
    }
}

fn drawn(curves: impl Iterator<Item = Curve>) -> Vec<Curve> {
    curves.filter(|curve| !curve.points.is_empty()).collect()
}
