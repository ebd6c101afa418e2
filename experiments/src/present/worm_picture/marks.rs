//! Marks nodes by what they are to worms, and says in the legend what the marks mean.

use super::canvas::{Anchor, Canvas, Point, width};
use super::layout::Layout;
use super::room::Room;
use super::strokes::WAITING;
use std::collections::{BTreeMap, BTreeSet};

const INK: &str = "#1a1a1a";
/// Of the letters of the legend.
const HEIGHT: f64 = 12.0;
/// How far marks reach from the middle of a node.
const REACH: f64 = 6.0;
/// The radius of a ring around a node, and in the legend.
const RINGS: [f64; 2] = [11.0, 7.0];

/// What a node is to worms; a leader is a destination, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Destination,
    Leader,
    Source,
    SourceAndDestination,
}

impl Role {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Source, "source"),
        (Self::Leader, "leader"),
        (Self::Destination, "destination"),
        (Self::SourceAndDestination, "source and destination"),
    ];

    /// What a node is that is both.
    fn and(self, other: Self) -> Self {
        match (self.min(other), self.max(other)) {
            (Self::Destination, Self::Source) => Self::SourceAndDestination,
            (_, greatest) => greatest,
        }
    }
}

/// The marks of a picture, by node.
#[derive(Debug, Default)]
pub(super) struct Marks {
    roles: BTreeMap<u32, Role>,
    /// Whose ports worms wait for.
    awaited: BTreeSet<u32>,
}

impl Marks {
    /// Marks a node that may have other roles already.
    pub(super) fn add(&mut self, node: u32, role: Role) {
        self.roles.entry(node).and_modify(|had| *had = had.and(role)).or_insert(role);
    }

    /// Marks a node for whose port a worm waits.
    pub(super) fn await_port(&mut self, node: u32) {
        self.awaited.insert(node);
    }

    /// The nodes that have a role.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        self.roles.keys().copied()
    }

    /// Whether a node has a role.
    pub(super) fn has(&self, node: u32) -> bool {
        self.roles.contains_key(&node)
    }

    /// All marks, whose room is taken.
    pub(super) fn draw(&self, canvas: &mut Canvas, layout: &Layout, room: &mut Room) {
        for (&node, &role) in &self.roles {
            let at = layout.at(node);
            mark(canvas, at, role, &layout.network.coordinates(node).to_string());
            room.take_around(at, REACH);
        }
        for &node in &self.awaited {
            ring(canvas, layout.at(node), RINGS[0]);
        }
    }

    /// A row of the legend that begins at a place: each kind of mark that there is; then what a line over a channel means, if a worm
    /// `waits` for one.
    pub(super) fn draw_legend(&self, canvas: &mut Canvas, mut at: Point, waits: bool) {
        let named = |canvas: &mut Canvas, at: Point, name: &str| {
            let beside = at + Point { x: 14.0, y: HEIGHT / 3.0 };
            canvas.text(beside, HEIGHT, Anchor::Start, INK, name);
            beside.x + width(HEIGHT, name) + 30.0
        };
        for (role, name) in Role::ALL {
            if self.roles.values().any(|&found| found == role) {
                mark(canvas, at, role, "");
                at.x = named(canvas, at, name);
            }
        }
        if !self.awaited.is_empty() {
            ring(canvas, at, RINGS[1]);
            at.x = named(canvas, at, "waits for the port");
        }
        if waits {
            let to = at + Point { x: 26.0, y: 0.0 };
            canvas.lines(&[vec![at, to]], WAITING);
            named(canvas, to, "waits for the channel");
        }
    }
}

/// A source is filled, a leader a square, a destination a ring; a source that is a destination is filled and has a ring around it.
fn mark(canvas: &mut Canvas, at: Point, role: Role, name: &str) {
    let style = |fill: &str| format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\"");
    match role {
        Role::Source => canvas.circle(at, 6.0, &style(INK), name),
        Role::Leader => canvas.square(at, 11.0, &style("#ffffff"), name),
        Role::Destination => canvas.circle(at, 5.0, &style("#ffffff"), name),
        Role::SourceAndDestination => {
            canvas.circle(at, 8.0, &style("#ffffff"), "");
            canvas.circle(at, 5.0, &style(INK), name);
        }
    }
}

/// Around a node for whose port a worm waits.
fn ring(canvas: &mut Canvas, at: Point, radius: f64) {
    canvas.circle(at, radius, WAITING, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_keeps_its_roles_in_any_order() {
        use Role::{Destination, Leader, Source, SourceAndDestination};
        for (roles, all) in [
            (&[Destination, Leader][..], Leader),
            (&[Source, Destination], SourceAndDestination),
            (&[Destination, Source], SourceAndDestination),
            (&[Destination, Source, Destination, Source], SourceAndDestination),
            (&[Source, Source], Source),
        ] {
            let mut marks = Marks::default();
            for &role in roles {
                marks.add(3, role);
            }
            assert_eq!(marks.roles[&3], all, "{roles:?}");
        }
    }
}
