//! Describes and makes the runs of a sweep that are open loops of multicasts.

use super::source::text_of;
use crate::commands::worm::{Method, Traffic, point};
use crate::results::worm_experiment::MethodName;
use crate::results::worm_load::{LoadPoint, TrafficResult};
use crate::results::{COMMIT, VERSION};
use crate::store::{DONE, LoadRow, REFUSED, key_of};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// A method at a rate.
#[derive(Clone, Debug)]
pub(crate) struct LoadJob {
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) method: Method,
    /// In multicasts per node and microsecond.
    pub(crate) rate: f64,
    pub(crate) seed: u64,
}

/// What a row says of its run, in one object whose text is the same for the same run.
#[derive(Serialize)]
struct LoadConfiguration<'a> {
    traffic: &'a TrafficResult,
    #[serde(flatten)]
    method: MethodName,
    rate: f64,
    seed: u64,
}

impl LoadJob {
    /// The row of this run before it is made.
    pub(super) fn row(&self) -> LoadRow {
        let (configuration, method) = (self.configuration(), self.method.name());
        let TrafficResult { network, nodes, kind, size, leaders, arrivals, .. } =
            &self.traffic.result;
        LoadRow {
            key: key_of(&configuration),
            configuration,
            network: network.clone(),
            nodes: *nodes as u64,
            kind: (*kind).to_owned(),
            size: *size as u64,
            scheme: method.scheme.to_owned(),
            ports: method.ports.map(str::to_owned),
            grouping: method.grouping.to_owned(),
            leaders: (*leaders).to_owned(),
            arrivals: (*arrivals).to_owned(),
            rate: self.rate,
            seed: self.seed,
            version: VERSION.to_owned(),
            build_commit: COMMIT.to_owned(),
            ..LoadRow::default()
        }
    }

    pub(super) fn configuration(&self) -> String {
        let (traffic, method) = (&self.traffic.result, self.method.name());
        text_of(&LoadConfiguration { traffic, method, rate: self.rate, seed: self.seed })
    }

    pub(super) fn make(&self) -> LoadRow {
        let (row, started) = (self.row(), Instant::now());
        match point(&self.traffic, self.method, self.rate, self.seed) {
            Ok(point) => {
                let seconds = started.elapsed().as_secs_f64();
                LoadRow { timing_seconds: Some(seconds), ..recorded(row, &point) }
            }
            Err(error) => {
                LoadRow { status: REFUSED.to_owned(), error: Some(error.to_string()), ..row }
            }
        }
    }

    /// Bytes that it needs at most.
    pub(super) fn memory_needed(&self) -> u64 {
        self.traffic.memory_needed(self.method, self.rate)
    }

    /// Hops of worms or what takes about as long.
    pub(super) fn work(&self) -> u64 {
        self.memory_needed() / BYTES_A_HOP
    }
}

/// What a hop takes in memory, about.
const BYTES_A_HOP: u64 = 14;

fn recorded(row: LoadRow, point: &LoadPoint) -> LoadRow {
    LoadRow {
        status: DONE.to_owned(),
        offered: Some(point.offered),
        accepted: Some(point.accepted),
        multicasts: Some(point.multicasts as u64),
        censored: Some(point.censored as u64),
        latency_ns: point.latency_ns.map(|mean| mean.estimate),
        latency_low_ns: point.latency_ns.and_then(|mean| mean.low),
        latency_high_ns: point.latency_ns.and_then(|mean| mean.high),
        growth: point.growth,
        saturated: Some(point.saturated),
        deadlock: Some(point.deadlock),
        ..row
    }
}

impl fmt::Display for LoadJob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (MethodName { grouping, .. }, Self { rate, seed, .. }) = (self.method.name(), self);
        let scheme = self.method.name().text();
        let network = &self.traffic.result.network;
        write!(out, "{scheme} with groups by {grouping} at {rate} on the {network}, seed {seed}")
    }
}
