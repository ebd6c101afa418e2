//! Runs `meshcast expander rounds`, which computes the guaranteed rounds.

use super::error::ExpanderError;
use crate::catalogue::{ANY_PERMUTATIONS, ScheduleName, WordsName};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::ExpanderRoundsArgs;
use crate::present::text;
use crate::results::rounds::{RoundsResult, StageResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{
    Guarantee, Pace, Question, Schedule, Stage, forced_rounds, forced_rounds_small_blocks,
    guarantee,
};

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
pub(super) fn guaranteed(
    args: &ExpanderRoundsArgs,
    terminal: Terminal,
) -> Result<Reply, ExpanderError> {
    let (schedule, question) = (args.schedule, args.question());
    let found =
        watch("searching for stages", terminal.progress, || guarantee(schedule, &question))?;
    let result = summarise(schedule, &question, &found);
    Ok(Reply::showing(args.format, &result, text::rounds))
}

fn summarise(schedule: Schedule, question: &Question, found: &Guarantee) -> RoundsResult {
    let &Question { nodes, congestion, instances: alpha, words, failure_log2, .. } = question;
    let tiles = found.congestion;
    let is_fixed = schedule == Schedule::Fixed;
    RoundsResult {
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
