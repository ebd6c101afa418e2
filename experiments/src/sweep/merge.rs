//! `meshcast merge`: the results of several sweeps in one store.

use crate::cli::MergeArgs;
use crate::failure::Failure;
use crate::program::Report;
use crate::store::{ExpanderRow, PlanRow, RunRow, Store};
use crate::text;

/// Puts the rows of the folders that `args` name together.
pub(crate) fn merge(args: &MergeArgs) -> Result<Report, Failure> {
    let parts = args.folders.iter().map(|folder| Store::open(folder));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut store = Store::create(&args.out)?;
    for part in &parts {
        store.take_in::<RunRow>(part)?;
        store.take_in::<ExpanderRow>(part)?;
        store.take_in::<PlanRow>(part)?;
    }
    let (runs, expanders) = (store.rows::<RunRow>()?.len(), store.rows::<ExpanderRow>()?.len());
    Ok(Report::of(text::merged(runs, expanders, &args.out)))
}
