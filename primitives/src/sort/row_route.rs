//! Routes whole rows: every row of a class moves its packets in the same way.

use super::{Hop, LANES, LineRoute};

/// One fixed routing along all rows at once; row r follows the route of class `class_of_row[r mod period]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRoute {
    steps: usize,
    classes: Vec<LineRoute>,
    class_of_row: Vec<u16>,
}

impl RowRoute {
    /// The route in which row r does what `hops(r mod period)` says; rows with equal hops share a class.
    ///
    /// # Panics
    /// If the period is zero or a row's hops are no route.
    pub fn new(period: usize, hops: impl Fn(usize) -> Vec<Hop>) -> Self {
        assert!(period > 0, "rows repeat with a period of at least one row");
        let mut classes: Vec<LineRoute> = Vec::new();
        let mut class_of_row = Vec::with_capacity(period);
        for row in 0..period {
            let hops = hops(row);
            let class = classes.iter().position(|class| class.is_of(&hops)).unwrap_or_else(|| {
                classes.push(LineRoute::new(&hops));
                classes.len() - 1
            });
            class_of_row.push(class as u16);
        }
        let steps = classes.iter().map(LineRoute::steps).max().unwrap_or(0);
        Self { steps, classes, class_of_row }
    }

    /// Steps it takes: those of its slowest class.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The routes of the classes.
    pub fn classes(&self) -> &[LineRoute] {
        &self.classes
    }

    /// The class of a row.
    pub fn class_of_row(&self, row: usize) -> usize {
        usize::from(self.class_of_row[row % self.class_of_row.len()])
    }

    /// The route that `row` follows.
    pub fn of_row(&self, row: usize) -> &LineRoute {
        &self.classes[self.class_of_row(row)]
    }

    /// The most packets any node holds at the end of a step, the start included. It is found by making all steps of some classes, or of
    /// all: most routes of many classes need all lanes in one of the first.
    pub fn peak(&self) -> usize {
        let mut most = 0;
        for class in &self.classes {
            if most < LANES {
                most = most.max(class.peak());
            }
        }
        most
    }
}
