//! Writes plans of worms and their latencies for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped};
use crate::results::worm::{ChannelsResult, LatencyResult, PathResult, WormResult, WormholeResult};
use crate::results::worm_network::{ChannelResult, NodeResult};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most columns and rows that are drawn.
const MOST_DRAWN: usize = 40;

/// A line for every path; the paths of each stage on a mesh of two dimensions.
pub(crate) fn worm_plan(result: &WormResult) -> Text {
    plan_with(result, |_| ())
}

/// The same, and how long it takes.
pub(crate) fn worm_latency(result: &LatencyResult) -> Text {
    plan_with(&result.plan, |page| {
        let nanoseconds = |time| format!("{} ns", grouped(time));
        let latency = nanoseconds(result.latency_ns);
        let text = match (result.plan.leaders.is_empty(), result.leaders_wait) {
            (true, _) => latency,
            (false, "async") => {
                let barrier = nanoseconds(result.latency_barrier_ns);
                format!("{latency}, async; {barrier} with a barrier")
            }
            (false, _) => {
                let on_their_own = nanoseconds(result.latency_async_ns);
                format!("{latency} with a barrier; {on_their_own} async")
            }
        };
        page.line("latency", &text);
        channels(page, &result.channels, result.blocked_ns);
        blocked_at_ports(page, &result.plan.wormhole, result.blocked_at_ports_ns);
    })
}

/// For how long worms waited for ports of nodes, where these are limited.
pub(super) fn blocked_at_ports(page: &mut Page, wormhole: &WormholeResult, blocked_ns: u64) {
    if wormhole.has_one_port() {
        page.line("at ports", &format!("worms wait {} ns in all", grouped(blocked_ns)));
    }
}

/// How channels were used.
pub(super) fn channels(page: &mut Page, channels: &ChannelsResult, blocked_ns: u64) {
    let (used, all) = (grouped(channels.used as u64), grouped(channels.all as u64));
    let mean = grouped(channels.mean_held_ns.round() as u64);
    let longest = held(&channels.peak_held, channels.peak_held_ns);
    page.line("channels", &format!("{used} of {all}, held for {mean} ns on average, {longest}"));
    let blocked = format!("{} ns", grouped(blocked_ns));
    page.line(
        "blocked",
        &match &channels.peak_blocked {
            Some(channel) => {
                let (most, queue) =
                    (held(channel, channels.peak_blocked_ns), channels.longest_queue);
                format!("{blocked} in all, {most}; {queue} at a time at most")
            }
            None => blocked,
        },
    );
}

/// The channel that had the most of something.
fn held(channel: &ChannelResult, time: u64) -> String {
    format!("{} ns from {} to {}", grouped(time), channel.from.text(), channel.to.text())
}

