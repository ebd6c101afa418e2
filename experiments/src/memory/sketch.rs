//! Describes a message set before it is made.

use super::{FileSketch, MemoryError, Room, SetSize, mesh};
use meshcast_algorithms::Workload;
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
    /// That of a generated set.
    pub(crate) fn of_workload(
        workload: Workload,
        shape: Shape,
        (degree, congestion): (Option<usize>, Option<usize>),
    ) -> Self {
        let size = SetSize::predicted(workload, shape, degree, congestion);
        Self::generated(workload.name(), shape, size, mesh::generating(workload, shape, size))
    }

    /// That of a set that collides under the permutations in so many files.
    pub(crate) fn of_adversary(
        name: &str,
        shape: Shape,
        (degree, congestion): (Option<usize>, Option<usize>),
        files: usize,
    ) -> Self {
        let size = SetSize::adversarial(shape, degree, congestion);
        Self::generated(name, shape, size, mesh::colliding(shape, size, files))
    }

    /// That of tokens for the top k of so many experts.
    pub(crate) fn of_experts(name: &str, shape: Shape, asked: (usize, usize)) -> Self {
        // A weight of every expert, and a tree of at most twice as many sums.
        const BYTES_OF_AN_EXPERT: u64 = 8 + 16;
        let size = SetSize::of_experts(shape, asked);
        let most_congestion = shape.nodes() as u64;
        let gate = BYTES_OF_AN_EXPERT * (asked.0 as u64).min(most_congestion);
        // The lists, and the set that is made of them.
        let making = 2 * size.bytes() + gate;
        Self { most_congestion, ..Self::generated(name, shape, size, making) }
    }

    fn generated(name: &str, shape: Shape, size: SetSize, making: u64) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let what = format!("--workload {name} on {rows} x {cols} nodes");
        Self { what, shape: Some(shape), size, most_congestion: size.congestion, making }
    }

    /// That of a set in a file.
    pub(crate) fn of_file(what: String, shape: Option<Shape>, file: FileSketch) -> Self {
        let (size, most_congestion) = (file.size(shape), file.most_congestion(shape));
        Self { what, shape, size, most_congestion, making: file.reading() }
    }

    /// Sizes that the set can have: with the least congestion, the greatest, and those between at which needs, which rise or fall
    /// from a power of 2 to the next, are least.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = SetSize> + use<> {
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
