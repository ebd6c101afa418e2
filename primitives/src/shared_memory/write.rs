//! Writes cells: concurrent writes.

use super::SharedMemory;
use super::ranking::Sharing;
use super::round::{Rounds, Served, discard};
use super::tour::Errand;
use meshcast_engine::{Machine, Variable, Violation};

impl SharedMemory {
    /// Writes for every node that has a request, a place and a value, the value into the cell of the place; of several for one place
    /// what `sharing` says.
    ///
    /// Requests are sorted; where values are combined, that is done by waves of the scan that ranks leaders. Leaders take them to
    /// the cells.
    ///
    /// # Shape
    /// As [`SharedMemory::read`].
    ///
    /// # Cost
    /// [`SharedMemory::write_steps`], exact, whatever nodes write, and one more where values have to be equal; with
    /// `Rounds::Any` steps of go,
    /// tour and discard again for each further round, and those of a [reduction](crate::reduce).
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Example
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use meshcast_primitives::{Operator, Rounds, Served, SharedMemory, Sharing};
    /// use std::sync::Arc;
    /// let shape = Shape::new(4, 4)?;
    /// let shared = SharedMemory::new(shape, 16, SharedMemory::TILE_SIDE, SharedMemory::PER_NODE);
    /// let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..Options::default() };
    /// let set = Arc::new(Messages::one_each(16)?);
    /// let mut machine = Machine::new(shape, set, Some(shared.capacity()), options);
    /// machine.inject(shared.home_lane(), |_| 0);
    /// let mut memory = shared.cells(&mut machine, |_| 7)?;
    /// // Odd nodes add up their numbers in place 3.
    /// let wanted = machine.variable(1, |node, _| {
    ///     (node.id() % 2 == 1).then_some((3, u64::from(node.id())))
    /// })?;
    /// let sharing = Sharing::Combined(Operator::Sum);
    /// let written = shared.write(&mut machine, &mut memory, &wanted, sharing, Rounds::One)?;
    /// assert!(matches!(written, Served::Done((), 1)));
    /// let outcome = machine.finish();
    /// assert_eq!(outcome.steps, shared.write_steps(Some(Operator::Sum)));
    /// assert_eq!(memory.reveal(&outcome)[..5], [7, 7, 7, 1 + 3 + 5 + 7 + 9 + 11 + 13 + 15, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &self,
        machine: &mut Machine,
        memory: &mut Variable<u64>,
        values: &Variable<Option<(u32, u64)>>,
        sharing: Sharing,
        rounds: Rounds,
    ) -> Result<Served<()>, Violation> {
        machine.span("write", |machine| {
            self.ask(machine, |node| node.own(values)[0])?;
            let ranking = self.rank(machine, sharing, true)?;
            let errand = Errand::Store;
            let Some(rounds) = self.serve(machine, memory, (&ranking, rounds), errand)? else {
                discard(machine, 0..1)?;
                return Ok(ranking.refused());
            };
            discard(machine, (0..self.per_node).chain([self.aside()]))?;
            Ok(Served::Done((), rounds))
        })
    }
}
