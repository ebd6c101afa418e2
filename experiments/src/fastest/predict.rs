//! Predicts steps where there is no row.

use super::grid::{Measured, grid};
use crate::catalogue::{self, Growth};
use crate::stats::{CONFIDENCE, Fit};
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
    /// The closed form on the largest mesh that is planned, with the same congestion, times what √(cn) grows by.
    Scaled,
    /// A sum of these columns, on meshes no smaller than those that it was fitted to, and what these are.
    Fit {
        fit: Fit,
        columns: Columns,
        from_nodes: u64,
        by: &'static str,
    },
}

impl Predictor {
    /// The predictor of an algorithm.
    pub(super) fn of(algorithm: &str, measured: &Measured, closed: &ClosedForms) -> Self {
        let name = algorithm.split_whitespace().next().unwrap_or_default();
        let growth =
            catalogue::named(name).map_or(Growth::Roots, |algorithm| algorithm.entry().growth());
        let exact = growth.candidate().map(|candidate| closed.of(candidate)).unwrap_or_default();
        let beyond = match growth {
            Growth::Circuit => Beyond::Circulation,
            Growth::ClosedForm(_) => Beyond::Scaled,
            Growth::ClosedFormOfPermutations(_) => {
                Beyond::fitted(&exact, side, "fit to closed forms")
            }
            Growth::Roots => Beyond::fitted(measured, roots, "fit"),
            Growth::Unknown => Beyond::Nothing,
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
            Beyond::Circulation => Some((Circulation::steps_on(square(nodes)?), "closed form")),
            Beyond::Scaled => Some((self.scaled(nodes, congestion)?, "scaled closed form")),
            Beyond::Fit { from_nodes, .. } if nodes < *from_nodes => None,
            Beyond::Fit { fit, columns, by, .. } => {
                let steps = fit.at(&columns(nodes, congestion)?, CONFIDENCE).estimate;
                (steps >= 1.0).then_some((steps.round() as u64, *by))
            }
        }
    }
}

impl Predictor {
    /// Steps on a mesh of a quarter of the nodes, scaled by √(cn): with the congestion there, or with a quarter of that where
    /// it is more than n/16.
    fn scaled(&self, nodes: u64, congestion: u64) -> Option<u64> {
        if nodes <= PLANNED {
            return self.exact.get(&(nodes, congestion)).copied();
        }
        let (nodes, is_dense) = (nodes / 4, 64 * congestion > nodes);
        if is_dense {
            Some(4 * self.scaled(nodes, congestion / 4)?)
        } else {
            Some(2 * self.scaled(nodes, congestion)?)
        }
    }
}

impl Beyond {
    /// The fit with the least relative errors to the cells that `columns` are for.
    fn fitted(to: &Measured, columns: Columns, by: &'static str) -> Self {
        let row = |(&(nodes, congestion), &steps): (&(u64, u64), &u64)| {
            let columns = columns(nodes, congestion).filter(|_| steps > 0)?;
            let row = columns.into_iter().map(|column| column / steps as f64).collect();
            Some((nodes, row))
        };
        let (meshes, design): (Vec<u64>, Vec<Vec<f64>>) = to.iter().filter_map(row).unzip();
        let fit = Fit::new(&design, &vec![1.0; design.len()]);
        let found = fit.zip(meshes.into_iter().min());
        found.map_or(Self::Nothing, |(fit, from_nodes)| Self::Fit { fit, columns, from_nodes, by })
    }
}

/// The terms of a sum at (n, c), in the range where steps are such a sum.
type Columns = fn(u64, u64) -> Option<Vec<f64>>;

/// √(cn), √n and 1, up to c = n/16: beyond that algorithms let packets tour the mesh.
fn roots(nodes: u64, congestion: u64) -> Option<Vec<f64>> {
    let (n, c) = (nodes as f64, congestion as f64);
    (16 * congestion <= nodes).then(|| vec![(c * n).sqrt(), n.sqrt(), 1.0])
}

/// √n, n^(1/3) and 1, of permutations alone: with every further round of `unicast` steps grow in another way. The second is what
/// sorts take beyond their three sides.
fn side(nodes: u64, congestion: u64) -> Option<Vec<f64>> {
    let n = nodes as f64;
    (congestion == 1).then(|| vec![n.sqrt(), n.cbrt(), 1.0])
}

fn square(nodes: u64) -> Option<Shape> {
    let side = nodes.isqrt() as usize;
    Shape::new(side, side).ok()
}
