//! Tells in which tile of a grid a node lies, and where in the tile.

use meshcast_engine::Tiling;

/// One side of the mesh, cut into parts.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Where each part begins; then the end.
    bounds: Vec<usize>,
    /// The part of every node.
    parts_of: Vec<u32>,
    /// Places a part: the nodes of the longest, or of the shortest where only cores count.
    pub(crate) places: usize,
}

/// A part of an axis and a place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) part: usize,
    pub(crate) offset: usize,
}

/// The rows and columns of a grid of tiles.
pub(crate) fn axes(tiling: &Tiling) -> (Axis, Axis) {
    let (shape, tiles) = (tiling.shape(), tiling.tiles());
    let column = tiles.iter().filter(|tile| tile.first_col == 0);
    let row = tiles.iter().take_while(|tile| tile.first_row == 0);
    let rows = Axis::new(column.map(|tile| tile.first_row), shape.rows());
    (rows, Axis::new(row.map(|tile| tile.first_col), shape.cols()))
}

impl Axis {
    fn new(starts: impl Iterator<Item = usize>, end: usize) -> Self {
        let bounds: Vec<usize> = starts.chain([end]).collect();
        let longest = bounds.windows(2).map(|part| part[1] - part[0]).max();
        let parts_of = (0..).zip(bounds.windows(2));
        let parts_of =
            parts_of.flat_map(|(part, ends)| std::iter::repeat_n(part, ends[1] - ends[0]));
        let parts_of = parts_of.collect();
        Self { bounds, parts_of, places: longest.expect("an axis has a part") }
    }

    /// The same axis with the places of cores: as many a part as the shortest one has nodes.
    pub(crate) fn of_cores(self) -> Self {
        let places = (0..self.parts()).map(|part| self.length(part)).min();
        Self { places: places.expect("an axis has a part"), ..self }
    }

    /// Nodes of a part.
    pub(crate) fn length(&self, part: usize) -> usize {
        self.bounds[part + 1] - self.bounds[part]
    }

    pub(crate) fn parts(&self) -> usize {
        self.bounds.len() - 1
    }

    pub(crate) fn place_at(&self, index: usize) -> Place {
        let part = self.parts_of[index] as usize;
        Place { part, offset: index - self.bounds[part] }
    }

    /// The node of a place.
    pub(crate) fn node_at(&self, place: Place) -> usize {
        (self.bounds[place.part] + place.offset).min(self.bounds[place.part + 1] - 1)
    }

    /// Whether a place lies on the node of the place before it: the part is too short for it.
    pub(crate) fn shares_a_node(&self, place: Place) -> bool {
        self.bounds[place.part] + place.offset >= self.bounds[place.part + 1]
    }

    /// The most places of one node.
    pub(crate) fn places_a_node(&self) -> usize {
        if self.places * self.parts() <= self.bounds[self.parts()] { 1 } else { 2 }
    }
}
