//! What is known of a message set before it is made.

use super::{FileSketch, MemoryError, Room, SetSize, mesh};
use crate::cli::Generated;
use meshcast_engine::Shape;

/// A message set that is not there yet.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    /// What asks for it.
    pub(crate) what: String,
    /// The mesh, if it is known.
    pub(crate) shape: Option<Shape>,
    /// How large it will be, with the least congestion that it can have.
    pub(crate) size: SetSize,
    /// The greatest congestion that it can have.
    pub(crate) most_congestion: u64,
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
        Self { what, shape: Some(shape), size, most_congestion: size.congestion, making }
    }

    /// That of a set in a file.
    pub(crate) fn of_file(what: String, shape: Option<Shape>, file: FileSketch) -> Self {
        let (size, most_congestion) = (file.size(shape), file.most_congestion(shape));
        Self { what, shape, size, most_congestion, making: file.reading() }
    }

    /// Sizes that the set can have: with the least congestion, the greatest, and those between at which needs, which rise or fall
    /// from a power of 2 to the next, are least.
    pub(super) fn sizes(&self) -> impl Iterator<Item = SetSize> + use<> {
        let (size, most) = (self.size, self.most_congestion.max(self.size.congestion));
        let between = (0..u64::BITS).flat_map(|power| [(1 << power) - 1, 1 << power]);
        let between =
            between.filter(move |congestion| (size.congestion..most).contains(congestion));
        [size.congestion, most]
            .into_iter()
            .chain(between)
            .map(move |congestion| SetSize { congestion, ..size })
    }

    /// Refuses a set that there is no room to make.
    pub(crate) fn check(&self, room: Room) -> Result<(), MemoryError> {
        room.check(|| self.what.clone(), self.making)
    }
}
