//! Judges what the spatial computer model charges: energy, depth and distance.

use super::super::axis::Axis;
use super::super::cells::Subject;
use super::super::growth::Growth::Power;
use super::super::judge::Target;
use super::super::lines::Quantity;
use super::every_run::enforced;
use super::slope::SlopeClaim;
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;

const ENERGY: Quantity = Quantity { of: energy, peaks: None };

const GROWTH: [SlopeClaim; 2] = [
    SlopeClaim {
        claim: "energy-on-n",
        says: "energy grows no faster than n^1.5: exponent at most 3/2 of n",
        axis: Axis::Nodes,
        quantity: ENERGY,
        target: Target { exponent: 1.5, at_most: true, growths: &[Power] },
    },
    SlopeClaim {
        claim: "energy-on-c",
        says: "energy grows no faster than √c: exponent at most 1/2 of c",
        axis: Axis::Congestion,
        quantity: ENERGY,
        target: Target { exponent: 0.5, at_most: true, growths: &[Power] },
    },
];

/// The verdicts on the energy of steps that grow as √(cn), at most four hops a node in each.
pub(super) fn growth(subject: &Subject) -> Vec<ClaimResult> {
    GROWTH.iter().map(|claim| claim.verdict(subject)).collect()
}

/// The verdict on what holds in the model for every run that has a result.
pub(super) fn bounds(subject: &Subject) -> ClaimResult {
    let runs = subject.done.iter().copied().filter(|row| row.depth.is_some());
    let says =
        "no run has less energy than its message set needs, nor depth over distance over steps";
    enforced(subject, "spatial-bounds", says, runs, broken)
}

fn broken(row: &RunRow) -> Option<String> {
    let (Some(energy), Some(least), Some(depth), Some(distance), Some(steps)) =
        (row.link_uses, row.energy_lower_bound, row.depth, row.distance, row.steps)
    else {
        return Some("no energy, depth, distance or steps are stored".to_owned());
    };
    if energy < least {
        return Some(format!("energy {energy}, the bound is {least}"));
    }
    (depth > distance || distance > steps)
        .then(|| format!("depth {depth}, distance {distance}, {steps} steps"))
}

fn energy(row: &RunRow) -> Option<f64> {
    Some((row.link_uses? as f64).log2())
}
