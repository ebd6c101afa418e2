//! Ends the run when a program panics at a node: whoever catches the panic has learnt something about that node for nothing.

use super::Machine;
use super::stage::Stage;
use std::ops::{Deref, DerefMut};

/// A machine while closures of a program run at its nodes.
pub(crate) struct Guarded<'m>(pub(super) &'m mut Machine);

impl Deref for Guarded<'_> {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.0.stage
    }
}

impl DerefMut for Guarded<'_> {
    fn deref_mut(&mut self) -> &mut Stage {
        &mut self.0.stage
    }
}

/// The same for a form of a step, which has the stage alone.
pub(crate) struct Acting<'m>(pub(super) &'m mut Stage);

impl Deref for Acting<'_> {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        self.0
    }
}

impl DerefMut for Acting<'_> {
    fn deref_mut(&mut self) -> &mut Stage {
        self.0
    }
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop_for_panic();
        }
    }
}

impl Drop for Guarded<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop_for_panic();
        }
    }
}
