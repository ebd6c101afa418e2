//! Names the points, nodes and channels of a torus.

use thiserror::Error;

/// The most nodes of a torus, 2^22.
pub const MAX_TORUS_NODES: usize = 1 << 22;

/// The torus `T_K^n`: n dimensions of K nodes each, coordinates −⌊(K−1)/2⌋ … ⌈(K−1)/2⌉, the last one next to the first.
///
/// Nodes are numbered by their coordinates modulo K, the last dimension running fastest: node 0 is the point 0, and in two
/// dimensions the numbers are row-major. As the torus looks the same from every node, the numbers also name displacements.
///
/// ```
/// use meshcast_engine::Torus;
/// let torus = Torus::new(5, 2)?;
/// let node = torus.node(&[-1, 2]);
/// assert_eq!(node, 4 * 5 + 2);
/// assert_eq!(torus.distance(node), 3);
/// assert_eq!(torus.difference(0, node), torus.node(&[1, -2]));
/// # Ok::<(), meshcast_engine::TorusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torus {
    radix: u32,
    dims: u32,
    nodes: u32,
}

/// Why there is no such torus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TorusError {
    /// Fewer than two nodes in a dimension.
    #[error("a torus has at least 2 nodes in each dimension, found {radix}")]
    Radix {
        /// Nodes asked for.
        radix: usize,
    },
    /// No dimension.
    #[error("a torus has at least 1 dimension, found 0")]
    NoDimension,
    /// More than [`MAX_TORUS_NODES`] nodes.
    #[error("a torus has at most {MAX_TORUS_NODES} nodes, found {radix}^{dims}")]
    TooLarge {
        /// Nodes of a dimension.
        radix: usize,
        /// Dimensions.
        dims: usize,
    },
}

/// A direction as papers count them: the dimension from 1, with the sign of the coordinate that is being reduced.
pub type SignedDimension = i32;

/// A directed channel as its node sees it: the dimension, from 0, and whether the coordinate grows along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorusChannel {
    /// The dimension, from 0.
    pub dimension: usize,
    /// Whether the coordinate grows.
    pub grows: bool,
}

impl TorusChannel {
    /// Twice the dimension, one more where the coordinate shrinks.
    pub fn number(self) -> usize {
        2 * self.dimension + usize::from(!self.grows)
    }

    /// The channel with this number.
    pub fn numbered(number: usize) -> Self {
        Self { dimension: number / 2, grows: number.is_multiple_of(2) }
    }

    /// The dimension from 1, with the sign of a coordinate that comes nearer to 0 along the channel.
    pub fn signed_dimension(self) -> SignedDimension {
        let dimension = (self.dimension as u32 + 1).cast_signed();
        if self.grows { -dimension } else { dimension }
    }

    /// The channel the other way.
    #[must_use]
    pub fn back(self) -> Self {
        Self { grows: !self.grows, ..self }
    }
}

impl Torus {
    /// The torus of `dims` dimensions of `radix` nodes each.
    ///
    /// # Errors
    /// Fewer than two nodes in a dimension, no dimension, more than 2^22 nodes.
    pub fn new(radix: usize, dims: usize) -> Result<Self, TorusError> {
        if radix < 2 {
            return Err(TorusError::Radix { radix });
        }
        if dims < 1 {
            return Err(TorusError::NoDimension);
        }
        let power = u32::try_from(dims).ok().and_then(|dims| radix.checked_pow(dims));
        match power {
            Some(nodes) if nodes <= MAX_TORUS_NODES => {
                Ok(Self { radix: radix as u32, dims: dims as u32, nodes: nodes as u32 })
            }
            _ => Err(TorusError::TooLarge { radix, dims }),
        }
    }

    /// K, the nodes of a dimension.
    pub fn radix(self) -> usize {
        self.radix as usize
    }

    /// n, the dimensions.
    pub fn dims(self) -> usize {
        self.dims as usize
    }

    /// K^n.
    pub fn nodes(self) -> usize {
        self.nodes as usize
    }

    /// The neighbours of a node, and the channels that leave it: 2n, but n where K = 2, since both ways round lead to the
    /// same node there.
    pub fn degree(self) -> usize {
        if self.radix == 2 { self.dims() } else { 2 * self.dims() }
    }

    /// The greatest distance of two nodes, n⌊K/2⌋.
    pub fn diameter(self) -> usize {
        self.dims() * (self.radix() / 2)
    }

    /// The number of the channel that a step over `channel` uses: where K = 2, both ways round are one channel.
    pub fn channel(self, channel: TorusChannel) -> TorusChannel {
        TorusChannel { grows: channel.grows || self.radix == 2, ..channel }
    }

    /// The node at `point`; coordinates out of range are taken modulo K.
    ///
    /// # Panics
    /// If the point has not n coordinates.
    pub fn node(self, point: &[i32]) -> u32 {
        assert_eq!(point.len(), self.dims(), "a point has a coordinate a dimension");
        let radix = self.radix.cast_signed();
        point.iter().fold(0, |node, x| node * self.radix + x.rem_euclid(radix).cast_unsigned())
    }

    /// Writes the point of `node` to `point`.
    ///
    /// # Panics
    /// If `point` has not n coordinates.
    pub fn point(self, node: u32, point: &mut [i32]) {
        assert_eq!(point.len(), self.dims(), "a point has a coordinate a dimension");
        let mut rest = node;
        for x in point.iter_mut().rev() {
            *x = self.coordinate(rest % self.radix);
            rest /= self.radix;
        }
    }

