//! Plans a sort: its phases in order and what they cost.

use std::fmt;
use std::sync::Arc;

use meshcast_engine::{Order, Shape};

use super::counted::Counted;
use super::divisors::height_of_two_merges;
use super::merge::{LONGEST_ROW, Merge};
use super::merge_recipe::{Cookbook, Part, Recipe, Stage};
use super::shearsort::Finish;
use super::stretch::{Stretch, joined, total};
use super::{Direction, Hop, Phase, RowRoute};

/// Rows that a planned height may exceed the mesh by; more would cost planning time for next to nothing. Two merges of whole rows may.
const MOST_MISSING_ROWS: usize = 24;

/// The oblivious phases that sort one packet a node, or two, on a mesh of one shape, chosen without looking at any key.
///
/// # Idea
/// Two packets a node cost no more than one under odd–even transposition: fold the columns in pairs onto half of the
/// nodes, and every other exchange along a row is free local work, so row sorts cost half, while the two columns of a
/// node take turns on its vertical links, so column sorts cost the same. On the folded mesh, shearsort small blocks,
/// then [`Merge`] rectangles of them, ever larger; which ones is found by dynamic programming over block sizes. Unfold
/// at the end.
///
/// # Shape
/// Any rows × cols ≥ 1 × 1, snake or row-major order. A mesh may be planned as if it had more rows: the missing ones
/// would hold the largest keys, which never leave them, so phases ignore rows that are absent. Few blocks fit a width
/// with a large prime factor; the last block is then narrower, or rows are merged whole, in slices whose widths differ by one.
///
/// # Why a constant number of steps a side is enough, whatever the shape
/// Let a be the longer side. Sort the rows, then merge twice about √rows blocks of whole rows, so that D is about √rows/2, in two levels:
/// slices of at least 3D columns and O(√a), then all. The ones of slices begin at most D·2/(3D) < 1 row apart, so the second level has
/// two dirty rows. Rows of fewer than 6D columns, O(√a), need one level only, of O(√a·log a) steps. In steps, up to O(√a·log a), which is
/// all that the first level takes:
///
/// | phase | at most |
/// |---|---|
/// | folding and unfolding, a/4 each | a/2 |
/// | sorting the rows | a/2 |
/// | the permutations of two merges, two packets a node on a/2 nodes ([`LineRoute`](super::LineRoute)), a/2 each | a |
/// | the rows of both second levels, a/2 each | a |
/// | what is then out of place, 2D in each of a/3D slices; in row-major order the rows once more; a/2 each | a |
/// | the columns of both merges | a |
/// | in all | 5a |
///
/// A plan takes no more, since it is the cheapest of many, these, or on long rows slices of nearly these widths, among them: the rows are
/// planned as if they were d·e, d and e even and about √rows, which is O(√a) rows too many.
///
/// # Cost
/// Exactly [`Plan::steps`], whatever the keys. [`Plan::wide`] is for two elements a node, which need no folding. In
/// steps a side:
///
/// | side | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024 | any to 128 | any to 1200 |
/// |---|---|---|---|---|---|---|---|---|---|---|
/// | snake | 3.75 | 4.31 | 4.38 | 4.17 | 3.90 | 3.65 | 3.40 | 3.22 | ≤ 5.0 | ≤ 5.0 |
/// | row-major | 4.00 | 4.50 | 4.66 | 4.41 | 4.21 | 3.95 | 3.76 | 3.58 | ≤ 5.17 | ≤ 5.17 |
/// | wide, snake | 5.25 | 5.81 | 5.50 | 5.19 | 4.84 | 4.45 | 4.15 | | ≤ 6.44 | |
/// | wide, row-major | 5.50 | 6.38 | 6.19 | 5.81 | 5.51 | 5.18 | 4.93 | | ≤ 6.89 | |
/// | shearsort, snake | 4.25 | 4.88 | 5.44 | 5.97 | 6.48 | 6.99 | 7.50 | 8.00 | | |
///
/// The worst sides are primes: 5.00 at 37 and 43, 4.95 at 19 and 41, 4.94 at 47, then 4.76 at 67, 3.73 at 1301, 3.65 at 4099. By
/// [`Plan::steps_on`] a square takes 2.56 steps a side in snake order at 2^30 and 4.00 on primes as long.
///
/// At most five packets a node: two at rest, three on their way in a route.
///
/// Merges are found, and steps counted, in a time polynomial in log a: primes above 2^13 are not looked for in a side, rows of more than
/// 2^13 elements are cut into slices of some widths only, and permutations of more than 2^17 are not counted.
///
/// # Source
/// Shearsort: I. D. Scherson, S. Sen, A. Shamir, "Shear-sort: a true two-dimensional sorting technique for VLSI
/// networks", 1986. Dealing the places of sorted blocks over all columns before a column sort: J. M. Marberg, E. Gafni,
/// "Sorting in constant number of row and column phases on a mesh", 1988. Folding, reversing every other row of blocks
/// and the tail over growing slices are this crate's own combination; the proofs stand beside the code.
///
/// # Example
/// ```
/// use meshcast_engine::{Order, Shape};
/// use meshcast_primitives::sort::Plan;
/// let plan = Plan::new(Shape::new(4, 4)?, Order::Snake);
/// // Fold; sort the rows, every other one turned; merge the four by a column sort, a row sort and the snake; unfold.
/// let steps: Vec<usize> = plan.phases().iter().map(|phase| phase.steps()).collect();
/// assert_eq!(steps, [1, 2, 4, 2, 2, 1]);
/// assert_eq!(plan.steps(), 12);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    shape: Shape,
    order: Order,
    /// The node column of the first two element columns.
    first: usize,
    /// Element columns.
    columns: usize,
    phases: Vec<Phase>,
    merges: Vec<(usize, Merge)>,
}

