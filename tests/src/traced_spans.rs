//! Adds up the steps of the spans in a trace, from its lines alone.

use serde_json::Value;
use std::collections::BTreeMap;

/// The steps between one span event and the next, by the path that is open then; those outside all spans go by `(outside)`. Paths without
/// steps are left out.
///
/// # Panics
/// If the text is no trace.
pub fn steps_by_path(trace: &str) -> BTreeMap<String, u64> {
    let mut steps: BTreeMap<String, u64> = BTreeMap::new();
    let (mut open, mut since) = (vec!["(outside)".to_owned()], 0);
    for line in trace.lines() {
        let line: Value = line.parse().expect("JSON");
        let Some(event) = line["e"].as_str() else { continue };
        let now = if event == "end" { &line["steps"] } else { &line["t"] };
        let now = now.as_u64().expect("a step");
        if ["enter", "leave", "end"].contains(&event) {
            *steps.entry(open.last().expect("a path").clone()).or_default() += now - since;
            since = now;
        }
        match event {
            "enter" => open.push(line["path"].as_str().expect("a path").to_owned()),
            "leave" => drop(open.pop()),
            _ => {}
        }
    }
    steps.retain(|_, steps| *steps > 0);
    steps
}
