//! Enters `buffered`, the algorithm of Theorem 2.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, PART, QUEUE, SLOT, WORD, beside_queue};
use super::findings::Findings;
use super::formula::{Envelope, Formula};
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::counted;
use meshcast_algorithms::{Buffered, BufferedRun, MessageParameters};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "buffered"
    }

    fn description(&self) -> &'static str {
        "Packets are replicated into c tiles, cloned there for every destination and routed: O(√(cn)) steps, \
         buffers of O(c)"
    }

    fn has_constant_buffer(&self) -> bool {
        false
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::TakesAverage
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let buffered = Buffered::new(set.shape, &set.messages);
        Plan::of(buffered.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// Packets at rest in queues, those of a tile that are about to move, headers in the order of tiles; in steps also the queues of
    /// packets on their way, and the lanes in which the clones of a tile are sorted. Packets may be wanted in all tiles.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        // A packet between two halves, with its node and its key; on the first level there are up to four for a node.
        const MOVING: u64 = 24;
        const BESIDE: u64 = 24;
        let (tiles, congestion) = (tiles(run), run.congestion());
        let packets = run.mean_degree().min(tiles).max(1);
        let resting = 2 * QUEUE + beside_queue(packets) + BESIDE + MOVING * packets.min(4);
        // The lanes that a routing may need, 10 for every unit of congestion, of the tiles that run.
        let lanes = 10 * congestion * SLOT * run.threads(tiles) / tiles;
        let stepping = if run.leaps() { 0 } else { 2 * QUEUE + lanes };
        let parts = PART * run.parts(2 * congestion);
        run.nodes() * (resting + stepping) + WORD * run.size.deliveries + parts
    }

    /// Counts of every node in its tile.
    fn survey_footprint(&self, run: &Extent) -> u64 {
        let tile = run.nodes() / tiles(run);
        let counts = WORD * tile * tile * run.threads(run.nodes() / tile);
        self.footprint(run, Parameters::DEFAULT) + counts
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        16 * run.root_cn()
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        5 * run.root_cn()
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "as many packets and clones of a node as are expected",
            steps: |shape, c, _| {
                Buffered::expected_steps(shape, MessageParameters::uniform(shape, c))
            },
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsAreThetaRoot, Claim::BuffersAreThetaC]
    }
}

/// The power of 4 next to c.
fn tiles(run: &Extent) -> u64 {
    1 << (2 * ((2 * run.congestion()).ilog2() / 2))
}

#[derive(Debug, Serialize)]
struct Found {
    tiles: usize,
    tile_rows: usize,
    tile_cols: usize,
    /// Most destinations of a packet if messages were split.
    split: Option<usize>,
    /// Most packets of a node once replicated, and most clones.
    packets: u32,
    clones: u32,
    /// Packets that buffers had to hold, if the congestion is unknown and they have no capacity.
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer: Option<usize>,
    /// What tiles were chosen for, if the congestion is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<BufferedRun> for Found {
    fn from(run: BufferedRun) -> Self {
        let BufferedRun { tiles, tile_rows, tile_cols, split, packets, clones, buffer, guess } =
            run;
        let buffer = guess.map(|_| buffer);
        let guesses = guess.into_iter().collect();
        Self { tiles, tile_rows, tile_cols, split, packets, clones, buffer, guesses }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let tiles = counted(self.tiles as u64, "tile");
        match self.split {
            Some(most) => {
                format!("{tiles}, messages cut to {}", counted(most as u64, "destination"))
            }
            None => tiles,
        }
    }

    fn guesses(&self) -> &[usize] {
        &self.guesses
    }
}
