//! Draws the worms: lines through the middles of nodes, beside each other between them where worms share an edge.

use super::canvas::{Anchor, Canvas, Point};
use super::ground::stub;
use super::layout::Layout;
use super::room::Room;
use crate::present::plot::COLORS;
use std::collections::BTreeMap;

/// Between the lines of worms on one edge, and the most that all of them take.
const SHIFT: f64 = 5.0;
const MOST_SHIFT: f64 = 22.0;
/// Dashes of the first colours, of the same colours again, and so on.
const DASHES: [&str; 4] = [
    "",
    " stroke-dasharray=\"9 4\"",
    " stroke-dasharray=\"2 3\"",
    " stroke-dasharray=\"12 3 2 3\"",
];
/// The attributes of a line over a channel that a worm waits for, and around a node whose port it waits for: no worm is black.
pub(super) const WAITING: &str =
    "fill=\"none\" stroke=\"#000000\" stroke-width=\"2\" stroke-dasharray=\"5 3\"";
/// The radius of the number of a worm.
const BADGE: f64 = 7.0;
/// From the middle of a node to the tip of an arrow.
const RIM: f64 = 8.0;

/// A worm in a picture.
#[derive(Debug)]
pub(super) struct Stroke {
    /// Among the worms of the run, from 0.
    pub(super) worm: usize,
    /// Its way; in a deadlock as far as the channel that it waits for, which is the last.
    pub(super) nodes: Vec<u32>,
    /// After how many hops it is at a destination.
    pub(super) stops: Vec<usize>,
    /// Whether it waits for the last channel.
    pub(super) waits: bool,
    pub(super) width: f64,
}

/// By edge, lower node first, the worms and hops that take it in either direction.
type Shares = BTreeMap<(u32, u32), Vec<(usize, usize)>>;

/// All worms, with their numbers where they begin; their room is taken.
pub(super) fn draw(canvas: &mut Canvas, layout: &Layout, room: &mut Room, strokes: &[Stroke]) {
    let mut shares = Shares::new();
    for (place, stroke) in strokes.iter().enumerate() {
        for (hop, pair) in stroke.nodes.windows(2).enumerate() {
            let edge = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            shares.entry(edge).or_default().push((place, hop));
        }
    }
    let ways: Vec<Vec<Way>> = (0..strokes.len())
        .map(|place| {
            let hops = strokes[place].nodes.windows(2).enumerate();
            hops.map(|(hop, pair)| Way::of(layout, &shares, (place, hop), pair)).collect()
        })
        .collect();
    for (stroke, ways) in strokes.iter().zip(&ways) {
        let moved = ways.len() - usize::from(stroke.waits);
        let lines =
            |ways: &[Way]| ways.iter().flat_map(|way| way.lines.clone()).collect::<Vec<_>>();
        canvas.lines(&lines(&ways[..moved]), &style(stroke.worm, stroke.width));
        canvas.lines(&lines(&ways[moved..]), WAITING);
        room.take_lines(&lines(ways));
    }
    for (stroke, ways) in strokes.iter().zip(&ways) {
        let color = color(stroke.worm);
        for (hop, way) in ways.iter().enumerate() {
            if stroke.stops.contains(&(hop + 1)) || stroke.waits && hop + 1 == ways.len() {
                way.tip(canvas, color);
            } else if hop > 0 {
                way.arrow(canvas, color);
            }
        }
        if let Some(first) = ways.first() {
            badge(canvas, first.label, stroke.worm);
            room.take_around(first.label, BADGE);
        }
    }
}

/// The attributes of the line of a worm.
pub(super) fn style(worm: usize, width: f64) -> String {
    let (color, dashes) = (color(worm), DASHES[worm / COLORS.len() % DASHES.len()]);
    format!(
        "fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes}"
    )
}

/// The number of a worm.
pub(super) fn badge(canvas: &mut Canvas, at: Point, worm: usize) {
    let (color, number) = (color(worm), (worm + 1).to_string());
    let surface = format!("fill=\"#ffffff\" stroke=\"{color}\" stroke-width=\"1.5\"");
    canvas.circle(at, BADGE, &surface, "");
    canvas.text(at + Point { x: 0.0, y: 3.2 }, 9.0, Anchor::Middle, color, &number);
}

fn color(worm: usize) -> &'static str {
    COLORS[worm % COLORS.len()]
}

/// A hop of a worm.
struct Way {
    /// One line, or two where it goes around a torus.
    lines: Vec<Vec<Point>>,
    /// Where it may have a number.
    label: Point,
    /// Where it may have an arrow, and the direction there.
    middle: Point,
    forwards: Point,
    /// Whether an arrow has room.
    is_long: bool,
    /// Whether it bends to lie beside others.
    is_beside: bool,
}

