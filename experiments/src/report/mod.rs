//! `meshcast report`: what a sweep found, as one page that needs nothing else.

mod html;
mod interactive;
mod page;
mod tables;
mod verdict_table;

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::input::Printed;
use crate::plot::{cells, figures};
use crate::program::Report;
use crate::store::{ExpanderRow, PlanRow, RunRow, Store};
use crate::verify::verdicts;
use crate::whole_file::write_whole;
use page::Content;

/// Writes the page on the store that `args` name.
pub(crate) fn report(args: &ReportArgs) -> Result<Report, Failure> {
    let store = Store::open(&args.folder)?;
    let (plans, runs) = (store.rows::<PlanRow>()?, store.rows::<RunRow>()?);
    let expanders = store.rows::<ExpanderRow>()?;
    let (cells, figures) = (cells(&runs), figures(&runs));
    let content = Content {
        plans: &plans,
        runs: &runs,
        expanders: &expanders,
        claims: &verdicts(&runs).claims,
        cells: &cells,
        figures: &figures,
    };
    let file = Printed::of(&args.out.to_string_lossy());
    match write_whole(&args.out, content.page().as_bytes()) {
        Ok(()) => Ok(Report::of(format!("{} figures in {file}\n", figures.len()))),
        Err(source) => Err(Failure::Unwritten { file, source }),
    }
}

#[cfg(test)]
mod tests;
