//! Writes limits for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{Printed, grouped};
use crate::results::limits::{LimitResult, LimitsResult};

/// A line for each algorithm and congestion, in 80 columns.
pub(crate) fn limits(result: &LimitsResult) -> Text {
    let mut page = Page::default();
    page.heading("steps over the bound, by exact formulas on square meshes");
    page.gap();
    let rows: Vec<_> = result.algorithms.iter().map(line).collect();
    let headings = ["name", "c", "bound", "least", "most", "at the end", "from n", "bounded"];
    page.block(Columns::new(headings, &rows));
    page.gap();
    for limit in &result.algorithms {
        if limit.supposes != "nothing" && Some(limit.name.as_str()) != before(result, limit) {
            page.line(
                &Printed::of(&limit.name).to_string(),
                &format!("supposes {}", limit.supposes),
            );
        }
    }
    let (first, last) = result
        .algorithms
        .iter()
        .flat_map(|limit| &limit.points)
        .fold((u64::MAX, 0), |(least, most), point| {
            (least.min(point.nodes.0), most.max(point.nodes.0))
        });
    page.line("n", &format!("{} to {}", power(first), power(last)));
    page.line("from n", "from there on ratios are within 5 % of those of the last decade");
    if !result.without_formula.is_empty() {
        page.line("no formula", &result.without_formula.join(", "));
    }
    page.seedless(result.version, result.commit);
    page.text
}

/// The name of the line before, if there is one.
fn before<'r>(result: &'r LimitsResult, limit: &LimitResult) -> Option<&'r str> {
    let all = &result.algorithms;
    let place = all.iter().position(|other| std::ptr::eq(other, limit))?;
    Some(all.get(place.checked_sub(1)?)?.name.as_str())
}

fn line(limit: &LimitResult) -> ([String; 8], String) {
    let ratio =
        |value: f64| if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    let cells = [
        Printed::of(&limit.name).to_string(),
        limit.congestion.map_or_else(|| "-".to_owned(), |c| c.to_string()),
        limit.envelope.replace("sqrt", "√"),
        ratio(limit.least),
        ratio(limit.greatest),
        ratio(limit.last),
        power(limit.from_nodes.0),
        if limit.bounded { "yes" } else { "NO" }.to_owned(),
    ];
    (cells, String::new())
}

/// A number as a power of two, if it is one or large.
fn power(number: u64) -> String {
    if number.is_power_of_two() {
        return format!("2^{}", number.ilog2());
    }
    if number < 1 << 20 { grouped(number) } else { format!("2^{:.1}", (number as f64).log2()) }
}
