//! Holds the results of `meshcast worm experiment`.

use super::verdict::Verdict;
use super::worm::WormholeResult;
use super::worm_network::NetworkResult;
use crate::flags::KindName;
use crate::stats::{Mean, Ratio, SignTest};
use serde::Serialize;

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct ExperimentResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    /// Of each kind and size.
    pub(crate) sets: usize,
    pub(crate) clusters: usize,
    pub(crate) threshold: String,
    /// The rule that `mean_ns` of cells is for.
    pub(crate) leaders_wait: &'static str,
    pub(crate) wormhole: WormholeResult,
    pub(crate) confidence: f64,
    /// What ratios are.
    pub(crate) ratios: &'static str,
    pub(crate) claims: Vec<Claim>,
    /// Of dual-path.
    pub(crate) cells: Vec<Cell>,
    /// Of all other schemes.
    pub(crate) scheme_cells: Vec<Cell>,
    pub(crate) sign_tests: Vec<Test>,
    pub(crate) timing: RunTime,
}

/// A method on the sets of a kind and size.
#[derive(Debug, Serialize)]
pub(crate) struct Cell {
    pub(crate) kind: Kind,
    /// The same as `destinations`, as earlier results have it.
    pub(crate) size: usize,
    pub(crate) destinations: usize,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    /// With the leaders that were asked for.
    pub(crate) mean_ns: Option<f64>,
    pub(crate) links: Option<Mean>,
    pub(crate) groups: Option<Mean>,
    pub(crate) latency_barrier_ns: Option<Mean>,
    pub(crate) latency_async_ns: Option<Mean>,
    /// Sets whose plan is not proved to be the best, of schemes that look for it.
    pub(crate) unproved: usize,
}

/// A method beside dual-path without groups, set by set.
#[derive(Debug, Serialize)]
pub(crate) struct Test {
    pub(crate) kind: Kind,
    /// None of all sizes together.
    pub(crate) size: Option<usize>,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    pub(crate) leaders: &'static str,
    #[serde(flatten)]
    pub(crate) signs: SignTest,
    /// Its latency as a share of the other's.
    pub(crate) ratio: Option<Ratio>,
}

/// A claim on the sets of a run, under its reading of what the papers leave open.
#[derive(Debug, Serialize)]
pub(crate) struct Claim {
    #[serde(rename = "claim")]
    pub(crate) statement: String,
    /// Where it is made.
    pub(crate) paper: &'static str,
    /// None if it is about both kinds.
    pub(crate) kind: Option<Kind>,
    /// None if they make no difference.
    pub(crate) leaders: Option<&'static str>,
    /// What the paper leaves open.
    pub(crate) reading: String,
    /// Sets on which it is so, and on which it is the other way round.
    #[serde(rename = "for")]
    pub(crate) is_so: u64,
    pub(crate) against: u64,
    pub(crate) equal: u64,
    pub(crate) p: f64,
    pub(crate) p_log10: f64,
    /// What should be less as a share of what should be more.
    pub(crate) ratio: Option<Ratio>,
    pub(crate) verdict: Verdict,
}

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct LoadResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    /// Of each probability and size.
    pub(crate) runs: usize,
    pub(crate) arrivals_ns: u64,
    /// Of a source, one after another.
    pub(crate) messages: usize,
    /// From the end of one to the start of the next.
    pub(crate) think_ns: u64,
    pub(crate) threshold: String,
    pub(crate) wormhole: WormholeResult,
    pub(crate) rows: Vec<LoadRow>,
    pub(crate) timing: RunTime,
}

/// A method under a load.
#[derive(Debug, Serialize)]
pub(crate) struct LoadRow {
    pub(crate) probability: f64,
    pub(crate) size: usize,
    #[serde(flatten)]
    pub(crate) method: MethodName,
    pub(crate) leaders: &'static str,
    /// In all runs.
    pub(crate) multicasts: usize,
    /// From the start of a multicast to its end: the mean of the runs' means.
    pub(crate) latency_ns: Option<Mean>,
    /// For how long the headers of a multicast wait, likewise.
    pub(crate) blocked_ns: Option<Mean>,
    /// From the beginning of a run to the end of its last multicast.
    pub(crate) end_ns: Option<Mean>,
    /// For what share of a run a channel is held, on average.
    pub(crate) utilisation: Option<Mean>,
    /// The same of the channel that is held the longest.
    pub(crate) peak_utilisation: Option<Mean>,
    /// The most worms that waited for a channel at a time, in all runs.
    pub(crate) longest_queue: u32,
    /// Runs that ended in one.
    pub(crate) deadlocks: usize,
    /// Run by run, beside dual-path without groups; none of itself.
    pub(crate) beside_dual_path: Option<Paired>,
}

/// Runs of a method beside those of another with the same multicasts, by their mean latencies.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Paired {
    #[serde(flatten)]
    pub(crate) signs: SignTest,
    pub(crate) ratio: Option<Ratio>,
}

/// Whatever cannot repeat.
#[derive(Debug, Serialize)]
pub(crate) struct RunTime {
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
}

/// What a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MethodName {
    pub(crate) scheme: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ports: Option<&'static str>,
    pub(crate) grouping: &'static str,
}

impl MethodName {
    /// As `--schemes` has it.
    pub(crate) fn text(&self) -> String {
        scheme_text(self.scheme, self.ports)
    }
}

/// A scheme with its rule for ports, if it has one, as `--schemes` has it.
pub(crate) fn scheme_text(scheme: &str, ports: Option<&str>) -> String {
    match ports {
        Some("free") => format!("{scheme}-free"),
        _ => scheme.to_owned(),
    }
}

/// How destinations are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Any, all equally likely.
    Random,
    /// The nodes nearest to some centres.
    Clustered,
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Random => Self::Random,
            KindName::Clustered => Self::Clustered,
        }
    }
}

impl Kind {
    /// In the order of results.
    pub(crate) const BOTH: [Self; 2] = [Self::Random, Self::Clustered];

    /// As results have it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Clustered => "clustered",
        }
    }
}
