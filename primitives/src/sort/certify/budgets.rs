//! What the plans may cost.
