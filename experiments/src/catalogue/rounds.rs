//! Enters `deterministic --variant rounds`, the default, which gives every packet a new place in every round.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance, Numbering};
use super::error::AdmissionError;
use super::extent::{Extent, WORD, blocks};
use super::findings::{Findings, and_broadcast};
use super::formula::{Envelope, Formula};
use super::parameters::{Flag, Parameters, ScheduleName};
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::{counted, grouped};
use meshcast_algorithms::{
    Assumption, Congestion, MessageParameters, Pace, Permutations, Rounds, RoundsRun, Schedule,
    StoredWords,
};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

/// The idea of all variants of `deterministic`.
pub(super) const STORED_GROUPS: &str = "Groups by stored permutations visit all tiles, new ones in every round or of several replicas: the same run \
     whatever the seed once they are stored, buffers of a few packets";

/// What a guarantee is for that supposes nothing of the permutations.
pub(crate) const ANY_PERMUTATIONS: &str = "any permutations";

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "deterministic:rounds"
    }

    fn description(&self) -> &'static str {
        STORED_GROUPS
    }

    fn is_default_variant(&self) -> bool {
        true
    }

    fn flags(&self) -> &'static [Flag] {
        &[Flag::Schedule, Flag::StoredWords, Flag::Permutations]
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn permutes_nodes(&self) -> bool {
        true
    }

    fn check_permutations(
        &self,
        set: &MessageSet,
        known: Congestion,
        parameters: Parameters,
        files: usize,
    ) -> Result<Numbering, AdmissionError> {
        let words = parameters.stored_words.words();
        if words == StoredWords::One {
            only_one_file("--stored-words one", files)?;
        } else if files > 1 {
            let drawn = Permutations::Drawn { words, seed: 0 };
            let pace = parameters.schedule.pace();
            let rounds = Rounds::new(set.shape, &set.messages, pace, drawn).with_congestion(known);
            // With one tile any will do.
            let most = rounds.stored_words().max(1);
            if files > most {
                return Err(AdmissionError::ManyPermutations { most, found: files });
            }
        }
        Ok(Numbering::Nodes(set.shape.nodes()))
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, parameters: Parameters) -> Plan {
        let (pace, words) = (parameters.schedule.pace(), parameters.stored_words.words());
        let rounds = Rounds::new(set.shape, &set.messages, pace, setting.stored(words));
        let rounds = rounds.with_congestion(setting.congestion);
        let stored_words = Some(rounds.stored_words());
        let known_to_adversary = set.are_against(rounds.places());
        let from_files = !setting.permutations.is_empty();
        let plan = Plan::of(rounds, move |run| Arc::new(Found::of(&run, from_files)));
        Plan { stored_words, known_to_adversary, ..plan }
    }

    /// As tuned, from places that permutations give, whose entries are of 4 bytes, with what claims remember; of scans those of the
    /// tiles. It may end on the mesh as one tile with permutations from files, or with fewer tiles in later rounds.
    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64 {
        let (nodes, pace) = (run.nodes(), parameters.schedule.pace());
        let files = 8 * run.records.permutations as u64;
        // Grids have from half to four times as many tiles.
        let tiles = (4 * run.congestion()).min(nodes);
        let base = WORD * run.size.deliveries + files * nodes;
        if run.leaps() {
            return base + 120 * nodes + run.open_of_a_group();
        }
        // Packets and open destinations of the blocks of one tile, at every node.
        let counted = match pace {
            Pace::Adaptive => 2 * WORD * blocks(nodes),
            Pace::Set(_) => 0,
        };
        // With random permutations, and as many tiles in every round, the mesh as one tile is not reached but for very few of them.
        let stays = pace == Pace::Set(Schedule::Fixed) && run.records.permutations == 0;
        let least = if stays { (tiles / 8).max(1) } else { 1 };
        // Which tiles every group has visited, a bit each.
        let visited = tiles * tiles.div_ceil(8);
        base + nodes * (200 + counted) + run.scan_in_tiles(least, 1) + visited
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, parameters: Parameters) -> u64 {
        match parameters.schedule.pace() {
            Pace::Adaptive => 22 * run.root_cn(),
            Pace::Set(_) => 31 * run.root_cn(),
        }
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        15 * run.quarter()
    }

    fn formula(&self, parameters: Parameters) -> Option<Formula> {
        // That of the default parameters.
        (parameters == Parameters::default()).then_some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "rounds that leave what is expected, adaptive",
            steps: |shape, c, _| {
                Rounds::expected_steps(shape, MessageParameters::uniform(shape, c))
            },
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsKeepToRounds, Claim::BuffersAreConstant]
    }
}

