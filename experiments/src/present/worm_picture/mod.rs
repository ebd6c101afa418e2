//! Draws networks with the paths of worms as SVG: of a plan, of worms with paths of a user's own, and of a deadlock.

mod canvas;
mod ground;
mod layout;
mod marks;
mod places;
mod room;
mod strokes;

pub(crate) use layout::TooLarge;
pub(crate) use places::{Label, places};

use crate::readable::counted;
use crate::results::worm::{WayResult, WormResult};
use crate::results::worm_network::{ChannelResult, NodeResult};
use crate::results::worm_routes::{AwaitedResult, DeadlockResult, RouteResult, RoutesResult};
use canvas::{Anchor, Canvas, Point};
use layout::Layout;
use marks::{Marks, Role};
use meshcast_algorithms::pathbased::Network;
use room::Room;
use strokes::Stroke;

/// A line of the legend.
const LINE: f64 = 20.0;
/// Of its letters.
const HEIGHT: f64 = 12.0;
const INK: &str = "#1a1a1a";
/// Lines of worms from a source, and of those from a leader.
const WIDTHS: [f64; 2] = [3.0, 2.0];

/// What is drawn.
struct Scene {
    title: String,
    /// In words, by worm.
    legend: Vec<String>,
    strokes: Vec<Stroke>,
    marks: Marks,
}

/// The picture of a plan: source, leaders and destinations, and a line for each worm; those from leaders are thinner.
pub(crate) fn plan(network: &Network, result: &WormResult) -> Result<String, TooLarge> {
    let mut marks = Marks::default();
    let destinations = result.groups.iter().flatten().map(|node| (node, Role::Destination));
    let leaders = result.leaders.iter().map(|node| (node, Role::Leader));
    for (node, role) in destinations.chain(leaders).chain([(&result.source, Role::Source)]) {
        marks.add(number(network, node), role);
    }
    let grouping = if result.leaders.is_empty() { "" } else { &format!(" by {}", result.grouping) };
    let scene = Scene {
        title: format!(
            "{}{grouping} on the {}: from {} to {}",
            result.scheme,
            result.network.name,
            result.source.text(),
            counted(result.destinations as u64, "destination")
        ),
        legend: result
            .paths
            .iter()
            .map(|path| format!("stage {}, {}", path.stage, said(&path.way)))
            .collect(),
        strokes: result
            .paths
            .iter()
            .enumerate()
            .map(|(worm, path)| {
                whole(network, worm, &path.way, WIDTHS[path.stage.min(WIDTHS.len()) - 1])
            })
            .collect(),
        marks,
    };
    scene.draw(network)
}

/// The picture of worms with paths of a user's own.
pub(crate) fn routes(network: &Network, result: &RoutesResult) -> Result<String, TooLarge> {
    let mut marks = Marks::default();
    let ways = || result.worms.iter().map(|worm| &worm.way);
    for way in ways() {
        marks.add(number(network, &way.source), Role::Source);
        for node in &way.destinations {
            marks.add(number(network, node), Role::Destination);
        }
    }
    let starting = |worm: &RouteResult| match worm.start_ns {
        0 => said(&worm.way),
        start => format!("{}, starts at {start} ns", said(&worm.way)),
    };
    let scene = Scene {
        title: format!(
            "{} on the {}",
            counted(result.worms.len() as u64, "worm"),
            result.network.name
        ),
        legend: result.worms.iter().map(starting).collect(),
        strokes: ways()
            .enumerate()
            .map(|(worm, way)| whole(network, worm, way, WIDTHS[0]))
            .collect(),
        marks,
    };
    scene.draw(network)
}

/// The picture of a deadlock: the way of each worm of the cycle to its header, and dashes over the channel or around the node whose port it
/// waits for. A worm that waits for the port of a destination has come to it. Their ways come with the result, in the order of the cycle.
pub(crate) fn deadlock(
    network: &Network,
    result: &DeadlockResult,
    ways: &[WayResult],
) -> Result<String, TooLarge> {
    let mut scene = Scene {
        title: result.complaint(),
        legend: Vec::new(),
        strokes: Vec::new(),
        marks: Marks::default(),
    };
    for (wait, way) in result.cycle.iter().zip(ways) {
        let nodes = way.nodes.iter().take(nodes_to_the_wait(way, &wait.waits_for));
        let nodes: Vec<u32> = nodes.map(|node| number(network, node)).collect();
        let has_come = matches!(wait.waits_for, AwaitedResult::Port { port: "consumption", .. });
        let (end, last) = (nodes.len() - 1, nodes[nodes.len() - 1]);
        if has_come {
            scene.marks.add(last, Role::Destination);
        }
        if let AwaitedResult::Port { node, .. } = &wait.waits_for {
            scene.marks.await_port(number(network, node));
        }
        scene.legend.push(format!(
            "from {}, waits for the {}, which worm {} holds",
            way.source.text(),
            wait.waits_for.text(),
            wait.held_by + 1
        ));
        scene.strokes.push(Stroke {
            worm: wait.worm,
            nodes,
            stops: if has_come { vec![end] } else { Vec::new() },
            waits: !has_come,
            width: WIDTHS[0],
        });
        scene.marks.add(number(network, &way.source), Role::Source);
    }
    scene.draw(network)
}

