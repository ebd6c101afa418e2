//! Writes the records of a traced machine as the text of a trace.

use meshcast_engine::{Messages, Record};

/// The trace that the program would write of `records`, a line each.
///
/// # Panics
/// Never: a string takes every line.
pub fn trace_text(records: impl IntoIterator<Item = Record>, messages: &Messages) -> String {
    let mut bytes = Vec::new();
    meshcast::write_trace(&mut bytes, records, messages).expect("memory takes every line");
    String::from_utf8(bytes).expect("a trace is text")
}
