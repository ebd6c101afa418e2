//! Shows the instruction counts that the example `instructions` guards.

use super::markdown;

const COUNTS: &str = include_str!("../instructions/counts.csv");

pub(crate) fn table() -> String {
    let rows = COUNTS.lines().skip(1).map(|line| {
        let (name, count) = line.split_once(',').expect("a name and a count");
        [format!("`{name}`"), count.to_owned()]
    });
    markdown(["loop", "instructions a node-step"], rows)
}
