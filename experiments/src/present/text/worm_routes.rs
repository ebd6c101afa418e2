//! Writes for people: worms with paths of a user's own, deadlocks, and dependencies of channels.

use super::Page;
use super::worm::{blocked_at_ports, channels};
use crate::readable::{Columns, Text, counted, grouped};
use crate::results::worm::WayResult;
use crate::results::worm_dependencies::DependenciesResult;
use crate::results::worm_network::NodeResult;
use crate::results::worm_routes::{DeadlockResult, RoutesLatencyResult, RoutesResult};

/// A line for every worm.
pub(crate) fn worm_routes(result: &RoutesResult) -> Text {
    let mut page = heading(result);
    page.line("wormhole", &result.wormhole.text());
    page.gap();
    let headings = ["worm", "from", "start", "length"];
    let rows = result.worms.iter().zip(1..).map(|(worm, number)| {
        let way = &worm.way;
        let cells =
            [number.to_string(), way.source.text(), grouped(worm.start_ns), way.length.to_string()];
        (cells, to(way))
    });
    page.block(Columns::new(headings, &rows.collect::<Vec<_>>()));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// The same, and when every worm arrives.
pub(crate) fn worm_routes_latency(result: &RoutesLatencyResult) -> Text {
    let routes = &result.routes;
    let mut page = heading(routes);
    page.line("latency", &format!("{} ns", grouped(result.latency_ns)));
    channels(&mut page, &result.channels, result.blocked_ns);
    blocked_at_ports(&mut page, &routes.wormhole, result.blocked_at_ports_ns);
    page.line("wormhole", &routes.wormhole.text());
    page.gap();
    let headings = ["worm", "from", "start", "length", "arrives"];
    let worms = routes.worms.iter().zip(&result.completions_ns).zip(1..);
    let rows = worms.map(|((worm, &completion), number)| {
        let way = &worm.way;
        let cells = [
            number.to_string(),
            way.source.text(),
            grouped(worm.start_ns),
            way.length.to_string(),
            grouped(completion),
        ];
        (cells, to(way))
    });
    page.block(Columns::new(headings, &rows.collect::<Vec<_>>()));
    page.gap();
    page.line("start, arrives", "ns; a worm arrives when its last destination has all flits");
    page.seedless(routes.version, routes.commit);
    page.text
}

fn heading(result: &RoutesResult) -> Page {
    let mut page = Page::default();
    let worms = counted(result.worms.len() as u64, "worm");
    page.heading(&format!("{worms} on the {}", result.network.name));
    page.gap();
    page.line("links", &result.links.to_string());
    page.line("max length", &result.max_length.to_string());
    page
}

fn to(way: &WayResult) -> String {
    let to: Vec<String> = way.destinations.iter().map(NodeResult::text).collect();
    format!("to {}", to.join("; "))
}

/// Each worm of the cycle, and what it waits for.
pub(crate) fn worm_deadlock(result: &DeadlockResult) -> Text {
    let mut page = Page::default();
    let worms = counted(result.cycle.len() as u64, "worm");
    let (network, time) = (&result.network.name, grouped(result.time_ns));
    let wait = if result.cycle.len() == 1 { "waits" } else { "wait" };
    page.heading(&format!("a deadlock on the {network} at {time} ns: {worms} {wait} in a circle"));
    page.gap();
    let rows = result.cycle.iter().map(|wait| {
        let cells = [
            (wait.worm + 1).to_string(),
            wait.source.text(),
            wait.waits_for.text(),
            (wait.held_by + 1).to_string(),
            grouped(wait.since_ns),
        ];
        (cells, String::new())
    });
    let headings = ["worm", "from", "waits for the", "held by worm", "since ns"];
    page.block(Columns::new(headings, &rows.collect::<Vec<_>>()));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// Whether there is a cycle, and which.
pub(crate) fn worm_dependencies(result: &DependenciesResult) -> Text {
    let mut page = Page::default();
    let network = &result.network.name;
    page.heading(&match &result.cycle {
        None => format!("no worms can wait in a circle on the {network}"),
        Some(cycle) => {
            format!("a cycle of {} on the {network}", counted(cycle.len() as u64, "channel"))
        }
    });
    page.gap();
    let all = "all that visit destinations in the order of labels";
    page.line(
        "worms",
        &match (result.worms, result.scheme) {
            (Some(worms), _) => format!("{} of the file", grouped(worms as u64)),
            (None, Some(scheme)) => format!("{all}; those of {scheme} are among them"),
            (None, None) => format!("{all}; those of every scheme are among them"),
        },
    );
    page.line("channels", &grouped(result.channels as u64));
    page.line("dependencies", &grouped(result.dependencies as u64));
    match result.cycle.as_deref() {
        None => page.line(
            "proof",
            "channels in an order in which every dependency leads to a later one: \"numbering\" of --format json",
        ),
        Some(cycle) => {
            let nodes = cycle.iter().chain(cycle.first()).map(|[from, _]| from.text());
            page.line("cycle", &nodes.collect::<Vec<_>>().join(" > "));
        }
    }
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}