/// How many nodes of its way a worm has reached or waits for, two at least so that there is a line.
fn nodes_to_the_wait(way: &WayResult, awaited: &AwaitedResult) -> usize {
    let place = match awaited {
        AwaitedResult::Channel(ChannelResult { from, to }) => way
            .nodes
            .windows(2)
            .position(|pair| [&pair[0], &pair[1]] == [from, to])
            .map(|at| at + 1),
        AwaitedResult::Port { node, .. } => way.nodes.iter().position(|other| other == node),
    };
    place.map_or(way.nodes.len(), |place| (place + 1).max(2))
}

/// The number of a node in its network.
fn number(network: &Network, node: &NodeResult) -> u32 {
    let named = match node {
        NodeResult::Coordinates(coordinates) => network.node(coordinates),
        NodeResult::Number(number) => network.node(&[*number]),
    };
    named.expect("results name nodes of their network")
}

/// The line of a worm that arrives.
fn whole(network: &Network, worm: usize, way: &WayResult, width: f64) -> Stroke {
    let (mut left, mut stops) = (&way.destinations[..], Vec::new());
    for (hop, node) in way.nodes.iter().enumerate().skip(1) {
        // The last destination is at the end, even if the worm has come by before.
        if let [next, others @ ..] = left
            && next == node
            && (hop == way.length || !others.is_empty())
        {
            stops.push(hop);
            left = others;
        }
    }
    let nodes = way.nodes.iter().map(|node| number(network, node)).collect();
    Stroke { worm, nodes, stops, waits: false, width }
}

/// A worm in words.
fn said(way: &WayResult) -> String {
    let (channels, to) = (way.length as u64, way.destinations.len() as u64);
    let (channels, to) = (counted(channels, "channel"), counted(to, "destination"));
    format!("from {}, {channels}, {to}", way.source.text())
}

impl Scene {
    fn draw(&self, network: &Network) -> Result<String, TooLarge> {
        let mut nodes: Vec<u32> =
            self.strokes.iter().flat_map(|stroke| stroke.nodes.iter().copied()).collect();
        nodes.extend(self.marks.nodes());
        let layout = Layout::around(network, &nodes)?;
        let mut canvas = Canvas::new();
        ground::draw(&mut canvas, &layout);
        let mut room = Room::default();
        strokes::draw(&mut canvas, &layout, &mut room, &self.strokes);
        self.marks.draw(&mut canvas, &layout, &mut room);
        ground::names(&mut canvas, &layout, &mut room, |node| self.marks.has(node));
        self.draw_legend(&mut canvas);
        let worms = self.legend.iter().zip(&self.strokes);
        let worms = worms.map(|(text, stroke)| format!("worm {} {text}", stroke.worm + 1));
        Ok(canvas.finish(&self.title, &worms.collect::<Vec<_>>().join("; ")))
    }

    /// What the marks are, and a line for each worm.
    fn draw_legend(&self, canvas: &mut Canvas) {
        let corner = canvas.bottom_left();
        let waits = self.strokes.iter().any(|stroke| stroke.waits);
        self.marks.draw_legend(canvas, corner + Point { x: 8.0, y: LINE }, waits);
        for (place, (text, stroke)) in self.legend.iter().zip(&self.strokes).enumerate() {
            let from = corner + Point { x: 0.0, y: LINE * (place as f64 + 2.0) };
            let to = from + Point { x: 46.0, y: 0.0 };
            canvas.lines(&[vec![from, to]], &strokes::style(stroke.worm, stroke.width));
            strokes::badge(canvas, (from + to) * 0.5, stroke.worm);
            let beside = to + Point { x: 10.0, y: HEIGHT / 3.0 };
            canvas.text(beside, HEIGHT, Anchor::Start, INK, text);
        }
    }
}
