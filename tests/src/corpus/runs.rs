//! Runs of the algorithms, each on a machine of the capacity that it asks for.
//!
//! Where an algorithm has a formula for the steps of a run, the run takes these.

use meshcast_algorithms::{
    Auto, AutoRun, Buffered, BufferedRun, Certified, CertifiedRun, Congestion, DeterministicPaper,
    DeterministicPaperRun, Explicit, ExplicitRun, GreedyTree, GreedyUnicast, Hamiltonian,
    Multicast, Pace, Paper, PaperRun, Permutation, Permutations, Replication, Rounds, RoundsRun,
    Schedule, StoredWords, Sweep, SweepRun, Tuned, TunedRun, Unicast, UnicastRun,
};
use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Violation};
use std::sync::Arc;

/// A run of `algorithm`, which is for `shape`.
pub(super) fn run<A: Multicast>(
    algorithm: &A,
    shape: Shape,
    options: Options,
) -> Result<(Outcome, A::Run), Violation> {
    let (messages, capacity) = (algorithm.messages(), algorithm.capacity());
    let mut machine = Machine::new(shape, messages, capacity, options);
    let run = algorithm.run(&mut machine)?;
    Ok((machine.finish(), run))
}

/// A run of `hamiltonian`.
///
/// # Errors
/// A broken machine rule.
pub fn run_hamiltonian(
    shape: Shape,
    messages: Arc<Messages>,
    options: Options,
) -> Result<Outcome, Violation> {
    run(&Hamiltonian::new(shape, messages), shape, options).map(|(outcome, ())| outcome)
}

/// A run of `buffered`.
///
/// # Errors
/// A broken machine rule.
pub fn run_buffered(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    run_buffered_by(Congestion::Known, shape, messages, options).map(|(outcome, _)| outcome)
}

/// [`run_buffered`], given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
pub fn run_buffered_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<(Outcome, BufferedRun), Violation> {
    run(&Buffered::new(shape, messages).with_congestion(congestion), shape, options)
}

/// A run of `greedy-unicast`.
///
/// # Errors
/// A broken machine rule.
pub fn run_greedy_unicast(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    run(&GreedyUnicast::new(shape, messages), shape, options).map(|(outcome, ())| outcome)
}

/// A run of `greedy-tree`.
///
/// # Errors
/// A broken machine rule.
pub fn run_greedy_tree(
    shape: Shape,
    messages: &Messages,
    options: Options,
) -> Result<Outcome, Violation> {
    run(&GreedyTree::new(shape, messages), shape, options).map(|(outcome, ())| outcome)
}

/// A run of `auto`, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
pub fn run_auto_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, AutoRun), Violation> {
    run(&Auto::with_congestion(shape, messages, seed, congestion), shape, options)
}

/// A run of `randomized --variant paper` with `instances` migrations a visit.
///
/// # Errors
/// A broken machine rule.
pub fn run_paper(
    shape: Shape,
    messages: &Messages,
    parameters: (Option<usize>, u64),
    options: Options,
) -> Result<(Outcome, PaperRun), Violation> {
    run_paper_by(Congestion::Known, shape, messages, parameters, options)
}

