//! Decides where the nodes of a network are drawn: by their coordinates, or on a circle.

use super::canvas::Point;
use meshcast_algorithms::pathbased::{Network, Topology};
use std::f64::consts::TAU;

/// Between neighbours on a plane.
const STEP: f64 = 44.0;
/// Between neighbours along the first two dimensions where there are more.
const WIDE_STEP: f64 = 84.0;
/// Between neighbours on a circle.
const ARC: f64 = 34.0;
/// The least radius of a circle.
const RADIUS: f64 = 80.0;
/// The most nodes and channels that are drawn.
pub(super) const MOST: usize = 1 << 19;

/// Where nodes are drawn, y downwards, and which of them.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) network: &'a Network,
    pub(super) form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// By coordinates, from 0 to the right and upwards; those of further dimensions are a projection.
    Grid(Grid),
    /// In the order of labels.
    Circle { radius: f64 },
}

/// What is drawn of a mesh, torus or hypercube.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) is_closed: bool,
    pub(super) dimensions: Vec<Dimension>,
}

/// A dimension: the coordinates that are drawn, and what a step is in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dimension {
    pub(super) side: usize,
    pub(super) low: usize,
    pub(super) high: usize,
    pub(super) step: Point,
}

/// How many nodes and channels would have to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLarge {
    pub(crate) most: usize,
    pub(crate) found: usize,
}

impl<'a> Layout<'a> {
    /// The layout of `network` around some of its nodes: with their neighbours in every dimension, or the whole circle.
    pub(super) fn around(network: &'a Network, nodes: &[u32]) -> Result<Self, TooLarge> {
        let form = match network.topology() {
            Topology::Graph | Topology::Torus([_]) => {
                let arc = ARC * network.nodes() as f64;
                Form::Circle { radius: RADIUS.max(arc / TAU) }
            }
            topology => {
                let is_closed = matches!(topology, Topology::Torus(_));
                Form::Grid(Grid { is_closed, dimensions: dimensions(network, nodes) })
            }
        };
        let found = match &form {
            Form::Circle { .. } => network.nodes() + network.channels(),
            Form::Grid(grid) => grid.nodes().saturating_mul(1 + 2 * grid.dimensions.len()),
        };
        if found > MOST {
            return Err(TooLarge { most: MOST, found });
        }
        Ok(Self { network, form })
    }

    /// Where a node is.
    pub(super) fn at(&self, node: u32) -> Point {
        match &self.form {
            Form::Circle { radius } => {
                let angle = f64::from(self.network.label(node)) / self.network.nodes() as f64 * TAU;
                Point { x: radius * angle.sin(), y: -radius * angle.cos() }
            }
            Form::Grid(grid) => grid.at(&self.network.coordinates(node)),
        }
    }

    /// Whether nodes have more than two coordinates, so that no axes show them.
    pub(super) fn is_projection(&self) -> bool {
        matches!(&self.form, Form::Grid(grid) if grid.dimensions.len() > 2)
    }

    /// In the picture, the way from a node to a neighbour if it leads around a torus.
    pub(super) fn around_the_end(&self, from: u32, to: u32) -> Option<Point> {
        let Form::Grid(grid) = &self.form else { return None };
        let (from, to) = (self.network.coordinates(from), self.network.coordinates(to));
        let mut dimensions = grid.dimensions.iter().zip(from.iter().zip(to.iter()));
        let (dimension, (from, to)) = dimensions.find(|(_, (from, to))| from != to)?;
        let step = dimension.step;
        (from.abs_diff(*to) > 1).then(|| if from > to { step } else { step * -1.0 })
    }
}

impl Grid {
    /// Where the node with some coordinates is.
    pub(super) fn at(&self, coordinates: &[usize]) -> Point {
        let mut at = Point::default();
        for (dimension, coordinate) in self.dimensions.iter().zip(coordinates) {
            at = at + dimension.step * *coordinate as f64;
        }
        at
    }

