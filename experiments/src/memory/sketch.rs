//! What is known of a message set before it is made.

use super::{Room, SetSize, mesh};
use crate::cli::Generated;
use crate::memory::MemoryError;
use meshcast_engine::Shape;

/// A message set that is not there yet.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    /// What asks for it.
    pub(crate) what: String,
    /// The mesh, if it is known.
    pub(crate) shape: Option<Shape>,
    /// How large it will be.
    pub(crate) size: SetSize,
    /// Bytes that it takes to make it.
    pub(crate) making: u64,
}

impl Sketch {
    /// That of a generated set, with so many files that an adversary knows.
    pub(crate) fn of_workload(
        workload: Generated,
        shape: Shape,
        (degree, congestion): (Option<usize>, Option<usize>),
        files: usize,
    ) -> Self {
        let (size, making) = match workload {
            Generated::Family(family) => {
                let size = SetSize::predicted(family, shape, degree, congestion);
                (size, mesh::generating(family, shape, size))
            }
            Generated::Adversarial => {
                let size = SetSize::adversarial(shape, degree, congestion);
                (size, mesh::colliding(shape, size, files))
            }
        };
        let (rows, cols) = (shape.rows(), shape.cols());
        let what = format!("--workload {} on {rows} x {cols} nodes", workload.name());
        Self { what, shape: Some(shape), size, making }
    }

    /// Refuses a set that there is no room to make.
    pub(crate) fn check(&self, room: Room) -> Result<(), MemoryError> {
        room.check(|| self.what.clone(), self.making)
    }
}
