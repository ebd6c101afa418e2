//! Steps where there is no row.

use super::map::{Measured, grid};
use crate::verify::{CONFIDENCE, Fit};
use meshcast_algorithms::{Candidate, Forecast};
use meshcast_engine::Shape;
use meshcast_primitives::Circulation;
use std::collections::BTreeMap;

/// The largest meshes whose sorts are planned for the closed forms, in nodes: planning one takes time that grows with n.
const PLANNED: u64 = 1 << 16;

/// The closed forms of all cells up to [`PLANNED`] nodes.
#[derive(Debug)]
pub(super) struct ClosedForms(BTreeMap<(u64, u64), Forecast>);

impl ClosedForms {
    pub(super) fn up_to(nodes: u64) -> Self {
        let forecast = |(nodes, congestion): (u64, u64)| {
            let shape = square(nodes)?;
            let congestion = congestion as usize;
            let forecast = Forecast::of_sets(shape, shape.nodes(), congestion, congestion);
            Some(((nodes, congestion as u64), forecast))
        };
        Self(grid(nodes.min(PLANNED)).filter_map(forecast).collect())
    }

    fn of(&self, candidate: Candidate) -> Measured {
        let steps = |forecast: &Forecast| {
            let mut predictions = forecast.predictions().iter();
            predictions
                .find(|prediction| prediction.candidate == candidate)
                .map(|found| found.steps)
        };
        self.0.iter().filter_map(|(&cell, forecast)| Some((cell, steps(forecast)?))).collect()
    }
}

/// How the steps of an algorithm are predicted.
#[derive(Debug)]
pub(super) struct Predictor {
    /// By closed forms.
    exact: Measured,
    beyond: Beyond,
}

/// What is predicted where there is no closed form, or where it takes too long.
#[derive(Debug)]
enum Beyond {
    Nothing,
    /// The circuit of the mesh.
    Circulation,
    /// A·√(cn) + B·√n + C on meshes no smaller than those that it was fitted to, and what these are.
    Fit {
        fit: Fit,
        from_nodes: u64,
        by: &'static str,
    },
}

impl Predictor {
    /// The predictor of an algorithm.
    pub(super) fn of(algorithm: &str, measured: &Measured, closed: &ClosedForms) -> Self {
        let candidate = match algorithm {
            "hamiltonian" => Some(Candidate::Hamiltonian),
            "randomized:tuned" => Some(Candidate::Tuned),
            "randomized:sweep" => Some(Candidate::Sweep),
            "unicast" => Some(Candidate::Unicast),
            _ => None,
        };
        let exact = candidate.map(|candidate| closed.of(candidate)).unwrap_or_default();
        let fitted = |to: &Measured, by| {
            let from_nodes = in_range(to).map(|((nodes, _), _)| *nodes).min()?;
            Some(Beyond::Fit { fit: fit(to)?, from_nodes, by })
        };
        let beyond = match candidate {
            Some(Candidate::Hamiltonian) => Beyond::Circulation,
            Some(Candidate::Tuned | Candidate::Sweep) => {
                fitted(&exact, "fit to closed forms").unwrap_or(Beyond::Nothing)
            }
            // Its steps, and those of the paper's deterministic algorithm, are no such sum.
            Some(Candidate::Unicast) => Beyond::Nothing,
            None if algorithm.starts_with("deterministic:paper") => Beyond::Nothing,
            None => fitted(measured, "fit").unwrap_or(Beyond::Nothing),
        };
        Self { exact, beyond }
    }

    /// The steps at (n, c), and how they were predicted.
    pub(super) fn steps(&self, nodes: u64, congestion: u64) -> Option<(u64, &'static str)> {
        if let Some(&steps) = self.exact.get(&(nodes, congestion)) {
            return Some((steps, "closed form"));
        }
        match &self.beyond {
            Beyond::Nothing => None,
            Beyond::Circulation => Some((Circulation::new(square(nodes)?).steps(), "closed form")),
            Beyond::Fit { from_nodes, .. }
                if nodes < *from_nodes || is_toured(nodes, congestion) =>
            {
                None
            }
            Beyond::Fit { fit, by, .. } => {
                let steps = fit.at(&columns(nodes, congestion), CONFIDENCE).estimate;
                (steps >= 1.0).then_some((steps.round() as u64, *by))
            }
        }
    }
}

fn square(nodes: u64) -> Option<Shape> {
    let side = nodes.isqrt() as usize;
    Shape::new(side, side).ok()
}

/// Whether c is beyond n/16, where the algorithms let packets tour the mesh.
fn is_toured(nodes: u64, congestion: u64) -> bool {
    16 * congestion > nodes
}

/// The cells that a fit is to.
fn in_range(steps: &Measured) -> impl Iterator<Item = (&(u64, u64), &u64)> {
    steps.iter().filter(|((nodes, c), steps)| !is_toured(*nodes, *c) && **steps > 0)
}

/// The fit with the least relative errors.
fn fit(steps: &Measured) -> Option<Fit> {
    let row = |((n, c), steps): (&(u64, u64), &u64)| -> Vec<f64> {
        columns(*n, *c).map(|column| column / *steps as f64).to_vec()
    };
    let design: Vec<Vec<f64>> = in_range(steps).map(row).collect();
    Fit::new(&design, &vec![1.0; design.len()])
}

fn columns(nodes: u64, congestion: u64) -> [f64; 3] {
    let (n, c) = (nodes as f64, congestion as f64);
    [(c * n).sqrt(), n.sqrt(), 1.0]
}
