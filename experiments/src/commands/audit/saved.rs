//! Reads runs that were saved: what `meshcast route --format json` printed, or a row of a store has.

use super::error::AuditError;
use crate::memory;
use crate::readable::Printed;
use crate::results::audit_summary::AuditSummary;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// A run as `meshcast route` prints it, as far as audits look at it.
#[derive(Debug, Deserialize)]
pub(super) struct SavedRun {
    pub(super) algorithm: String,
    pub(super) variant: Option<String>,
    pub(super) seed: u64,
    pub(super) machine: SavedMachine,
    pub(super) messages: SavedMessages,
    pub(super) steps: u64,
    pub(super) buffer: SavedBuffer,
    pub(super) ledger: Vec<SavedSpan>,
    pub(super) audit: AuditSummary,
}

#[derive(Debug, Deserialize)]
pub(super) struct SavedMachine {
    pub(super) rows: usize,
    pub(super) cols: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct SavedMessages {
    pub(super) source: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SavedBuffer {
    pub(super) peak: u32,
    pub(super) capacity: Option<usize>,
    pub(super) peak_phase: String,
}

/// A leaf of a ledger.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SavedSpan {
    pub(super) path: String,
    pub(super) steps: u64,
    pub(super) peak: u32,
    /// Where it is not what was seen.
    #[serde(default)]
    pub(super) peak_is: Option<String>,
}

/// Reads the run in `file`.
pub(super) fn read(file: &Path) -> Result<SavedRun, AuditError> {
    let name = || Printed::of(&file.to_string_lossy());
    memory::check(|| format!("--run {}", name()), memory::reading_result(file))?;
    let text = fs::read_to_string(file)
        .map_err(|source| AuditError::UnreadRun { file: name(), source })?;
    parse(&text).map_err(|found| AuditError::NoSavedRun { file: name(), found })
}

fn parse(text: &str) -> Result<SavedRun, String> {
    #[derive(Deserialize)]
    struct Kind {
        schema: String,
        audit: Option<serde_json::Value>,
    }
    let kind: Kind = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if kind.schema != "meshcast.route/1" {
        return Err(format!("one of {}", Printed::of(&kind.schema)));
    }
    if kind.audit.is_none() {
        return Err("a run without a full audit".to_owned());
    }
    let run: SavedRun = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let map = &run.audit.map;
    let cells = map.rows.checked_mul(map.cols).filter(|&cells| cells > 0);
    if cells != Some(map.peaks.len()) || map.cell == 0 {
        return Err(format!("a map of {} cells", map.peaks.len()));
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse(text).expect_err(text)
    }

    #[test]
    fn what_is_no_audited_run_is_refused() {
        assert_eq!(refusal("{"), "EOF while parsing an object at line 1 column 1");
        assert_eq!(refusal("{\"a\":1}"), "missing field `schema` at line 1 column 7");
        let other = refusal("{\"schema\":\"meshcast.compare/1\",\"runs\":[]}");
        assert_eq!(other, "one of meshcast.compare/1");
        let unaudited = refusal("{\"schema\":\"meshcast.route/1\",\"steps\":3}");
        assert_eq!(unaudited, "a run without a full audit");
        let missing = refusal("{\"schema\":\"meshcast.route/1\",\"audit\":{}}");
        assert_eq!(missing, "missing field `node_peaks` at line 1 column 39");
    }
}
