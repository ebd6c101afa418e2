//! Shows how long multicasts take, and how many a network carries, over the rate at which they begin.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use crate::results::worm_experiment::MethodName;
use crate::results::worm_load::{LoadCurve, LoadPoint, OpenLoopResult, RATE_UNIT, TrafficResult};

/// Latencies of rates that are not saturated, with their intervals, and where saturation is.
pub(crate) fn latency_over_rate(result: &OpenLoopResult) -> Figure {
    latency_figure("latency-over-rate", &result.traffic, &result.curves)
}

/// What the network carries of what it is offered, beyond saturation too.
pub(crate) fn throughput(result: &OpenLoopResult) -> Figure {
    throughput_figure("throughput", &result.traffic, &result.curves)
}

fn latency_figure(name: &str, traffic: &TrafficResult, curves: &[LoadCurve]) -> Figure {
    let curve = |curve: &LoadCurve| {
        let steady = curve.points.iter().filter(|point| !point.saturated);
        let known = steady.filter_map(|point| Some((point.rate, point.latency_ns?)));
        let known: Vec<_> = known.collect();
        let bound = |bound: Option<f64>, estimate: f64| bound.unwrap_or(estimate) / 1000.0;
        Curve {
            points: known.iter().map(|&(rate, mean)| (rate, mean.estimate / 1000.0)).collect(),
            intervals: known
                .iter()
                .map(|(_, mean)| (bound(mean.low, mean.estimate), bound(mean.high, mean.estimate)))
                .collect(),
            limit: curve.saturation.map(|saturation| saturation.high),
            ..named(&curve.method)
        }
    };
    let caption = "Mean latency of multicasts over the rate at which every node begins them, with 95 % intervals by batch means. An upright \
                   line stands at the least rate that is saturated: there more multicasts are under way the longer it goes on, so that no \
                   latency is defined.";
    Figure {
        name: name.to_owned(),
        title: format!("Latency over rate, {}", title(traffic)),
        caption: caption.to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: format!("rate ({RATE_UNIT})"), scale: Scale::Linear },
            y: Axis { label: "latency (microseconds)".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: drawn(curves.iter().map(curve)),
        }),
    }
}

fn throughput_figure(name: &str, traffic: &TrafficResult, curves: &[LoadCurve]) -> Figure {
    let curve = |curve: &LoadCurve| {
        let place = |point: &LoadPoint| (point.offered, point.accepted);
        let mut points: Vec<_> = curve.points.iter().map(place).collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        Curve { points, ..named(&curve.method) }
    };
    let caption = "Multicasts that end over multicasts that begin, both in the window. A network that keeps up is on the diagonal; where a \
                   curve leaves it the network is saturated.";
    Figure {
        name: name.to_owned(),
        title: format!("Throughput, {}", title(traffic)),
        caption: caption.to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: format!("offered ({RATE_UNIT})"), scale: Scale::Linear },
            y: Axis { label: format!("accepted ({RATE_UNIT})"), scale: Scale::Linear },
            mark: Mark::Dot,
            curves: drawn(curves.iter().map(curve)),
        }),
    }
}

fn drawn(curves: impl Iterator<Item = Curve>) -> Vec<Curve> {
    curves.filter(|curve| !curve.points.is_empty()).collect()
}

fn title(traffic: &TrafficResult) -> String {
    let TrafficResult { network, kind, size, leaders, .. } = traffic;
    format!("{size} {kind} destinations on the {network}, leaders {leaders}")
}

/// The label and the look of a method: the colour is that of its scheme, the dashes are those of its grouping.
fn named(method: &MethodName) -> Curve {
    let scheme = match (method.scheme, method.ports) {
        ("multi-path", _) => 1,
        ("ocms", Some("free")) => 3,
        ("ocms", _) => 2,
        ("otms", Some("free")) => 5,
        ("otms", _) => 4,
        _ => 0,
    };
    let (grouping, label) = match method.grouping {
        "none" => (0, method.text()),
        grouping => {
            (if grouping == "gpg" { 1 } else { 2 }, format!("{}, {grouping}", method.text()))
        }
    };
    // The number that leaves these remainders by 8, the number of colours, and by 3, that of dashes.
    Curve { label, color: (9 * scheme + 16 * grouping) % 24, ..Curve::default() }
}