/// Refuses more than one file of permutations.
pub(super) fn only_one_file(with: &'static str, files: usize) -> Result<(), AdmissionError> {
    if files > 1 { Err(AdmissionError::OnePermutation { with, found: files }) } else { Ok(()) }
}

#[derive(Debug, Serialize)]
struct Found {
    instances: usize,
    schedule: &'static str,
    rounds: usize,
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Rows and columns of the grid of tiles in every round.
    tiles: Vec<(usize, usize)>,
    /// Rows and columns of a block in every round.
    blocks: Vec<(usize, usize)>,
    /// Packets that went past every node in the end.
    broadcast: u32,
    /// Permutations, for each round of a stage or for all.
    permutations: usize,
    /// Rounds that are enough for the permutations that `guaranteed_for` names; null if nothing is guaranteed, as for permutations
    /// from files.
    guaranteed_rounds: Option<u64>,
    guaranteed_for: Option<&'static str>,
    /// The guess at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
    /// Whether the permutations are from files, of which no guarantee for random permutations speaks.
    #[serde(skip)]
    from_files: bool,
}

impl Found {
    fn of(run: &RoundsRun, from_files: bool) -> Self {
        let rounds = &run.rounds;
        Self {
            instances: 1,
            schedule: ScheduleName::from(run.pace).name(),
            rounds: rounds.len(),
            leftovers: run.leftovers(),
            leftovers_are: "packets",
            tiles: rounds.iter().map(|round| (round.down, round.across)).collect(),
            blocks: rounds.iter().map(|round| (round.block_rows, round.block_cols)).collect(),
            broadcast: run.broadcast,
            permutations: run.permutations,
            guaranteed_rounds: run.guaranteed.map(|guaranteed| guaranteed.rounds),
            guaranteed_for: run.guaranteed.map(|guaranteed| match guaranteed.assumes {
                Assumption::Nothing => ANY_PERMUTATIONS,
                Assumption::RandomPermutations => {
                    "uniformly random permutations, all but 2^-20 of them"
                }
            }),
            guesses: run.guess.into_iter().collect(),
            from_files,
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let rounds = counted(self.rounds as u64, "round");
        let tiles = self.tiles.first().map(|(down, across)| (down * across) as u64);
        let tiles = tiles.map_or_else(String::new, |tiles| format!(", {}", counted(tiles, "tile")));
        format!("{rounds}{tiles}{}, {}", and_broadcast(self.broadcast), self.schedule)
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

    fn idle_flags(&self, congestion: usize) -> &'static [&'static str] {
        match self.permutations {
            // Otherwise another schedule might have more tiles.
            0 if congestion <= 1 && self.guesses.is_empty() => {
                &["--schedule", "--stored-words", "--permutations"]
            }
            0 => &["--stored-words", "--permutations"],
            _ => &[],
        }
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let permutations = format!("{} in use", grouped(self.permutations as u64));
        let guarantee = match self.guaranteed_rounds.zip(self.guaranteed_for) {
            Some((rounds, ANY_PERMUTATIONS)) => {
                format!("{} for {ANY_PERMUTATIONS}", counted(rounds, "round"))
            }
            Some((rounds, _)) => {
                format!("{} for all but 2^-20 of the permutations", counted(rounds, "round"))
            }
            None if self.from_files => {
                "none: the proof is for random permutations; nothing is known of those in files"
                    .to_owned()
            }
            None => "none: see docs/rounds.md for when there is one".to_owned(),
        };
        vec![("permutations", permutations), ("guarantee", guarantee)]
    }
}
