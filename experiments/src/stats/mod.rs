//! Fits lines to cells and says how sure they are.

mod fit;

pub(crate) use fit::{Fit, Interval, quantile};

/// Of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;
