//! Makes rounds until nothing is left, wherever the places of packets come from.

use super::ending::Ending;
use super::run_record::RoundsRound;
use super::tile_schedule::Turn;
use crate::multicast::congestion::Survey;
use crate::multicast::visits::{
    MASTER, MOVING, Manner, Plan, Record, Tessellation, broadcast, claim_served, round_steps, swap,
};
use meshcast_engine::{Machine, Node, Shape, Violation, Witness};
use meshcast_primitives::PermutationRouting;

/// Blocks a side of the routing: three keep the packets below the masters' lane.
pub(in crate::multicast::deterministic) const BLOCKS: usize = 3;

/// Where packets stand in the rounds of a run, and which tiles the rounds have.
pub(in crate::multicast::deterministic) trait Source {
    /// The first round.
    fn first(&self) -> Turn;

    /// The round that comes after another one, if nothing ends the run.
    fn after(&self, turn: Turn) -> Turn;

    /// Whether packets go home before such a round, if it is not the first.
    fn comes_home(&self, turn: Turn) -> bool;

    /// Brings the packets to their places in a round with several tiles, and claims that they are there; whether they went home
    /// before.
    fn scatter(
        &mut self,
        rounds: &RoundLoop<'_>,
        machine: &mut Machine,
        turn: Turn,
    ) -> Result<bool, Violation>;
}

/// The rounds of a run on one mesh.
pub(in crate::multicast::deterministic) struct RoundLoop<'r> {
    pub(in crate::multicast::deterministic) shape: Shape,
    pub(in crate::multicast::deterministic) routing: &'r PermutationRouting,
    /// What is found out after a round.
    pub(in crate::multicast::deterministic) survey: Survey,
    /// The most destinations of a packet.
    pub(in crate::multicast::deterministic) degree: usize,
}

impl RoundLoop<'_> {
    /// Steps of a round with its survey.
    pub(in crate::multicast::deterministic) fn steps(
        &self,
        grid: Tessellation,
        comes_home: bool,
    ) -> u64 {
        let home = if comes_home { self.routing.steps() } else { 0 };
        let scatter = if grid.tiles() > 1 { self.routing.steps() } else { 0 };
        home + scatter + round_steps(grid, Manner::Exact) + self.survey.census_steps()
    }

    /// Makes rounds until nothing is left of `live` packets, or what is left has gone past every node: so many.
    pub(in crate::multicast::deterministic) fn run(
        &self,
        machine: &mut Machine,
        source: &mut impl Source,
        mut ending: Option<Ending>,
        mut live: u32,
    ) -> Result<(Vec<RoundsRound>, u32), Violation> {
        let (mut turn, mut rounds) = (source.first(), Vec::new());
        let plan = |grid| Plan::new(grid, Manner::Exact, self.degree);
        let mut visits = plan(turn.grid);
        // One for the run: what is served in a round is open in no later one.
        let mut record = Witness::new(Record::default());
        claim_served(machine, &mut record)?;
        while live > 0 {
            let (anew, (left, ranks)) = machine.span("round", |machine| {
                let anew = turn.grid.tiles() > 1 && source.scatter(self, machine, turn)?;
                visits.claimed_round(machine, &mut record)?;
                let census = self.survey.census(machine, MASTER)?;
                claim_served(machine, &mut record)?;
                Ok((anew, census))
            })?;
            rounds.push(RoundsRound::new(turn.grid, anew, left.packets));
            live = left.packets;
            let (before, after) = (turn, source.after(turn));
            let steps = |turn: Turn| {
                self.steps(turn.grid, turn.grid.tiles() > 1 && source.comes_home(turn))
            };
            let next = match &mut ending {
                Some(ending) => ending.next(before, after, left, steps),
                None => Some(after),
            };
            let Some(next) = next else {
                broadcast(machine, live as usize, Some(ranks))?;
                return Ok((rounds, live));
            };
            turn = next;
            if turn.grid != before.grid {
                visits = plan(turn.grid);
            }
        }
        Ok((rounds, 0))
    }

    /// Routes every packet to the node that `target` says at its present one.
    pub(in crate::multicast::deterministic) fn route(
        &self,
        machine: &mut Machine,
        target: impl Fn(&Node<'_>) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        swap(machine, |_, _| true)?;
        machine.rekey(MOVING, target)?;
        self.routing.run(machine)?;
        swap(machine, |_, _| true)
    }
}
