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

    /// Refuses a run on a set that is not made yet, if there is no room to make it or for the set and the run.
    pub(crate) fn admit(
        self,
        sketch: &Sketch,
        records: Records,
        room: Room,
    ) -> Result<(), Failure> {
        if let Some(shape) = sketch.shape {
            // Marks depend on the congestion alone, and tiles are too large for some only where there are few, for little congestion.
            const FEW: usize = 64;
            let few = (sketch.size.congestion as usize).min(FEW).min(shape.nodes());
            let lists = (0..few as u32).map(|from| (from, vec![0]));
            self.check_marks(shape, &Messages::new(shape.nodes(), lists)?, records.known)?;
        }
        // What needs more is named.
        match sketch.shape {
            Some(shape) if self.need_of(sketch, records) > sketch.making => {
                self.check_memory(shape, sketch.size, sketch.size.bytes(), records, room)
            }
            _ => Ok(sketch.check(room)?),
        }
    }

    /// Bytes that a set, once it is made, and a run on it need, if the mesh is known.
    pub(crate) fn need_of(self, sketch: &Sketch, records: Records) -> u64 {
        let running = |shape| self.memory_needed(shape, sketch.size, records);
        sketch.shape.map_or(0, running).saturating_add(sketch.size.bytes())
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