impl Plan {
    /// The plan of folded balanced merges with the fewest steps.
    ///
    /// # Panics
    /// If the order is column-major: sort the transposed mesh row-major instead.
    pub fn new(shape: Shape, order: Order) -> Self {
        let recipe = cheapest(shape, 1, order);
        Self::folded_and_unfolded(shape, order, &recipe)
    }

    /// The steps of [`Plan::new`], without its routes: also on meshes that are too large for any machine, where permutations of more
    /// than 2^17 columns are taken to need half as many steps as columns, the most that any needs.
    ///
    /// # Panics
    /// As [`Plan::new`].
    pub fn steps_on(shape: Shape, order: Order) -> u64 {
        (2 * fold_steps(shape.cols())) as u64 + total(&cheapest_steps(shape, 1, order))
    }

    /// Those steps by the lines along which they use links.
    pub(super) fn stretches_on(shape: Shape, order: Order) -> Vec<Stretch> {
        let fold = [Stretch::of_route(fold_steps(shape.cols()))];
        let sorting = cheapest_steps(shape, 1, order);
        joined(fold.into_iter().chain(sorting.iter().copied()).chain(fold))
    }

    /// The steps of [`Plan::wide`], likewise.
    ///
    /// # Panics
    /// As [`Plan::wide`].
    pub fn wide_steps_on(shape: Shape, order: Order) -> u64 {
        total(&Self::wide_stretches_on(shape, order))
    }

    /// Those steps by the lines along which they use links.
    pub(super) fn wide_stretches_on(shape: Shape, order: Order) -> Vec<Stretch> {
        cheapest_steps(shape, 2, order)
    }

    /// Those steps stage by stage.
    pub(super) fn wide_stages_on(shape: Shape, order: Order) -> Arc<[Stage]> {
        cheapest_stages(shape, 2, order)
    }

    /// The most bytes that the routes of a plan for one or two elements a node take when they are stepped.
    pub(super) fn timetable_bytes_on(shape: Shape, a_node: usize, order: Order) -> u64 {
        let (cols, recipe) = (shape.cols(), cheapest(shape, a_node, order));
        // Two for every node and step of folding and of unfolding.
        let folds = if a_node == 1 { 4 * fold_steps(cols) as u64 * cols as u64 } else { 0 };
        folds + recipe.timetable_bytes(shape.rows(), a_node * cols)
    }

    /// The plan with the fewest steps for two elements a node, those of columns 2j and 2j+1 in node column j: nothing
    /// needs to be folded. It sorts the array of `rows` × 2·`cols` elements in the order of that array.
    ///
    /// # Panics
    /// If the order is column-major: sort the transposed mesh row-major instead.
    pub fn wide(shape: Shape, order: Order) -> Self {
        let (columns, recipe) = (2 * shape.cols(), cheapest(shape, 2, order));
        let mut plan =
            Self { shape, order, first: 0, columns, phases: Vec::new(), merges: Vec::new() };
        plan.follow(&recipe);
        plan
    }

