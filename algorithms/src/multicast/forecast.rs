//! Predicts the steps of the algorithms with constant buffers, so that `auto` can choose among them.

use super::message_parameters::MessageParameters;
use super::randomized::{Sweep, Tuned};
use super::unicast::Unicast;
use meshcast_engine::{Messages, Shape};
use meshcast_primitives::Circulation;

/// What the steps of the algorithms with constant buffers are expected to be, the fewest first: the choice of `auto`.
///
/// All nodes come to the same choice, since it follows from what all of them know: the shape, the number m of messages
/// with destinations, their degree d and congestion c. It costs no steps.
///
/// | | steps, a closed form | with |
/// |---|---|---|
/// | [`Hamiltonian`](crate::Hamiltonian) | exact | |
/// | [`Tuned`] | [`Tuned::steps`] | two phases, or one if that has one tile or tiles of at most nine nodes |
/// | [`Sweep`] | [`Sweep::steps`] | the bands that it begins with, then one if these are more; one survey |
/// | [`Unicast`] | [`Unicast::steps`] | d rounds, or 2c if d > c, of m packets each, with the longest run L |
///
/// L is c if d = 1, otherwise the least k ≤ c with n·(m/n)ᵏ⁺¹ < (k + 1)!.
///
/// The paper's form of [`Tuned`] is no candidate: where it does not fall to [`Hamiltonian`](crate::Hamiltonian), it took 5 to 18
/// times the steps in the tables of `docs/algorithms.md`.
///
/// What is not foreseen:
/// - *Other phases.* `tuned` may be done after one phase, if few messages have destinations, or need a second one for a few
///   long lists, or a third; `sweep` may need a drain or a phase more, which counts on small meshes.
/// - *Uneven messages.* Where few have many destinations and others one, rounds of `unicast` become shorter.
///
/// On uniform sets of sides 16, 24 and 32, c = 1, 4, 7, 16, 25 and 64 up to n/16, predictions are within a quarter of
/// the steps. On `uniform`, `hot-block`, `sparse` and `cluster` sets of eight sides from 5 to 32 and c up to n/4, up to
/// three of each, the choice took at most a tenth more than the best candidate; on `power-law` sets it did so nine times in ten.
/// Of 3,500 sets of all sides from 5 to 40, three seeds each, the worst were 7 % more (`uniform`, side 27, c = 28) and 90 % more
/// (`power-law`, side 38, c = 1); four were more than a tenth more.
///
/// # Source
/// This project's own.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Candidate, Forecast, Workload, generate};
/// use meshcast_engine::Shape;
/// let shape = Shape::new(32, 32)?;
/// let forecast = Forecast::new(shape, &generate(Workload::Uniform, 32, None, Some(16), 1)?);
/// assert_eq!(forecast.best().candidate, Candidate::Sweep);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    predictions: Vec<Prediction>,
}

/// The steps that an algorithm is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The algorithm.
    pub candidate: Candidate,
    /// Its steps.
    pub steps: u64,
}

/// An algorithm with a constant buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// [`Hamiltonian`](crate::Hamiltonian).
    Hamiltonian,
    /// [`Tuned`].
    Tuned,
    /// [`Sweep`].
    Sweep,
    /// [`Unicast`].
    Unicast,
}

impl Forecast {
    /// The forecast for `messages` on `shape`.
    pub fn new(shape: Shape, messages: &Messages) -> Self {
        Self::of(shape, MessageParameters::of(messages))
    }

    /// The forecast for sets of which no more is known than how many messages have destinations, the degree and the congestion.
    pub fn of_sets(shape: Shape, packets: usize, degree: usize, congestion: usize) -> Self {
        Self::of(shape, MessageParameters { packets, degree, congestion })
    }

    pub(super) fn of(shape: Shape, known: MessageParameters) -> Self {
        let mut predictions = vec![
            (Candidate::Hamiltonian, Circulation::steps_on(shape)),
            (Candidate::Sweep, Sweep::expected_steps(shape, known)),
            (Candidate::Unicast, Unicast::expected_steps(shape, known)),
            (Candidate::Tuned, Tuned::expected_steps(shape, known)),
        ]
        .into_iter()
        .map(|(candidate, steps)| Prediction { candidate, steps })
        .collect::<Vec<Prediction>>();
        predictions.sort_by_key(|prediction| prediction.steps);
        Self { predictions }
    }

    /// All predictions, the fewest steps first.
    pub fn predictions(&self) -> &[Prediction] {
        &self.predictions
    }

    /// The one with the fewest steps.
    pub fn best(&self) -> Prediction {
        self.predictions[0]
    }

    /// The next one.
    pub fn runner_up(&self) -> Prediction {
        self.predictions[1]
    }
}
