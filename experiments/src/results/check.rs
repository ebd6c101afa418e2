//! Holds the result of `meshcast check`.

use super::{COMMIT, VERSION};
use crate::replay::{Finding, Verdict};
use serde::Serialize;

/// What a replay says of a trace.
#[derive(Debug, Serialize)]
pub(crate) struct CheckResult {
    schema: &'static str,
    version: &'static str,
    commit: &'static str,
    pub(crate) lawful: bool,
    #[serde(flatten)]
    pub(crate) seen: Seen,
}

/// The counts of a lawful trace, or the first broken rule of another.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Seen {
    Lawful { steps: u64, peak: u64, links: u64, deliveries: u64 },
    Broken { line: u64, step: Option<u64>, rule: &'static str, finding: String },
}

impl CheckResult {
    pub(crate) fn of(verdict: Verdict) -> Self {
        let Verdict { steps, peak, links, deliveries, finding, .. } = verdict;
        match finding {
            None => Self::new(true, Seen::Lawful { steps, peak, links, deliveries }),
            Some(Finding { line, t: step, rule, text: finding }) => {
                Self::broken(line, step, rule.name(), finding)
            }
        }
    }

    /// The result for a trace of other messages than those expected.
    pub(crate) fn of_other_messages(line: u64, finding: String) -> Self {
        Self::broken(line, None, "messages", finding)
    }

    fn broken(line: u64, step: Option<u64>, rule: &'static str, finding: String) -> Self {
        Self::new(false, Seen::Broken { line, step, rule, finding })
    }

    fn new(lawful: bool, seen: Seen) -> Self {
        Self { schema: "meshcast.check/1", version: VERSION, commit: COMMIT, lawful, seen }
    }
}
