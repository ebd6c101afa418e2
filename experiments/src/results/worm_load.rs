//! Holds the result of `meshcast worm load`.

use super::worm::WormholeResult;
use super::worm_experiment::{MethodName, RunTime};
use crate::stats::Mean;
use serde::Serialize;

/// The unit of every rate.
pub(crate) const RATE_UNIT: &str = "multicasts per node and microsecond";

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct OpenLoopResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    /// With `--rate`, the point of the first curve at that rate.
    #[serde(flatten)]
    pub(crate) single: Option<LoadPoint>,
    pub(crate) traffic: TrafficResult,
    pub(crate) curves: Vec<LoadCurve>,
    pub(crate) timing: RunTime,
}

/// What is sent through which network, and what is measured of it.
#[derive(Debug, Serialize)]
pub(crate) struct TrafficResult {
    pub(crate) network: String,
    pub(crate) nodes: usize,
    pub(crate) kind: &'static str,
    /// Destinations of a multicast.
    pub(crate) size: usize,
    /// Of a clustered set.
    pub(crate) clusters: Option<usize>,
    pub(crate) threshold: String,
    /// Moves of a search on one side of a source.
    pub(crate) effort: u64,
    pub(crate) leaders: &'static str,
    pub(crate) arrivals: &'static str,
    /// Of Bernoulli arrivals.
    pub(crate) slot_ns: Option<u64>,
    pub(crate) warm_up_ns: u64,
    pub(crate) window_ns: u64,
    pub(crate) drain_ns: u64,
    pub(crate) batches: usize,
    pub(crate) rate_unit: &'static str,
    pub(crate) wormhole: WormholeResult,
}

/// A method at several rates.
#[derive(Debug, Serialize)]
pub(crate) struct LoadCurve {
    #[serde(flatten)]
    pub(crate) method: MethodName,
    /// What a multicast of these sets takes alone, on average.
    pub(crate) alone_ns: f64,
    /// By increasing rates.
    pub(crate) points: Vec<LoadPoint>,
    /// The greatest rate that a search for saturation tried; none without a search.
    pub(crate) greatest_tried: Option<f64>,
    /// None if it was not searched for, or not found.
    pub(crate) saturation: Option<Saturation>,
}

/// A method at a rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LoadPoint {
    /// Nominal.
    pub(crate) rate: f64,
    /// The rate at which multicasts began in the window.
    pub(crate) offered: f64,
    /// The rate at which multicasts ended in the window; 0 after a deadlock, in which nothing counts as ended.
    pub(crate) accepted: f64,
    /// Those that began in the window.
    pub(crate) multicasts: usize,
    /// Those of them that had not ended when the drain was over.
    pub(crate) censored: usize,
    /// Multicasts, of the whole run, whose plan a search left before it was proved the best.
    pub(crate) unproved: usize,
    /// From the beginning of a multicast to its last delivery, of those that are not censored; none without any.
    pub(crate) latency_ns: Option<Mean>,
    /// By how many more multicasts were under way in the second half of the window than in the first, as a share of those that began in
    /// a half of it; none without any.
    pub(crate) growth: Option<f64>,
    pub(crate) saturated: bool,
    pub(crate) deadlock: bool,
}

/// The rates that saturation is between.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Saturation {
    /// The greatest rate that was found not to be saturated, 0 if none was.
    pub(crate) low: f64,
    /// The least one that was found to be.
    pub(crate) high: f64,
    /// What was accepted there.
    pub(crate) accepted: f64,
}

/// A point as a row of a table.
#[derive(Debug, Serialize)]
pub(crate) struct PointRow {
    scheme: &'static str,
    ports: Option<&'static str>,
    grouping: &'static str,
    leaders: &'static str,
    rate: f64,
    offered: f64,
    accepted: f64,
    multicasts: usize,
    censored: usize,
    latency_ns: Option<f64>,
    latency_low_ns: Option<f64>,
    latency_high_ns: Option<f64>,
    growth: Option<f64>,
    saturated: bool,
    deadlock: bool,
    unproved: usize,
}

impl LoadPoint {
    /// Whether it is the point at a rate.
    pub(crate) fn is_at(&self, rate: f64) -> bool {
        self.rate.total_cmp(&rate).is_eq()
    }
}

impl LoadCurve {
    /// Its point at a rate.
    pub(crate) fn at(&self, rate: f64) -> Option<LoadPoint> {
        self.points.iter().copied().find(|point| point.is_at(rate))
    }
}

impl OpenLoopResult {
    /// Every point of every curve.
    pub(crate) fn rows(&self) -> impl Iterator<Item = PointRow> {
        let leaders = self.traffic.leaders;
        self.curves.iter().flat_map(move |curve| {
            curve.points.iter().map(move |point| PointRow {
                scheme: curve.method.scheme,
                ports: curve.method.ports,
                grouping: curve.method.grouping,
                leaders,
                rate: point.rate,
                offered: point.offered,
                accepted: point.accepted,
                multicasts: point.multicasts,
                censored: point.censored,
                latency_ns: point.latency_ns.map(|mean| mean.estimate),
                latency_low_ns: point.latency_ns.and_then(|mean| mean.low),
                latency_high_ns: point.latency_ns.and_then(|mean| mean.high),
                growth: point.growth,
                saturated: point.saturated,
                deadlock: point.deadlock,
                unproved: point.unproved,
            })
        })
    }
}
