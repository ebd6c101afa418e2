//! Steps where there is no row.

use super::Measured;
use crate::verify::{CONFIDENCE, Fit};
use meshcast_algorithms::{Candidate, Forecast};
use meshcast_engine::Shape;

/// How the steps of an algorithm are predicted.
#[derive(Clone, Debug)]
pub(super) enum Predictor {
    ClosedForm(Candidate),
    /// A·√(cn) + B·√n + C.
    Fit(Fit),
}

impl Predictor {
    /// The predictor of an algorithm; `None` if it has no closed form and too few rows, or takes steps that no such sum
    /// stands for.
    pub(super) fn of(algorithm: &str, measured: &Measured) -> Option<Self> {
        match algorithm {
            "hamiltonian" => Some(Self::ClosedForm(Candidate::Hamiltonian)),
            "randomized:tuned" => Some(Self::ClosedForm(Candidate::Tuned)),
            "randomized:sweep" => Some(Self::ClosedForm(Candidate::Sweep)),
            "unicast" => Some(Self::ClosedForm(Candidate::Unicast)),
            _ if algorithm.starts_with("deterministic:paper") => None,
            _ => fit(measured).map(Self::Fit),
        }
    }

    /// The steps at (n, c), and how they were predicted.
    pub(super) fn steps(&self, nodes: u64, congestion: u64) -> Option<(u64, &'static str)> {
        match self {
            Self::ClosedForm(candidate) => {
                let side = nodes.isqrt() as usize;
                let shape = Shape::new(side, side).ok()?;
                let congestion = congestion as usize;
                let forecast = Forecast::of_sets(shape, shape.nodes(), congestion, congestion);
                let mut predictions = forecast.predictions().iter();
                let found = predictions.find(|prediction| prediction.candidate == *candidate)?;
                Some((found.steps, "closed form"))
            }
            Self::Fit(fit) => {
                // Beyond c = n/16 the algorithms let packets tour the mesh.
                if 16 * congestion > nodes {
                    return None;
                }
                let steps = fit.at(&columns(nodes, congestion), CONFIDENCE).estimate;
                (steps >= 1.0).then_some((steps.round() as u64, "fit"))
            }
        }
    }
}

/// The fit with the least relative errors.
fn fit(measured: &Measured) -> Option<Fit> {
    let in_range = measured.iter().filter(|((n, c), steps)| 16 * c <= *n && **steps > 0);
    let row = |((n, c), steps): (&(u64, u64), &u64)| -> Vec<f64> {
        columns(*n, *c).map(|column| column / *steps as f64).to_vec()
    };
    let design: Vec<Vec<f64>> = in_range.map(row).collect();
    Fit::new(&design, &vec![1.0; design.len()])
}

fn columns(nodes: u64, congestion: u64) -> [f64; 3] {
    let (n, c) = (nodes as f64, congestion as f64);
    [(c * n).sqrt(), n.sqrt(), 1.0]
}
