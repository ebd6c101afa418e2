//! Chooses the field and the tiles for a mesh and a congestion.

use super::super::rounds::{End, RoundCosts};
use super::places::PolynomialPlaces;
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{Tessellation, blocks};
use crate::permutation::Permutation;
use crate::polynomials::{
    Certificate, CertificateError, ExplicitQuestion, Field, certificate_within, prime_power,
};
use meshcast_engine::{MAX_NODES, Shape, Tiling};

/// Most elements of a field, for each message of a node.
const MOST_FOR_EACH: usize = 16;

/// The greatest order of a field.
const MOST_ORDER: usize = 1 << 12;

/// Messages for a node beyond which only squares and powers of two are tried.
const MANY: u64 = 256;

/// Tiles whose longer side is so many times the shorter are not looked at, if others are possible.
const LONGEST: usize = 4;

/// The rounds of [`Explicit`](crate::Explicit) on a mesh, and how many of them are enough for every message set of a congestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitPlan {
    pub(super) grid: Tessellation,
    pub(super) congestion: u64,
    /// None if there is one tile.
    certificate: Option<Certificate>,
    /// Steps of a round, with its survey.
    steps: u64,
    /// Steps that are expected where messages are spread evenly, if what is left in the end takes rounds with one tile.
    expected: u64,
}

impl ExplicitPlan {
    /// The plan for a congestion, with a field of some order or of any.
    ///
    /// Of all grids whose certified steps are at most half as many again as the fewest, the one that is expected to take the fewest on
    /// evenly spread messages. There is one tile if c rounds with one, which are enough, take no more steps than a single round with
    /// others.
    ///
    /// # Errors
    /// If there is no field of that order, or no grid of as many tiles that fits the mesh; for other numbers out of range.
    pub fn new(
        shape: Shape,
        congestion: u64,
        order: Option<u64>,
    ) -> Result<Self, CertificateError> {
        let nodes = shape.nodes() as u64;
        if congestion > nodes {
            return Err(CertificateError::Congestion { nodes, found: congestion });
        }
        let congestion = congestion.max(1);
        if let Some(found) = order {
            let most = nodes.min(MOST_ORDER as u64);
            let grids = if found <= most { grids(shape, found as usize) } else { Vec::new() };
            let best = best_of(&RoundCosts::new(shape), congestion, &grids);
            return best.ok_or(CertificateError::Order { most, found });
        }
        let costs = RoundCosts::new(shape);
        let one = Self::of(&costs, Tessellation::of_grid(shape, 1, 1), congestion, None);
        let most = (MOST_FOR_EACH * congestion as usize).clamp(MOST_FOR_EACH, MOST_ORDER);
        // Where c is large, fields much smaller and much larger never pay.
        let least = (congestion as usize / MOST_FOR_EACH.pow(2)).clamp(2, MOST_ORDER / 16);
        // Of meshes that no machine has room for, whose steps take long to plan, powers of two near c alone.
        let is_machine = shape.nodes() <= MAX_NODES;
        let is_tried = |&order: &usize| {
            let is_even = prime_power(order).is_some_and(|(_, exponent)| exponent % 2 == 0);
            let is_near = (congestion / 2..=2 * congestion).contains(&(order as u64));
            order.is_power_of_two() && (is_machine || is_near)
                || is_machine && is_even
                || is_machine && congestion <= MANY && prime_power(order).is_some()
        };
        let orders = (least..=most.min(shape.nodes())).filter(is_tried);
        let grids: Vec<Tessellation> = orders.flat_map(|order| grids(shape, order)).collect();
        let best = best_of(&costs, congestion, &grids);
        Ok(best.filter(|best| best.steps < congestion * costs.with_one()).unwrap_or(one))
    }

    fn of(
        costs: &RoundCosts,
        grid: Tessellation,
        congestion: u64,
        certificate: Option<Certificate>,
    ) -> Self {
        let known = MessageParameters::uniform(grid.shape(), congestion as usize);
        let steps = costs.of(grid);
        let expected = costs.until_done(grid, steps, known, End::OneTile);
        Self { grid, congestion, certificate, steps, expected }
    }

    /// Rows and columns of the grid of tiles.
    pub fn tiles(&self) -> (usize, usize) {
        (self.grid.down(), self.grid.across())
    }

    /// Where packets stand in the rounds: in round j that of node i stands at πⱼ(i). As many as the field has points; none if there is
    /// one tile.
    #[expect(clippy::missing_panics_doc, reason = "packets stand at different nodes")]
    pub fn places(&self) -> impl Iterator<Item = Permutation> {
        let places = self.computed_places();
        let rounds = places.as_ref().map_or(0, |_| self.order());
        let tables = (0..rounds).filter_map(move |round| Some(places.as_ref()?.table(round)));
        tables.map(|table| Permutation::new(table).expect("packets stand at different nodes"))
    }

    /// Where packets stand in rounds with several tiles.
    pub(super) fn computed_places(&self) -> Option<PolynomialPlaces> {
        let field = Field::new(self.order()).filter(|_| self.order() > 1)?;
        Some(PolynomialPlaces::new(field, self.grid))
    }

