//! Refuses runs that there is no room for, or that cannot be planned.

use super::algorithm::Algorithm;
use super::error::AdmissionError;
use super::extent::Extent;
use crate::memory::{Need, Records, Room, SetSize, Sketch, kept};
use crate::message_set::MessageSet;
use meshcast_algorithms::Congestion;
use meshcast_engine::{Mode, Shape};

impl Algorithm {
    /// Refuses a run on `set` that cannot be planned or would not fit in memory.
    pub(crate) fn check(
        self,
        set: &MessageSet,
        known: Congestion,
        records: Records,
        room: Room,
    ) -> Result<(), AdmissionError> {
        let (shape, parameters) = (set.shape, self.parameters());
        let routed = self.routed(set);
        for set in &routed {
            self.entry().check_messages(shape, &set.messages, known, parameters)?;
        }
        let beside = self.beside_classes(set.messages.per_node(), SetSize::of(&set.messages));
        routed.iter().try_for_each(|set| {
            self.check_memory(shape, SetSize::of(&set.messages), beside, records, room)
        })
    }

    /// Refuses a run on a set that is not made yet, if there is no room to make it or for the set and the run. Where the congestion is
    /// not known yet, the run is admitted by the one that it needs least for.
    pub(crate) fn admit(
        self,
        sketch: &Sketch,
        records: Records,
        room: Room,
    ) -> Result<(), AdmissionError> {
        let Some(shape) = sketch.shape else {
            return Ok(sketch.check(room)?);
        };
        let congestion = usize::try_from(sketch.most_congestion).unwrap_or(usize::MAX);
        self.entry().check_mesh(shape, congestion, records.known, self.parameters())?;
        // What needs more is named.
        let check = |size: SetSize| {
            if self.need(shape, size, records) > sketch.making {
                self.check_memory(shape, size, size.bytes(), records, room)
            } else {
                Ok(sketch.check(room)?)
            }
        };
        if sketch.sizes().any(|size| check(size).is_ok()) {
            return Ok(());
        }
        let least = sketch.sizes().min_by_key(|&size| self.need(shape, size, records));
        check(least.expect("a sketch has a size"))
    }

    /// Bytes that a set, once it is made, and a run on it need at least, if the mesh is known.
    pub(crate) fn least_need(self, sketch: &Sketch, records: Records) -> u64 {
        let Some(shape) = sketch.shape else { return sketch.size.bytes() };
        let needs = sketch.sizes().map(|size| self.need(shape, size, records));
        needs.min().expect("a sketch has a size")
    }

    /// Bytes of a set and a run on it.
    fn need(self, shape: Shape, size: SetSize, records: Records) -> u64 {
        self.memory_needed(shape, size, records).saturating_add(size.bytes())
    }

    /// Bytes that planning and running it need, the check of deliveries included.
    pub(crate) fn memory_needed(self, shape: Shape, size: SetSize, records: Records) -> u64 {
        let (run, parameters) = (Extent::new(shape, size, records), self.parameters());
        // Forecasts take time.
        let steps = if records.audit { self.expected_steps(&run) } else { 0 };
        let held_events =
            if records.trace { self.entry().held_events(&run, parameters) } else { 0 };
        let machine = self.entry().footprint(&run, parameters);
        let surveying = match records.known {
            Congestion::Known => 0,
            _ => self.entry().survey_footprint(&run),
        };
        // An outcome has the buffers and output queues of its machine.
        let machines = machine.max(surveying).saturating_mul(1 + records.other_outcomes);
        machines.saturating_add(kept(size, records, shape, (steps, held_events)))
    }

    /// Refuses a run that there is no room for beside so many bytes.
    fn check_memory(
        self,
        shape: Shape,
        size: SetSize,
        beside: u64,
        records: Records,
        room: Room,
    ) -> Result<(), AdmissionError> {
        let subject = || format!("{} on {} x {} nodes", self.label(), shape.rows(), shape.cols());
        let needed = |records| beside.saturating_add(self.memory_needed(shape, size, records));
        let leaping = records.can_leap().then(|| needed(Records { mode: Mode::Leap, ..records }));
        Ok(room.check(subject, Need { bytes: needed(records), leaping })?)
    }
}
