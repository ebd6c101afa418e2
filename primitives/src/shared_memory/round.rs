//! Serves leaders round by round: as many of each tile at a time as its nodes take.

use super::SharedMemory;
use super::ranking::{Clash, Ranked, Ranking};
use super::request;
use super::tour::Errand;
use crate::{KkRouting, reduce};
use meshcast_engine::{Machine, Node, Variable, Violation};

/// How often requests may go to the tiles in one access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// Once.
    One,
    /// As often as the fullest tile makes necessary.
    Any,
}

/// What comes of an access.
#[derive(Debug)]
pub enum Served<T> {
    /// All requests were served, in so many rounds.
    Done(T, u32),
    /// A tile had more leaders than a round serves, and no more than one was wanted: nothing was read or written.
    Overloaded,
    /// Requests break their [`Sharing`](super::Sharing): nothing was read or written. Every node knows its clash with the
    /// request before it.
    Clashes(Variable<Option<Clash>>),
}

impl<T> Served<T> {
    /// What was read and the rounds, if all requests were served.
    pub fn done(self) -> Option<(T, u32)> {
        match self {
            Self::Done(found, rounds) => Some((found, rounds)),
            Self::Overloaded | Self::Clashes(_) => None,
        }
    }
}

impl Ranking {
    /// Why nothing was served.
    pub(super) fn refused<T>(self) -> Served<T> {
        self.clashes.map_or(Served::Overloaded, Served::Clashes)
    }
}

impl SharedMemory {
    /// Copies the packets of nodes with requests, which say their places and values, into slot 0.
    pub(super) fn ask(
        &self,
        machine: &mut Machine,
        request: impl Fn(&Node<'_>) -> Option<(u32, u64)> + Sync,
    ) -> Result<(), Violation> {
        machine.step(|step| step.copy_bare(self.home_lane(), 0, |node| request(node).is_some()))?;
        machine.rekey(0, |node| request(node).map(|(place, _)| place))?;
        machine.rewrite_payload(0, |node, words| {
            let (place, value) = request(node).unwrap_or_default();
            words[0] = request::header(place, 0);
            words[request::VALUE] = value;
        })
    }

    /// Serves what has been ranked and returns the rounds, if nothing stands against it. Requests are then in the slot
    /// [aside](SharedMemory::aside) where they were sorted to; those that have stored their values in the last round are in the
    /// tiles.
    pub(super) fn serve(
        &self,
        machine: &mut Machine,
        memory: &mut Variable<u64>,
        (ranking, rounds): (&Ranking, Rounds),
        errand: Errand,
    ) -> Result<Option<u32>, Violation> {
        if ranking.clashes.is_some() || (ranking.overloads && rounds == Rounds::One) {
            return Ok(None);
        }
        let rounds = if ranking.overloads { rounds_of(machine, &ranking.ranked)? } else { 1 };
        machine.swap_lanes(|_| [(0, self.aside())])?;
        for round in 0..rounds {
            if round > 0 && errand == Errand::Store {
                discard(machine, 0..self.per_node)?;
            }
            self.serve_round(machine, memory, &ranking.ranked, (round, errand))?;
        }
        Ok(Some(rounds))
    }

    fn serve_round(
        &self,
        machine: &mut Machine,
        memory: &mut Variable<u64>,
        ranked: &Variable<Ranked>,
        (round, errand): (u32, Errand),
    ) -> Result<(), Violation> {
        let aside = self.aside();
        let is_due = |node: &Node<'_>| {
            let own = node.own(ranked)[0];
            own.leads && own.round == round
        };
        machine.swap_lanes(|node| is_due(node).then_some((0, aside)))?;
        machine.rewrite_payload(0, |node, words| {
            words[0] = request::header(request::place(words), node.id());
        })?;
        machine.rekey(0, |node| {
            let tile = self.placement.tile_of(request::place(node.payload(0)));
            let seat = node.own(ranked)[0].seat;
            Some(self.placement.node_of(tile, seat as usize) as u32)
        })?;
        machine.enqueue(0..1, KkRouting::QUEUE)?;
        machine.span("go", |machine| self.go.run(machine))?;
        machine.dequeue(KkRouting::QUEUE, 0..self.per_node)?;
        self.tour.run(machine, memory, errand)?;
        if errand == Errand::Store {
            return Ok(());
        }
        machine.enqueue(0..self.per_node, KkRouting::QUEUE)?;
        machine.requeue(KkRouting::QUEUE, |_, queued| {
            (KkRouting::QUEUE, request::sorted_at(queued.payload()))
        })?;
        machine.span("back", |machine| self.back.run(machine))?;
        machine.dequeue(KkRouting::QUEUE, 0..1)?;
        machine.swap_lanes(|node| is_due(node).then_some((0, aside)))
    }
}

/// The rounds that the fullest tile needs.
fn rounds_of(machine: &mut Machine, ranked: &Variable<Ranked>) -> Result<u32, Violation> {
    machine.span("rounds", |machine| {
        let mut last = machine.map(ranked, |_, ranked| ranked.round)?;
        Ok(reduce(machine, &mut last, u32::max)? + 1)
    })
}

/// Lets the requests in some slots leave, in one step.
pub(super) fn discard(
    machine: &mut Machine,
    lanes: impl IntoIterator<Item = usize>,
) -> Result<(), Violation> {
    let mut lanes = lanes.into_iter();
    machine.step(|step| lanes.try_for_each(|lane| step.discard(lane, |_| true)))
}
