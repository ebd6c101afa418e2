//! Writes the result of `meshcast compare` for people.

use super::Page;
use super::route::{lower_bound, messages};
use super::run_findings;
use super::worm_run::way;
use crate::catalogue::{Algorithm, Setting, label};
use crate::message_set::MessageSet;
use crate::readable::{Columns, Text};
use crate::readable::{grouped, ratio};
use crate::results::{
    COMMIT, CompareResult, MachineResult, MessagesResult, RouteResult, VERSION, WormComparison,
    WormsStuck,
};
use meshcast_algorithms::LowerBound;

const HEADINGS: [&str; 11] = [
    "algorithm",
    "steps",
    "steps/q",
    "steps/bound",
    "peak buffer",
    "capacity",
    "copies",
    "energy",
    "depth",
    "distance",
    "undelivered",
];

/// The table of the runs of `algorithms`, and what one must know to read it.
pub(crate) fn compare(
    result: &CompareResult,
    algorithms: &[Algorithm],
    set: &MessageSet,
    setting: Setting<'_>,
    bound: &LowerBound,
) -> Text {
    let mut page = Page::default();
    let machine = MachineResult::new(set.shape, None, setting.model);
    let source = crate::readable::Printed::of(&set.source);
    page.heading(&format!("{} x {} nodes: {source}", machine.rows, machine.cols));
    page.gap();
    page.line("messages", &messages(&MessagesResult::of(set)));
    page.machine_with("buffers as below", &machine);
    page.line("lower bound", &lower_bound(bound));
    page.gap();
    let rows: Vec<_> = result.runs.iter().map(row).collect();
    page.block(Columns::new(HEADINGS, &rows));
    for broken in &result.violations {
        page.line(&label(broken.algorithm, broken.variant), &broken.violation.message);
    }
    for left_out in &result.left_out {
        let name = label(left_out.algorithm, left_out.variant);
        page.line(&name, &format!("left out: {}", left_out.reason));
    }
    if let Some(worms) = &result.worms {
        page.gap();
        nanoseconds(&mut page, worms);
    }
    page.gap();
    legend(&mut page, result, algorithms, set);
    page.gap();
    page.program(setting.seed, VERSION, COMMIT);
    page.text
}

/// The cells of a run, and a remark on its choices.
fn row(run: &RouteResult) -> ([String; HEADINGS.len()], String) {
    let or_none = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), ratio);
    let capacity = run.buffer.capacity.map(|capacity| grouped(capacity as u64));
    let cells = [
        label(run.algorithm, run.variant),
        grouped(run.steps),
        or_none(run.steps_over_sqrt_cn),
        or_none(run.steps_over_lower_bound),
        grouped(u64::from(run.buffer.peak)),
        capacity.unwrap_or_else(|| "unlimited".to_owned()),
        grouped(run.copies),
        grouped(run.spatial.energy),
        grouped(run.spatial.depth),
        grouped(run.spatial.distance),
        grouped(run.undelivered as u64),
    ];
    let remark = match run.classes.len() {
        0 => run.parameters.found.remark(),
        classes => return (cells, format!("{} classes", grouped(classes as u64))),
    };
    let remark = match &run.parameters.choice {
        None => remark,
        Some(choice) if remark.is_empty() => choice.label.to_owned(),
        Some(choice) => format!("{}: {remark}", choice.label),
    };
    (cells, remark)
}

/// Store-and-forward and worms in nanoseconds, the fastest first, and how they are made comparable.
fn nanoseconds(page: &mut Page, worms: &WormComparison) {
    let steps = worms.store_and_forward.iter();
    let steps = steps.map(|run| (run.ns, label(run.algorithm, run.variant), "-".to_owned()));
    let sent = worms.runs.iter();
    let sent = sent.map(|run| (run.makespan_ns, way(run), grouped(run.blocked_ns)));
    let mut all: Vec<_> = steps.chain(sent).collect();
    all.sort();
    let fastest = all.first().map_or(1, |&(ns, ..)| ns.max(1)) as f64;
    let rows: Vec<_> = all
        .into_iter()
        .map(|(ns, name, blocked)| {
            let cells = [name, grouped(ns), ratio(ns as f64 / fastest), blocked];
            (cells, String::new())
        })
        .collect();
    page.block("  store-and-forward and worms\n\n");
    page.block(Columns::new(["by", "ns", "over least", "blocked ns"], &rows));
    page.gap();
    for stuck in &worms.deadlocks {
        let WormsStuck { scheme, grouping, deadlock } = stuck;
        page.line("no end", &format!("{scheme}, groups {grouping}: {}", deadlock.complaint()));
    }
    let step = grouped(worms.step_ns);
    page.line(
        "ns",
        &format!(
            "of store-and-forward: one start-up, and {step} ns a step, in which all flits of a message cross a link, as a worm that does \
             not wait takes; copies, deliveries and exchanges are steps, headers and sorting keys cost nothing more"
        ),
    );
    page.line(
        "worms",
        "all start at 0; leaders start after the deliveries to all leaders of their message",
    );
    page.line("blocked", "for how long headers waited for channels, all together");
    if let Some(run) = worms.runs.first() {
        page.line("wormhole", &run.wormhole.text());
        page.line(
            "worm bound",
            &format!("{} ns: no worms are faster on this very set", grouped(run.lower_bound_ns)),
        );
    }
}

/// What the columns mean.
fn legend(page: &mut Page, result: &CompareResult, algorithms: &[Algorithm], set: &MessageSet) {
    let root = ratio(set.sqrt_cn());
    page.line(
        "q",
        &format!(
            "sqrt(cn) = {root}: on the hardest sets with this n and c every algorithm takes that many steps but for a \
             constant factor"
        ),
    );
    page.line("bound", "the lower bound: on this very set no algorithm takes fewer steps");
    page.line(
        "peak",
        "most packets in a node at the end of a step; capacity: what it has room for",
    );
    page.line("energy", "hops of all packets and words; an exchange is two");
    page.line(
        "depth",
        "a chain of dependent messages has at most so many messages, and makes at most as many hops as the \
         distance",
    );
    let constant = algorithms.iter().filter(|algorithm| algorithm.entry().has_constant_buffer());
    let constant: Vec<&str> = constant.map(|algorithm| algorithm.label()).collect();
    if !constant.is_empty() {
        page.line(
            "constant",
            &format!("a few packets a node, whatever n, c and d: {}", constant.join(", ")),
        );
    }
    for run in &result.runs {
        let flags = run.parameters.not_used.join(", ");
        if !flags.is_empty() {
            let name = label(run.algorithm, run.variant);
            page.line("not used", &format!("{flags}: no difference to {name} on this message set"));
        }
    }
    let with_oracle = result.runs.iter().filter(|run| run.parameters.told_when_done);
    let names: Vec<String> = with_oracle.map(|run| label(run.algorithm, run.variant)).collect();
    if !names.is_empty() {
        run_findings::oracle(page, &names);
    }
}
