//! Path-based multicast: the facts of the papers that hold, and everything else against trying all.

mod claims;
mod dependencies;
mod effort;
mod facts;
mod groups;
mod misprints;
mod own_paths;
mod refusals;
mod routing;
mod schedules;
mod stars;
mod torus_groups;

use meshcast_algorithms::pathbased::{MulticastSet, Network, NodeName};
use meshcast_tests::oracle::pathbased::Graph;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A network as the program makes it and as the oracle does.
struct Case {
    name: String,
    network: Network,
    graph: Graph,
}

impl Case {
    fn mesh(sides: &[usize]) -> Self {
        let network = Network::mesh(sides).expect("a mesh");
        Self { name: network.to_string(), network, graph: Graph::of_lattice(sides, false) }
    }

    fn torus(sides: &[usize]) -> Self {
        let network = Network::torus(sides).expect("a torus");
        Self { name: network.to_string(), network, graph: Graph::of_lattice(sides, true) }
    }

    fn cube(dimensions: usize) -> Self {
        let network = Network::hypercube(dimensions).expect("a cube");
        let graph = Graph::of_lattice(&vec![2; dimensions], false);
        Self { name: format!("{dimensions}-cube"), network, graph }
    }

    /// A path with some more edges, drawn from a seed.
    fn random_graph(nodes: usize, more: usize, seed: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut edges: Vec<(u32, u32)> = (1..nodes as u32).map(|node| (node, node - 1)).collect();
        while edges.len() < nodes - 1 + more {
            let [from, to] = [0, 1].map(|_| random.random_range(0..nodes as u32));
            if from != to {
                edges.push((from, to));
            }
        }
        let network = Network::graph(nodes, &edges).expect("a Hamiltonian graph");
        Self { name: format!("graph {seed}"), network, graph: Graph::of_edges(nodes, &edges) }
    }

    /// The node at a place on the Hamiltonian path.
    fn node(&self, label: usize) -> u32 {
        self.network.labelled_node(label as u32)
    }

    /// The multicast of nodes by their places on the Hamiltonian path.
    fn set(&self, source: usize, destinations: &[usize]) -> MulticastSet<'_> {
        let destinations = destinations.iter().map(|&label| self.node(label)).collect();
        MulticastSet::new(&self.network, self.node(source), destinations).expect("a set")
    }
}

/// Different numbers below `nodes`: a source and `k` destinations.
fn draw(random: &mut Xoshiro256PlusPlus, nodes: usize, k: usize) -> (usize, Vec<usize>) {
    let mut all: Vec<usize> = (0..nodes).collect();
    for place in 0..=k {
        let other = random.random_range(place..nodes);
        all.swap(place, other);
    }
    (all[0], all[1..=k].to_vec())
}

fn name(x: usize, y: usize) -> NodeName {
    NodeName::new(vec![x, y])
}

/// The set of Fig. 2 of Chen, Chang and Sheu, on the mesh of 8 x 8.
fn fig_2(mesh: &Network) -> MulticastSet<'_> {
    let destinations =
        [(1, 6), (2, 6), (1, 7), (2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(|(x, y)| name(x, y));
    MulticastSet::named(mesh, &name(2, 5), &destinations).expect("the printed set")
}

/// A path, and an edge from its first node to every other; or all backwards.
fn star_with_a_path(nodes: u32, backwards: bool) -> Network {
    let at = |place: u32| if backwards { nodes - 1 - place } else { place };
    let path = (1..nodes).map(|place| (at(place - 1), at(place)));
    let edges: Vec<_> = path.chain((2..nodes).map(|place| (at(0), at(place)))).collect();
    Network::graph(nodes as usize, &edges).unwrap()
}
