//! Which runs there is room for.

use super::{Need, Records, Room, SetSize, Sketch};
use crate::algorithm::Algorithm;
use crate::failure::Failure;
use crate::message_set::MessageSet;
use meshcast_algorithms::{Congestion, DeterministicPaper};
use meshcast_engine::{Messages, Mode, Shape};

impl Algorithm {
    /// Refuses a run on `set` that cannot be planned or would not fit in memory.
    pub(crate) fn check(
        self,
        set: &MessageSet,
        known: Congestion,
        records: Records,
        room: Room,
    ) -> Result<(), Failure> {
        let (shape, messages) = (set.shape, &set.messages);
        self.check_marks(shape, messages, known)?;
        if let Self::DeterministicPaper { instances, .. } = self {
            let most = DeterministicPaper::most_instances(shape, messages, known);
            let found = instances.unwrap_or_else(|| DeterministicPaper::default_instances(shape));
            if let Some(most) = most.filter(|&most| found > most) {
                return Err(Failure::ManyReplicas { most, found });
            }
        }
        self.check_memory(shape, SetSize::of(messages), 0, records, room)
    }

    /// Refuses a run on a set that is not made yet, if there is no room to make it or for the set and the run. Where the congestion is
    /// not known yet, the run is admitted by the one that it needs least for.
    pub(crate) fn admit(
        self,
        sketch: &Sketch,
        records: Records,
        room: Room,
    ) -> Result<(), Failure> {
        let Some(shape) = sketch.shape else {
            return Ok(sketch.check(room)?);
        };
        // Marks depend on the congestion alone, and tiles are too large for some only where there are few, for little congestion.
        const FEW: usize = 64;
        let few = (sketch.most_congestion as usize).min(FEW).min(shape.nodes());
        let lists = (0..few as u32).map(|from| (from, vec![0]));
        self.check_marks(shape, &Messages::new(shape.nodes(), lists)?, records.known)?;
        let (size, need) = self.least_need(shape, sketch, records);
        // What needs more is named.
        if need > sketch.making {
            self.check_memory(shape, size, size.bytes(), records, room)
        } else {
            Ok(sketch.check(room)?)
        }
    }

    /// Bytes that a set, once it is made, and a run on it need at least, if the mesh is known.
    pub(crate) fn need_of(self, sketch: &Sketch, records: Records) -> u64 {
        sketch.shape.map_or(sketch.size.bytes(), |shape| self.least_need(shape, sketch, records).1)
    }

    /// The same on a mesh, and the size that needs the least.
    fn least_need(self, shape: Shape, sketch: &Sketch, records: Records) -> (SetSize, u64) {
        let need = |size: SetSize| {
            (size, self.memory_needed(shape, size, records).saturating_add(size.bytes()))
        };
        let least = sketch.sizes().map(need).min_by_key(|&(_, need)| need);
        least.expect("a sketch has a size")
    }

    /// Refuses marks that the tiles are too large for.
    fn check_marks(
        self,
        shape: Shape,
        messages: &Messages,
        known: Congestion,
    ) -> Result<(), Failure> {
        match self {
            Self::DeterministicPaper { marks, .. }
                if !DeterministicPaper::can_mark(shape, messages, marks, known) =>
            {
                Err(Failure::LargeTiles)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a run that there is no room for beside so many bytes.
    fn check_memory(
        self,
        shape: Shape,
        size: SetSize,
        beside: u64,
        records: Records,
        room: Room,
    ) -> Result<(), Failure> {
        let subject = || format!("{} on {} x {} nodes", self.label(), shape.rows(), shape.cols());
        let needed = |records| beside.saturating_add(self.memory_needed(shape, size, records));
        let leaping = records.can_leap().then(|| needed(Records { mode: Mode::Leap, ..records }));
        Ok(room.check(subject, Need { bytes: needed(records), leaping })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::FileSketch;
    use std::fmt::Write as _;
    use std::fs;
    use tempfile::TempDir;

    /// A set on 64 x 64 nodes: so many messages are for the first node, and every node has a message for so many that follow it.
    fn uneven(hot: usize, degree: usize) -> Messages {
        const NODES: usize = 64 * 64;
        let lists = (0..NODES as u32).map(|from| {
            let near = (1..=degree).map(|ahead| (from as usize + ahead) % NODES);
            let hot = (from as usize % (NODES / hot.max(1)) == 0 && hot > 0).then_some(0);
            let mut to: Vec<u32> = near.chain(hot).map(|to| to as u32).collect();
            to.sort_unstable();
            to.dedup();
            (from, to)
        });
        Messages::new(NODES, lists.filter(|(_, to)| !to.is_empty())).unwrap()
    }

    #[test]
    fn a_file_that_fits_when_its_congestion_is_known_is_admitted_before() {
        let folder = TempDir::new().unwrap();
        for (hot, degree) in [(0, 1), (64, 1), (1024, 1), (4096, 0), (16, 8), (2048, 8), (128, 40)]
        {
            let messages = uneven(hot, degree);
            let nodes = messages.nodes();
            let path = folder.path().join("set.mtx");
            let mut text = format!(
                "%%MatrixMarket matrix coordinate pattern general\n{nodes} {nodes} {}\n",
                messages.deliveries()
            );
            for message in 0..messages.count() {
                for to in messages.destinations(message) {
                    writeln!(text, "{} {}", to + 1, messages.source(message) + 1).unwrap();
                }
            }
            fs::write(&path, text).unwrap();
            let shape = Shape::new(64, 64).unwrap();
            let sketch = Sketch::of_file("set".to_owned(), Some(shape), FileSketch::of(&path));
            for algorithm in Algorithm::ALL {
                for mode in [Mode::Step, Mode::Leap] {
                    let records = Records { mode, threads: 2, ..Records::default() };
                    let size = SetSize::of(&messages);
                    let needed = algorithm.memory_needed(shape, size, records) + size.bytes();
                    let before = algorithm.need_of(&sketch, records);
                    assert!(
                        before <= needed,
                        "{algorithm:?}, {mode:?}, {hot} hot, degree {degree}: {before} > {needed}"
                    );
                }
            }
        }
    }
}
