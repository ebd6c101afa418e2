//! Shows what a step of a PRAM costs on meshes of all sizes, for each pattern of accesses.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use super::series::FEWEST;
use crate::stats::Mean;
use crate::store::{DONE, PramRow};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of PRAM with its operator, and cells a processor: what the runs of a figure have in common.
type Panel<'a> = (&'a str, Option<&'a str>, u64);

/// The patterns, whose places are their colours.
const PATTERNS: [&str; 4] = ["one-cell", "permutation", "random", "identity"];

/// A figure for each kind of PRAM and size of its memory that has three sizes of meshes, of the runs of `access`.
pub(super) fn figures(rows: &[PramRow]) -> Vec<Figure> {
    let mut panels: BTreeMap<Panel<'_>, Vec<&PramRow>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.status == DONE && row.pattern.is_some()) {
        if let (Some(cells), Some(nodes)) = (row.cells, row.nodes) {
            let panel = (row.pram.as_str(), row.operator.as_deref(), cells / nodes);
            panels.entry(panel).or_default().push(row);
        }
    }
    let has_a_curve = |rows: &[&PramRow]| {
        rows.iter().map(|row| row.nodes).collect::<BTreeSet<_>>().len() >= FEWEST
    };
    panels.retain(|_, rows| has_a_curve(rows));
    panels.into_iter().map(|(panel, rows)| figure(panel, &rows)).collect()
}

fn figure((kind, operator, per_processor): Panel<'_>, rows: &[&PramRow]) -> Figure {
    let operator = operator.map_or_else(String::new, |operator| format!("-{operator}"));
    let cells = match per_processor {
        1 => "a cell a processor".to_owned(),
        more => format!("{more} cells a processor"),
    };
    Figure {
        name: format!("pram-{kind}{operator}-{per_processor}"),
        title: format!("Steps of the mesh for a step of the PRAM over √n: {kind}{operator}, {cells}"),
        caption: "Every processor reads and writes one cell. Steps of the mesh divided by √n, means over seeds. Curves that cover each other \
                  take the same steps: with hashed cells the pattern makes no difference. With cells in the order of their addresses \
                  neighbouring cells may be in few tiles, which are then served in several rounds."
            .to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: "n (nodes)".to_owned(), scale: Scale::Binary },
            y: Axis { label: "steps / √n".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: curves(rows),
        }),
    }
}

/// A curve for each layout and pattern.
fn curves(rows: &[&PramRow]) -> Vec<Curve> {
    let mut all = Vec::new();
    for (place, layout) in ["hashed", "identity"].into_iter().enumerate() {
        for (color, pattern) in PATTERNS.into_iter().enumerate() {
            let is_own =
                |row: &&&PramRow| row.layout == layout && row.pattern.as_deref() == Some(pattern);
            let mut sizes: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
            for row in rows.iter().filter(is_own) {
                let both = row.nodes.zip(row.sides_per_pram_step);
                if let Some((nodes, sides)) = both {
                    sizes.entry(nodes).or_default().push(sides);
                }
            }
            let points = sizes.into_iter().filter_map(|(nodes, sides)| {
                Some((nodes as f64, Mean::of(sides.into_iter())?.estimate))
            });
            let (label, points) = (format!("{pattern}, {layout}"), points.collect::<Vec<_>>());
            let color = color + place * PATTERNS.len();
            if !points.is_empty() {
                all.push(Curve { label, color, points, ..Curve::default() });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pattern: &str, side: u64, sides: f64) -> PramRow {
        PramRow {
            program: "access".to_owned(),
            pram: "crew".to_owned(),
            layout: "hashed".to_owned(),
            pattern: Some(pattern.to_owned()),
            nodes: Some(side * side),
            cells: Some(side * side),
            status: DONE.to_owned(),
            sides_per_pram_step: Some(sides),
            ..PramRow::default()
        }
    }

    #[test]
    fn patterns_are_curves_of_means_over_seeds() {
        let sides = [8, 16, 32];
        let mut rows: Vec<PramRow> = sides.map(|side| row("one-cell", side, 20.0)).into();
        rows.push(row("one-cell", 8, 30.0));
        rows.push(row("random", 8, 21.0));
        rows.push(PramRow { status: "failed".to_owned(), ..row("random", 16, 99.0) });
        let [figure] = &figures(&rows)[..] else { panic!("one figure") };
        assert_eq!(figure.name, "pram-crew-1");
        let Picture::Plane(plane) = &figure.picture else { panic!("a plane") };
        let points: Vec<&[(f64, f64)]> =
            plane.curves.iter().map(|curve| &curve.points[..]).collect();
        let expected = [(64.0, 25.0), (256.0, 20.0), (1024.0, 20.0)];
        assert_eq!(points, [&expected[..], &[(64.0, 21.0)]]);
        assert!(figures(&rows[..2]).is_empty(), "two sizes are no curve");
    }
}
