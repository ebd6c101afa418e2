//! The plan of a sort: its phases in order and what they cost.

use std::fmt;

use meshcast_engine::{Order, Shape};

use super::merge::Merge;
use super::recipe::{Cookbook, Recipe};
use super::shearsort::{Finish, shear};
use super::{Direction, Hop, Phase, RowRoute};

/// Rows that a planned height may exceed the mesh by; looking further costs time and has never saved a step.
const MOST_MISSING_ROWS: usize = 24;

/// The oblivious phases that sort one packet a node on a mesh of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    shape: Shape,
    order: Order,
    first: usize,
    phases: Vec<Phase>,
    merges: Vec<(usize, Merge)>,
}

impl Plan {
    /// The plan of folded balanced merges with the fewest steps.
    ///
    /// # Panics
    /// If the order is column-major: sort the transposed mesh row-major instead.
    pub fn new(shape: Shape, order: Order) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let finish = finish_of(order);
        let mut cookbook = Cookbook::new(rows);
        // Rows below the mesh would hold keys larger than all others, which never leave them: they cost nothing, and a
        // height with many divisors may be cheaper than the true one.
        let (recipe, _) = (rows..=rows + (rows / 2).min(MOST_MISSING_ROWS))
            .map(|height| cookbook.recipe(height, cols, order == Order::RowMajor))
            .min_by_key(|(_, steps)| *steps)
            .expect("there is at least the true height");
        Self::from_recipe(shape, order, &recipe, finish)
    }

    /// The plan of trimmed folded shearsort, the simple reference.
    ///
    /// # Panics
    /// If the order is column-major: sort the transposed mesh row-major instead.
    pub fn shearsort(shape: Shape, order: Order) -> Self {
        let recipe = Recipe { base: (shape.rows(), shape.cols()), merges: Vec::new() };
        Self::from_recipe(shape, order, &recipe, finish_of(order))
    }

    fn from_recipe(shape: Shape, order: Order, recipe: &Recipe, finish: Finish) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let first = (cols - cols.div_ceil(2)) / 2;
        let mut plan = Self { shape, order, first, phases: Vec::new(), merges: Vec::new() };
        let folded = |x: usize| (first + x / 2, x % 2);
        plan.route(1, |_| (0..cols).map(|x| Hop { from: (x, 0), to: folded(x) }).collect());
        // The order in which a block must leave one merge is the one the next expects.
        let ends = |next: Option<&Merge>| match next {
            None => finish,
            Some(merge) if merge.from_snake => Finish::Snake,
            Some(merge) => Finish::Rows(Direction::Blocks { height: merge.block_height }),
        };
        let (height, width) = recipe.base;
        let base = shear(width, height, height.min(rows), width, ends(recipe.merges.first()));
        plan.phases.extend(base);
        for (place, merge) in recipe.merges.iter().enumerate() {
            if merge.permutes() {
                plan.route(merge.period(), |row| merge.hops(row, cols, first));
            }
            let height = merge.height();
            plan.merges.push((plan.phases.len(), merge.clone()));
            plan.phases.push(Phase::Columns { height, steps: height.min(rows) });
            plan.phases.extend(merge.tail(ends(recipe.merges.get(place + 1))));
        }
        plan.route(1, |_| (0..cols).map(|x| Hop { from: folded(x), to: (x, 0) }).collect());
        plan
    }

    fn route(&mut self, period: usize, hops: impl Fn(usize) -> Vec<Hop>) {
        // On a single column nothing moves along the rows.
        if self.shape.cols() > 1 {
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

    /// Machine steps, exactly.
    pub fn steps(&self) -> usize {
        self.phases.iter().map(Phase::steps).sum()
    }

    /// The node column and the lane of element column `x` on the folded mesh.
    pub fn folded(&self, x: usize) -> (usize, usize) {
        (self.first + x / 2, x % 2)
    }

    /// The merges, each with the place among the phases of its column sort.
    pub fn merges(&self) -> &[(usize, Merge)] {
        &self.merges
    }
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
    #[test]
    fn budget_print() {
        for s in (1..=128).chain([192, 256, 512, 1024]) {
            let t = std::time::Instant::now();
            let shape = Shape::new(s, s).unwrap();
            let plan = Plan::new(shape, Order::Snake);
            let e = t.elapsed();
            let rm = Plan::new(shape, Order::RowMajor);
            let peak = plan
                .phases
                .iter()
                .map(|p| if let Phase::Route(r) = p { r.peak() } else { 0 })
                .max();
            println!(
                "{s:4} {:5} {:.2}  rm {:5} {:.2} shear {} peak {peak:?} {e:?}",
                plan.steps(),
                plan.steps() as f64 / s as f64,
                rm.steps(),
                rm.steps() as f64 / s as f64,
                Plan::shearsort(shape, Order::Snake).steps()
            );
            if [8, 16, 64, 127, 128, 125].contains(&s) {
                println!("{plan}");
            }
        }
    }
}
