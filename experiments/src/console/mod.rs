//! Talks to the terminal: replies, progress, signals.

pub(crate) mod interrupt;
pub(crate) mod progress;
pub(crate) mod reply;
pub(crate) mod terminal;
