//! `meshcast verify`: what the rows of a store say of the claims.

use crate::console::reply::Reply;
use crate::flags::VerifyStoreArgs;
use crate::present::text;
use crate::readable::Printed;
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
    let reply = Reply::showing(args.format, &result, text::verified_claims);
    let count = result.with(Verdict::NotSupported).count();
    let complaint = format!("{count} of {} claims are not supported", result.claims.len());
    Ok(reply.complaining((count > 0).then_some(complaint)))
}
