//! Holds an undirected graph, an edge a processor.

use meshcast_engine::Messages;
use std::sync::Arc;

/// An undirected graph without loops and repeated edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PramGraph {
    vertices: u32,
    edges: Arc<[(u32, u32)]>,
}

impl PramGraph {
    /// The graph of these edges, loops and repeated ones left out.
    ///
    /// # Panics
    /// If a vertex is not below `vertices`.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let edges = edges.into_iter().filter(|(from, to)| from != to);
        let mut edges: Vec<(u32, u32)> = edges.map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        assert!(edges.iter().all(|&(_, to)| (to as usize) < vertices), "edges have vertices");
        Self { vertices: vertices as u32, edges: edges.into() }
    }

    /// The graph of a message set: an edge between every source and each of its destinations.
    pub fn of_messages(messages: &Messages) -> Self {
        let all = (0..messages.count()).flat_map(|message| {
            let source = messages.source(message);
            messages.destinations(message).iter().map(move |&to| (source, to))
        });
        Self::new(messages.nodes(), all)
    }

    /// Vertices.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Edges, the lesser vertex first.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Processors that the programs for graphs need: one for every vertex and one for every edge, each having one of both.
    pub fn processors(&self) -> usize {
        self.edges.len().max(self.vertices as usize)
    }

    /// The edge of a processor, if it has one.
    pub(super) fn edge(&self, processor: u32) -> Option<(u32, u32)> {
        self.edges.get(processor as usize).copied()
    }

    /// The neighbours of every vertex.
    pub(super) fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.vertices as usize];
        for &(a, b) in self.edges.iter() {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        neighbours
    }

    /// Whether a processor has a vertex.
    pub(super) fn has_vertex(&self, processor: u32) -> bool {
        processor < self.vertices
    }
}
