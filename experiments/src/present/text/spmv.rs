//! Writes the result of `meshcast spmv` for people.

use super::route::{classes, messages};
use super::run_findings::oracle;
use super::{Page, ledger};
use crate::catalogue::label;
use crate::readable::{Printed, Text, counted, grouped};
use crate::results::spmv::SpmvResult;

/// A product.
pub(crate) fn spmv(result: &SpmvResult) -> Text {
    let mut page = Page::default();
    let (rows, cols) = (result.machine.rows, result.machine.cols);
    let name = label(result.algorithm, result.variant);
    let source = Printed::of(&result.messages.source);
    page.heading(&format!("y = Ax on {rows} x {cols} nodes by {name}: {source}"));
    page.gap();
    page.line("messages", &messages(&result.messages));
    let values = if result.values == "file" { "A as in the file, x" } else { "A and x" };
    page.line("values", &format!("{values} from the seed"));
    page.machine(&result.machine);
    page.gap();
    if let Some(chosen) = result.chosen {
        page.line("chosen", chosen);
    }
    let parts = format!(
        "{}: {} to deliver x, {} to add up the products",
        grouped(result.steps),
        grouped(result.communication_steps),
        grouped(result.product_steps)
    );
    page.line("steps", &parts);
    if !result.classes.is_empty() {
        page.line("classes", &classes(&result.classes));
    }
    page.line("unicast", &format!("{}, to deliver x", grouped(result.unicast_steps)));
    page.line("lower bound", &format!("{}, to deliver x", grouped(result.lower_bound)));
    let all = grouped(result.messages.deliveries as u64);
    page.line("deliveries", &format!("{} of {all}", grouped(result.deliveries as u64)));
    page.line("buffers", &format!("peak {}", counted(result.buffer.peak.into(), "packet")));
    page.registers(&result.registers);
    if result.told_when_done {
        oracle(&mut page, &[name]);
    }
    page.line("y", if result.correct { "as the host computes it" } else { "WRONG" });
    page.gap();
    page.block(ledger::table(&result.ledger, result.steps));
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}
