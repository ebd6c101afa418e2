//! The full audit of a run, small enough to print: who held how much, when, and over which link most came.

use meshcast_engine::{FullAudit, Port, Shape};
use serde::Serialize;

/// The full audit in a few numbers.
#[derive(Debug, Serialize)]
pub(crate) struct AuditSummary {
    /// How many nodes had each peak, by increasing peak.
    pub(crate) node_peaks: Vec<PeakCount>,
    /// The directed link with the most uses; none if no link was used. Of several the one that leaves the first node,
    /// in the order east, west, south, north.
    pub(crate) busiest_link: Option<BusiestLink>,
    /// The buffers over time.
    pub(crate) occupancy: Vec<OccupancyBucket>,
}

/// How many nodes held at most so many packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PeakCount {
    pub(crate) packets: u32,
    pub(crate) nodes: usize,
}

/// A directed link and its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BusiestLink {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) uses: u32,
}

/// The buffers during some steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct OccupancyBucket {
    pub(crate) first_step: usize,
    pub(crate) last_step: usize,
    /// Packets a buffer, on average over the nodes and steps.
    pub(crate) mean: f64,
    /// Most packets in one buffer.
    pub(crate) max: usize,
}

/// Time buckets of a summary.
pub(crate) const BUCKETS: usize = 64;

impl AuditSummary {
    pub(crate) fn of(audit: &FullAudit, shape: Shape) -> Self {
        Self {
            node_peaks: node_peaks(audit),
            busiest_link: busiest_link(audit, shape),
            occupancy: occupancy(audit, BUCKETS),
        }
    }
}

fn node_peaks(audit: &FullAudit) -> Vec<PeakCount> {
    let greatest = audit.node_peaks.iter().copied().max().unwrap_or(0);
    let mut counts: Vec<PeakCount> =
        (0..=greatest).map(|packets| PeakCount { packets, nodes: 0 }).collect();
    for &peak in &audit.node_peaks {
        counts[peak as usize].nodes += 1;
    }
    counts.retain(|count| count.nodes > 0);
    counts
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
        for histogram in histograms {
            for (held, &count) in histogram.iter().enumerate() {
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
        }
    };
    audit.occupancy.chunks(length).enumerate().map(summarise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 1 x 3 mesh over five moments.
    fn sample() -> (FullAudit, Shape) {
        let audit = FullAudit {
            node_peaks: vec![1, 4, 1],
            occupancy: vec![vec![3], vec![1, 2], vec![2, 0, 0, 0, 1], vec![3, 0], vec![0, 3]],
            link_uses: vec![[2, 0, 0, 0], [1, 7, 0, 0], [0, 7, 0, 0]],
        };
        (audit, Shape::new(1, 3).unwrap())
    }

    #[test]
    fn peaks_are_counted_by_their_size() {
        let (audit, shape) = sample();
        let expected = [PeakCount { packets: 1, nodes: 2 }, PeakCount { packets: 4, nodes: 1 }];
        assert_eq!(AuditSummary::of(&audit, shape).node_peaks, expected);
    }

    #[test]
    fn the_first_of_the_busiest_links_is_named() {
        let (mut audit, shape) = sample();
        let busiest = |audit: &FullAudit| AuditSummary::of(audit, shape).busiest_link;
        assert_eq!(busiest(&audit), Some(BusiestLink { from: 1, to: 0, uses: 7 }));
        audit.link_uses = vec![[0; 4]; 3];
        assert_eq!(busiest(&audit), None);
    }

    #[test]
    fn buckets_cover_every_step_and_hide_no_peak() {
        let (audit, _) = sample();
        let bucket =
            |first_step, last_step, mean, max| OccupancyBucket { first_step, last_step, mean, max };
        let expected =
            [bucket(0, 1, 2.0 / 6.0, 1), bucket(2, 3, 4.0 / 6.0, 4), bucket(4, 4, 1.0, 1)];
        assert_eq!(occupancy(&audit, 3), expected);
        assert_eq!(occupancy(&audit, 64).len(), 5);
        assert_eq!(occupancy(&audit, 1), [bucket(0, 4, 9.0 / 15.0, 4)]);
    }
}
