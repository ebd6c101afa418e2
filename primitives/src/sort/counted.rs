//! Remembers what has been counted for sorts: where sides are long and have many divisors, counting takes seconds.

#![expect(
    clippy::disallowed_types,
    reason = "what is remembered follows from the shape alone, and programs of a machine have no way to write it"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Values that follow from their keys.
pub(crate) struct Counted<K, V>(Mutex<BTreeMap<K, Arc<OnceLock<V>>>>);

impl<K: Ord, V: Clone> Counted<K, V> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The value for a key, counted once: a thread that needs what another one counts waits for it.
    pub(crate) fn get(&self, key: K, count: impl FnOnce() -> V) -> V {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = Arc::clone(all.entry(key).or_default());
        drop(all);
        value.get_or_init(count).clone()
    }
}
