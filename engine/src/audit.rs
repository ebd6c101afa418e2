//! Records what the buffers held and what the links carried.

use crate::geometry::Port;

/// How much a machine records about its buffers and links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuditLevel {
    /// Peaks of every span and totals of links and copies.
    #[default]
    Peak,
    /// Also the peak and the mean of every node, the mean of every span, the occupancy histogram of every step and the
    /// traffic of every link.
    Full,
}

/// What [`AuditLevel::Full`] records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullAudit {
    /// Most packets each node held at the end of any step, t = 0 included, row-major.
    pub node_peaks: Vec<u32>,
    /// The packets that each node held at the end of step t, added up over t = 0, 1, …, row-major.
    pub node_sums: Vec<u64>,
    /// What nodes held in each span of the ledger, in the order of its lines.
    pub spans: Vec<SpanOccupancy>,
    /// For t = 0, 1, … the number of nodes that held 0, 1, 2, … packets at the end of step t (trailing zeros cut).
    /// A form charged several steps repeats its row; one charged none replaces the row before it.
    pub occupancy: Vec<Vec<u32>>,
    /// Uses of the link behind each port of each node, in the order of [`Port::number`].
    pub link_uses: Vec<[u32; 4]>,
}

/// What nodes held in a span of the ledger, in the steps that were charged directly inside it. Where tiles ran in parallel, each
/// counts for its own nodes: a node that waits for a slower tile is in no span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpanOccupancy {
    /// The packets that nodes held at the end of each of the steps, added up over nodes and steps.
    pub packet_steps: u64,
    /// Nodes times steps.
    pub node_steps: u64,
}

impl FullAudit {
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            node_peaks: vec![0; nodes],
            node_sums: vec![0; nodes],
            spans: Vec::new(),
            occupancy: vec![vec![nodes as u32]],
            link_uses: vec![[0; 4]; nodes],
        }
    }

    /// Most uses of one directed link.
    pub fn link_peak(&self) -> u32 {
        self.link_uses.iter().flatten().copied().max().unwrap_or(0)
    }

    pub(crate) fn count_link(&mut self, node: usize, port: Port) {
        self.link_uses[node][port.number()] += 1;
    }

    /// Records the histogram at the end of a form that was charged `steps`.
    pub(crate) fn push_occupancy(&mut self, histogram: &[u32], steps: u64) {
        if steps == 0 {
            self.occupancy.pop();
        }
        for _ in 0..steps.max(1) {
            self.occupancy.push(histogram.to_vec());
        }
    }

    /// Takes in tiles that ran in parallel from this moment on, given by their histograms (t = 0 first), each of
    /// which keeps its last state until the slowest is done after `steps` steps.
    pub(crate) fn absorb_occupancy(&mut self, tiles: &[Vec<Vec<u32>>], steps: u64) {
        // Forms that were charged nothing may have changed the row of this moment.
        self.occupancy.pop();
        for t in 0..=steps as usize {
            let mut sum: Vec<u32> = Vec::new();
            for tile in tiles {
                let histogram = &tile[t.min(tile.len() - 1)];
                sum.resize(sum.len().max(histogram.len()), 0);
                for (total, nodes) in sum.iter_mut().zip(histogram) {
                    *total += nodes;
                }
            }
            self.occupancy.push(sum);
        }
    }
}

/// Totals of a run so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audit {
    /// Uses of directed links: a packet or a word 1, an exchange 2.
    pub(crate) link_uses: u64,
    /// Copies made; deliveries are counted by the output queues.
    pub(crate) copies: u64,
    /// Claims that were checked.
    pub(crate) claims: u64,
    pub(crate) full: Option<FullAudit>,
    /// What each node held at the end of the last form, if there is a full audit.
    pub(crate) held: Vec<u32>,
}

impl Audit {
    pub(crate) fn new(level: AuditLevel, nodes: usize) -> Self {
        let full = (level == AuditLevel::Full).then(|| FullAudit::new(nodes));
        let held = vec![0; full.as_ref().map_or(0, |_| nodes)];
        Self { full, held, ..Self::default() }
    }

    /// Adds the totals of a part of the run.
    pub(crate) fn add(&mut self, part: &Self) {
        self.link_uses += part.link_uses;
        self.copies += part.copies;
        self.claims += part.claims;
    }
}
