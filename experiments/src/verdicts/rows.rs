//! Judges rows of a file for programs that use the library.

use super::verdicts;
use crate::results::verdict::RowsOf;
use crate::store::read_rows;
use std::io::Read;

/// A verdict of [`judge_rows`].
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// As rows spell it.
    pub algorithm: String,
    /// The name of the claim, as `docs/verification.md` lists it, or of the theorem.
    pub claim: String,
    /// `supported`, `refuted` or `undecided`.
    pub verdict: &'static str,
    /// The number that it rests on, in a sentence; of a theorem the claims that are open.
    pub rests_on: String,
}

/// What `meshcast verify ROWS.csv` says of rows as `meshcast export --csv` writes them, whoever made them: the theorems
/// first, then all claims.
///
/// # Errors
///
/// A line that says what is wrong with the rows.
pub fn judge_rows(csv: impl Read) -> Result<Vec<Judged>, String> {
    let result = verdicts(&read_rows(csv).map_err(|error| error.to_string())?, RowsOf::File);
    let theorems = result.headline.into_iter().map(|line| Judged {
        algorithm: line.algorithm,
        claim: line.theorem.to_owned(),
        verdict: line.verdict.name(),
        rests_on: line.open.join(", "),
    });
    let claims = result.claims.into_iter().map(|claim| Judged {
        algorithm: claim.algorithm,
        claim: claim.claim.to_owned(),
        verdict: claim.verdict.name(),
        rests_on: claim.rests_on,
    });
    Ok(theorems.chain(claims).collect())
}
