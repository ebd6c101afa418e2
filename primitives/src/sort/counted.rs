//! Remembers what has been counted for sorts: where sides are long and have many divisors, counting takes seconds.

#![expect(
    clippy::disallowed_types,
    reason = "what is remembered follows from the shape alone, and programs of a machine have no way to write it"
)]

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Values that follow from their keys.
pub(crate) struct Counted<K, V>(Mutex<BTreeMap<K, V>>);

impl<K: Ord, V: Clone> Counted<K, V> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The value for a key, counted at most once a thread.
    pub(crate) fn get(&self, key: K, count: impl FnOnce() -> V) -> V {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all().get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = count();
            all().insert(key, value.clone());
            value
        })
    }
}
