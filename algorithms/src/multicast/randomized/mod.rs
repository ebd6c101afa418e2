//! Runs `randomized`: the algorithm of Theorem 3, in its variants.

mod certified;
mod deal;
mod paper;
mod slotted;
mod sweep;
mod tuned;

pub use certified::{Certified, CertifiedPhase, CertifiedRun, CertifiedSchedule, GuaranteedPhase};
pub(in crate::multicast) use paper::{DoubleTessellation, first_enough};
pub use paper::{Paper, PaperPhase, PaperRun};
pub use slotted::{GuaranteedBands, Slotted, SlottedRun, SlottedSchedule};
pub(crate) use sweep::sweep_bands;
pub use sweep::{Sweep, SweepRun};
pub use tuned::{Tuned, TunedPhase, TunedRun};
