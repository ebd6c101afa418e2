//! Writes the results of `meshcast expander` for people.

use super::Page;
use crate::input::{Printed, SideFile};
use crate::readable::{Columns, Text};
use crate::readable::{counted, duration, grouped};
use crate::results::expander::{
    FamilyResult, GraphResult, MethodResult, ReachResult, Timing, VerifyResult,
};

/// Inputs of a witness that are printed; the rest is in the JSON.
const WITNESS_SHOWN: usize = 16;
/// Sizes of sets whose bounds are printed.
const SIZES_SHOWN: usize = 12;

/// What was written.
pub(crate) fn generated(side: &SideFile) -> Text {
    let mut page = Page::default();
    let edges = (side.inputs * side.degree.unwrap_or(1)) as u64;
    page.heading(&format!(
        "{}: a permutation of {}",
        Printed::of(&side.file),
        counted(edges, "number")
    ));
    page.gap();
    let of = |name: &str, number: Option<usize>| number.map(|number| format!("{name} = {number}"));
    let numbers = [of("m", Some(side.inputs)), of("c", side.outputs), of("r", side.degree)];
    if side.degree.is_some() {
        page.line("graph", &numbers.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    page.line("SHA-256", &side.sha256);
    page.program(side.seed, side.version, side.commit);
    page.text
}

/// What is known of one graph.
pub(crate) fn verified(result: &VerifyResult) -> Text {
    let mut page = Page::default();
    let graph = &result.graph;
    page.heading(&format!(
        "{}: m = {}, c = {}, r = {}",
        Printed::of(&result.file),
        graph.inputs,
        graph.outputs,
        graph.degree
    ));
    page.gap();
    describe(&mut page, graph);
    if let Some(asked) = &result.asked {
        page.line("asked", &format!("lambda {}: {}", asked.lambda, asked.verdict));
    }
    if !graph.methods.is_empty() {
        page.gap();
        page.block(methods(graph));
        page.gap();
        page.block(sizes(graph));
    }
    page.gap();
    time(&mut page, &result.timing);
    page.program(result.seed, result.version, result.commit);
    page.text
}

fn time(page: &mut Page, timing: &Timing) {
    let threads = counted(timing.threads as u64, "thread");
    page.line("time", &format!("{} on {threads}", duration(timing.seconds)));
}

fn describe(page: &mut Page, graph: &GraphResult) {
    let degrees = match graph.degrees {
        (least, most) if least == most => format!("{} each", counted(least, "edge")),
        (least, most) => format!("{} to {} each", grouped(least), counted(most, "edge")),
    };
    page.line(
        "outputs",
        &format!("{degrees}, {}", counted(graph.parallel_edges as u64, "parallel edge")),
    );
    if !graph.definition_ok {
        page.line("definition", "not met: it asks for r <= c < m");
    }
    let Some(lambda) = &graph.lambda else {
        page.line("lambda", "vacuous: c < r, no set is constrained");
        return;
    };
    let (lower, upper) = (&lambda.lower, &lambda.upper);
    let fraction = |gamma: usize, size: usize| format!("{gamma}/{}", size * graph.degree);
    if lambda.exact {
        page.line(
            "lambda",
            &format!("{:.5} = {}, exactly", upper.value, fraction(upper.gamma, upper.size)),
        );
    } else {
        page.line("lambda", &format!("in [{:.5}, {:.5}]", lower.value, upper.value));
    }
    let low = fraction(lower.gamma, lower.size);
    page.line(
        "at least",
        &format!("{low}, by {}, where it is weakest: sets of {}", lower.by, lower.size),
    );
    page.line("at most", &format!("{}, by {}", fraction(upper.gamma, upper.size), upper.by));
    page.line("witness", &witness(upper.witness.as_deref().unwrap_or_default()));
    if let Some(bound) = &graph.union_bound {
        page.line("generator", &failure(bound.lambda, bound.failure_log2));
    }
    if let Some(alpha) = &graph.alpha {
        let (certified, least) = (alpha.certified, alpha.at_least);
        let value = format!(
            "{certified} certified, {} for all but 2^-20 of all permutations, no less than {least}",
            alpha.union_bound
        );
        page.line("alpha", &value);
    }
}

fn failure(lambda: f64, failure_log2: Option<f64>) -> String {
    match failure_log2 {
        Some(log2) => format!(
            "a random permutation has lambda < {lambda} with probability at most 2^{log2:.2}"
        ),
        None => format!("no permutation has lambda < {lambda}"),
    }
}

fn witness(set: &[u32]) -> String {
    let shown: Vec<String> = set.iter().take(WITNESS_SHOWN).map(u32::to_string).collect();
    let more = if set.len() > WITNESS_SHOWN { ", ..." } else { "" };
    format!("{{{}{more}}}", shown.join(", "))
}

/// A line for every method: what it proves of sets of how many inputs, the others aside.
fn methods(graph: &GraphResult) -> Columns {
    let cells = |reach: Option<&ReachResult>| match reach {
        Some(ReachResult { value, sizes: (smallest, largest), .. }) => {
            [format!("{value:.5}"), format!("{smallest}-{largest}")]
        }
        None => ["-".to_owned(), String::new()],
    };
    let row = |method: &MethodResult| {
        let [least, of_least] = cells(method.lower.as_ref());
        let [most, of_most] = cells(method.upper.as_ref());
        let name = method.method.to_owned();
        let cells = [name, least, of_least, most, of_most, grouped(method.effort)];
        let remark = match &method.not_run {
            Some(why) => format!("not run: {why}"),
            None if method.exact => "exact".to_owned(),
            None => String::new(),
        };
        (cells, remark)
    };
    let rows: Vec<_> = graph.methods.iter().map(row).collect();
    Columns::new(["alone", "lambda >=", "inputs", "lambda <=", "inputs", "effort"], &rows)
}

/// The bounds of every size, or of the first and the last.
fn sizes(graph: &GraphResult) -> Columns {
    let left_out = graph.sizes.len().saturating_sub(SIZES_SHOWN);
    let shown = graph.sizes.iter().enumerate();
    let shown =
        shown.filter(|(place, _)| *place + 1 < SIZES_SHOWN || *place >= SIZES_SHOWN + left_out - 1);
    let rows: Vec<_> = shown
        .map(|(_, size)| {
            let cells = [
                size.size.to_string(),
                size.lower.to_string(),
                size.upper.to_string(),
                size.lower_by.to_owned(),
                size.upper_by.to_owned(),
            ];
            (cells, String::new())
        })
        .collect();
    Columns::new(["inputs", "neighbours at least", "at most", "by", "by"], &rows)
}

/// A line for every c.
pub(crate) fn family(result: &FamilyResult) -> Text {
    let mut page = Page::default();
    let Some(first) = result.graphs.first() else { return page.text };
    let name = Printed::of(&result.file);
    page.heading(&format!("{name}: m = {}, r = {}", first.inputs, first.degree));
    page.gap();
    let rows: Vec<_> = result.graphs.iter().map(row).collect();
    page.block(Columns::new(["c", "sizes", "lambda >=", "lambda <=", "alpha", "2^-20"], &rows));
    page.gap();
    page.line("2^-20", "the lambda of all but one in 2^20 random permutations, by the union bound");
    if let Some(bound) = &result.union_bound {
        page.line("all c at once", &failure(bound.lambda, bound.failure_log2));
    }
    page.gap();
    let of_each = grouped(result.effort_of_each);
    page.line("effort", &format!("{} in all, {of_each} for each c", grouped(result.effort)));
    time(&mut page, &result.timing);
    page.program(result.seed, result.version, result.commit);
    page.text
}

fn row(graph: &GraphResult) -> ([String; 6], String) {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let lambda = graph.lambda.as_ref();
    let cells = [
        grouped(graph.outputs as u64),
        format!("1-{}", graph.sizes.len()),
        or_dash(lambda.map(|lambda| format!("{:.5}", lambda.lower.value))),
        or_dash(lambda.map(|lambda| format!("{:.5}", lambda.upper.value))),
        or_dash(graph.alpha.as_ref().map(|alpha| alpha.certified.to_string())),
        or_dash(graph.union_bound.as_ref().map(|bound| format!("{:.6}", bound.lambda))),
    ];
    let remark = match lambda {
        None => "vacuous",
        Some(lambda) if lambda.exact => "exact",
        Some(_) => "",
    };
    (cells, remark.to_owned())
}
