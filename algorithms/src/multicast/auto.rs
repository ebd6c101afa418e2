//! Runs `auto`: the algorithm with the fewest expected steps.

use super::Multicast;
use super::congestion::{Congestion, Survey};
use super::forecast::{Candidate, Forecast};
use super::hamiltonian::Hamiltonian;
use super::inject::inject;
use super::message_parameters::MessageParameters;
use super::randomized::{Certified, CertifiedRun, Sweep, SweepRun, Tuned, TunedRun};
use super::unicast::{Unicast, UnicastRun};
use meshcast_engine::{Machine, Messages, Shape, Violation};
use std::sync::Arc;

/// Multicast by the algorithm with a constant buffer of which a [`Forecast`] expects the fewest steps.
///
/// # Unknown congestion
/// With [`Auto::with_congestion`] no node knows c. A reduction counts the messages and their destinations, and the
/// average number of messages for a node, rounded up, takes the place of c in the forecast. The chosen algorithm then
/// learns on its way what it needs, as if it had been chosen beforehand. An average is no more than c: where few nodes have
/// most messages, the choice may be one that only suits even sets.
///
/// # Shape
/// Any rows × cols, any message set.
///
/// # Cost
/// Steps and buffer of the chosen algorithm. If the congestion is unknown, 2⌊rows/2⌋ + 2⌊cols/2⌋ steps more for the
/// reduction, and with [`Hamiltonian`] one for the messages without destinations, which are not counted.
///
/// # Errors
/// None of its own; a broken machine rule.
///
/// # Source
/// This project's own.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Auto, Candidate, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let auto = Auto::new(shape, &set, 1);
/// let (messages, capacity) = (auto.messages(), auto.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// auto.run(&mut machine)?;
/// assert_eq!(auto.forecast().best().candidate, Candidate::Hamiltonian);
/// assert_eq!(machine.finish().steps, auto.forecast().best().steps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Auto {
    forecast: Forecast,
    chosen: Chosen,
    /// What the forecast is from.
    known: MessageParameters,
    /// What finds it out, if the congestion is unknown.
    survey: Option<Survey>,
}

#[derive(Clone, Debug)]
enum Chosen {
    Hamiltonian(Hamiltonian),
    Tuned(Tuned),
    Sweep(Sweep),
    Unicast(Unicast),
    Certified(Certified),
}

/// What a run of [`Auto`] has found out on its way: that of the algorithm which it chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AutoRun {
    /// Of [`Hamiltonian`]: nothing.
    Hamiltonian,
    /// Of [`Tuned`].
    Tuned(TunedRun),
    /// Of [`Sweep`].
    Sweep(SweepRun),
    /// Of [`Unicast`].
    Unicast(UnicastRun),
    /// Of [`Certified`].
    Certified(CertifiedRun),
}

impl Auto {
    /// The algorithm for `messages` on `shape`, of which all nodes know the degree, the congestion and how many have
    /// destinations; nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: &Messages, seed: u64) -> Self {
        Self::with_congestion(shape, messages, seed, Congestion::Known)
    }

    /// Sets what nodes know about the congestion.
    pub fn with_congestion(
        shape: Shape,
        messages: &Messages,
        seed: u64,
        congestion: Congestion,
    ) -> Self {
        let known = MessageParameters::of(messages);
        let (known, survey) = match congestion {
            Congestion::Known => (known, None),
            Congestion::Doubled | Congestion::Counted => {
                let average = messages.deliveries().div_ceil(shape.nodes());
                let survey = Survey::without_blocks(shape);
                (MessageParameters { congestion: average, ..known }, Some(survey))
            }
        };
        let forecast = Forecast::of(shape, known);
        let chosen = match forecast.best().candidate {
            Candidate::Hamiltonian => {
                Chosen::Hamiltonian(Hamiltonian::new(shape, Arc::new(messages.clone())))
            }
            Candidate::Tuned => {
                Chosen::Tuned(Tuned::new(shape, messages, seed).with_congestion(congestion))
            }
            Candidate::Sweep => {
                Chosen::Sweep(Sweep::new(shape, messages, seed).with_congestion(congestion))
            }
            Candidate::Unicast => {
                Chosen::Unicast(Unicast::new(shape, messages, seed).with_congestion(congestion))
            }
            Candidate::Certified => {
                let chance = Certified::USUAL_FAILURE_LOG2;
                let certified = Certified::new(shape, messages, chance, seed);
                Chosen::Certified(certified.with_congestion(congestion))
            }
        };
        Self { forecast, chosen, known, survey }
    }

    /// What is expected of the candidates.
    pub fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// Lets the nodes learn what the forecast is from. All packets are in lane 0 then.
    fn learn(&self, survey: &Survey, machine: &mut Machine) -> Result<(), Violation> {
        inject(machine, 0)?;
        let all = survey.run(machine, &[0])?;
        let found = (all.packets as usize, all.load as usize);
        debug_assert_eq!(found, (self.known.packets, self.known.congestion));
        Ok(())
    }
}

impl Multicast for Auto {
    type Run = AutoRun;

    fn messages(&self) -> Arc<Messages> {
        match &self.chosen {
            Chosen::Hamiltonian(chosen) => chosen.messages(),
            Chosen::Tuned(chosen) => chosen.messages(),
            Chosen::Sweep(chosen) => chosen.messages(),
            Chosen::Unicast(chosen) => chosen.messages(),
            Chosen::Certified(chosen) => chosen.messages(),
        }
    }

    fn capacity(&self) -> Option<usize> {
        match &self.chosen {
            Chosen::Hamiltonian(chosen) => chosen.capacity(),
            Chosen::Tuned(chosen) => chosen.capacity(),
            Chosen::Sweep(chosen) => chosen.capacity(),
            Chosen::Unicast(chosen) => chosen.capacity(),
            Chosen::Certified(chosen) => chosen.capacity(),
        }
    }

    fn run(&self, machine: &mut Machine) -> Result<AutoRun, Violation> {
        let Some(survey) = &self.survey else {
            return match &self.chosen {
                Chosen::Hamiltonian(chosen) => chosen.run(machine).map(|()| AutoRun::Hamiltonian),
                Chosen::Tuned(chosen) => chosen.run(machine).map(AutoRun::Tuned),
                Chosen::Sweep(chosen) => chosen.run(machine).map(AutoRun::Sweep),
                Chosen::Unicast(chosen) => chosen.run(machine).map(AutoRun::Unicast),
                Chosen::Certified(chosen) => chosen.run(machine).map(AutoRun::Certified),
            };
        };
        self.learn(survey, machine)?;
        match &self.chosen {
            Chosen::Hamiltonian(chosen) => {
                chosen.route_injected(machine).map(|()| AutoRun::Hamiltonian)
            }
            Chosen::Tuned(chosen) => {
                machine.swap_lanes(|_| Some((0, Tuned::LANE)))?;
                chosen.route_injected(machine).map(AutoRun::Tuned)
            }
            Chosen::Sweep(chosen) => chosen.route_injected(machine).map(AutoRun::Sweep),
            Chosen::Unicast(chosen) => chosen.route_injected(machine).map(AutoRun::Unicast),
            Chosen::Certified(chosen) => {
                machine.swap_lanes(|_| Some((0, Certified::LANE)))?;
                chosen.route_injected(machine).map(AutoRun::Certified)
            }
        }
    }
}
