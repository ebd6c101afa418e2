//! `meshcast merge`: the results of several sweeps in one store.

use crate::cli::MergeArgs;
use crate::failure::Failure;
use crate::program::Report;
use crate::store::{ExpanderRow, RunRow, Store};
use crate::text;

/// Puts the rows of the folders that `args` name together.
pub(crate) fn merge(args: &MergeArgs) -> Result<Report, Failure> {
    let parts = args.folders.iter().map(|folder| Store::open(folder)?.part());
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    // Parts that contradict each other are refused before there is a store.
    Store::fleeting(&args.out)?.take_in(&parts)?;
    let mut store = Store::create(&args.out)?;
    store.take_in(&parts)?;
    let (runs, expanders) = (store.rows::<RunRow>()?.len(), store.rows::<ExpanderRow>()?.len());
    Ok(Report::of(text::merged(runs, expanders, &args.out)))
}
