//! Fits lines to cells, takes means and shares, and says how sure they are.

mod batches;
mod fit;
mod samples;

pub(crate) use fit::{Fit, Interval, coefficients, quantile, share};
pub(crate) use samples::{Mean, Ratio, SignTest};

/// Of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;
