//! Shows steps over the bound by their formulas, far beyond what runs.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use crate::results::limits::LimitResult;

/// A curve for each algorithm and congestion, through powers of four nodes alone: between them ratios stray by the shapes of tiles.
pub(crate) fn limits_figure(limits: &[LimitResult]) -> Figure {
    let curve = |(color, limit): (usize, &LimitResult)| {
        let powers = limit.points.iter().filter(|point| {
            point.nodes.0.is_power_of_two() && point.nodes.0.ilog2().is_multiple_of(2)
        });
        let label = match limit.congestion {
            Some(congestion) => format!("{}, c = {congestion}", limit.name),
            None => limit.name.clone(),
        };
        let points = powers.map(|point| (point.nodes.0 as f64, point.ratio)).collect();
        Curve { label, color, points, ..Curve::default() }
    };
    Figure {
        name: "limits".to_owned(),
        title: "Steps over the bound by exact formulas, up to 2^60 nodes".to_owned(),
        caption: "Steps by exact formulas, divided by the bound of the algorithm, on square meshes of powers of four nodes. A curve that becomes \
                  flat has a bound of that form, and its height is the constant; one that rises to the end has not."
            .to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: "n (nodes)".to_owned(), scale: Scale::Binary },
            y: Axis { label: "steps / bound".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: limits.iter().enumerate().map(curve).collect(),
        }),
    }
}
