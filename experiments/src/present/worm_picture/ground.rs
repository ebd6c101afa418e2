//! Draws the network under the worms: its channels, its nodes and their coordinates.

use super::canvas::{Anchor, Canvas, Point, text_area};
use super::layout::{Form, Grid, Layout};
use super::room::Room;
use meshcast_algorithms::pathbased::NodeName;
use std::f64::consts::TAU;

const FAINT: &str = "fill=\"none\" stroke=\"#d0d0d0\"";
const DASHED: &str = "fill=\"none\" stroke=\"#d0d0d0\" stroke-dasharray=\"2 3\"";
const NODE: &str = "fill=\"#b0b0b0\"";
const INK: &str = "#555555";
/// Of the letters at nodes and axes.
const HEIGHT: f64 = 11.0;
/// From the middle of a node to its coordinate on an axis.
const BESIDE: f64 = 28.0;
/// Where the names of nodes may stand, from their middles: first where no line of a projection leads.
const BESIDE_NODES: [(Point, Anchor); 6] = [
    (Point { x: -8.0, y: -6.0 }, Anchor::End),
    (Point { x: 8.0, y: 15.0 }, Anchor::Start),
    (Point { x: 8.0, y: -6.0 }, Anchor::Start),
    (Point { x: -8.0, y: 15.0 }, Anchor::End),
    (Point { x: 0.0, y: -13.0 }, Anchor::Middle),
    (Point { x: 0.0, y: 22.0 }, Anchor::Middle),
];
/// The most nodes that have a dot where lines cross.
const MOST_DOTS: usize = 1 << 12;
/// The most nodes of a projection that all have their names.
const MOST_NAMES: usize = 32;

/// How far a line goes on beyond the last node that is drawn.
pub(super) fn stub(step: Point) -> Point {
    step.unit() * (0.42 * step.length()).min(22.0)
}

/// The network, as far as it is in the picture.
pub(super) fn draw(canvas: &mut Canvas, layout: &Layout) {
    match &layout.form {
        Form::Circle { radius } => circle(canvas, layout, *radius),
        Form::Grid(grid) => {
            lines(canvas, grid);
            if !layout.is_projection() {
                axes(canvas, grid);
            }
        }
    }
}

/// The names of nodes of a projection, which has no axes: of all if they are few, else of those on the lines through the first corner,
/// and of those that are marked. They stand where there is room beside their nodes.
pub(super) fn names(
    canvas: &mut Canvas,
    layout: &Layout,
    room: &mut Room,
    is_marked: impl Fn(u32) -> bool,
) {
    let Form::Grid(grid) = &layout.form else { return };
    if !layout.is_projection() {
        return;
    }
    for node in grid.all() {
        let beyond = node.iter().zip(&grid.dimensions).filter(|(at, range)| **at > range.low);
        let is_on_axis = beyond.count() <= 1;
        if grid.nodes() <= MOST_NAMES
            || is_on_axis
            || layout.network.node(&node).is_some_and(&is_marked)
        {
            let at = grid.at(&node);
            let name = NodeName::new(node).to_string();
            let areas = BESIDE_NODES.map(|(by, anchor)| text_area(at + by, HEIGHT, anchor, &name));
            let (by, anchor) = BESIDE_NODES[room.take_first_free(&areas)];
            canvas.text_on_lines(at + by, HEIGHT, anchor, INK, &name);
        }
    }
}

fn circle(canvas: &mut Canvas, layout: &Layout, radius: f64) {
    let network = layout.network;
    let ends = (0..network.channels() as u32).map(|channel| network.ends(channel));
    let edges = ends.filter(|(from, to)| from < to);
    let chords = edges.map(|(from, to)| vec![layout.at(from), layout.at(to)]);
    canvas.lines(&chords.collect::<Vec<_>>(), FAINT);
    for node in 0..network.nodes() as u32 {
        let at = layout.at(node);
        canvas.circle(at, 2.5, NODE, "");
        let angle = f64::from(network.label(node)) / network.nodes() as f64 * TAU;
        let beside = at * ((radius + 18.0) / radius) + Point { x: 0.0, y: HEIGHT / 3.0 };
        let anchor = match angle.sin() {
            right if right > 0.3 => Anchor::Start,
            left if left < -0.3 => Anchor::End,
            _ => Anchor::Middle,
        };
        canvas.text(beside, HEIGHT, anchor, INK, &network.coordinates(node).to_string());
    }
}

/// Every line of every dimension, with stubs where it goes around, and dashes where it goes on.
fn lines(canvas: &mut Canvas, grid: &Grid) {
    let (mut solid, mut dashed) = (Vec::new(), Vec::new());
    let all = grid.all();
    for (place, dimension) in grid.dimensions.iter().enumerate() {
        let on = stub(dimension.step);
        for first in all.iter().filter(|node| node[place] == dimension.low) {
            let from = grid.at(first);
            let to = from + dimension.step * (dimension.high - dimension.low) as f64;
            if grid.closes(place) {
                solid.push(vec![from - on, to + on]);
                continue;
            }
            solid.push(vec![from, to]);
            if dimension.low > 0 {
                dashed.push(vec![from - on, from]);
            }
            if dimension.high + 1 < dimension.side {
                dashed.push(vec![to, to + on]);
            }
        }
    }
    canvas.lines(&solid, FAINT);
    canvas.lines(&dashed, DASHED);
    if grid.dimensions.len() > 2 && all.len() <= MOST_DOTS {
        for node in &all {
            canvas.circle(grid.at(node), 2.5, NODE, "");
        }
    }
}

/// The coordinates of a plane below it and on its left.
fn axes(canvas: &mut Canvas, grid: &Grid) {
    let corner: Vec<usize> = grid.dimensions.iter().map(|dimension| dimension.low).collect();
    for (place, dimension) in grid.dimensions.iter().enumerate() {
        let mut node = corner.clone();
        let label = |canvas: &mut Canvas, at: Point, text: &str| {
            let (beside, anchor) = match place {
                0 => (Point { x: 0.0, y: BESIDE + HEIGHT / 2.0 }, Anchor::Middle),
                _ => (Point { x: -BESIDE, y: HEIGHT / 3.0 }, Anchor::End),
            };
            canvas.text(at + beside, HEIGHT, anchor, INK, text);
        };
        for coordinate in dimension.low..=dimension.high {
            node[place] = coordinate;
            label(canvas, grid.at(&node), &coordinate.to_string());
        }
        label(canvas, grid.at(&node) + dimension.step * 0.75, ["x\u{2081}", "x\u{2082}"][place]);
    }
}
