//! Tests the lemmas on small cases, and the table of the design.

mod closed_forms;
mod counting;
mod dealt;
mod families;
mod properties;
mod subsets;
mod table;

use super::*;

/// A question with 2^`nodes` nodes, congestion 2^`congestion`, one copy a node and all words.
fn question(nodes: u32, congestion: u32, failure_log2: i32) -> Question {
    let (nodes, congestion) = (1 << nodes, 1 << congestion);
    Question { nodes, congestion, instances: 1, failure_log2, words: StoredWords::All }
}

fn answer(schedule: Schedule, question: &Question) -> Guarantee {
    guarantee(schedule, question).expect("a legal question")
}
