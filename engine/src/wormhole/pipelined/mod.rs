//! Runs worms that move as one piece: nothing but channels of other worms is in their way.

mod channel;
mod course;
mod events;
mod progress;
mod record;
mod run;
mod track;

pub(super) use course::{Course, Courses};
pub(super) use record::record;
pub(super) use run::run;
