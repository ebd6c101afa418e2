//! Labels networks along a Hamiltonian path, numbers their directed channels, and routes by R.

mod labels;
mod topology;

pub use topology::Topology;

use super::error::NetworkError;
use super::limits::MOST_NODES;
use super::node_name::NodeName;
use std::fmt;

/// A graph whose nodes are labelled 0, 1, …, N − 1 along a Hamiltonian path, an edge being two directed channels.
///
/// The routing function R knows labels alone: on the way from u up to v it goes to the neighbour of u with the largest label that is not
/// beyond v's, on the way down to the one with the smallest. The neighbour next on the Hamiltonian path always qualifies, so R arrives.
///
/// # Shape
/// A mesh or torus of any dimensions, a hypercube, or any graph whose node numbers are the labels, of at most
/// [`MOST_NODES`] nodes. Nodes of meshes are numbered with x₁ first: x₁ + K₁·(x₂ + K₂·…). Labels go back and forth: L
/// is x₁ in the first dimension, and every further one puts copies of the path on top of one another, every other copy
/// backwards. On a plane that is the snake; with all sides 2 it is the reflected Gray code. Ports of a node count its
/// neighbours from the lowest label up; channels count ports from node 0 on.
///
/// # Cost
/// R takes a binary search among the neighbours. On planes R is a shortest path; on other meshes, tori and graphs it need not be.
///
/// # Source
/// Bouchitté, Cohen, Fleury, §2.1 and §5; the n-dimensional labels are Lin and Ni's.
///
/// # Example
/// The mesh of 4 columns and 3 rows of the paper's Fig. 2; R from (1, 0) to (0, 2) goes up at once.
/// ```
/// use meshcast_algorithms::pathbased::Network;
/// let mesh = Network::mesh(&[4, 3])?;
/// let node = |x, y| mesh.node(&[x, y]).unwrap();
/// assert_eq!([node(3, 0), node(3, 1), node(0, 1)].map(|node| mesh.label(node)), [3, 4, 7]);
/// assert_eq!(mesh.next_hop(node(1, 0), node(0, 2)), Some(node(1, 1)));
/// assert_eq!(mesh.distance(node(1, 0), node(0, 2)), 3);
/// # Ok::<(), meshcast_algorithms::pathbased::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    kind: Kind,
    /// Sides of a mesh or torus; of a graph its nodes.
    sides: Vec<usize>,
    /// Labels of the nodes.
    labels: Vec<u32>,
    /// The nodes, by label.
    nodes: Vec<u32>,
    /// First channel of every node, and the number of channels.
    first: Vec<u32>,
    /// Label of the node that a channel leads to.
    heads: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mesh,
    Torus,
    Hypercube,
    Graph,
}

impl Network {
    /// The mesh of these sides.
    ///
    /// # Errors
    /// If there are no sides, one is 0, or there are too many nodes.
    pub fn mesh(sides: &[usize]) -> Result<Self, NetworkError> {
        Self::lattice(Kind::Mesh, sides)
    }

    /// The hypercube of so many dimensions, a mesh whose sides are 2.
    ///
    /// # Errors
    /// If there are no dimensions, or too many nodes.
    pub fn hypercube(dimensions: usize) -> Result<Self, NetworkError> {
        if dimensions > MOST_NODES.ilog2() as usize {
            return Err(NetworkError::ManyNodes);
        }
        Self::lattice(Kind::Hypercube, &vec![2; dimensions])
    }

    /// The torus of these sides: the mesh, and an edge between the ends of every line of more than two nodes.
    ///
    /// # Errors
    /// If there are no sides, one is 0, or there are too many nodes.
    pub fn torus(sides: &[usize]) -> Result<Self, NetworkError> {
        Self::lattice(Kind::Torus, sides)
    }

    /// The graph of nodes 0, …, `nodes` − 1, whose numbers are the labels, with `edges`; an edge given twice counts once.
    ///
    /// # Errors
    /// If there are no nodes or too many, an edge leads from a node to itself or to none, or i and i + 1 are no neighbours for some i.
    pub fn graph(nodes: usize, edges: &[(u32, u32)]) -> Result<Self, NetworkError> {
        if nodes == 0 {
            return Err(NetworkError::NoNodes);
        }
        if nodes > MOST_NODES {
            return Err(NetworkError::ManyNodes);
        }
        let last = nodes as u32 - 1;
        for &(from, to) in edges {
            if from.max(to) > last {
                return Err(NetworkError::OffGraph { last, from, to });
            }
            if from == to {
                return Err(NetworkError::Loop { node: from });
            }
        }
        let graph = Self::labelled(Kind::Graph, vec![nodes], (0..=last).collect(), edges);
        let is_next = |node: u32| graph.neighbours(node).binary_search(&(node + 1)).is_ok();
        match (0..last).find(|&node| !is_next(node)) {
            Some(node) => Err(NetworkError::NoPath { node }),
            None => Ok(graph),
        }
    }

    fn lattice(kind: Kind, sides: &[usize]) -> Result<Self, NetworkError> {
        let count = labels::count(sides)?;
        let labels = (0..count).map(|node| labels::snake(sides, node)).collect();
        let edges = labels::edges(sides, kind == Kind::Torus);
        Ok(Self::labelled(kind, sides.to_vec(), labels, &edges))
    }

