//! `meshcast expander rounds`: the guaranteed rounds.

use crate::catalogue::{ANY_PERMUTATIONS, ScheduleName, WordsName};
use crate::cli::{Format, GuaranteeArgs};
use crate::failure::Failure;
use crate::progress::watch;
use crate::reply::Reply;
use crate::results::{COMMIT, VERSION, json};
use crate::terminal::Terminal;
use crate::text;
use meshcast_algorithms::{
    Guarantee, Pace, Question, Schedule, Stage, forced_rounds, forced_rounds_small_blocks,
    guarantee,
};
use serde::Serialize;

/// The result of `meshcast expander rounds`.
#[derive(Debug, Serialize)]
pub(crate) struct GuaranteeResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) schedule: &'static str,
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    /// The power of two that stands for the congestion.
    pub(crate) tiles: u64,
    pub(crate) alpha: u64,
    /// Whether there is one permutation for all rounds.
    pub(crate) stored_permutations: &'static str,
    pub(crate) rounds: u64,
    /// The permutations that they are enough for.
    pub(crate) guaranteed_for: String,
    /// The same in rounds with `tiles` tiles.
    pub(crate) full_rounds: f64,
    /// Permutations to store.
    pub(crate) permutations: u64,
    /// log₂ of a bound on the share of the permutations that fail; none if none do.
    pub(crate) failure_log2: Option<f64>,
    /// Rounds that any permutations need, of a schedule with one number of tiles, in the blocks of 2b nodes that the program
    /// has, and in those of b nodes for which rounds are guaranteed.
    pub(crate) forced_rounds: Option<u64>,
    pub(crate) forced_rounds_small_blocks: Option<u64>,
    pub(crate) stages: Vec<StageResult>,
}

/// Rounds with one number of tiles.
#[derive(Debug, Serialize)]
pub(crate) struct StageResult {
    pub(crate) tiles: u64,
    pub(crate) rounds: u64,
    /// Most packets alive for a block before and after.
    pub(crate) alive: u64,
    pub(crate) left: u64,
    pub(crate) failure_log2: Option<f64>,
}

impl From<&Stage> for StageResult {
    fn from(stage: &Stage) -> Self {
        let &Stage { tiles, rounds, alive, left, failure_log2 } = stage;
        Self { tiles, rounds, alive, left, failure_log2: hundredths(failure_log2) }
    }
}

/// A logarithm rounded up to a hundredth, if it is that of a number but zero.
fn hundredths(log2: f64) -> Option<f64> {
    log2.is_finite().then(|| (log2 * 100.0).ceil() / 100.0)
}

/// Computes the rounds that `args` ask for.
pub(super) fn guaranteed(args: &GuaranteeArgs, terminal: Terminal) -> Result<Reply, Failure> {
    let (schedule, question) = (args.schedule, args.question());
    let found =
        watch("searching for stages", terminal.progress, || guarantee(schedule, &question))?;
    let result = summarise(schedule, &question, &found);
    Ok(Reply::of(match args.format {
        Format::Json => json(&result),
        Format::Text => text::guaranteed(&result).into_bytes(),
    }))
}

fn summarise(schedule: Schedule, question: &Question, found: &Guarantee) -> GuaranteeResult {
    let &Question { nodes, congestion, instances: alpha, words, failure_log2, .. } = question;
    let tiles = found.congestion;
    let is_fixed = schedule == Schedule::Fixed;
    GuaranteeResult {
        schema: "meshcast.rounds/1",
        version: VERSION,
        commit: COMMIT,
        schedule: ScheduleName::from(Pace::Set(schedule)).name(),
        nodes,
        congestion,
        tiles,
        alpha,
        stored_permutations: WordsName::from(words).name(),
        rounds: found.rounds(),
        guaranteed_for: match found.permutations(words) {
            0 => ANY_PERMUTATIONS.to_owned(),
            _ => format!("uniformly random permutations, all but 2^{failure_log2} of them"),
        },
        full_rounds: found.full_rounds(),
        permutations: found.permutations(words),
        failure_log2: hundredths(found.failure_log2()),
        forced_rounds: is_fixed.then(|| forced_rounds(nodes, tiles, alpha)),
        forced_rounds_small_blocks: is_fixed
            .then(|| forced_rounds_small_blocks(nodes, tiles, alpha)),
        stages: found.stages.iter().map(StageResult::from).collect(),
    }
}
