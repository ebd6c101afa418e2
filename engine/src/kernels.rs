//! Chooses the instructions that inner loops are compiled for.

use pulp::{Arch, NullaryFnOnce};

/// Which instructions the loops over whole lanes use. Results do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernels {
    /// The widest vectors that the processor has, found out when the program runs.
    #[default]
    Widest,
    /// Those that every processor of the architecture has: the reference.
    Portable,
}

impl Kernels {
    /// Runs a loop, which the compiler makes vector code of if its `call` is always inlined, and all that it calls.
    #[inline]
    pub(crate) fn run<W: NullaryFnOnce>(self, work: W) -> W::Output {
        match self {
            Kernels::Widest => Arch::new().dispatch(work),
            Kernels::Portable => work.call(),
        }
    }
}
