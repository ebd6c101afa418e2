//! Routes multicasts on the mesh machine, and provides what the algorithms are measured against: message sets to route,
//! lower bounds on the steps, and a check of the deliveries that knows no algorithm.

mod bit_set;
mod delivery;
mod draws;
mod expander;
mod guarantee;
pub mod jobs;
mod least_hops;
mod logarithm;
mod lower_bound;
mod multicast;
pub mod pathbased;
mod permutation;
mod polynomials;
mod pram;
mod products;
mod torus;
mod workload;

pub use bit_set::BitSet;
pub use delivery::{DeliveryReport, check_deliveries};
pub use expander::{
    Bound, DEFAULT_EFFORT, ExpanderGraph, FAILURE_LOG2, Finding, GraphError, Lambda, Method,
    NotALambda, NotRun, Reach, SizeBounds, Sizes, Verification, Witness, likely_neighbours,
    safe_lambda, union_bound, verify,
};
pub use guarantee::{
    Guarantee, GuaranteeError, Question, Schedule, Stage, StoredWords, forced_rounds,
    forced_rounds_small_blocks, guarantee,
};
pub use least_hops::least_hops;
pub use lower_bound::{Deliveries, LowerBound, Reason, lower_bound, most_entries};
pub use multicast::{
    AlphaIs, Assumption, Auto, AutoRun, Buffered, BufferedRun, Candidate, Certified,
    CertifiedPhase, CertifiedRun, CertifiedSchedule, Congestion, DeterministicPaper,
    DeterministicPaperGuess, DeterministicPaperPhase, DeterministicPaperRun, Explicit,
    ExplicitPlan, ExplicitRun, Forecast, GreedyTree, GreedyUnicast, GuaranteedBands,
    GuaranteedPhase, GuaranteedRounds, Hamiltonian, Marks, MessageParameters, Multicast, Pace,
    Paper, PaperPhase, PaperRun, Permutations, Prediction, Replication, Rounds, RoundsRound,
    RoundsRun, Slotted, SlottedRun, SlottedSchedule, Sweep, SweepRun, Tuned, TunedPhase, TunedRun,
    Unicast, UnicastRound, UnicastRun,
};
pub use permutation::{NotAPermutation, Permutation};
pub use polynomials::{
    Certificate, CertificateError, ExplicitQuestion, Field, PolynomialGroups, Span,
    explicit_certificate,
};
pub use pram::{
    Access, Forbidden, Layout, Phase, Pram, PramConflict, PramMode, PramRun, Program, ReadTraffic,
    Rival, RivalRun, TileLoad, programs,
};
pub use products::{Product, SeededFactors, SparseProduct};
pub use torus::{
    Communication, CommunicationGraph, Measures, QueueOrder, Routing, TorusAlgorithm,
    balanced_delta, communicate, diagonal_delta, simple_delta, simple_subtree, twice_theorem_5,
};
pub use workload::{
    DEFAULT_CONGESTION, DEFAULT_DEGREE, Grouping, Popularity, Workload, WorkloadError, adversarial,
    generate, mixture_of_experts,
};
