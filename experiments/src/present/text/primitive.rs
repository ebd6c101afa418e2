//! Writes the result of `meshcast primitive` for people.

use super::{Page, ledger};
use crate::readable::{Text, grouped, ratio};
use crate::results::{PrimitiveBuffer, PrimitiveResult};

/// The report of a primitive.
pub(crate) fn primitive(result: &PrimitiveResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!("{} on {} x {} nodes", result.name, result.rows, result.cols));
    page.gap();
    page.line("pattern", result.parameters.pattern);
    if let Some(order) = result.parameters.order {
        page.line("order", order);
    }
    if let Some((down, across)) = result.parameters.grid {
        page.line("tiles", &format!("{} x {}", grouped(down as u64), grouped(across as u64)));
    } else if let Some(waves) = result.parameters.t.filter(|&waves| waves > 1) {
        page.line("pipeline", &format!("{} scans", grouped(waves as u64)));
    }
    if let Some(packets) = result.parameters.k.filter(|&packets| packets > 1) {
        page.line("packets", &format!("{} a node", grouped(packets as u64)));
    }
    if let Some(blocks) = result.parameters.blocks {
        page.line("blocks", &format!("{} a side", grouped(blocks as u64)));
    }
    page.machine(&result.machine);
    page.gap();
    let steps = format!("{}, {} a side", grouped(result.steps), ratio(result.steps_per_side));
    page.line("steps", &steps);
    page.line("formula", &format!("{} steps", grouped(result.formula_steps)));
    page.line("buffers", &buffers(&result.buffer));
    page.registers(&result.registers);
    page.spatial(&result.spatial, result.machine.nodes);
    page.line("result", if result.correct { "correct" } else { "WRONG" });
    page.gap();
    page.block(ledger::table(&result.ledger, result.steps));
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

fn buffers(buffer: &PrimitiveBuffer) -> String {
    match (buffer.peak, buffer.capacity) {
        (0, _) => "no packets".to_owned(),
        (peak, Some(capacity)) => format!("peak {peak} of {capacity} packets"),
        (peak, None) => format!("peak {peak} packets"),
    }
}
