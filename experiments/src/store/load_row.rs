//! Defines the row of an open loop of multicasts at one rate.

use serde::{Deserialize, Serialize};

/// A method at a rate. What is null was not reached: of a run that was refused, all but its configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(crate) struct LoadRow {
    /// SHA-256 of `configuration`, in hexadecimal digits.
    pub(crate) key: String,
    /// Everything that the run depends on, as JSON.
    pub(crate) configuration: String,
    /// In words.
    pub(crate) network: String,
    pub(crate) nodes: u64,
    /// `random` or `clustered`.
    pub(crate) kind: String,
    /// Destinations of a multicast.
    pub(crate) size: u64,
    pub(crate) scheme: String,
    /// Of schemes that leave it open.
    pub(crate) ports: Option<String>,
    pub(crate) grouping: String,
    pub(crate) leaders: String,
    pub(crate) arrivals: String,
    /// In multicasts per node and microsecond, as all rates.
    pub(crate) rate: f64,
    pub(crate) seed: u64,
    /// `done`; or `refused`, where the method is not for such a network.
    pub(crate) status: String,
    /// What is wrong, if anything.
    pub(crate) error: Option<String>,
    pub(crate) offered: Option<f64>,
    pub(crate) accepted: Option<f64>,
    pub(crate) multicasts: Option<u64>,
    pub(crate) censored: Option<u64>,
    /// Of multicasts that are not censored, with its 95 % interval.
    pub(crate) latency_ns: Option<f64>,
    pub(crate) latency_low_ns: Option<f64>,
    pub(crate) latency_high_ns: Option<f64>,
    pub(crate) growth: Option<f64>,
    pub(crate) saturated: Option<bool>,
    pub(crate) deadlock: Option<bool>,
    /// The version of the program and the commit that it was built from.
    pub(crate) version: String,
    pub(crate) build_commit: String,
    pub(crate) timing_seconds: Option<f64>,
}