    fn labelled(kind: Kind, sides: Vec<usize>, labels: Vec<u32>, edges: &[(u32, u32)]) -> Self {
        let mut nodes = vec![0; labels.len()];
        for (node, &label) in labels.iter().enumerate() {
            nodes[label as usize] = node as u32;
        }
        let both = edges.iter().flat_map(|&(from, to)| [(from, to), (to, from)]);
        let mut channels: Vec<(u32, u32)> =
            both.map(|(from, to)| (from, labels[to as usize])).collect();
        channels.sort_unstable();
        channels.dedup();
        let mut first = vec![0; labels.len() + 1];
        for &(from, _) in &channels {
            first[from as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let heads = channels.into_iter().map(|(_, head)| head).collect();
        Self { kind, sides, labels, nodes, first, heads }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many directed channels there are.
    pub fn channels(&self) -> usize {
        self.heads.len()
    }

    /// What it is.
    pub fn topology(&self) -> Topology<'_> {
        match self.kind {
            Kind::Mesh => Topology::Mesh(&self.sides),
            Kind::Torus => Topology::Torus(&self.sides),
            Kind::Hypercube => Topology::Hypercube(self.sides.len()),
            Kind::Graph => Topology::Graph,
        }
    }

    /// The sides of a mesh or hypercube; nothing of another network.
    pub fn mesh_sides(&self) -> Option<&[usize]> {
        matches!(self.kind, Kind::Mesh | Kind::Hypercube).then_some(&self.sides)
    }

    /// How many values each coordinate of a node has; a graph has one coordinate.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The coordinates of a node; of a graph its number. A number beyond the nodes has no meaning.
    pub fn coordinates(&self, node: u32) -> NodeName {
        let mut rest = node as usize;
        let digits = self.sides.iter().map(|&side| {
            let digit = rest % side;
            rest /= side;
            digit
        });
        NodeName::new(digits.collect())
    }

    /// The node with these coordinates, if there is one.
    pub fn node(&self, coordinates: &[usize]) -> Option<u32> {
        let fits = |(&at, &side)| at < side;
        let inside = coordinates.iter().zip(&self.sides).all(fits);
        let digits = coordinates.iter().zip(&self.sides).rev();
        let node = || digits.fold(0, |node, (&at, &side)| node * side + at) as u32;
        (inside && coordinates.len() == self.sides.len()).then(node)
    }

    /// The label of a node.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn label(&self, node: u32) -> u32 {
        self.labels[node as usize]
    }

    /// The node with a label.
    ///
    /// # Panics
    /// If there is no such label.
    pub fn labelled_node(&self, label: u32) -> u32 {
        self.nodes[label as usize]
    }

    /// The channel from a node to a neighbour; none between nodes that are no neighbours.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn channel(&self, from: u32, to: u32) -> Option<u32> {
        let port = self.neighbours(from).binary_search(&self.label(to)).ok()?;
        Some(self.first[from as usize] + port as u32)
    }

    /// The node that a channel leaves and the node it enters.
    ///
    /// # Panics
    /// If there is no such channel.
    pub fn ends(&self, channel: u32) -> (u32, u32) {
        let from = self.first.partition_point(|&first| first <= channel) as u32 - 1;
        (from, self.labelled_node(self.heads[channel as usize]))
    }

    /// The port by which a channel leaves its node.
    ///
    /// # Panics
    /// If there is no such channel.
    pub fn port(&self, channel: u32) -> u32 {
        channel - self.first[self.ends(channel).0 as usize]
    }

    /// R: where a worm at `from` goes next on its way to `to`; nowhere if it is there.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn next_hop(&self, from: u32, to: u32) -> Option<u32> {
        let (here, there) = (self.label(from), self.label(to));
        if here == there {
            return None;
        }
        let neighbours = self.neighbours(from);
        let next = if here < there {
            neighbours[neighbours.partition_point(|&label| label <= there) - 1]
        } else {
            neighbours[neighbours.partition_point(|&label| label < there)]
        };
        Some(self.labelled_node(next))
    }

    /// The nodes from `from` to `to` by R, both included.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn route(&self, from: u32, to: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(from), move |&at| self.next_hop(at, to))
    }

    /// d: how many channels R takes from `from` to `to`.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn distance(&self, from: u32, to: u32) -> usize {
        self.route(from, to).count() - 1
    }

    /// The fewest channels from `from` to every node, by R or not.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn hops_from(&self, from: u32) -> Vec<usize> {
        let mut hops = vec![usize::MAX; self.nodes()];
        hops[from as usize] = 0;
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for &label in self.neighbours(at) {
                let to = self.labelled_node(label);
                if hops[to as usize] == usize::MAX {
                    hops[to as usize] = hops[at as usize] + 1;
                    reached.push(to);
                }
            }
        }
        hops
    }

    /// Labels of the neighbours of a node, the lowest first.
    pub(super) fn neighbours(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.heads[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = || self.sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        let nodes = match self.nodes() {
            1 => "1 node".to_owned(),
            nodes => format!("{nodes} nodes"),
        };
        match self.kind {
            Kind::Mesh if self.sides.len() == 1 => write!(out, "mesh of {nodes}"),
            Kind::Torus if self.sides.len() == 1 => write!(out, "torus of {nodes}"),
            Kind::Mesh => write!(out, "{} mesh", sides()),
            Kind::Torus => write!(out, "{} torus", sides()),
            Kind::Hypercube if self.sides.len() == 1 => out.write_str("hypercube of 1 dimension"),
            Kind::Hypercube => write!(out, "hypercube of {} dimensions", self.sides.len()),
            Kind::Graph => write!(out, "graph of {nodes}"),
        }
    }
}
