//! Writes the result of `meshcast route` for people.

use super::run_findings::findings;
use super::{Page, heat_map, ledger, occupancy};
use crate::catalogue::{Choice, Class, label};
use crate::console::terminal::Shades;
use crate::readable::{Text, counted, grouped, percent, ratio};
use crate::results::audit_summary::{PeakCount, occupancy as buckets};
use crate::results::{MessagesResult, RouteResult};
use crate::run::Run;
use meshcast_algorithms::{LowerBound, Reason};
use meshcast_engine::Tile;
use std::fmt::Write as _;

/// The report of a run.
pub(crate) fn route(
    result: &RouteResult,
    run: &Run<'_>,
    bound: &LowerBound,
    shades: Shades,
) -> Text {
    let mut page = Page::default();
    let (rows, cols) = (result.machine.rows, result.machine.cols);
    page.heading(&format!(
        "{} on {rows} x {cols} nodes: {}",
        label(result.algorithm, result.variant),
        crate::readable::Printed::of(&result.messages.source)
    ));
    page.gap();
    page.line("messages", &messages(&result.messages));
    page.machine(&result.machine);
    page.gap();
    if let Some(choice) = &result.parameters.choice {
        page.line("chosen", &chosen(choice));
    }
    findings(&mut page, &label(result.algorithm, result.variant), &result.parameters);
    if !result.classes.is_empty() {
        page.line("classes", &classes(&result.classes));
    }
    page.line("steps", &steps(result));
    page.line("lower bound", &lower_bound(bound));
    page.line(
        "deliveries",
        &format!(
            "{} of {}{}",
            grouped(result.deliveries as u64),
            grouped(result.messages.deliveries as u64),
            match result.undelivered {
                0 => String::new(),
                missing => format!(", {} undelivered", grouped(missing as u64)),
            }
        ),
    );
    page.line("buffers", &buffers(result));
    page.registers(&result.registers);
    page.line("links", &links(result));
    page.spatial(&result.spatial, result.machine.nodes);
    page.line("copies", &grouped(result.copies));
    page.gap();
    page.block(ledger::table(&result.ledger, result.steps));
    if let (Some(audit), Some(summary)) = (&run.outcome.audit, &result.audit) {
        page.gap();
        page.block(heat_map::heat_map(&audit.node_peaks, run.outcome.shape, 1, shades));
        page.gap();
        page.block(node_peaks(&summary.node_peaks, result.machine.nodes));
        page.gap();
        page.block(occupancy::table(&buckets(audit, occupancy::ROWS)));
    }
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

/// A message set in one line.
pub(super) fn messages(set: &MessagesResult) -> String {
    let per_node = set
        .per_node
        .map_or_else(String::new, |most| format!(", up to {} a node", grouped(most as u64)));
    format!(
        "{}{per_node} with {}, degree d = {}, congestion c = {}",
        grouped(set.count as u64),
        if set.deliveries == 1 {
            "1 delivery".to_owned()
        } else {
            format!("{} deliveries", grouped(set.deliveries as u64))
        },
        grouped(set.degree as u64),
        grouped(set.congestion as u64)
    )
}

/// How many classes of messages were routed, and the fewest and the most steps of one.
pub(super) fn classes(classes: &[Class]) -> String {
    let steps = || classes.iter().map(|class| class.steps);
    let (fewest, most) = (steps().min().unwrap_or(0), steps().max().unwrap_or(0));
    let to = if fewest == most { String::new() } else { format!("{} to ", grouped(fewest)) };
    let count = grouped(classes.len() as u64);
    format!(
        "{count} one after the other, {to}{} each; above is what the first chose and found",
        counted(most, "step")
    )
}

/// What `auto` chose, and what it expected.
fn chosen(choice: &Choice) -> String {
    let Choice { label, predicted_steps, runner_up, runner_up_steps, .. } = choice;
    format!(
        "{label}, {} steps expected; next best {runner_up}, {}",
        grouped(*predicted_steps),
        grouped(*runner_up_steps)
    )
}

fn steps(result: &RouteResult) -> String {
    let steps = grouped(result.steps);
    match (result.steps_over_sqrt_cn, result.steps_over_lower_bound) {
        (Some(root), Some(bound)) => {
            format!("{steps}, {} sqrt(cn), {} times the lower bound", ratio(root), ratio(bound))
        }
        _ => steps,
    }
}

/// A lower bound and its reason.
pub(super) fn lower_bound(bound: &LowerBound) -> String {
    let reason = match bound.reason {
        Reason::NothingToDeliver => "there is nothing to deliver".to_owned(),
        Reason::Distance { source_node, destination } => {
            format!("a message goes from node {source_node} to node {destination}")
        }
        Reason::Copies { source_node, destination, destinations } => format!(
            "copies of a message go from node {source_node} to {}, the farthest being node {destination}",
            counted(u64::from(destinations), "node")
        ),
        Reason::DeliveriesAtNode { node, deliveries, distance: 0 } => {
            format!("{} to node {node}", went(deliveries))
        }
        Reason::DeliveriesAtNode { node, deliveries, distance: 1 } => {
            format!("{} to node {node} from elsewhere", went(deliveries))
        }
        Reason::DeliveriesAtNode { node, deliveries, distance } => {
            format!("{} to node {node} from {distance} hops away or more", went(deliveries))
        }
        Reason::EntriesIntoSubmesh { submesh, entries, links, before, after } => format!(
            "{} into {} over {}{}",
            went(entries),
            nodes_of(submesh),
            counted(u64::from(links), "link"),
            ways(before, after)
        ),
        Reason::ExitsFromSubmesh { submesh, exits, links } => format!(
            "{} out of {} over {}",
            went(exits),
            nodes_of(submesh),
            counted(u64::from(links), "link")
        ),
    };
    format!("{}, since {reason}", grouped(bound.steps))
}

fn nodes_of(Tile { first_row, first_col, shape }: Tile) -> String {
    let (rows, cols) = (shape.rows(), shape.cols());
    format!("the {rows} x {cols} nodes at row {first_row}, column {first_col}")
}

/// The steps before and after the links into a submesh, if more than a delivery.
fn ways(before: u64, after: u64) -> String {
    if before == 0 && after <= 1 {
        return String::new();
    }
    format!(", with {} before them and {after} after them", counted(before, "step"))
}

/// Messages and the verb that goes with their number.
fn went(messages: u32) -> String {
    let verb = if messages == 1 { "goes" } else { "go" };
    format!("{} {verb}", counted(u64::from(messages), "message"))
}

fn buffers(result: &RouteResult) -> String {
    let buffer = &result.buffer;
    let of = buffer.capacity.map_or_else(String::new, |capacity| format!(" of {capacity}"));
    let phase = match buffer.peak_phase.as_str() {
        "" => String::new(),
        phase => format!(", first in {phase}"),
    };
    let at_most = if buffer.peak_is == "bound" { "at most " } else { "" };
    format!("peak {at_most}{}{of} packets{phase}", buffer.peak)
}

fn links(result: &RouteResult) -> String {
    let uses = counted(result.links.uses, "use");
    match result.audit.as_ref().and_then(|audit| audit.busiest_link) {
        Some(link) => format!(
            "{uses}, most from node {} to node {}: {}",
            link.from,
            link.to,
            grouped(u64::from(link.uses))
        ),
        None => uses,
    }
}

/// How many of all nodes had each peak.
pub(super) fn node_peaks(counts: &[PeakCount], nodes: usize) -> String {
    let mut text = format!("  {:<22}{:>12}{:>9}\n", "nodes by peak buffer", "nodes", "share");
    for count in counts {
        // Writing to memory cannot fail.
        let _ = writeln!(
            text,
            "  {:<22}{:>12}{:>9}",
            counted(u64::from(count.packets), "packet"),
            grouped(count.nodes as u64),
            percent(count.nodes as u64, nodes as u64)
        );
    }
    text
}
