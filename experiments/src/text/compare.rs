//! The result of `meshcast compare` for people.

use super::Page;
use super::numbers::{counted, grouped, ratio};
use super::route::{lower_bound, messages};
use super::table::table;
use crate::cli::Algorithm;
use crate::message_set::MessageSet;
use crate::results::{
    COMMIT, CompareResult, MachineResult, MessagesResult, RouteParameters, RouteResult, VERSION,
};
use crate::run::Setting;
use meshcast_algorithms::LowerBound;

const HEADINGS: [&str; 9] = [
    "algorithm",
    "steps",
    "steps/q",
    "steps/bound",
    "peak buffer",
    "capacity",
    "copies",
    "link uses",
    "undelivered",
];

/// The table of the runs of `algorithms`, and what one must know to read it.
pub(crate) fn compare(
    result: &CompareResult,
    algorithms: &[Algorithm],
    set: &MessageSet,
    setting: Setting,
    bound: &LowerBound,
) -> String {
    let mut page = Page::default();
    let machine = MachineResult::new(set.shape, None, setting.model);
    let source = crate::input::Printed::of(&set.source);
    page.heading(&format!("{} x {} nodes: {source}", machine.rows, machine.cols));
    page.gap();
    page.line("messages", &messages(&MessagesResult::of(set)));
    page.machine_with("buffers as below", &machine);
    page.line("lower bound", &lower_bound(bound));
    page.gap();
    let rows: Vec<_> = result.runs.iter().map(row).collect();
    page.block(&table(HEADINGS, &rows));
    for broken in &result.violations {
        page.line(broken.algorithm, &broken.violation.message);
    }
    for left_out in &result.left_out {
        page.line(left_out.algorithm, &format!("left out: {}", left_out.reason));
    }
    page.gap();
    legend(&mut page, algorithms, set);
    page.gap();
    page.program(setting.seed, VERSION, COMMIT);
    page.text
}

/// The cells of a run, and a remark on its choices.
fn row(run: &RouteResult) -> ([String; HEADINGS.len()], String) {
    let or_none = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), ratio);
    let capacity = run.buffer.capacity.map(|capacity| grouped(capacity as u64));
    let cells = [
        run.algorithm.to_owned(),
        grouped(run.steps),
        or_none(run.steps_over_sqrt_cn),
        or_none(run.steps_over_lower_bound),
        grouped(u64::from(run.buffer.peak)),
        capacity.unwrap_or_else(|| "no limit".to_owned()),
        grouped(run.copies),
        grouped(run.links.uses),
        grouped(run.undelivered as u64),
    ];
    (cells, remark(&run.parameters))
}

/// What an algorithm chose for the message set.
fn remark(parameters: &RouteParameters) -> String {
    match *parameters {
        RouteParameters::Hamiltonian {} => String::new(),
        RouteParameters::Buffered { tiles, split, .. } => {
            let tiles = counted(tiles as u64, "tile");
            match split {
                Some(most) => {
                    format!("{tiles}, messages cut to {}", counted(most as u64, "destination"))
                }
                None => tiles,
            }
        }
    }
}

/// What the columns mean.
fn legend(page: &mut Page, algorithms: &[Algorithm], set: &MessageSet) {
    let root = ratio(set.sqrt_cn());
    page.line(
        "q",
        &format!("sqrt(cn) = {root}: on the hardest sets with this n and c every algorithm"),
    );
    page.line("", "takes that many steps but for a constant factor");
    page.line("bound", "the lower bound: on this very set no algorithm takes fewer steps");
    page.line(
        "peak",
        "most packets in a node at the end of a step; capacity: what it has room for",
    );
    let constant: Vec<&str> = algorithms
        .iter()
        .filter(|algorithm| algorithm.has_constant_buffer())
        .map(|algorithm| algorithm.name())
        .collect();
    if !constant.is_empty() {
        page.line(
            "constant",
            &format!("{}: a few packets a node, whatever n, c and d", constant.join(", ")),
        );
    }
}
