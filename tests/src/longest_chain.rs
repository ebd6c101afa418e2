//! Finds the longest chain of dependent messages in a trace, from its lines alone.

use serde_json::Value;

/// The hops of the longest chain of messages of which each leaves a node that the one before has reached in an earlier step.
///
/// # Panics
/// If the text is no trace.
pub fn longest_chain(trace: &str) -> u64 {
    let lines: Vec<Value> = trace.lines().map(|line| line.parse().unwrap()).collect();
    let side = |name: &str| lines[0][name].as_u64().unwrap() as usize;
    // The longest chain that has reached each node, before the step that is being read and with it.
    let mut before = vec![0; side("rows") * side("cols")];
    let mut after = before.clone();
    let mut step = 0;
    for line in &lines {
        let number = |name: &str| line[name].as_u64().unwrap();
        let Some(event) = line["e"].as_str() else { continue };
        if line["t"].as_u64().is_some_and(|t| t > step) {
            step = number("t");
            before.clone_from(&after);
        }
        let mut send = |from: u64, to: u64| {
            after[to as usize] = after[to as usize].max(before[from as usize] + 1);
        };
        match event {
            "move" | "word" => send(number("from"), number("to")),
            "exchange" => {
                send(number("a"), number("b"));
                send(number("b"), number("a"));
            }
            _ => {}
        }
    }
    after.into_iter().max().unwrap_or(0)
}
