//! Keeps one plan for every shape of a tiling's tiles.

use meshcast_engine::{Shape, Tiling};

/// What is planned for a tile, one for every shape that the tiles of a tiling have.
#[derive(Clone, Debug)]
pub struct ByShape<T>(Vec<(Shape, T)>);

impl<T> ByShape<T> {
    /// A plan for each shape.
    pub fn new(tiling: &Tiling, plan: impl Fn(Shape) -> T) -> Self {
        let mut shapes: Vec<Shape> = Vec::new();
        for shape in tiling.tiles().iter().map(|tile| tile.shape) {
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        Self(shapes.into_iter().map(|shape| (shape, plan(shape))).collect())
    }

    /// The plan for tiles of `shape`.
    ///
    /// # Panics
    /// If the tiling has no tile of that shape.
    pub fn of(&self, shape: Shape) -> &T {
        let planned = self.0.iter().find(|&&(planned, _)| planned == shape);
        &planned.expect("the shapes of all tiles are planned").1
    }

    /// All plans.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, plan)| plan)
    }
}