impl Way {
    fn of(layout: &Layout, shares: &Shares, (place, hop): (usize, usize), pair: &[u32]) -> Self {
        let (from, to) = (pair[0], pair[1]);
        let sharing = &shares[&(from.min(to), from.max(to))];
        let rank = sharing.iter().position(|&share| share == (place, hop)).unwrap_or(0);
        let others = sharing.len() as f64 - 1.0;
        let shift = SHIFT.min(MOST_SHIFT / (others + 1.0)) * (rank as f64 - others / 2.0);
        let (start, end) = (layout.at(from), layout.at(to));
        let around = layout.around_the_end(from, to);
        let forwards = around.unwrap_or(end - start);
        // To one side of the edge, whichever way the worm goes.
        let side = forwards.unit().left() * if from < to { shift } else { -shift };
        let between = |from: Point, to: Point| {
            let way = to - from;
            if shift == 0.0 {
                return vec![from, to];
            }
            vec![from, from + way * 0.2 + side, to - way * 0.2 + side, to]
        };
        let Some(step) = around else {
            let (label, middle) = (start + forwards * 0.4 + side, start + forwards * 0.5 + side);
            let (lines, is_long) = (vec![between(start, end)], forwards.length() > 24.0);
            return Self { lines, label, middle, forwards, is_long, is_beside: shift != 0.0 };
        };
        let on = stub(step);
        let leaving = vec![start, start + on * 0.4 + side, start + on + side];
        let entering = vec![end - on + side, end - on * 0.4 + side, end];
        let middle = start + on * 0.75 + side;
        let lines = vec![leaving, entering];
        Self { lines, label: middle, middle, forwards, is_long: true, is_beside: shift != 0.0 }
    }

    /// An arrow halfway.
    fn arrow(&self, canvas: &mut Canvas, color: &str) {
        if self.is_long {
            let forwards = self.forwards.unit();
            head(canvas, self.middle + forwards * 3.0, forwards, (6.0, 2.8), color);
        }
    }

    /// An arrow that ends at the rim of the last node, or where a line beside others bends towards it.
    fn tip(&self, canvas: &mut Canvas, color: &str) {
        let Some([.., before, end]) = self.lines.last().map(Vec::as_slice) else { return };
        let forwards = self.forwards.unit();
        let tip = if self.is_beside { *before } else { *end - forwards * RIM };
        head(canvas, tip, forwards, (9.0, 4.2), color);
    }
}

fn head(canvas: &mut Canvas, tip: Point, forwards: Point, (length, half): (f64, f64), color: &str) {
    let (back, aside) = (tip - forwards * length, forwards.left() * half);
    canvas.polygon(&[tip, back + aside, back - aside], &format!("fill=\"{color}\""));
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::pathbased::Network;
    use std::collections::BTreeSet;

    #[test]
    fn more_than_twenty_worms_have_styles_of_their_own() {
        let styles: BTreeSet<String> = (0..32).map(|place| style(place, 3.0)).collect();
        assert_eq!(styles.len(), 32);
    }

    #[test]
    fn lines_go_through_nodes_and_beside_each_other_between_them() {
        let mesh = Network::mesh(&[3, 1]).unwrap();
        let layout = Layout::around(&mesh, &[0, 2]).unwrap();
        let shares = Shares::from([((0, 1), vec![(0, 0), (1, 1)]), ((1, 2), vec![(0, 1)])]);
        let line = |worm, pair: &[u32]| Way::of(&layout, &shares, worm, pair).lines.concat();
        let (there, back) = (line((0, 0), &[0, 1]), line((1, 1), &[1, 0]));
        assert_eq!((there[0], there[3]), (layout.at(0), layout.at(1)));
        assert_eq!((back[0], back[3]), (layout.at(1), layout.at(0)));
        assert!((there[1] - back[2]).length() == SHIFT, "{there:?} {back:?}");
        assert_eq!(line((0, 1), &[1, 2]), [layout.at(1), layout.at(2)]);
    }

    #[test]
    fn a_way_around_a_torus_leaves_the_picture_and_comes_back() {
        let torus = Network::torus(&[4, 4]).unwrap();
        let layout = Layout::around(&torus, &[0, 3]).unwrap();
        let shares = Shares::from([((0, 3), vec![(0, 0)])]);
        let way = Way::of(&layout, &shares, (0, 0), &[3, 0]);
        let [leaving, entering] = &way.lines[..] else { panic!("two lines") };
        assert!(leaving[2].x > layout.at(3).x && entering[0].x < layout.at(0).x);
        assert!(way.forwards.x > 0.0 && way.forwards.y == 0.0);
        assert_eq!((leaving[0], entering[2]), (layout.at(3), layout.at(0)));
    }
}
