//! Draws the paths of all points to 0 on a torus of two dimensions: the communication graph `G_0`, the paper's Figure 2.

use meshcast_algorithms::Routing;
use meshcast_engine::TorusChannel;
use std::fmt::Write as _;

/// The most nodes of a dimension that a picture shows.
pub(crate) const MOST: usize = 99;

/// Between neighbours.
const PITCH: i32 = 32;

/// Around the points.
const MARGIN: i32 = 40;

/// Below the points, for the legend.
const LEGEND: i32 = 56;

/// Of the subtrees, by the number of the channel that enters 0, each with the sign and dimension that it reduces.
const SUBTREES: [(&str, &str); 4] =
    [("#0072b2", "N\u{2212}1"), ("#d55e00", "N+1"), ("#009e73", "N\u{2212}2"), ("#cc79a7", "N+2")];

/// The picture of a routing on a torus of two dimensions: x₁ runs to the right, x₂ upwards.
pub(crate) fn graph(routing: &Routing, algorithm: &str) -> String {
    let torus = routing.torus();
    let radix = (torus.radix() as u32).cast_signed();
    let side = (radix - 1) * PITCH + 2 * MARGIN;
    let place = |node: u32| {
        let mut point = [0; 2];
        torus.point(node, &mut point);
        let least = (radix - 1) / 2;
        (MARGIN + (point[0] + least) * PITCH, MARGIN + (radix - 1 - point[1] - least) * PITCH)
    };
    let mut picture = String::new();
    // Writing to memory cannot fail.
    let _ = writeln!(
        picture,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {}" font-family="sans-serif" font-size="13">"#,
        side + LEGEND
    );
    let _ = writeln!(picture, "<title>G0 of the {algorithm} algorithm, K = {radix}, n = 2</title>");
    let _ = writeln!(picture, r#"<rect width="100%" height="100%" fill="white"/>"#);
    for node in 1..torus.nodes() as u32 {
        let (x, y) = place(node);
        let (parent_x, parent_y) = place(routing.parent(node));
        let (colour, _) = SUBTREES[subtree(routing, node).number()];
        let _ = writeln!(
            picture,
            r#"<path d="M{x} {y}L{parent_x} {parent_y}" stroke="{colour}" stroke-width="2"/><circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>"#
        );
    }
    let (x, y) = place(0);
    let _ = writeln!(picture, r#"<circle cx="{x}" cy="{y}" r="6"/>"#);
    legend(&mut picture, routing, side);
    picture.push_str("</svg>\n");
    picture
}

/// The channel over which the path of a point enters 0.
fn subtree(routing: &Routing, mut point: u32) -> TorusChannel {
    while routing.parent(point) != 0 {
        point = routing.parent(point);
    }
    routing.hop(point)
}

/// How many points there are in each subtree.
fn legend(picture: &mut String, routing: &Routing, side: i32) {
    let mut points = [0; SUBTREES.len()];
    for node in 1..routing.torus().nodes() as u32 {
        points[subtree(routing, node).number()] += 1;
    }
    for (i, ((colour, name), points)) in (0..).zip(SUBTREES.iter().zip(points)) {
        let (x, y) = (MARGIN / 2 + side / 2 * (i % 2), side + 20 * (i / 2));
        let _ = writeln!(
            picture,
            r#"<circle cx="{x}" cy="{}" r="4" fill="{colour}"/><text x="{}" y="{y}">{name} = {points}</text>"#,
            y - 4,
            x + 8
        );
    }
}