    /// The plan of trimmed folded shearsort, the simple reference.
    ///
    /// # Panics
    /// If the order is column-major: sort the transposed mesh row-major instead.
    pub fn shearsort(shape: Shape, order: Order) -> Self {
        let recipe = Recipe { base: (shape.rows(), shape.cols()), merges: Vec::new() };
        Self::folded_and_unfolded(shape, order, &recipe)
    }

    pub(super) fn folded_and_unfolded(shape: Shape, order: Order, recipe: &Recipe) -> Self {
        let cols = shape.cols();
        let first = (cols - cols.div_ceil(2)) / 2;
        let mut plan =
            Self { shape, order, first, columns: cols, phases: Vec::new(), merges: Vec::new() };
        let folded = |x: usize| (first + x / 2, x % 2);
        plan.route(1, |_| (0..cols).map(|x| Hop { from: (x, 0), to: folded(x) }).collect());
        plan.follow(recipe);
        plan.route(1, |_| (0..cols).map(|x| Hop { from: folded(x), to: (x, 0) }).collect());
        plan
    }

    /// Appends the phases that sort two elements a node.
    fn follow(&mut self, recipe: &Recipe) {
        let (rows, columns, first) = (self.shape.rows(), self.columns, self.first);
        for part in recipe.stages(rows, finish_of(self.order)).into_iter().flatten() {
            match part {
                Part::Deal(merge) => {
                    self.route(merge.period(), |row| merge.hops(row, columns, first));
                }
                Part::Columns(merge, exchanges) => {
                    self.merges.push((self.phases.len(), merge.clone()));
                    self.phases.push(Phase::Exchanges(exchanges));
                }
                Part::Exchanges(exchanges) => self.phases.push(Phase::Exchanges(exchanges)),
            }
        }
    }

    fn route(&mut self, period: usize, hops: impl Fn(usize) -> Vec<Hop>) {
        // On a single column nothing moves along the rows.
        if self.columns > 1 {
            self.phases.push(Phase::Route(RowRoute::new(period, hops)));
        }
    }

    /// The mesh it sorts.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The order it sorts into.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The phases, in order.
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// Its routes, each with its place among the phases.
    pub(super) fn routes(&self) -> impl Iterator<Item = (usize, &RowRoute)> {
        self.phases.iter().enumerate().filter_map(|(place, phase)| match phase {
            Phase::Route(route) => Some((place, route)),
            Phase::Exchanges(_) => None,
        })
    }

    /// Machine steps, exactly.
    pub fn steps(&self) -> usize {
        self.phases.iter().map(Phase::steps).sum()
    }

    /// Those steps by the lines along which they use links.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        joined(self.phases.iter().map(Stretch::of_phase))
    }

    /// The most packets of any node at the end of a step: the elements at rest, or more while a route runs, of which all steps are made.
    pub fn peak(&self) -> usize {
        let routes = self.routes().map(|(_, route)| route.peak());
        routes.max().unwrap_or(0).max(self.columns / self.shape.cols())
    }

    /// Element columns: two a node column if the plan is [wide](Plan::wide), else one.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The node column and the lane of element column `x` while two elements share a node.
    pub fn folded(&self, x: usize) -> (usize, usize) {
        (self.first + x / 2, x % 2)
    }

    /// The merges, each with the place among the phases of its column sort.
    pub fn merges(&self) -> &[(usize, Merge)] {
        &self.merges
    }
}

/// By rows, columns, the elements of a node, and whether the order is the snake.
type Key = (usize, usize, usize, bool);

static RECIPES: Counted<Key, Arc<Recipe>> = Counted::new();
static COUNTED: Counted<Key, Arc<[Stage]>> = Counted::new();

fn key(shape: Shape, a_node: usize, order: Order) -> Key {
    (shape.rows(), shape.cols(), a_node, order == Order::Snake)
}

/// The fewest steps in which so many elements a node are sorted.
fn cheapest_steps(shape: Shape, a_node: usize, order: Order) -> Vec<Stretch> {
    let stages = cheapest_stages(shape, a_node, order);
    joined(stages.iter().flat_map(|stage| &stage.stretches).copied())
}

/// The same stage by stage.
fn cheapest_stages(shape: Shape, a_node: usize, order: Order) -> Arc<[Stage]> {
    let (rows, columns) = (shape.rows(), a_node * shape.cols());
    COUNTED.get(key(shape, a_node, order), || {
        cheapest(shape, a_node, order).counted(rows, columns, finish_of(order)).into()
    })
}

/// Folding takes as long as the farthest way, and so does unfolding.
fn fold_steps(cols: usize) -> usize {
    if cols > 1 { cols.midpoint(2) / 2 } else { 0 }
}

