//! Ends the run when a program panics at a node: whoever catches the panic has learnt something about that node for nothing.

use super::Machine;
use super::stage::Stage;
use std::ops::{Deref, DerefMut};

/// A machine, or its stage, while closures of a program run at its nodes.
pub(crate) struct Guarded<'m, M: Staged>(pub(super) &'m mut M);

/// What has a stage.
pub(crate) trait Staged {
    fn stage(&mut self) -> &mut Stage;
}

impl Staged for Stage {
    fn stage(&mut self) -> &mut Stage {
        self
    }
}

impl Staged for Machine {
    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }
}

impl<M: Staged> Deref for Guarded<'_, M> {
    type Target = M;

    fn deref(&self) -> &M {
        self.0
    }
}

impl<M: Staged> DerefMut for Guarded<'_, M> {
    fn deref_mut(&mut self) -> &mut M {
        self.0
    }
}

impl<M: Staged> Drop for Guarded<'_, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stage().stop_for_panic();
        }
    }
}
