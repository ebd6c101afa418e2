//! Follows steps by their formulas far beyond what runs: evidence of another kind than runs, for there is nothing random in it.

mod curves;
mod prams;
mod primitives;
mod settled;
mod sides;

pub(crate) use curves::curves;
pub(crate) use primitives::PRIMITIVES;
pub(crate) use settled::Settled;
pub(crate) use sides::{Sides, sides};

use crate::catalogue::{Algorithm, Formula};
use crate::results::limits::{ExactNumber, LimitPoint, LimitResult};
use meshcast_algorithms::jobs::in_order;
use meshcast_engine::Shape;
use std::convert::Infallible;

/// Something with a formula for its steps.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// As results spell it.
    pub(crate) name: String,
    algorithm: Option<Algorithm>,
    pub(crate) formula: Formula,
}

impl Subject {
    /// An algorithm with its parameters, if it has a formula.
    pub(crate) fn of(algorithm: Algorithm) -> Option<Self> {
        let formula = algorithm.entry().formula(algorithm.parameters())?;
        Some(Self { name: algorithm.spelled(), algorithm: Some(algorithm), formula })
    }

    /// The primitive with this name, if it is one of [`PRIMITIVES`].
    pub(crate) fn primitive(name: &str) -> Option<Self> {
        let &(name, formula) = PRIMITIVES.iter().find(|primitive| primitive.0 == name)?;
        Some(Self { name: name.to_owned(), algorithm: None, formula })
    }

    /// The kind of PRAM with this name, as verdicts spell it.
    pub(crate) fn pram(name: &str) -> Option<Self> {
        let formula = prams::formula(name)?;
        Some(Self { name: name.to_owned(), algorithm: None, formula })
    }

    /// Whether the congestion makes a difference.
    fn has_congestion(&self) -> bool {
        self.algorithm.is_some()
    }

    /// The steps on a mesh for a congestion.
    pub(crate) fn steps(&self, shape: Shape, congestion: usize) -> u64 {
        let parameters = self.algorithm.map(Algorithm::parameters).unwrap_or_default();
        (self.formula.steps)(shape, congestion, parameters)
    }
}

/// Threads that follow steps where nobody asks for a number.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The steps of every subject and congestion on square meshes of these sides, of which those with c ≤ n/16 count.
pub(crate) fn limits(
    subjects: &[Subject],
    congestions: &[usize],
    sides: &[usize],
    threads: usize,
) -> Vec<LimitResult> {
    let curves = subjects.iter().flat_map(|subject| {
        let counted = if subject.has_congestion() { congestions.len() } else { 1 };
        congestions[..counted].iter().map(move |&congestion| (subject, congestion))
    });
    let curves: Vec<(&Subject, usize)> = curves.collect();
    let jobs = curves.iter().enumerate().flat_map(|(curve, &(_, congestion))| {
        let fitting = sides.iter().filter(move |&&side| 16 * congestion <= side * side);
        fitting.map(move |&side| (curve, side))
    });
    // The longest first: what takes long does not then begin when all else is done.
    let mut jobs: Vec<(usize, usize)> = jobs.collect();
    jobs.sort_by_key(|&(_, side)| side.abs_diff(1 << 13));
    let work = |(curve, side): (usize, usize)| {
        let (subject, congestion) = curves[curve];
        let shape = Shape::unbounded(side, side).expect("sides are in range");
        Ok::<_, Infallible>((curve, shape.nodes() as u64, subject.steps(shape, congestion)))
    };
    let Ok(mut counted) = in_order(threads, jobs, work);
    counted.sort_unstable();
    let of = |(curve, &(subject, congestion)): (usize, &(&Subject, usize))| {
        let counted = counted.iter().filter(|found| found.0 == curve);
        let points = counted.map(|&(_, nodes, steps)| (nodes, steps)).collect();
        result(subject, congestion, points)
    };
    curves.iter().enumerate().map(of).collect()
}

fn result(subject: &Subject, congestion: usize, counted: Vec<(u64, u64)>) -> LimitResult {
    let envelope = subject.formula.envelope;
    let points = counted.into_iter().map(|(nodes, steps)| LimitPoint {
        nodes: ExactNumber(nodes),
        steps: ExactNumber(steps),
        ratio: steps as f64 / envelope.of(nodes as f64, congestion as f64),
    });
    let points: Vec<LimitPoint> = points.collect();
    let ratios: Vec<(u64, f64)> = points.iter().map(|point| (point.nodes.0, point.ratio)).collect();
    let Settled { least, greatest, last, from_nodes, bounded, grows } = Settled::of(&ratios);
    LimitResult {
        name: subject.name.clone(),
        congestion: subject.has_congestion().then_some(congestion),
        envelope: envelope.name(),
        supposes: subject.formula.supposes,
        least,
        greatest,
        last,
        from_nodes: ExactNumber(from_nodes),
        bounded,
        grows,
        points,
    }
}