/// The way to sort so many elements a node with the fewest steps.
fn cheapest(shape: Shape, a_node: usize, order: Order) -> Arc<Recipe> {
    RECIPES.get(key(shape, a_node, order), || found(shape, a_node, order).into())
}

/// The same, looked for.
fn found(shape: Shape, a_node: usize, order: Order) -> Recipe {
    let rows = shape.rows();
    let mut cookbook = Cookbook::new(shape, a_node);
    // Rows below the mesh would hold keys larger than all others, which never leave them: they cost nothing, and a
    // height with many divisors may be cheaper than the true one.
    // On rows longer than those of square machines, some of them are enough.
    let apart = if a_node * shape.cols() > LONGEST_ROW { 8 } else { 1 };
    let heights = rows..=rows + (rows / 2).min(MOST_MISSING_ROWS);
    let heights = heights.filter(|height| *height == rows || height.is_multiple_of(apart));
    let (directed, mut best) = (order == Order::RowMajor, None);
    for height in heights.chain([height_of_two_merges(rows)]) {
        let limit = best.as_ref().map_or(usize::MAX, |&(_, steps)| steps);
        best = cookbook.recipe(height, directed, limit).or(best);
    }
    best.expect("there is at least the true height").0
}

fn finish_of(order: Order) -> Finish {
    match order {
        Order::Snake => Finish::Snake,
        Order::RowMajor => Finish::Rows(Direction::Ascending),
        Order::ColumnMajor => panic!("a plan is for snake or row-major order"),
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        writeln!(f, "sort {rows} x {cols} in {} steps", self.steps())?;
        for phase in &self.phases {
            writeln!(f, "{:>7}  {phase}", phase.steps())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn steps_without_routes_are_those_of_the_plan() {
        let sides = (1..=40).chain([64, 67, 97, 105, 128, 131]);
        let shapes = sides.flat_map(|a| [(a, a), (a, 2 * a + 1), (2 * a + 3, a), (1, 9 * a)]);
        for (rows, cols) in shapes {
            let shape = Shape::new(rows, cols).expect("small");
            for order in [Order::Snake, Order::RowMajor] {
                let (plan, wide) = (Plan::new(shape, order), Plan::wide(shape, order));
                assert_eq!(Plan::steps_on(shape, order), plan.steps() as u64, "{rows} x {cols}");
                assert_eq!(
                    Plan::wide_steps_on(shape, order),
                    wide.steps() as u64,
                    "wide {rows} x {cols}"
                );
                assert_eq!(Plan::stretches_on(shape, order), plan.stretches(), "{rows} x {cols}");
                let stretches = Plan::wide_stretches_on(shape, order);
                assert_eq!(stretches, wide.stretches(), "wide {rows} x {cols}");
            }
        }
    }

    /// Two bytes for every node and step of every route that some row of the mesh takes.
    #[test]
    fn timetables_take_no_more_than_is_said_and_half_of_it_on_primes() {
        for (rows, cols) in [(1, 50), (1, 401), (3, 67), (67, 67), (131, 67), (67, 131), (64, 64)] {
            let shape = Shape::new(rows, cols).expect("small");
            for order in [Order::Snake, Order::RowMajor] {
                for (a_node, plan) in [(1, Plan::new(shape, order)), (2, Plan::wide(shape, order))]
                {
                    let of_route = |route: &RowRoute| -> usize {
                        let taken: BTreeSet<usize> =
                            (0..rows).map(|row| route.class_of_row(row)).collect();
                        let lines = taken.iter().map(|&class| &route.classes()[class]);
                        lines.map(|line| 2 * line.steps() * line.span().len()).sum()
                    };
                    let taken: usize = plan.routes().map(|(_, route)| of_route(route)).sum();
                    let said = Plan::timetable_bytes_on(shape, a_node, order) as usize;
                    let what = format!("{rows} x {cols}, {order:?}: {taken} of {said}");
                    assert!(taken <= said, "{what}");
                    assert!(rows % 67 > 0 || 2 * taken >= said, "{what}");
                }
            }
        }
    }

    /// Rows on which plans are compared more coarsely.
    #[test]
    fn steps_on_long_rows_are_those_of_the_plan() {
        let shape = Shape::new(4, 8200).expect("small");
        let steps = Plan::new(shape, Order::Snake).steps() as u64;
        assert_eq!(Plan::steps_on(shape, Order::Snake), steps);
    }
}
