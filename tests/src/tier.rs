//! Says how many cases the long tests try: a quarter or a sixteenth, or all of them in the slow tier.
//!
//! `.ci/all-cases` runs the slow tier. It sets a variable of the environment, which is what these functions look at.

use std::env;

/// Set where all cases are to be tried.
const VARIABLE: &str = "MESHCAST_ALL_CASES";

/// Of so many cases the daily tests try one.
const SHARE: usize = 4;

/// So many of `all` cases.
pub fn count(all: u64) -> u64 {
    all.div_ceil(step() as u64)
}

/// So many of `all` cases that take long: a sixteenth in the daily tests.
pub fn few(all: usize) -> usize {
    if step() == 1 { all } else { all.div_ceil(SHARE * SHARE) }
}

/// Every fourth of the cases, from the first on, or all of them.
pub fn some<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(step())
}

fn step() -> usize {
    if env::var_os(VARIABLE).is_some() { 1 } else { SHARE }
}
