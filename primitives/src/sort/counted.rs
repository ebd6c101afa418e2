//! Remembers the steps of sorts that have been counted: where sides are long and have many divisors, counting takes seconds.

#![expect(
    clippy::disallowed_types,
    reason = "what is remembered follows from the shape alone, and programs of a machine have no way to write it"
)]

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Rows, element columns, and whether the order is the snake.
type Key = (usize, usize, bool);

static COUNTED: Mutex<BTreeMap<Key, usize>> = Mutex::new(BTreeMap::new());

/// The steps for a key, counted at most once a thread.
pub(super) fn counted(key: Key, count: impl FnOnce() -> usize) -> usize {
    let all = || COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all().get(&key).copied();
    known.unwrap_or_else(|| {
        let steps = count();
        all().insert(key, steps);
        steps
    })
}
