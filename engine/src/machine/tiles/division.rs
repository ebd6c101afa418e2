//! Announces in the trace how programs divide the mesh.

use crate::geometry::Tiling;
use crate::machine::Machine;
use crate::trace::{Action, Division};
use crate::violation::Violation;
use std::sync::Arc;

impl Machine {
    /// Runs `program`, which works with the tiles of `tiling`, and says so in the trace, where `name` is what they are called. It is free
    /// and changes nothing: the program remains that of the whole machine, and packets may cross from tile to tile. What
    /// [runs in parallel](Machine::in_parallel) is announced by itself.
    ///
    /// # Errors
    /// Those of `program`.
    ///
    /// # Panics
    /// If the tiling divides another mesh, or the program puts another machine in the place of this one.
    pub fn divided<T>(
        &mut self,
        name: &str,
        tiling: &Tiling,
        program: impl FnOnce(&mut Self) -> Result<T, Violation>,
    ) -> Result<T, Violation> {
        assert!(tiling.shape() == self.shape(), "the tiling is of another mesh");
        self.divide(name, tiling, false);
        let result = self.lend(program)?;
        self.unite();
        Ok(result)
    }

    /// Announces that tiles begin.
    pub(super) fn divide(&mut self, name: &str, tiling: &Tiling, apart: bool) {
        let stage = &mut self.stage;
        let frame = stage.nodes.frame();
        stage.meter.note(|| {
            let (mut rows, mut cols): (Vec<u32>, Vec<u32>) = (
                tiling.heights().map(|rows| rows as u32).collect(),
                tiling.widths().map(|cols| cols as u32).collect(),
            );
            if frame.transposed {
                std::mem::swap(&mut rows, &mut cols);
            }
            Action::Divide(Arc::new(Division {
                name: name.into(),
                at: frame.id(0, 0),
                rows,
                cols,
                apart,
            }))
        });
    }

    /// Announces that they have ended.
    pub(super) fn unite(&mut self) {
        let stage = &mut self.stage;
        let frame = stage.nodes.frame();
        stage.meter.note(|| Action::Unite { at: frame.id(0, 0) });
    }
}
