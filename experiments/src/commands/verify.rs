//! `meshcast verify`: what the rows of a store say of the claims.

use crate::console::reply::Reply;
use crate::flags::{Format, VerifyStoreArgs};
use crate::present::text;
use crate::readable::Printed;
use crate::results::json;
use crate::results::verdict::Verdict;
use crate::store::{RunRow, Store, StoreError};
use crate::verdicts::verdicts;

/// The verdicts on the store that `args` name.
pub(crate) fn verify(args: &VerifyStoreArgs) -> Result<Reply, StoreError> {
    let rows = Store::open(&args.folder)?.rows::<RunRow>()?;
    if rows.is_empty() {
        let folder = Printed::of(&args.folder.to_string_lossy());
        return Err(StoreError::NoRuns { folder });
    }
    let result = verdicts(&rows);
    let output = match args.format {
        Format::Json => json(&result),
        Format::Text => text::verified_claims(&result).into_bytes(),
    };
    let count = result.with(Verdict::NotSupported).count();
    let complaint = format!("{count} of {} claims are not supported", result.claims.len());
    Ok(Reply::of(output).complaining((count > 0).then_some(complaint)))
}
