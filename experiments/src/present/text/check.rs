//! Writes what a replay says of a trace, for people.

use super::Page;
use crate::readable::{Text, counted, grouped};
use crate::results::check::{CheckResult, Seen};

/// The counts of a lawful trace. A broken rule is an error, which is one line elsewhere.
pub(crate) fn checked(result: &CheckResult, trace: &str) -> Text {
    let Seen::Lawful { steps, peak, links, deliveries } = result.seen else {
        return Text::default();
    };
    let mut page = Page::default();
    page.heading(&format!("{trace} keeps every rule"));
    page.gap();
    page.line("steps", &grouped(steps));
    page.line("buffers", &format!("peak {}", counted(peak, "packet")));
    page.line("links", &counted(links, "use"));
    page.line("deliveries", &grouped(deliveries));
    page.text
}