    /// The tile in whose core a node lies; packets at nodes outside the cores rest.
    pub fn tile_of_core(&self, node: u32) -> Option<usize> {
        let grid = self.grid;
        let (row, col) = grid.shape().position(node as usize);
        let part = |index: usize, parts: usize, side: usize| ((index + 1) * parts - 1) / side;
        let down = part(row, grid.down(), grid.shape().rows());
        let across = part(col, grid.across(), grid.shape().cols());
        grid.is_in_core(row, col).then_some(down * grid.across() + across)
    }

    /// The order of the field, q: as many as there are tiles.
    pub fn order(&self) -> usize {
        self.grid.tiles()
    }

    /// Digits of the packets' numbers in base q; none if there is one tile.
    pub fn digits(&self) -> usize {
        self.certificate.as_ref().map_or(0, |certificate| certificate.digits)
    }

    /// What is to be certified of its rounds, with one copy a node and visit.
    pub fn question(&self) -> ExplicitQuestion {
        question(self.grid.shape(), self.congestion, self.grid)
    }

    /// What certifies the rounds; none if there is one tile, where c rounds are enough, since each serves all that want a block or as
    /// many as it has nodes.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// Rounds that are enough for every message set.
    pub fn rounds(&self) -> u64 {
        self.certificate.as_ref().map_or(self.congestion, Certificate::rounds)
    }

    /// Steps that are enough for every message set.
    pub fn certified_steps(&self) -> u64 {
        1 + self.rounds() * self.steps
    }

    /// Steps that are expected where every node has a message for c nodes and gets as many.
    pub(super) fn expected_steps(&self) -> u64 {
        let (shape, congestion) = (self.grid.shape(), self.congestion as usize);
        let known = MessageParameters::uniform(shape, congestion);
        RoundCosts::new(shape).until_done(self.grid, self.steps, known, End::Any)
    }
}

/// The grids of so many tiles, a prime power, but for those with needlessly long tiles.
fn grids(shape: Shape, order: usize) -> Vec<Tessellation> {
    let Some((prime, exponent)) = prime_power(order) else { return Vec::new() };
    let downs = (0..=exponent).map(|i| (prime as usize).pow(i));
    let fits = |&down: &usize| down <= shape.rows() && order / down <= shape.cols();
    let grid = |down| Tessellation::of_grid(shape, down, order / down);
    let all: Vec<Tessellation> = downs.filter(fits).map(grid).collect();
    let length = |grid: &Tessellation| {
        let core = grid.core();
        core.rows().max(core.cols()) / core.rows().min(core.cols())
    };
    let least = all.iter().map(length).min().unwrap_or(0);
    // The shapes of tiles that no machine has room for take long to plan.
    let longest = if shape.nodes() <= MAX_NODES { least.max(LONGEST) } else { least };
    all.into_iter().filter(|grid| length(grid) <= longest).collect()
}

/// The plan that is expected to take the fewest steps, of those whose certified steps are about the fewest.
fn best_of(costs: &RoundCosts, congestion: u64, grids: &[Tessellation]) -> Option<ExplicitPlan> {
    let mut found: Vec<(u64, Tessellation, Certificate)> = Vec::new();
    let mut bound = u64::MAX;
    for &grid in grids {
        let about = about(grid);
        let question = question(grid.shape(), congestion, grid);
        let Some(certificate) = certificate_within(&question, bound / about) else { continue };
        let cost = certificate.rounds() * about;
        // What may be half as much again, and is estimated too low by a quarter.
        bound = bound.min(2 * cost);
        found.push((cost, grid, certificate));
    }
    let plans = found.into_iter().filter(|&(cost, ..)| cost <= bound);
    let plans =
        plans.map(|(_, grid, found)| ExplicitPlan::of(costs, grid, congestion, Some(found)));
    let plans: Vec<ExplicitPlan> = plans.collect();
    let fewest = plans.iter().map(ExplicitPlan::certified_steps).min()?;
    let near = plans.into_iter().filter(|plan| 2 * plan.certified_steps() <= 3 * fewest);
    near.min_by_key(|plan| (plan.expected, plan.certified_steps()))
}

/// Steps of a round, about.
fn about(grid: Tessellation) -> u64 {
    let (tile, shape) = (grid.largest(), grid.shape());
    let sides = |shape: Shape| (shape.rows() + shape.cols()) as u64;
    6 * grid.tiles() as u64 * sides(tile) + 3 * sides(shape)
}

/// What is to be certified of rounds with these tiles.
fn question(shape: Shape, congestion: u64, grid: Tessellation) -> ExplicitQuestion {
    let tiles = Tiling::shapes_in_grid(shape, grid.down(), grid.across());
    let smallest = tiles.map(|tile| {
        let (down, across) = blocks(tile);
        (tile.rows() / down) * (tile.cols() / across)
    });
    ExplicitQuestion {
        nodes: shape.nodes() as u64,
        congestion,
        order: grid.tiles() as u64,
        block: smallest.min().unwrap_or(1) as u64,
        instances: 1,
        places: grid.core().nodes() as u64,
    }
}