    /// The node all of whose coordinates are least.
    pub(crate) fn least(self) -> u32 {
        let residue = self.radix / 2 + 1;
        (0..self.dims).fold(0, |node, _| node * self.radix + residue % self.radix)
    }

    /// The distance of `node` from node 0.
    pub fn distance(self, node: u32) -> u32 {
        self.residues(node).map(|residue| self.coordinate(residue).unsigned_abs()).sum()
    }

    /// The node a step away over `channel`.
    pub fn neighbour(self, node: u32, channel: TorusChannel) -> u32 {
        let stride = self.radix.pow(self.dims - 1 - channel.dimension as u32);
        let residue = node / stride % self.radix;
        let last = self.radix - 1;
        match (channel.grows, residue) {
            (true, residue) if residue == last => node - last * stride,
            (true, _) => node + stride,
            (false, 0) => node + last * stride,
            (false, _) => node - stride,
        }
    }

    /// a ⊕ b.
    pub fn sum(self, a: u32, b: u32) -> u32 {
        self.combine(a, b, |a, b| (a + b) % self.radix)
    }

    /// a ⊖ b.
    pub fn difference(self, a: u32, b: u32) -> u32 {
        self.combine(a, b, |a, b| (a + self.radix - b) % self.radix)
    }

    fn combine(self, a: u32, b: u32, residue: impl Fn(u32, u32) -> u32) -> u32 {
        let (mut rest, mut stride, mut node) = ((a, b), 1, 0);
        for _ in 0..self.dims {
            node += stride * residue(rest.0 % self.radix, rest.1 % self.radix);
            rest = (rest.0 / self.radix, rest.1 / self.radix);
            stride *= self.radix;
        }
        node
    }

    /// The coordinates modulo K, the last first.
    fn residues(self, node: u32) -> impl Iterator<Item = u32> {
        let mut rest = node;
        (0..self.dims).map(move |_| {
            let residue = rest % self.radix;
            rest /= self.radix;
            residue
        })
    }

    /// A residue as a coordinate: K/2 stays positive.
    fn coordinate(self, residue: u32) -> i32 {
        let beyond = residue > self.radix / 2;
        residue.cast_signed() - if beyond { self.radix.cast_signed() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TORI: [(usize, usize); 8] =
        [(2, 1), (2, 4), (3, 1), (3, 3), (4, 2), (5, 2), (6, 2), (7, 1)];

    #[test]
    fn tori_out_of_range_are_refused() {
        assert_eq!(Torus::new(1, 3), Err(TorusError::Radix { radix: 1 }));
        assert_eq!(Torus::new(3, 0), Err(TorusError::NoDimension));
        assert_eq!(Torus::new(2, 23), Err(TorusError::TooLarge { radix: 2, dims: 23 }));
        let huge = Torus::new(usize::MAX, usize::MAX);
        assert_eq!(huge, Err(TorusError::TooLarge { radix: usize::MAX, dims: usize::MAX }));
        assert_eq!(Torus::new(2, 22).map(Torus::nodes), Ok(MAX_TORUS_NODES));
        assert_eq!(Torus::new(1 << 22, 1).map(Torus::nodes), Ok(MAX_TORUS_NODES));
    }

    #[test]
    fn points_and_nodes_are_the_same_and_coordinates_lie_in_their_range() {
        for (radix, dims) in TORI {
            let torus = Torus::new(radix, dims).unwrap();
            let radix = i32::try_from(radix).unwrap();
            let (low, high) = (-((radix - 1) / 2), radix / 2);
            let mut point = vec![0; dims];
            for node in 0..torus.nodes() as u32 {
                torus.point(node, &mut point);
                assert_eq!(torus.node(&point), node);
                assert!(point.iter().all(|x| (low..=high).contains(x)), "{point:?}");
            }
        }
    }

    #[test]
    fn a_step_there_and_back_again_is_none_and_the_channels_lead_to_all_neighbours() {
        for (radix, dims) in TORI {
            let torus = Torus::new(radix, dims).unwrap();
            for node in 0..torus.nodes() as u32 {
                let mut reached: Vec<u32> = Vec::new();
                for channel in (0..2 * dims).map(TorusChannel::numbered) {
                    let next = torus.neighbour(node, channel);
                    assert_eq!(torus.neighbour(next, channel.back()), node);
                    assert_eq!(torus.neighbour(node, torus.channel(channel)), next);
                    assert_eq!(torus.distance(torus.difference(next, node)), 1);
                    reached.push(next);
                }
                reached.sort_unstable();
                reached.dedup();
                assert_eq!(reached.len(), torus.degree());
                let near = (0..torus.nodes() as u32)
                    .filter(|&other| torus.distance(torus.difference(other, node)) == 1);
                assert_eq!(near.collect::<Vec<_>>(), reached);
            }
        }
    }

    #[test]
    fn sums_undo_differences_and_the_diameter_is_attained() {
        for (radix, dims) in TORI {
            let torus = Torus::new(radix, dims).unwrap();
            let nodes = torus.nodes() as u32;
            for a in 0..nodes {
                for b in 0..nodes {
                    assert_eq!(torus.sum(torus.difference(a, b), b), a);
                }
            }
            let farthest = (0..nodes).map(|node| torus.distance(node)).max();
            assert_eq!(farthest, Some(torus.diameter() as u32));
        }
    }
}
