//! `meshcast verify`: what the rows of a store or a file say of the claims.

use crate::console::reply::Reply;
use crate::flags::VerifyStoreArgs;
use crate::present::text;
use crate::readable::Printed;
use crate::results::verdict::RowsOf;
use crate::store::{PramRow, RowsError, RunRow, Store, StoreError, read_rows};
use crate::verdicts::{as_runs, verdicts, with_formulas};
use std::fs::File;
use std::io;
use thiserror::Error;

/// The verdicts on the rows that `args` name.
pub(crate) fn verify(args: &VerifyStoreArgs) -> Result<Reply, VerifyError> {
    let file = || Printed::of(&args.rows.to_string_lossy());
    let (rows, from) = if args.rows.is_file() {
        let opened = File::open(&args.rows)
            .map_err(|source| VerifyError::Unopened { file: file(), source })?;
        let rows =
            read_rows(opened).map_err(|source| VerifyError::Rows { file: file(), source })?;
        (rows, RowsOf::File)
    } else {
        let store = Store::open(&args.rows)?;
        let mut rows = store.rows::<RunRow>()?;
        rows.extend(as_runs(&store.rows::<PramRow>()?));
        (rows, RowsOf::Store)
    };
    if rows.is_empty() {
        return Err(StoreError::NoRuns { folder: file() }.into());
    }
    let result = match from {
        RowsOf::Store => with_formulas(verdicts(&rows, from), &rows),
        RowsOf::File => verdicts(&rows, from),
    };
    let complaint = result.complaint();
    let text = |result: &_| text::verified_claims(result, args.details);
    Ok(Reply::showing(args.format, &result, text).complaining(complaint))
}

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum VerifyError {
    #[error("{file}: expected a file that can be read, found: {source}")]
    Unopened { file: Printed, source: io::Error },
    #[error("{file}: {source}")]
    Rows { file: Printed, source: RowsError },
    #[error(transparent)]
    Store(#[from] StoreError),
}
