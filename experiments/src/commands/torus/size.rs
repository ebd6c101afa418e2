//! Checks how large a torus and its messages are.

use super::error::TorusError;
use meshcast_engine::{MAX_TORUS_DELIVERIES, Torus, TorusMessages};

/// Refuses more deliveries than a run can count.
pub(super) fn countable(messages: TorusMessages) -> Result<(), TorusError> {
    let (radix, dims) = (messages.torus.radix(), messages.torus.dims());
    match messages.deliveries() {
        found if found > MAX_TORUS_DELIVERIES => Err(TorusError::Deliveries { radix, dims, found }),
        _ => Ok(()),
    }
}

/// What a result about `torus` calls it where memory is short.
pub(super) fn subject(torus: Torus, what: &str) -> String {
    format!("torus {what} on {}^{} nodes", torus.radix(), torus.dims())
}
