//! Runs the algorithms with constant buffers that need no file.

use meshcast_algorithms::{Candidate, Congestion};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    run_certified_by, run_explicit_by, run_hamiltonian, run_paper, run_slotted_by, run_sweep,
    run_tuned, run_unicast,
};
use std::sync::Arc;

pub(crate) type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

pub(crate) const RIVALS: [(&str, Run); 8] = [
    (HAMILTONIAN, |shape, set, options| run_hamiltonian(shape, Arc::new(set.clone()), options)),
    (TUNED, |shape, set, options| run_tuned(shape, set, 1, options).map(|(outcome, _)| outcome)),
    (SWEEP, |shape, set, options| run_sweep(shape, set, 1, options).map(|(outcome, _)| outcome)),
    (UNICAST, |shape, set, options| {
        run_unicast(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    (CERTIFIED, |shape, set, options| {
        run_certified_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:slotted", |shape, set, options| {
        run_slotted_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:paper", |shape, set, options| {
        run_paper(shape, set, (None, 1), options).map(|(outcome, _)| outcome)
    }),
    ("deterministic:explicit", |shape, set, options| {
        run_explicit_by(Congestion::Known, shape, set, None, options).map(|(outcome, _)| outcome)
    }),
];

const HAMILTONIAN: &str = "hamiltonian";
const TUNED: &str = "randomized:tuned";
const SWEEP: &str = "randomized:sweep";
pub(crate) const UNICAST: &str = "unicast";
const CERTIFIED: &str = "randomized:certified";

pub(crate) fn name(candidate: Candidate) -> &'static str {
    match candidate {
        Candidate::Hamiltonian => HAMILTONIAN,
        Candidate::Tuned => TUNED,
        Candidate::Sweep => SWEEP,
        Candidate::Unicast => UNICAST,
        Candidate::Certified => CERTIFIED,
    }
}
