//! `meshcast verify`: what the rows of a store say of the claims.

mod fit;
mod result;

pub(crate) use fit::{Fit, Interval};
pub(crate) use result::{ClaimResult, LocalSlope, Residual, RunCounts, Verdict, VerifyResult};
