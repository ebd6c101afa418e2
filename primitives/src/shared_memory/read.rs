//! Reads cells: concurrent reads.

use super::SharedMemory;
use super::ranking::{Ranking, Sharing};
use super::request;
use super::round::{Rounds, Served, discard};
use super::tour::Errand;
use crate::{Segmented, segmented_scan};
use meshcast_engine::{Machine, Order, Variable, Violation};

impl SharedMemory {
    /// Reads for every node the cell of the place that it asks for.
    ///
    /// Requests are sorted, their leaders fetch values, which spread over the requests for equal places, and all
    /// go home.
    ///
    /// # Shape
    /// That of the memory; every node has a packet in slot [`SharedMemory::home_lane`], all other slots are empty.
    ///
    /// # Cost
    /// [`SharedMemory::read_steps`], exact, whatever nodes ask for; in `Rounds::Any` steps of go, tour and back again for each
    /// further round,
    /// and those of a [reduction](crate::reduce).
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Example
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use meshcast_primitives::{Rounds, Served, SharedMemory, Sharing};
    /// use std::sync::Arc;
    /// let shape = Shape::new(4, 4)?;
    /// let shared = SharedMemory::new(shape, 20, SharedMemory::TILE_SIDE, SharedMemory::PER_NODE);
    /// let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..Options::default() };
    /// let set = Arc::new(Messages::one_each(16)?);
    /// let mut machine = Machine::new(shape, set, Some(shared.capacity()), options);
    /// machine.inject(shared.home_lane(), |_| 0);
    /// let mut memory = shared.cells(&mut machine, |place| 100 + u64::from(place))?;
    /// // Three nodes want place 19, and node 5 wants nothing.
    /// let wanted = machine.variable(1, |node, _| match node.id() {
    ///     5 => None,
    ///     id => Some(if id < 3 { 19 } else { id }),
    /// })?;
    /// let read = shared.read(&mut machine, &mut memory, &wanted, Sharing::First, Rounds::One)?;
    /// let Served::Done(values, 1) = read else { unreachable!("at most 2 leaders a node") };
    /// let outcome = machine.finish();
    /// assert_eq!(outcome.steps, shared.read_steps());
    /// let values = values.reveal(&outcome);
    /// assert_eq!(values[1..7], [119, 119, 103, 104, 0, 106].map(|v| (v > 0).then_some(v)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        &self,
        machine: &mut Machine,
        memory: &mut Variable<u64>,
        places: &Variable<Option<u32>>,
        sharing: Sharing,
        rounds: Rounds,
    ) -> Result<Served<Variable<Option<u64>>>, Violation> {
        machine.span("read", |machine| {
            self.ask(machine, |node| Some((node.own(places)[0]?, 0)))?;
            let ranking = self.rank(machine, sharing, false)?;
            let errand = Errand::Fetch;
            let Some(rounds) = self.serve(machine, memory, (&ranking, rounds), errand)? else {
                discard(machine, 0..1)?;
                return Ok(ranking.refused());
            };
            machine.swap_lanes(|_| [(0, self.aside())])?;
            machine.span("spread", |machine| spread(machine, &ranking))?;
            machine.rekey(0, |node| node.source(0))?;
            machine.span("home", |machine| self.home.run(machine))?;
            let values =
                machine.variable(1, |node, _| node.payload(0).get(request::VALUE).copied())?;
            discard(machine, 0..1)?;
            Ok(Served::Done(values, rounds))
        })
    }
}

/// Spreads the values of leaders over the requests for equal places, as halves in two waves.
fn spread(machine: &mut Machine, ranking: &Ranking) -> Result<(), Violation> {
    let mut halves = machine.variable(2, |node, half| {
        let value = node.payload(0).get(request::VALUE).copied().unwrap_or(0);
        let starts = node.own(&ranking.ranked)[0].is_first;
        Segmented { starts, value: (value >> (32 * half)) as u32 }
    })?;
    segmented_scan(machine, &mut halves, Order::Snake, |before, _| before)?;
    machine.rewrite_payload(0, |node, words| {
        let [low, high] = [0, 1].map(|half| u64::from(node.own(&halves)[half].value));
        words[request::VALUE] = low | high << 32;
    })
}
