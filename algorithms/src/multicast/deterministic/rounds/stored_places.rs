//! Brings packets to the places that stored permutations give them.

use super::permutations::{Permutations, Places};
use super::place_claim::{StageSoFar, claim_places, expected_places};
use super::round_loop::{RoundLoop, Source};
use super::tile_schedule::{TileSchedule, Turn};
use crate::guarantee::StoredWords;
use crate::multicast::visits::MOVING;
use meshcast_engine::{Machine, Shape, Violation};

/// The places of a run, and the stages so far.
pub(super) struct StoredPlaces<'r> {
    permutations: &'r Permutations,
    schedule: &'r TileSchedule,
    places: Places<'r>,
    stages: Vec<StageSoFar>,
}

impl<'r> StoredPlaces<'r> {
    /// All packets at home.
    pub(super) fn new(
        permutations: &'r Permutations,
        schedule: &'r TileSchedule,
        shape: Shape,
    ) -> Self {
        let places = Places::at_home(permutations, shape.nodes());
        Self { permutations, schedule, places, stages: Vec::new() }
    }
}

impl Source for StoredPlaces<'_> {
    fn first(&self) -> Turn {
        self.schedule.first()
    }

    fn after(&self, turn: Turn) -> Turn {
        self.schedule.after(turn)
    }

    fn comes_home(&self, turn: Turn) -> bool {
        self.permutations.kind() == StoredWords::All && self.schedule.index(turn) == 0
    }

    fn scatter(
        &mut self,
        rounds: &RoundLoop<'_>,
        machine: &mut Machine,
        turn: Turn,
    ) -> Result<bool, Violation> {
        self.schedule.note(turn, &mut self.stages);
        let index = self.schedule.index(turn);
        let anew = self.places.start_anew(index);
        if anew {
            machine.span("home", |machine| rounds.route(machine, |node| node.source(MOVING)))?;
        }
        let entries = self.places.advance(index, self.schedule.segment(turn));
        machine.span("scatter", |machine| {
            rounds.route(machine, |node| node.packet(MOVING).map(|_| entries[node.index()]))
        })?;
        let (nodes, cycle) = (rounds.shape.nodes(), self.schedule.cycle);
        let expected = expected_places(self.permutations, nodes, cycle, &self.stages);
        claim_places(machine, expected)?;
        Ok(anew)
    }
}
