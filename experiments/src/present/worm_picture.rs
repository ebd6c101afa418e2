//! Draws the paths of a plan on a mesh of two dimensions as SVG.

use crate::present::plot::COLORS;
use crate::results::worm::{NodeResult, PathResult, WormResult};
use std::fmt::Write as _;

/// Between neighbours, in pixels.
const STEP: usize = 40;
/// Around the mesh.
const MARGIN: usize = 40;
/// A line of the legend.
const LINE: usize = 18;
/// Between the middles of paths that share an edge.
const SHIFT: f64 = 3.0;
/// Paths that are told apart on one edge.
const SHIFTS: usize = 5;

/// The picture of a plan on a plane, x₂ upwards: the source filled, destinations as rings, leaders as squares; paths of
/// the second stage have short dashes.
pub(crate) fn picture(result: &WormResult) -> String {
    let Some(&[columns, rows]) = result.mesh.as_deref() else { return String::new() };
    let plane = Plane { rows };
    let (width, mesh) = (2 * MARGIN + (columns - 1) * STEP, 2 * MARGIN + (rows - 1) * STEP);
    let (width, height) = (width.max(420), mesh + (result.paths.len() + 1) * LINE);
    // Writing to memory cannot fail.
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    svg.push_str("<g stroke=\"#dddddd\">\n");
    let right = plane.at(columns - 1, 0).0;
    for row in 0..rows {
        let (left, y) = plane.at(0, row);
        let _ = writeln!(svg, "<line x1=\"{left}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>");
    }
    for column in 0..columns {
        let ((x, bottom), (_, top)) = (plane.at(column, 0), plane.at(column, rows - 1));
        let _ = writeln!(svg, "<line x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>");
    }
    svg.push_str("</g>\n");
    for (place, path) in result.paths.iter().enumerate() {
        svg.push_str(&plane.way(place, path));
    }
    for node in result.groups.iter().flatten() {
        svg.push_str(&plane.mark(node, result.leaders.contains(node), "#ffffff"));
    }
    svg.push_str(&plane.mark(&result.source, false, "#1a1a1a"));
    for (place, path) in result.paths.iter().enumerate() {
        let (x, y, color) = (MARGIN, mesh + place * LINE, color(place));
        let (from, length, stage) = (path.source.text(), path.length, path.stage);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">path {}: stage {stage}, from {from}, {length} channels</text>",
            place + 1
        );
    }
    svg.push_str("</svg>\n");
    svg
}

struct Plane {
    rows: usize,
}

impl Plane {
    fn at(&self, column: usize, row: usize) -> (usize, usize) {
        (MARGIN + column * STEP, MARGIN + (self.rows - 1 - row) * STEP)
    }

    fn place(&self, node: &NodeResult) -> (usize, usize) {
        match node {
            NodeResult::Coordinates(at) if at.len() == 2 => self.at(at[0], at[1]),
            _ => (0, 0),
        }
    }

    /// A path as a line, a little beside those before it, with a dot where it ends.
    fn way(&self, place: usize, path: &PathResult) -> String {
        let shift = ((place % SHIFTS) as f64 - (SHIFTS / 2) as f64) * SHIFT;
        let point = |node: &NodeResult| {
            let (x, y) = self.place(node);
            (x as f64 + shift, y as f64 + shift)
        };
        let points = path.nodes.iter().map(point);
        let points: Vec<String> = points.map(|(x, y)| format!("{x},{y}")).collect();
        let (color, points) = (color(place), points.join(" "));
        let dashes = dashes(path.stage, place / SHIFTS);
        let (x, y) = path.nodes.last().map_or((0.0, 0.0), point);
        format!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"{dashes}/>\n\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n"
        )
    }

    fn mark(&self, node: &NodeResult, is_leader: bool, fill: &str) -> String {
        let (x, y) = self.place(node);
        let title = format!("<title>{}</title>", node.text());
        let style = format!("fill=\"{fill}\" stroke=\"#1a1a1a\" stroke-width=\"1.5\"");
        if is_leader {
            let (x, y) = (x - 5, y - 5);
            return format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" {style}>{title}</rect>\n"
            );
        }
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" {style}>{title}</circle>\n")
    }
}

/// Paths of the first stage are solid, those of the second have short dashes. Those of later `rounds` lie upon earlier
/// ones where they share edges: they have wider gaps, through which what is below can be seen.
fn dashes(stage: usize, round: usize) -> String {
    let dashed = |dash: usize, gap: usize| format!(" stroke-dasharray=\"{dash} {gap}\"");
    match (stage, round) {
        (1, 0) => String::new(),
        (1, round) => dashed(18, 6 * round),
        (_, round) => dashed(6, 3 + 6 * round),
    }
}

fn color(place: usize) -> &'static str {
    COLORS[place % COLORS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_can_cover_each_other_differ_in_their_dashes() {
        let all = [1, 2].map(|stage| [0, 1, 2, 3].map(|round| dashes(stage, round)));
        let mut all = all.concat();
        assert_eq!(all[0], "");
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
        assert!(all[1..].iter().all(|dashes| dashes.contains("stroke-dasharray=")));
    }
}
