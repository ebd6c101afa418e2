//! Enters `unicast`, which sends a packet for every destination.

use super::algorithm::Algorithm;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, PART};
use super::findings::Findings;
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::counted;
use meshcast_algorithms::{Candidate, MessageParameters, Unicast, UnicastRun};
use meshcast_engine::Order;
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "unicast"
    }

    fn description(&self) -> &'static str {
        "A packet for every destination, d rounds of groups that visit all tiles: about √(dcn) steps, buffers of a \
         few packets"
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::TakesAverage
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let unicast = Unicast::new(set.shape, &set.messages, setting.seed);
        Plan::of(unicast.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// Eight lanes; messages in parts of c destinations; in steps the queues of tiles on a tour; in leaps the ways of all packets, of which
    /// the hops are counted.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let a_node = match run.congestion() {
            _ if !run.leaps() => 160,
            // There is one tile, and packets go to their destinations at once.
            1 => 72,
            _ => 192,
        };
        let routes = run.sort_timetables(Order::RowMajor);
        run.nodes() * a_node + PART * run.parts(run.congestion()) + routes
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.forecast_of(Candidate::Unicast)
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        3 * run.side()
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::LoadTimesRoot,
            supposes: "runs no longer than expected",
            steps: |shape, c, _| {
                Unicast::expected_steps(shape, MessageParameters::uniform(shape, c))
            },
        })
    }

    fn growth(&self) -> Growth {
        Growth::ClosedFormOfPermutations(Candidate::Unicast)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Found {
    rounds: usize,
    /// Most destinations of a packet if messages were split.
    split: Option<usize>,
    /// Most packets for one node in every round.
    longest: Vec<usize>,
    /// Rows and columns of the grid of tiles in every round.
    tiles: Vec<(usize, usize)>,
    /// How often groups toured the tiles in every round.
    passes: Vec<usize>,
    /// Packets that went past every node in every round.
    broadcast: Vec<usize>,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<UnicastRun> for Found {
    fn from(run: UnicastRun) -> Self {
        let UnicastRun { split, rounds, guesses } = run;
        Self {
            rounds: rounds.len(),
            split,
            longest: rounds.iter().map(|round| round.longest).collect(),
            tiles: rounds.iter().map(|round| (round.down, round.across)).collect(),
            passes: rounds.iter().map(|round| round.passes).collect(),
            broadcast: rounds.iter().map(|round| round.broadcast).collect(),
            guesses,
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        counted(self.rounds as u64, "round")
    }

    fn phases(&self) -> Option<usize> {
        Some(self.rounds)
    }

    fn guesses(&self) -> &[usize] {
        &self.guesses
    }
}
