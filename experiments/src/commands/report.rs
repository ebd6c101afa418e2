//! `meshcast report`: what a sweep found, as one page that needs nothing else.

use super::formulas::formulas;
use crate::console::reply::Reply;
use crate::flags::ReportArgs;
use crate::output::{OutputError, check_files, shown, write_whole};
use crate::present::page::Content;
use crate::present::plot::{Figures, cells};
use crate::results::verdict::RowsOf;
use crate::results::{COMMIT, VERSION};
use crate::store::{ExpanderRow, LoadRow, PlanRow, PramRow, RunRow, Store, StoreError, files};
use crate::verdicts::{as_runs, verdicts, with_formulas};
use serde::Serialize;
use thiserror::Error;

/// Writes the page on the store that `args` name.
pub(crate) fn report(args: &ReportArgs) -> Result<Reply, ReportError> {
    check_files(&files(&args.folder), &[("--out", Some(&args.out))])?;
    let store = Store::open(&args.folder)?;
    let (plans, runs) = (store.rows::<PlanRow>()?, store.rows::<RunRow>()?);
    let (expanders, loads) = (store.rows::<ExpanderRow>()?, store.rows::<LoadRow>()?);
    let prams = store.rows::<PramRow>()?;
    let cells = cells(&runs);
    let figures = Figures::of(&runs, (&loads, &prams), &cells, &formulas(&cells));
    let judged: Vec<RunRow> = runs.iter().cloned().chain(as_runs(&prams)).collect();
    let content = Content {
        plans: &plans,
        runs: &runs,
        expanders: &expanders,
        loads: &loads,
        prams: &prams,
        verdicts: &with_formulas(verdicts(&judged, RowsOf::Store), &judged),
        cells: &cells,
        figures: &figures,
    };
    let file = shown(&args.out);
    let written = write_whole(&args.out, content.page().as_bytes());
    let piped = match written {
        Ok(piped) => piped,
        Err(source) => return Err(OutputError::Unwritten { flag: "--out", file, source }.into()),
    };
    let result = ReportResult {
        schema: "meshcast.report/1",
        version: VERSION,
        commit: COMMIT,
        file: args.out.to_string_lossy().into_owned(),
        figures: figures.all().count(),
    };
    let text = |result: &ReportResult| format!("{} figures in {file}\n", result.figures);
    Ok(Reply::showing(args.format, &result, text).piping(piped))
}

/// What was written.
#[derive(Debug, Serialize)]
struct ReportResult {
    schema: &'static str,
    version: &'static str,
    commit: &'static str,
    file: String,
    figures: usize,
}

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
#[error(transparent)]
pub(crate) enum ReportError {
    Output(#[from] OutputError),
    Store(#[from] StoreError),
}

#[cfg(test)]
mod tests;
