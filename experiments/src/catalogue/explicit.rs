//! Enters `deterministic --variant explicit`, whose groups nodes compute by polynomials.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::error::AdmissionError;
use super::extent::{Extent, WORD, blocks};
use super::findings::{Findings, and_broadcast};
use super::formula::{Envelope, Formula};
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::{counted, grouped};
use meshcast_algorithms::{Congestion, Explicit, ExplicitPlan, ExplicitRun, Grouping};
use meshcast_engine::Shape;
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

/// What its guarantee is for.
pub(crate) const EVERY_SET: &str = "every message set";

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "deterministic:explicit"
    }

    fn description(&self) -> &'static str {
        "Groups by polynomials that nodes compute visit all tiles, new ones in every round: nothing is random or stored, the number of \
         rounds is certified for every message set, buffers of a few packets"
    }

    fn flags(&self) -> &'static [Flag] {
        &[Flag::Field]
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn provoked_by(&self) -> Grouping {
        Grouping::Polynomials(None)
    }

    fn check_mesh(
        &self,
        shape: Shape,
        congestion: usize,
        _: Congestion,
        parameters: Parameters,
    ) -> Result<(), AdmissionError> {
        if parameters.field.is_some() {
            ExplicitPlan::new(shape, congestion.min(shape.nodes()) as u64, parameters.field)?;
        }
        Ok(())
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, parameters: Parameters) -> Plan {
        let explicit = Explicit::new(set.shape, &set.messages, parameters.field);
        let explicit = explicit.expect("the field was checked before");
        let known_to_adversary = set.are_against(explicit.places());
        let plan = Plan::of(explicit.with_congestion(setting.congestion), |run| {
            Arc::new(Found::from(run))
        });
        Plan { stored_words: Some(0), known_to_adversary, ..plan }
    }

    /// As adaptive rounds whose permutations are computed, a table of places twice.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let nodes = run.nodes();
        let tiles = (16 * run.congestion()).min(nodes);
        let base = WORD * run.size.deliveries + 16 * nodes;
        if run.leaps() {
            return base + 120 * nodes + run.open_of_a_group();
        }
        let visited = tiles * tiles.div_ceil(8);
        let counted = 2 * WORD * blocks(nodes);
        base + nodes * (200 + counted) + run.scan_in_tiles(1, 1) + visited
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        26 * run.root_cn()
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        15 * run.quarter()
    }

    fn formula(&self, parameters: Parameters) -> Option<Formula> {
        // That of the default parameters.
        (parameters == Parameters::default()).then_some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "rounds that leave what is expected",
            steps: |shape, c, _| Explicit::expected_steps(shape, c),
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsKeepToCertificate, Claim::BuffersAreConstant]
    }
}

#[derive(Debug, Serialize)]
struct Found {
    instances: usize,
    /// The order of the field; 1 if there is one tile.
    field: usize,
    /// Digits of the packets' numbers.
    digits: usize,
    rounds: usize,
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Rows and columns of the grid of tiles in every round.
    tiles: Vec<(usize, usize)>,
    /// Rows and columns of a block in every round.
    blocks: Vec<(usize, usize)>,
    /// Packets that went past every node in the end.
    broadcast: u32,
    /// Rounds that are enough; null if the congestion is unknown.
    guaranteed_rounds: Option<u64>,
    guaranteed_for: Option<&'static str>,
    /// The guess at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<ExplicitRun> for Found {
    fn from(run: ExplicitRun) -> Self {
        let rounds = &run.rounds;
        Self {
            instances: 1,
            field: run.order,
            digits: run.digits,
            rounds: rounds.len(),
            leftovers: run.leftovers(),
            leftovers_are: "packets",
            tiles: rounds.iter().map(|round| (round.down, round.across)).collect(),
            blocks: rounds.iter().map(|round| (round.block_rows, round.block_cols)).collect(),
            broadcast: run.broadcast,
            guaranteed_rounds: run.certified,
            guaranteed_for: run.certified.map(|_| EVERY_SET),
            guesses: run.guess.into_iter().collect(),
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let rounds = counted(self.rounds as u64, "round");
        let tiles = counted(self.field as u64, "tile");
        format!("{rounds}, {tiles}{}", and_broadcast(self.broadcast))
    }

    fn phases(&self) -> Option<usize> {
        Some(self.rounds)
    }

    fn leftovers(&self) -> Option<(&[u32], &'static str)> {
        Some((&self.leftovers, self.leftovers_are))
    }

    fn guesses(&self) -> &[usize] {
        &self.guesses
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let field = match self.field {
            1 => "none: there is one tile".to_owned(),
            q => format!(
                "GF({}), {} a packet",
                grouped(q as u64),
                counted(self.digits as u64, "digit")
            ),
        };
        let guarantee = match self.guaranteed_rounds {
            Some(rounds) => format!("{} for {EVERY_SET}", counted(rounds, "round")),
            None => "none: the congestion is not known".to_owned(),
        };
        vec![("field", field), ("guarantee", guarantee)]
    }
}
