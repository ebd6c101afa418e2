//! Tests of fits.
