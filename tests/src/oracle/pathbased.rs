//! Labels, routes and the best stars by trying all, on any graph: nodes are places on the Hamiltonian path.

/// A graph whose nodes are numbered along a Hamiltonian path, as a matrix.
pub struct Graph {
    is_edge: Vec<Vec<bool>>,
}

/// The nodes of a mesh, by their coordinates, along the path that goes back and forth: lines, then planes of lines, and so on.
pub fn back_and_forth(sides: &[usize]) -> Vec<Vec<usize>> {
    let mut path = vec![Vec::new()];
    for &side in sides {
        let mut longer = Vec::new();
        for layer in 0..side {
            let mut copy: Vec<Vec<usize>> =
                path.iter().map(|node| [&node[..], &[layer]].concat()).collect();
            if layer % 2 == 1 {
                copy.reverse();
            }
            longer.extend(copy);
        }
        path = longer;
    }
    path
}

impl Graph {
    /// A mesh, or a torus.
    pub fn of_lattice(sides: &[usize], around: bool) -> Self {
        let path = back_and_forth(sides);
        let is_edge = |one: &[usize], other: &[usize]| {
            let differing: Vec<usize> =
                (0..sides.len()).filter(|&dimension| one[dimension] != other[dimension]).collect();
            let [dimension] = differing[..] else { return false };
            let apart = one[dimension].abs_diff(other[dimension]);
            apart == 1 || around && apart == sides[dimension] - 1
        };
        let row = |one: &Vec<usize>| path.iter().map(|other| is_edge(one, other)).collect();
        Self { is_edge: path.iter().map(row).collect() }
    }

    /// The graph of these edges.
    pub fn of_edges(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut is_edge = vec![vec![false; nodes]; nodes];
        for &(from, to) in edges {
            is_edge[from as usize][to as usize] = true;
            is_edge[to as usize][from as usize] = true;
        }
        Self { is_edge }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.is_edge.len()
    }

    /// Whether there is an edge.
    pub fn is_edge(&self, from: usize, to: usize) -> bool {
        self.is_edge[from][to]
    }

    /// The same graph, numbered from the other end.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let backwards = |row: &Vec<bool>| row.iter().rev().copied().collect();
        Self { is_edge: self.is_edge.iter().rev().map(backwards).collect() }
    }

    /// The nodes from `from` to `to` by the rule: up to the greatest neighbour not beyond `to`, down to the least.
    ///
    /// # Panics
    ///
    /// Panics if the nodes in order are no path of the graph.
    pub fn route(&self, from: usize, to: usize) -> Vec<usize> {
        let mut nodes = vec![from];
        let mut at = from;
        while at != to {
            let mut neighbours = (0..self.nodes()).filter(|&node| self.is_edge[at][node]);
            at = if at < to {
                neighbours.rfind(|&node| node <= to).expect("a way up")
            } else {
                neighbours.find(|&node| node >= to).expect("a way down")
            };
            nodes.push(at);
        }
        nodes
    }

    /// Edges on that way.
    pub fn distance(&self, from: usize, to: usize) -> usize {
        self.route(from, to).len() - 1
    }

    /// Edges on a shortest way, by breadth first.
    pub fn shortest(&self, from: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.nodes()];
        distances[from] = 0;
        let mut ring = vec![from];
        while !ring.is_empty() {
            let mut next = Vec::new();
            for at in ring {
                for to in 0..self.nodes() {
                    if self.is_edge[at][to] && distances[to] == usize::MAX {
                        distances[to] = distances[at] + 1;
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        distances
    }

    /// The fewest edges of all paths together and the fewest of the longest path, over all ways to give every destination above
    /// `source` to one of its greater neighbours. A path visits its destinations in order; its first edge leads to its neighbour. If
    /// `strict`, that must be where the rule goes on the way to the first destination, else it must not be beyond it.
    pub fn best_stars(
        &self,
        source: usize,
        destinations: &[usize],
        strict: bool,
    ) -> (usize, usize) {
        let mut above: Vec<usize> =
            destinations.iter().copied().filter(|&node| node > source).collect();
        above.sort_unstable();
        let ports: Vec<usize> =
            (source + 1..self.nodes()).filter(|&node| self.is_edge[source][node]).collect();
        let legs: Vec<Vec<usize>> = above
            .iter()
            .map(|&to| {
                above
                    .iter()
                    .map(|&from| if from < to { self.distance(from, to) } else { 0 })
                    .collect()
            })
            .collect();
        let first: Vec<Vec<Option<usize>>> = above
            .iter()
            .map(|&to| {
                let leg = |&port: &usize| {
                    let open = if strict { self.route(source, to)[1] == port } else { port <= to };
                    open.then(|| 1 + self.distance(port, to))
                };
                ports.iter().map(leg).collect()
            })
            .collect();
        let mut best = (usize::MAX, usize::MAX);
        let mut paths = vec![(None, 0); ports.len()];
        try_all(0, &mut paths, &first, &legs, &mut best);
        best
    }
}

fn try_all(
    at: usize,
    paths: &mut [(Option<usize>, usize)],
    first: &[Vec<Option<usize>>],
    legs: &[Vec<usize>],
    best: &mut (usize, usize),
) {
    if at == first.len() {
        let lengths = || paths.iter().map(|&(_, length)| length);
        best.0 = best.0.min(lengths().sum());
        best.1 = best.1.min(lengths().max().unwrap_or(0));
        return;
    }
    for port in 0..paths.len() {
        let before = paths[port];
        let leg = match before.0 {
            None => first[at][port],
            Some(last) => Some(legs[at][last]),
        };
        if let Some(leg) = leg {
            paths[port] = (Some(at), before.1 + leg);
            try_all(at + 1, paths, first, legs, best);
            paths[port] = before;
        }
    }
}
