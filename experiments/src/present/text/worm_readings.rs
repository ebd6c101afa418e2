//! Writes the readings of an experiment as a table in Markdown.

use crate::readable::{Text, counted};
use crate::results::verdict::Verdict;
use crate::results::worm_experiment::Kind;
use crate::results::worm_readings::{Comparison, Reading, ReadingsResult};
use std::fmt::Write as _;

/// A row for each reading.
pub(crate) fn worm_readings(result: &ReadingsResult) -> Text {
    let mut text = String::new();
    let comparisons = result.readings.first().map_or(&[][..], |reading| &reading.comparisons);
    let (mut head, mut rule) = (String::new(), String::new());
    for Comparison { kind, grouping, .. } in comparisons {
        // Writing to memory cannot fail.
        let _ = write!(head, " {}, {} |", kind.name(), grouping.to_uppercase());
        rule.push_str("---|");
    }
    let _ = writeln!(text, "| header | body | start-up | leaders |{head}");
    let _ = writeln!(text, "|---|---|---|---|{rule}");
    for reading in &result.readings {
        let _ = writeln!(text, "{}", row(reading, &result.sizes));
    }
    let sets = counted(result.sets as u64, "set");
    let kinds = Kind::BOTH.map(Kind::name).join(" and ");
    // What all readings have in common.
    let limits = result.readings.first().map_or_else(String::new, |first| first.wormhole.limits());
    let _ = writeln!(
        text,
        "\n{sets} of each of {} sizes, {kinds}, on the {}{limits}, T = {}, seed {}. Ratio of the time to that of dual-path without groups, bold where \
         groups are faster by the signs and by the mean with 95 % confidence, in italics where they are neither faster nor slower; in \
         brackets the sizes of which alone this is so.",
        result.sizes.len(),
        result.network.name,
        result.threshold,
        result.seed,
    );
    text.into()
}

fn row(reading: &Reading, sizes: &[usize]) -> String {
    let times = &reading.wormhole;
    let flits = match times.address_flits {
        0 => "1 flit".to_owned(),
        flits => {
            format!("{} of {} ns an address", counted(flits as u64, "flit"), times.address_flit_ns)
        }
    };
    let routing = if times.routing == "per-address" { ", routed by the address" } else { "" };
    let mut row = format!(
        "| {flits}{routing} | {} | {} | {} |",
        times.body, times.startup_charged, reading.leaders
    );
    for comparison in &reading.comparisons {
        let _ = write!(row, " {} |", cell(comparison, sizes));
    }
    row
}

fn cell(comparison: &Comparison, sizes: &[usize]) -> String {
    let ratio =
        comparison.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.3}", ratio.estimate));
    let ratio = match comparison.verdict {
        Verdict::Supported => format!("**{ratio}**"),
        Verdict::Refuted => ratio,
        Verdict::Undecided => format!("*{ratio}*"),
    };
    match ranges(&comparison.faster_at, sizes) {
        at if at.is_empty() => ratio,
        at => format!("{ratio} ({at})"),
    }
}

/// Some of all sizes, those next to each other as a range.
fn ranges(some: &[usize], sizes: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut before = None;
    for size in sizes {
        let is_in = some.contains(size);
        match runs.last_mut() {
            Some((_, last)) if is_in && before == Some(*last) => *last = *size,
            _ if is_in => runs.push((*size, *size)),
            _ => {}
        }
        before = Some(*size);
    }
    let text = |&(first, last): &(usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_next_to_each_other_are_a_range() {
        let sizes = [12, 25, 38, 51, 63];
        for (some, text) in [
            (&[][..], ""),
            (&[25], "25"),
            (&[12, 25, 38], "12–38"),
            (&[12, 38, 51, 63], "12, 38–63"),
            (&sizes, "12–63"),
        ] {
            assert_eq!(ranges(some, &sizes), text);
        }
    }
}