/// A plan, with `more` lines after its own.
fn plan_with(result: &WormResult, more: impl FnOnce(&mut Page)) -> Text {
    let mut page = Page::default();
    let destinations = counted(result.destinations as u64, "destination");
    let (scheme, network, source) = (result.scheme, &result.network.name, result.source.text());
    page.heading(&format!("{scheme} on the {network}: from {source} to {destinations}"));
    page.gap();
    if let Some(ports) = result.ports {
        page.line("ports", ports);
    }
    if !result.leaders.is_empty() {
        let by = match &result.threshold {
            Some(threshold) => format!("{} with threshold {threshold}", result.grouping),
            None => result.grouping.to_owned(),
        };
        page.line("groups", &format!("{} by {by}", result.groups.len()));
    }
    page.line("links", &result.links.to_string());
    page.line("max length", &longest(result));
    if let Some(text) = bound(result) {
        page.line("lower bound", &text);
    }
    more(&mut page);
    page.line("wormhole", &result.wormhole.text());
    page.gap();
    let rows: Vec<_> = result.paths.iter().enumerate().map(row).collect();
    page.block(Columns::new(["path", "stage", "from", "length"], &rows));
    if let Some(([columns, rows], is_torus)) = result.network.plane()
        && columns.max(rows) <= MOST_DRAWN
    {
        let stages = if result.leaders.is_empty() { 1..=1 } else { 1..=2 };
        for stage in stages {
            page.gap();
            if !result.leaders.is_empty() {
                page.block(format!("  stage {stage}\n"));
            }
            page.block(drawing(result, (columns, rows), is_torus, stage));
        }
        page.gap();
        let leader = if result.leaders.is_empty() { "" } else { ", L leader" };
        let around = if is_torus { "; outside: around the torus" } else { "" };
        page.line(
            "drawn",
            &format!("S source, o destination{leader}, 1> path 1, *> several paths{around}"),
        );
    }
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// What is proved of the plan by a scheme with a goal.
fn bound(result: &WormResult) -> Option<String> {
    let (bound, is_optimal) = (result.lower_bound? as u64, result.optimal?);
    let what = if result.scheme == "ocms" { "links" } else { "max length" };
    let by = if result.leaders.is_empty() { "" } else { " with these groups" };
    let bound = format!("{what} {}{by}", grouped(bound));
    Some(if is_optimal {
        format!("{bound}, which the plan has: none is better")
    } else {
        format!("{bound}; the plan is the best that was found")
    })
}

fn longest(result: &WormResult) -> String {
    let of = |stage| {
        let paths = result.paths.iter().filter(|path| path.stage == stage);
        paths.map(|path| path.way.length).max().unwrap_or(0)
    };
    if result.leaders.is_empty() {
        return result.max_length.to_string();
    }
    format!("{} to a leader and {} from one, {}", of(1), of(2), result.max_length)
}

fn row((place, path): (usize, &PathResult)) -> ([String; 4], String) {
    let way = &path.way;
    let to: Vec<String> = way.destinations.iter().map(NodeResult::text).collect();
    let cells = [
        (place + 1).to_string(),
        path.stage.to_string(),
        way.source.text(),
        way.length.to_string(),
    ];
    (cells, format!("to {}", to.join("; ")))
}

/// The ways along one edge: of which path, or of several, and in which directions.
#[derive(Clone, Copy)]
struct Uses {
    path: char,
    forwards: bool,
    backwards: bool,
}

type Node = (usize, usize);

/// The nodes of a plane, x₂ upwards, and the paths of one stage between them; what goes around a torus above and on the right.
fn drawing(result: &WormResult, (columns, rows): Node, is_torus: bool, stage: usize) -> String {
    let uses = uses(result, stage);
    let letters = letters(result);
    let mut text = String::new();
    let mut add = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let up = |from: Node, to: Node| {
        uses.get(&(from, to)).map_or_else(|| "    ".to_owned(), |uses| uses.upwards())
    };
    // Between neighbours of a ring of two nodes there is one edge.
    if is_torus && rows > 2 {
        let around = |column| uses.get(&((column, 0), (column, rows - 1)));
        let above = |column| {
            around(column).map_or_else(|| "    ".to_owned(), |uses| uses.reversed().upwards())
        };
        let above: String = (0..columns).map(above).collect();
        if !above.trim().is_empty() {
            add(&format!("        {above}"));
        }
    }
    for row in (0..rows).rev() {
        let mut line = format!("  {row:>4}  ");
        for column in 0..columns {
            let node = (column, row);
            line.push(letters.get(&node).copied().unwrap_or('.'));
            let right = uses.get(&(node, (column + 1, row)));
            line.push_str(&right.map_or_else(|| "   ".to_owned(), |uses| uses.across()));
        }
        let around = uses.get(&((0, row), (columns - 1, row))).filter(|_| is_torus && columns > 2);
        if let Some(around) = around {
            line.truncate(line.len() - 3);
            line.push_str(&around.reversed().across());
        }
        add(&line);
        if row > 0 {
            // What leads up from the nodes below to these.
            let below = (0..columns).map(|column| up((column, row - 1), (column, row)));
            add(&format!("        {}", below.collect::<String>()));
        }
    }
    let numbers: Vec<String> = (0..columns).map(|column| format!("{column:<4}")).collect();
    // Writing to memory cannot fail.
    let _ = writeln!(text, "\n        {}", numbers.concat().trim_end());
    text
}

fn letters(result: &WormResult) -> BTreeMap<Node, char> {
    let all = result.groups.iter().flatten().map(|node| (node, 'o'));
    let leaders = result.leaders.iter().map(|node| (node, 'L'));
    let marked = all.chain(leaders).chain([(&result.source, 'S')]);
    marked.map(|(node, letter)| (place(node), letter)).collect()
}

/// By edge, from its lower end.
fn uses(result: &WormResult, stage: usize) -> BTreeMap<(Node, Node), Uses> {
    let mut uses = BTreeMap::<(Node, Node), Uses>::new();
    let marks = ('1'..='9').chain('a'..='z').chain(std::iter::repeat('#'));
    for (path, mark) in result.paths.iter().zip(marks).filter(|(path, _)| path.stage == stage) {
        for pair in path.way.nodes.windows(2) {
            let (from, to) = (place(&pair[0]), place(&pair[1]));
            let is_forwards = from < to;
            let unused = Uses { path: mark, forwards: false, backwards: false };
            let used = uses.entry((from.min(to), from.max(to))).or_insert(unused);
            if used.forwards || used.backwards {
                used.path = '*';
            }
            used.forwards |= is_forwards;
            used.backwards |= !is_forwards;
        }
    }
    uses
}

impl Uses {
    /// Seen from the upper end: what goes around a torus leaves by that.
    fn reversed(self) -> Self {
        Self { path: self.path, forwards: self.backwards, backwards: self.forwards }
    }

    fn across(self) -> String {
        let left = if self.backwards { '<' } else { '-' };
        let right = if self.forwards { '>' } else { '-' };
        [left, self.path, right].iter().collect()
    }

    fn upwards(self) -> String {
        let direction = match (self.forwards, self.backwards) {
            (true, false) => '^',
            (false, true) => 'v',
            _ => '|',
        };
        [self.path, direction, ' ', ' '].iter().collect()
    }
}

fn place(node: &NodeResult) -> Node {
    match node {
        NodeResult::Coordinates(at) if at.len() == 2 => (at[0], at[1]),
        _ => (0, 0),
    }
}
