//! Sums up the full audit of a run: who held how much, when, and over which link most came.

use meshcast_engine::{FullAudit, LedgerLine, Port, Shape};
use serde::{Deserialize, Serialize};

/// The full audit in a few numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AuditSummary {
    /// How many nodes had each peak, by increasing peak.
    pub(crate) node_peaks: Vec<PeakCount>,
    /// The directed link with the most uses; none if no link was used. Of several the one that leaves the first node,
    /// in the order east, west, south, north.
    pub(crate) busiest_link: Option<BusiestLink>,
    /// The buffers over time.
    pub(crate) occupancy: Vec<OccupancyBucket>,
    /// The buffers on the mesh.
    pub(crate) map: NodeMap,
    /// The buffers by span of the ledger, in its order.
    pub(crate) spans: Vec<SpanSum>,
}

/// The buffers on the mesh, in square cells of nodes, row-major.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NodeMap {
    /// Rows and columns of nodes in a cell; those at the far edges may have fewer.
    pub(crate) cell: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// Most packets in one buffer of the cell.
    pub(crate) peaks: Vec<u32>,
    /// Packets a buffer, on average over the nodes of the cell and all steps, t = 0 included.
    pub(crate) means: Vec<f64>,
}

/// What nodes held in a span of the ledger; the quotient is the mean of a buffer there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SpanSum {
    pub(crate) path: String,
    /// Packets at the end of each step, added up over nodes and steps.
    pub(crate) packet_steps: u64,
    /// Nodes times steps; where tiles ran in parallel each for its own nodes.
    pub(crate) node_steps: u64,
}

/// How many nodes held at most so many packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PeakCount {
    pub(crate) packets: u32,
    pub(crate) nodes: usize,
}

/// A directed link and its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BusiestLink {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) uses: u32,
}

/// The buffers during some steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OccupancyBucket {
    pub(crate) first_step: usize,
    pub(crate) last_step: usize,
    /// Packets a buffer, on average over the nodes and steps.
    pub(crate) mean: f64,
    /// Most packets in one buffer.
    pub(crate) max: usize,
    /// In how many of these steps how many nodes held 0, 1, 2, … packets, added up.
    pub(crate) node_steps: Vec<u64>,
}

/// Time buckets of a summary.
pub(crate) const BUCKETS: usize = 64;

/// Cells in a row or column of a map.
const CELLS: usize = 64;

impl AuditSummary {
    pub(crate) fn of(audit: &FullAudit, shape: Shape, ledger: &[LedgerLine]) -> Self {
        Self {
            node_peaks: PeakCount::all(&audit.node_peaks),
            busiest_link: busiest_link(audit, shape),
            occupancy: occupancy(audit, BUCKETS),
            map: map(audit, shape, CELLS),
            spans: spans(audit, ledger),
        }
    }
}

fn map(audit: &FullAudit, shape: Shape, cells: usize) -> NodeMap {
    let cell = shape.rows().max(shape.cols()).div_ceil(cells);
    let (rows, cols) = (shape.rows().div_ceil(cell), shape.cols().div_ceil(cell));
    let (mut peaks, mut sums) = (vec![0; rows * cols], vec![(0, 0u64); rows * cols]);
    for node in 0..shape.nodes() {
        let (row, col) = shape.position(node);
        let at = row / cell * cols + col / cell;
        peaks[at] = audit.node_peaks[node].max(peaks[at]);
        sums[at] = (sums[at].0 + audit.node_sums[node], sums[at].1 + 1);
    }
    let moments = audit.occupancy.len() as f64;
    let means = sums.into_iter().map(|(sum, nodes)| sum as f64 / (nodes as f64 * moments));
    NodeMap { cell, rows, cols, peaks, means: means.collect() }
}

fn spans(audit: &FullAudit, ledger: &[LedgerLine]) -> Vec<SpanSum> {
    let both = ledger.iter().zip(&audit.spans);
    both.map(|(line, span)| SpanSum {
        path: line.path.clone(),
        packet_steps: span.packet_steps,
        node_steps: span.node_steps,
    })
    .collect()
}

impl PeakCount {
    /// How many of these peaks there are of each, by increasing peak.
    pub(crate) fn all(peaks: &[u32]) -> Vec<Self> {
        let mut peaks = peaks.to_vec();
        peaks.sort_unstable();
        let equal = peaks.chunk_by(|a, b| a == b);
        equal.map(|equal| Self { packets: equal[0], nodes: equal.len() }).collect()
    }
}

fn busiest_link(audit: &FullAudit, shape: Shape) -> Option<BusiestLink> {
    let uses = audit.link_peak();
    let (from, port) = audit.link_uses.iter().enumerate().find_map(|(node, ports)| {
        let port = Port::ALL.into_iter().find(|port| ports[port.number()] == uses)?;
        (uses > 0).then_some((node, port))
    })?;
    let (row, col) = shape.position(from);
    let (row, col) = port.step(shape, row, col)?;
    Some(BusiestLink { from, to: shape.index(row, col), uses })
}

