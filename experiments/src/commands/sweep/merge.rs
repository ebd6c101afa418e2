//! Runs `meshcast merge`, which puts the results of several sweeps into one store.

use crate::console::reply::Reply;
use crate::flags::MergeArgs;
use crate::present::text;
use crate::results::sweep::MergeResult;
use crate::results::{COMMIT, VERSION};
use crate::store::{ExpanderRow, LoadRow, PramRow, RunRow, Store, StoreError};

/// Puts the rows of the folders that `args` name together.
pub(crate) fn merge(args: &MergeArgs) -> Result<Reply, StoreError> {
    let parts = args.folders.iter().map(|folder| Store::open(folder)?.part());
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    // Parts that contradict each other are refused before there is a store.
    Store::fleeting(&args.out)?.take_in(&parts)?;
    let mut store = Store::create(&args.out)?;
    store.take_in(&parts)?;
    let (runs, expanders) = (store.rows::<RunRow>()?.len(), store.rows::<ExpanderRow>()?.len());
    let result = MergeResult {
        schema: "meshcast.merge/1",
        version: VERSION,
        commit: COMMIT,
        folder: args.out.to_string_lossy().into_owned(),
        runs,
        expanders,
        loads: store.rows::<LoadRow>()?.len(),
        prams: store.rows::<PramRow>()?.len(),
    };
    Ok(Reply::showing(args.format, &result, text::merged))
}