    /// How many nodes are drawn.
    pub(super) fn nodes(&self) -> usize {
        let counts = self.dimensions.iter().map(|dimension| dimension.high - dimension.low + 1);
        counts.fold(1, usize::saturating_mul)
    }

    /// The coordinates of the nodes that are drawn.
    pub(super) fn all(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for dimension in &self.dimensions {
            let layer = |at| all.iter().map(move |node: &Vec<usize>| [&node[..], &[at]].concat());
            all = (dimension.low..=dimension.high).flat_map(layer).collect();
        }
        all
    }

    /// Whether the lines of a dimension go around and their ends are drawn.
    pub(super) fn closes(&self, dimension: usize) -> bool {
        let Dimension { side, low, high, .. } = self.dimensions[dimension];
        self.is_closed && side > 2 && (low, high) == (0, side - 1)
    }
}

/// The dimensions, as far as some nodes and their neighbours are.
fn dimensions(network: &Network, nodes: &[u32]) -> Vec<Dimension> {
    let sides = network.sides();
    let names: Vec<_> = nodes.iter().map(|&node| network.coordinates(node)).collect();
    let range = |dimension: usize| {
        let at = names.iter().map(|name| name[dimension]);
        let (low, high) = (at.clone().min().unwrap_or(0), at.max().unwrap_or(0));
        (low.saturating_sub(1), (high + 1).min(sides[dimension] - 1))
    };
    let mut dimensions: Vec<Dimension> = Vec::with_capacity(sides.len());
    let step = if sides.len() > 2 { WIDE_STEP } else { STEP };
    // How wide and high the picture of the dimensions before is.
    let (mut width, mut height) = (0.0, 0.0);
    for (place, &side) in sides.iter().enumerate() {
        let (low, high) = range(place);
        // Steps of the fourth dimension on go beside what is there and a little askew, so that lines do not cover each other.
        let step = match place {
            0 => Point { x: step, y: 0.0 },
            1 => Point { x: 0.0, y: -step },
            2 => Point { x: 0.42 * step, y: -0.29 * step },
            _ if place % 2 == 1 => Point { x: width + step, y: -0.45 * step },
            _ => Point { x: 0.45 * step, y: -height - step },
        };
        let steps = (high - low) as f64;
        width += steps * step.x;
        height -= steps * step.y;
        dimensions.push(Dimension { side, low, high, step });
    }
    dimensions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_the_nodes_and_their_neighbours() {
        let mesh = Network::mesh(&[64, 64]).unwrap();
        let node = |x, y| mesh.node(&[x, y]).unwrap();
        let layout = Layout::around(&mesh, &[node(10, 0), node(12, 63)]).unwrap();
        let Form::Grid(grid) = layout.form else { panic!("a plane is a grid") };
        let ranges = grid.dimensions.iter().map(|dimension| (dimension.low, dimension.high));
        assert_eq!(ranges.collect::<Vec<_>>(), [(9, 13), (0, 63)]);
        assert_eq!(grid.all().len(), 5 * 64);
    }

    #[test]
    fn no_two_nodes_are_drawn_at_one_place() {
        for network in [
            Network::mesh(&[4, 4, 4]).unwrap(),
            Network::torus(&[5, 3, 4]).unwrap(),
            Network::hypercube(7).unwrap(),
            Network::torus(&[11]).unwrap(),
            Network::mesh(&[3, 3, 3, 3, 3]).unwrap(),
        ] {
            let all: Vec<u32> = (0..network.nodes() as u32).collect();
            let layout = Layout::around(&network, &all).unwrap();
            let places: Vec<Point> = all.iter().map(|&node| layout.at(node)).collect();
            for (place, one) in places.iter().enumerate() {
                for other in &places[..place] {
                    assert!((*one - *other).length() > 12.0, "{network}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn what_has_too_many_nodes_is_not_drawn() {
        let cube = Network::hypercube(16).unwrap();
        assert_eq!(Layout::around(&cube, &[0, 65_535]).unwrap_err().found, 65_536 * 33);
        assert!(Layout::around(&Network::mesh(&[1024, 1024]).unwrap(), &[0]).is_ok());
    }
}