/// [`run_paper`], given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_paper_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    (instances, seed): (Option<usize>, u64),
    options: Options,
) -> Result<(Outcome, PaperRun), Violation> {
    let paper = Paper::new(shape, messages, instances, seed).with_congestion(congestion);
    let (outcome, run) = run(&paper, shape, options)?;
    assert_eq!(outcome.steps, paper.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `deterministic --variant paper` with a random permutation, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula, or more packets are alive than can be.
pub fn run_deterministic_paper_by(
    known: Congestion,
    shape: Shape,
    messages: &Messages,
    replication: &Replication,
    options: Options,
) -> Result<(Outcome, DeterministicPaperRun), Violation> {
    let entries = DeterministicPaper::entries(shape, messages, replication.instances, known);
    run_deterministic_paper_with(
        &Permutation::random(entries, 3),
        (known, shape, messages),
        replication,
        options,
    )
}

/// The same with a given permutation.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula, or more packets are alive than can be.
pub fn run_deterministic_paper_with(
    permutation: &Permutation,
    (known, shape, messages): (Congestion, Shape, &Messages),
    replication: &Replication,
    options: Options,
) -> Result<(Outcome, DeterministicPaperRun), Violation> {
    let paper = DeterministicPaper::new(shape, messages, replication, permutation, known);
    let (outcome, run) = run(&paper, shape, options)?;
    assert_eq!(outcome.steps, paper.steps(&run), "{shape:?} {run:?}");
    assert_eq!(run.broken_bound(), None, "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `randomized --variant tuned`.
///
/// # Errors
/// A broken machine rule.
pub fn run_tuned(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, TunedRun), Violation> {
    run_tuned_by(Congestion::Known, shape, messages, seed, options)
}

/// [`run_tuned`], given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_tuned_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, TunedRun), Violation> {
    let tuned = Tuned::new(shape, messages, seed).with_congestion(congestion);
    let (outcome, run) = run(&tuned, shape, options)?;
    assert_eq!(outcome.steps, tuned.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `randomized --variant certified` with a chance of 2^-20, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_certified_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, CertifiedRun), Violation> {
    let certified = Certified::new(shape, messages, -20, seed).with_congestion(congestion);
    let (outcome, run) = run(&certified, shape, options)?;
    assert_eq!(outcome.steps, certified.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `randomized --variant sweep`.
///
/// # Errors
/// A broken machine rule.
pub fn run_sweep(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, SweepRun), Violation> {
    run_sweep_by(Congestion::Known, shape, messages, seed, options)
}

/// [`run_sweep`], given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_sweep_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, SweepRun), Violation> {
    let sweep = Sweep::new(shape, messages, seed).with_congestion(congestion);
    let (outcome, run) = run(&sweep, shape, options)?;
    assert_eq!(outcome.steps, sweep.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// What the tiles of `deterministic --variant rounds` may follow.
pub const PACES: [Pace; 4] = [
    Pace::Set(Schedule::Fixed),
    Pace::Set(Schedule::Shrink),
    Pace::Set(Schedule::Overload),
    Pace::Adaptive,
];

/// A run of `deterministic --variant rounds` with permutations that are drawn.
///
/// # Errors
/// A broken machine rule, or a claim that is false.
pub fn run_rounds(
    shape: Shape,
    messages: &Messages,
    (pace, words, seed): (Pace, StoredWords, u64),
    options: Options,
) -> Result<(Outcome, RoundsRun), Violation> {
    let permutations = Permutations::Drawn { words, seed };
    run_rounds_by(Congestion::Known, shape, messages, (pace, permutations), options)
}

/// A run with any permutations, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule, or a claim that is false.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_rounds_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    (pace, permutations): (Pace, Permutations),
    options: Options,
) -> Result<(Outcome, RoundsRun), Violation> {
    let rounds = Rounds::new(shape, messages, pace, permutations).with_congestion(congestion);
    let (outcome, run) = run(&rounds, shape, options)?;
    assert_eq!(outcome.steps, rounds.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `deterministic --variant explicit` with the field of some order or of its choice, given what nodes know about the
/// congestion.
///
/// # Errors
/// A broken machine rule, or a claim that is false.
///
/// # Panics
/// If there is no such field, if the steps are not those of the formula, or if rounds or steps are more than are certified.
pub fn run_explicit_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    order: Option<u64>,
    options: Options,
) -> Result<(Outcome, ExplicitRun), Violation> {
    let explicit = Explicit::new(shape, messages, order).expect("there is such a field");
    let explicit = explicit.with_congestion(congestion);
    let (outcome, run) = run(&explicit, shape, options)?;
    assert_eq!(outcome.steps, explicit.steps(&run), "{shape:?} {run:?}");
    if let Some(plan) = explicit.plan() {
        assert_eq!(run.certified, Some(plan.rounds()));
        assert!(outcome.steps <= plan.certified_steps(), "{shape:?} {plan:?} {run:?}");
        let with_field =
            run.rounds.iter().filter(|round| (round.down, round.across) == plan.tiles());
        assert!(with_field.count() as u64 <= plan.rounds(), "{shape:?} {plan:?} {run:?}");
    }
    Ok((outcome, run))
}

/// A run of `deterministic --variant sweep` with any permutation, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_stored_sweep(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    permutation: Permutation,
    options: Options,
) -> Result<(Outcome, SweepRun), Violation> {
    let sweep = Sweep::stored(shape, messages, permutation).with_congestion(congestion);
    let (outcome, run) = run(&sweep, shape, options)?;
    assert_eq!(outcome.steps, sweep.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}

/// A run of `unicast`.
///
/// # Errors
/// A broken machine rule.
pub fn run_unicast(
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, UnicastRun), Violation> {
    run_unicast_by(Congestion::Known, shape, messages, seed, options)
}

/// [`run_unicast`], given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_unicast_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, UnicastRun), Violation> {
    let unicast = Unicast::new(shape, messages, seed).with_congestion(congestion);
    let (outcome, run) = run(&unicast, shape, options)?;
    assert_eq!(outcome.steps, unicast.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}