/// The buffers over time in at most `buckets` buckets of steps, all but the last equally long.
pub(crate) fn occupancy(audit: &FullAudit, buckets: usize) -> Vec<OccupancyBucket> {
    let length = audit.occupancy.len().div_ceil(buckets).max(1);
    let summarise = |(bucket, histograms): (usize, &[Vec<u32>])| {
        let (mut packets, mut nodes, mut max) = (0u64, 0u64, 0);
        let mut node_steps: Vec<u64> = Vec::new();
        for histogram in histograms {
            node_steps.resize(node_steps.len().max(histogram.len()), 0);
            for (held, &count) in histogram.iter().enumerate() {
                node_steps[held] += u64::from(count);
                packets += held as u64 * u64::from(count);
                nodes += u64::from(count);
                max = if count > 0 { held.max(max) } else { max };
            }
        }
        OccupancyBucket {
            first_step: bucket * length,
            last_step: bucket * length + histograms.len() - 1,
            mean: packets as f64 / nodes as f64,
            max,
            node_steps: node_steps.into_iter().take(max + 1).collect(),
        }
    };
    audit.occupancy.chunks(length).enumerate().map(summarise).collect()
}

/// How many nodes held 0, 1, 2, … packets, added up over all steps.
pub(crate) fn histogram(buckets: &[OccupancyBucket]) -> Vec<u64> {
    let mut sum: Vec<u64> = Vec::new();
    for bucket in buckets {
        sum.resize(sum.len().max(bucket.node_steps.len()), 0);
        sum.iter_mut().zip(&bucket.node_steps).for_each(|(sum, times)| *sum += times);
    }
    sum
}

/// The same in at most `buckets` buckets, which take in some that follow each other.
pub(crate) fn coarser(occupancy: &[OccupancyBucket], buckets: usize) -> Vec<OccupancyBucket> {
    let join = |some: &[OccupancyBucket]| {
        let node_steps = histogram(some);
        let packets = node_steps.iter().zip(0u64..).map(|(&times, held)| times * held);
        let (packets, times) = (packets.sum::<u64>(), node_steps.iter().sum::<u64>());
        OccupancyBucket {
            first_step: some[0].first_step,
            last_step: some[some.len() - 1].last_step,
            mean: packets as f64 / times as f64,
            max: some.iter().map(|bucket| bucket.max).max().unwrap_or(0),
            node_steps,
        }
    };
    occupancy.chunks(occupancy.len().div_ceil(buckets).max(1)).map(join).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::SpanOccupancy;

    /// A 1 x 3 mesh over five moments.
    fn sample() -> (FullAudit, Shape) {
        let audit = FullAudit {
            node_peaks: vec![1, 4, 1],
            node_sums: vec![3, 5, 1],
            spans: vec![SpanOccupancy { packet_steps: 9, node_steps: 12 }],
            occupancy: vec![vec![3], vec![1, 2], vec![2, 0, 0, 0, 1], vec![3, 0], vec![0, 3]],
            link_uses: vec![[2, 0, 0, 0], [1, 7, 0, 0], [0, 7, 0, 0]],
        };
        (audit, Shape::new(1, 3).unwrap())
    }

    #[test]
    fn peaks_are_counted_by_their_size() {
        let (audit, shape) = sample();
        let expected = [PeakCount { packets: 1, nodes: 2 }, PeakCount { packets: 4, nodes: 1 }];
        assert_eq!(AuditSummary::of(&audit, shape, &[]).node_peaks, expected);
    }

    #[test]
    fn the_first_of_the_busiest_links_is_named() {
        let (mut audit, shape) = sample();
        let busiest = |audit: &FullAudit| AuditSummary::of(audit, shape, &[]).busiest_link;
        assert_eq!(busiest(&audit), Some(BusiestLink { from: 1, to: 0, uses: 7 }));
        audit.link_uses = vec![[0; 4]; 3];
        assert_eq!(busiest(&audit), None);
    }

    #[test]
    fn buckets_cover_every_step_and_hide_no_peak() {
        let (audit, _) = sample();
        let bucket = |first_step, last_step, mean, node_steps: &[u64]| {
            let (max, node_steps) = (node_steps.len() - 1, node_steps.to_vec());
            OccupancyBucket { first_step, last_step, mean, max, node_steps }
        };
        let expected = [
            bucket(0, 1, 2.0 / 6.0, &[4, 2]),
            bucket(2, 3, 4.0 / 6.0, &[5, 0, 0, 0, 1]),
            bucket(4, 4, 1.0, &[0, 3]),
        ];
        assert_eq!(occupancy(&audit, 3), expected);
        assert_eq!(occupancy(&audit, 64).len(), 5);
        assert_eq!(occupancy(&audit, 1), [bucket(0, 4, 9.0 / 15.0, &[9, 5, 0, 0, 1])]);
    }

    #[test]
    fn coarser_buckets_are_those_of_the_same_steps() {
        let (audit, _) = sample();
        assert_eq!(coarser(&occupancy(&audit, 5), 3), occupancy(&audit, 3));
        assert_eq!(coarser(&occupancy(&audit, 5), 1), occupancy(&audit, 1));
        assert_eq!(coarser(&[], 3), []);
    }

    #[test]
    fn a_cell_of_a_map_has_the_greatest_peak_and_the_mean_of_its_nodes() {
        let (audit, shape) = sample();
        let small = NodeMap {
            cell: 1,
            rows: 1,
            cols: 3,
            peaks: vec![1, 4, 1],
            means: vec![3.0 / 5.0, 5.0 / 5.0, 1.0 / 5.0],
        };
        assert_eq!(map(&audit, shape, 3), small);
        let large = NodeMap {
            cell: 2,
            cols: 2,
            peaks: vec![4, 1],
            means: vec![8.0 / 10.0, 1.0 / 5.0],
            ..small
        };
        assert_eq!(map(&audit, shape, 2), large);
    }
}
