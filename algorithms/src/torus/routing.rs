//! Tabulates a routing function on all points of a torus.

use super::balanced::balanced;
use super::diagonal::diagonal;
use super::simple::simple;
use meshcast_engine::{Torus, TorusChannel};

/// A routing algorithm.
///
/// # Shape
/// Any torus. What Δ is in theory is for odd K.
///
/// # Cost
///
/// | algorithm | Δ | known for |
/// |---|---|---|
/// | simple | ½(K−1)(K^(n−1)−1) | all n: the paper's Theorem 4 |
/// | diagonal | 0; ((K−1)/2)³; 2((K−1)/2)² | n ≤ 2; 3; 4: the last two counted by [`diagonal_delta`](super::diagonal_delta) |
/// | balanced | 0 where n divides K − 1, otherwise 1 | n an odd prime |
///
/// # Source
/// Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, Definitions 3 and 4, the second with two deviations
/// (`docs/torus.md`). The balanced one is this project's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TorusAlgorithm {
    /// One dimension after the other, the last first.
    Simple,
    /// Along diagonals, which are shared out to all dimensions.
    Diagonal,
    /// The smallest coordinates first, the same from all dimensions: not one of the paper's.
    Balanced,
}

impl TorusAlgorithm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Diagonal, Self::Balanced];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Diagonal => "diagonal",
            Self::Balanced => "balanced",
        }
    }
}

/// The first hop of every point towards 0; a message at X for B takes that of X ⊖ B, so the routing is homogeneous.
///
/// Every hop brings a coordinate nearer to 0: paths are shortest.
///
/// ```
/// use meshcast_algorithms::{Routing, TorusAlgorithm};
/// use meshcast_engine::Torus;
/// let torus = Torus::new(5, 2)?;
/// let routing = Routing::new(torus, TorusAlgorithm::Simple);
/// assert_eq!(routing.parent(torus.node(&[2, -1])), torus.node(&[2, 0]));
/// # Ok::<(), meshcast_engine::TorusError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Routing {
    torus: Torus,
    /// Numbers of channels; that of point 0 means nothing.
    hops: Vec<u8>,
}

impl Routing {
    /// The routing of `algorithm` on `torus`.
    pub fn new(torus: Torus, algorithm: TorusAlgorithm) -> Self {
        match algorithm {
            TorusAlgorithm::Simple => Self::by(torus, simple),
            TorusAlgorithm::Diagonal => Self::by(torus, diagonal),
            TorusAlgorithm::Balanced => Self::by(torus, balanced),
        }
    }

    /// The routing that moves every point other than 0 over the dimension, from 0, that `rule` says.
    ///
    /// # Panics
    /// If a point is to move over a dimension that is done.
    pub fn by(torus: Torus, mut rule: impl FnMut(&[i32]) -> usize) -> Self {
        let mut point = vec![0; torus.dims()];
        let mut hops = vec![0; torus.nodes()];
        for (node, hop) in (0u32..).zip(&mut hops).skip(1) {
            torus.point(node, &mut point);
            let dimension = rule(&point);
            assert!(point[dimension] != 0, "{point:?} does not move over dimension {dimension}");
            *hop = TorusChannel { dimension, grows: point[dimension] < 0 }.number() as u8;
        }
        Self { torus, hops }
    }

    /// The torus.
    pub fn torus(&self) -> Torus {
        self.torus
    }

    /// The channel over which `point`, other than 0, goes towards 0.
    pub fn hop(&self, point: u32) -> TorusChannel {
        TorusChannel::numbered(self.hops[point as usize].into())
    }

    /// Where `point`, other than 0, is after that.
    pub fn parent(&self, point: u32) -> u32 {
        self.torus.neighbour(point, self.hop(point))
    }

    /// The last hop of every point's path to 0, as the number of a channel; that of point 0 means nothing.
    pub(super) fn last_hops(&self) -> Vec<u8> {
        let mut last = self.hops.clone();
        for point in by_distance(self.torus).into_iter().skip(1) {
            let parent = self.parent(point);
            if parent != 0 {
                last[point as usize] = last[parent as usize];
            }
        }
        last
    }
}

/// All points, the nearest to 0 first, of equally near ones that with the least number.
pub(super) fn by_distance(torus: Torus) -> Vec<u32> {
    let points = 0..torus.nodes() as u32;
    let mut ends = vec![0; torus.diameter() + 2];
    for point in points.clone() {
        ends[torus.distance(point) as usize + 1] += 1;
    }
    for level in 1..ends.len() {
        ends[level] += ends[level - 1];
    }
    let mut order = vec![0; torus.nodes()];
    for point in points {
        let place = &mut ends[torus.distance(point) as usize];
        order[*place] = point;
        *place += 1;
    }
    order
}
