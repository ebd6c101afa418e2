//! Predicts the steps of the algorithms with constant buffers, so that `auto` can choose among them.

use super::message_parameters::MessageParameters;
use super::randomized::{Certified, Sweep, Tuned};
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
/// | [`Sweep`] | [`Sweep::steps`] | bands, then one, or not; a survey; a usual last drain |
/// | [`Unicast`] | [`Unicast::steps`] | d rounds, or 2c if d > c, of m packets each, with the longest run L |
/// | [`Certified`] | exact, if c is known | one phase, where that is certain to serve m packets; otherwise it is no candidate |
///
/// L is c if d = 1, otherwise the least k ≤ c with n·(m/n)ᵏ⁺¹ < (k + 1)!.
///
/// The paper's form of [`Tuned`] is no candidate: where it does not fall to [`Hamiltonian`](crate::Hamiltonian), it took 5 to 18
/// times the steps in the tables of `docs/algorithms.md`.
///
/// What is not foreseen:
/// - *Other phases.* `tuned` may be done after one phase, if few messages have destinations, or need a second one for a few
///   long lists, or a third; `sweep` may need a longer drain or a phase more, which counts on small meshes.
/// - *Uneven messages.* Where few have many destinations and others one, rounds of `unicast` become shorter.
///
/// On uniform sets of sides 16, 24 and 32, c = 1, 4, 7, 16, 25 and 64 up to n/16, predictions are within a quarter of
/// the steps. On `uniform`, `hot-block`, `sparse` and `cluster` sets of eight sides from 5 to 32 and c up to n/4, up to
/// three of each, the choice took at most a tenth more than the best candidate; on `power-law` sets it did so nine times in ten.
/// `--example choice` has random meshes and sets with few messages.
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
    /// [`Certified`].
    Certified,
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
        let certain = Certified::certain_steps(shape, known);
        let mut predictions = [
            (Candidate::Hamiltonian, Some(Circulation::steps_on(shape))),
            (Candidate::Sweep, Some(Sweep::expected_steps(shape, known))),
            (Candidate::Unicast, Some(Unicast::expected_steps(shape, known))),
            (Candidate::Tuned, Some(Tuned::expected_steps(shape, known))),
            (Candidate::Certified, certain),
        ]
        .into_iter()
        .filter_map(|(candidate, steps)| Some(Prediction { candidate, steps: steps? }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Auto, CertifiedSchedule, Explicit, Multicast, SlottedSchedule, Sweep, Workload, generate,
    };
    use meshcast_engine::{Machine, Mode, Options};

    fn steps(algorithm: &impl Multicast, shape: Shape) -> u64 {
        let options = Options { mode: Mode::Leap, ..Options::default() };
        let mut machine = Machine::new(shape, algorithm.messages(), algorithm.capacity(), options);
        algorithm.run(&mut machine).expect("lawful");
        machine.finish().steps
    }

    /// Of a few copies for several nodes of a column the first drain leaves none, or a rest whose time is known.
    #[test]
    fn few_long_lists_keep_nobody_from_a_sweep_that_is_faster() {
        let mut longest = 0;
        for (side, c) in [(8, 1), (10, 1), (12, 1), (16, 1), (20, 1), (24, 2)] {
            for seed in 1..=20 {
                let shape = Shape::new(side, side).expect("small");
                let set =
                    generate(Workload::PowerLaw, side, None, Some(c), seed).expect("in range");
                let chosen = steps(&Auto::new(shape, &set, seed), shape);
                let sweep = steps(&Sweep::new(shape, &set, seed), shape);
                let what = format!("side {side}, seed {seed}, d = {}", set.degree());
                assert!(10 * chosen <= 11 * sweep, "{what}: {chosen} beside {sweep}");
                longest = longest.max(set.degree() / side);
            }
        }
        assert!(longest > 4, "no list is long");
    }

    /// Algorithms with a guarantee are no candidates, but for `certified` where one phase is certain to be enough: whatever d and the
    /// number of messages, another one is expected to take no more steps than `explicit` on even sets, and no more than are guaranteed
    /// for `certified` and `slotted`, for which nothing else is computed.
    #[test]
    fn guarantees_are_no_less_than_what_the_choice_is_expected_to_take() {
        let squares = [2, 3, 5, 8, 13, 16, 24, 32, 45, 64].map(|side| (side, side));
        let others = [(1, 16), (8, 32), (40, 90), (120, 30), (13, 19), (61, 67)];
        for (rows, cols) in squares.into_iter().chain(others) {
            let shape = Shape::new(rows, cols).expect("small");
            let nodes = shape.nodes();
            let few = [1, 2, 3, 4, 6, 9, 16, 25, 64, 128].into_iter().filter(|c| 16 * c <= nodes);
            for c in few.chain([nodes.div_ceil(16), nodes.div_ceil(4), nodes]) {
                let proved = [
                    Explicit::expected_steps(shape, c),
                    CertifiedSchedule::new(shape, c, -20).steps(),
                    SlottedSchedule::new(shape, c, -20).steps(),
                ];
                let sets =
                    [1, c, nodes].into_iter().flat_map(|degree| [(c, degree), (nodes, degree)]);
                for (packets, degree) in sets {
                    let best = Forecast::of_sets(shape, packets, degree, c).best();
                    let what = format!("{shape:?}, c = {c}, d = {degree}, {packets} messages");
                    assert!(proved.iter().all(|&steps| best.steps <= steps), "{what}: {best:?}");
                }
            }
        }
    }
}
