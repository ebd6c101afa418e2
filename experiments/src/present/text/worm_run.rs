//! Writes the result of `meshcast worm run` for people.

use super::Page;
use super::route::messages;
use super::worm::{blocked_at_ports, channels as used};
use crate::readable::{Text, counted, duration, grouped, ratio};
use crate::results::worm_run::WormRunResult;

/// A message set as worms.
pub(crate) fn worm_run(result: &WormRunResult) -> Text {
    let mut page = Page::default();
    let source = crate::readable::Printed::of(&result.messages.source);
    page.heading(&format!("{} on the {}: {source}", way(result), result.network.name));
    page.gap();
    page.line("messages", &messages(&result.messages));
    page.line("wormhole", &result.wormhole.text());
    page.line("leaders", leaders(result));
    page.gap();
    let over = result.makespan_over_lower_bound.map(ratio);
    let over = over.map_or_else(String::new, |over| format!(", {over} times the lower bound"));
    page.line("makespan", &(nanoseconds(result.makespan_ns) + &over));
    page.line("lower bound", &nanoseconds(result.lower_bound_ns));
    if let Some(latency) = result.latency_ns {
        let greatest = nanoseconds(latency.greatest);
        page.line(
            "latency",
            &format!("mean {}, greatest {greatest}", nanoseconds(latency.mean.round() as u64)),
        );
    }
    let due = result.deliveries + result.undelivered;
    let made = format!("{} of {}", grouped(result.deliveries as u64), grouped(due as u64));
    page.line("deliveries", &made);
    let (worms, links) =
        (counted(result.worms as u64, "worm"), counted(result.links as u64, "channel"));
    page.line("worms", &format!("{worms} over {links} in all"));
    if let Some(unproved) = result.unproved.filter(|&unproved| unproved > 0) {
        let plans = counted(unproved as u64, "plan");
        page.line("not proved", &format!("{plans} to be the best: more --effort"));
    }
    if let Some(channels) = &result.channels {
        used(&mut page, channels, result.blocked_ns);
        blocked_at_ports(&mut page, &result.wormhole, result.blocked_at_ports_ns);
    }
    page.gap();
    let threads = counted(result.timing.threads as u64, "thread");
    page.line("time", &format!("{} on {threads}", duration(result.timing.seconds)));
    page.program(result.seed, result.version, result.commit);
    page.text
}

/// A scheme, its ports and its groups in a few words.
pub(super) fn way(result: &WormRunResult) -> String {
    let ports = result.ports.map_or_else(String::new, |ports| format!(" {ports}"));
    let by = match (result.grouping, &result.threshold) {
        ("none", _) => String::new(),
        (grouping, Some(threshold)) => format!(", {grouping} {threshold}"),
        (grouping, None) => format!(", {grouping}"),
    };
    format!("{}{ports}{by}", result.scheme)
}

fn leaders(result: &WormRunResult) -> &'static str {
    match (result.grouping, result.leaders_wait) {
        ("none", _) => "none: no groups",
        (_, "async") => "start each after its own delivery",
        _ => "start after the deliveries to all leaders of their message",
    }
}

fn nanoseconds(time: u64) -> String {
    format!("{} ns", grouped(time))
}
