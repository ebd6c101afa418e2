//! Finds closed walks through every node: the ring that packets circulate on.

use super::Shape;
use std::ops::Range;

/// A closed walk of neighbouring nodes that visits every node of a rectangle and uses no directed link twice.
///
/// Its places are the *stations* 0, 1, …; station i+1 is a neighbour of station i, and the last a neighbour of
/// the first. Where the rectangle has a Hamiltonian cycle (an even number of nodes, both sides at least 2) the
/// walk is one. Elsewhere some nodes have two stations: the first of them is the node's *home*, the second a
/// *relay*, where a packet only passes through.
///
/// | shape | stations | relays |
/// |---|---|---|
/// | rows·cols even, both ≥ 2 | n | 0 |
/// | odd × odd, both ≥ 3 | n+1 | 1, at node (1, 0) |
/// | 1 × b or b × 1, b ≥ 2 | 2(b−1) | b−2 |
/// | 1 × 1 | 1 (no link) | 0 |
///
/// # Source
/// Fact 1 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006: a ring
/// of m nodes embeds in a mesh of m nodes with neighbours at most two apart. A relay is the middle of such a hop of two
/// links; made a station of its own, every hop is one link and all packets advance in every step.
///
/// ```
/// use meshcast_engine::{Circuit, Shape};
/// let circuit = Circuit::new(Shape::new(2, 3)?);
/// assert_eq!(circuit.stations(), [0, 1, 2, 5, 4, 3]);
/// assert_eq!(Circuit::new(Shape::new(3, 3)?).stations().len(), 10);
/// # Ok::<(), meshcast_engine::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    shape: Shape,
    stations: Vec<u32>,
    homes: Vec<u32>,
    relays: Range<usize>,
    /// For each node the side on which the node lies whose station is behind its home, going forward and going backward.
    behind: [Vec<u8>; 2],
}

/// Which way packets go round a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From station i to station i+1.
    Forward,
    /// From station i+1 to station i.
    Backward,
}

impl Way {
    /// The other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Way::Forward => Way::Backward,
            Way::Backward => Way::Forward,
        }
    }
}

impl Circuit {
    /// The circuit of a rectangle.
    pub fn new(shape: Shape) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let at = |row, col| shape.index(row, col) as u32;
        let mut stations = Vec::with_capacity(shape.nodes() + 1);
        if rows == 1 || cols == 1 {
            let nodes = shape.nodes();
            stations.extend((0..nodes as u32).chain((1..nodes.max(2) as u32 - 1).rev()));
        } else if rows.is_multiple_of(2) {
            comb(rows, cols, |row, col| stations.push(at(row, col)));
        } else if cols.is_multiple_of(2) {
            comb(cols, rows, |col, row| stations.push(at(row, col)));
        } else {
            odd_by_odd(rows, cols, |row, col| stations.push(at(row, col)));
        }
        Self::with_homes(shape, stations)
    }

    /// Stations of the circuit of a rectangle, without building it.
    pub fn length(shape: Shape) -> usize {
        let (rows, cols, nodes) = (shape.rows(), shape.cols(), shape.nodes());
        if nodes == 1 {
            1
        } else if rows == 1 || cols == 1 {
            2 * (nodes - 1)
        } else {
            // Of an odd number of nodes, one has a relay.
            nodes + nodes % 2
        }
    }

    fn with_homes(shape: Shape, stations: Vec<u32>) -> Self {
        let mut homes = vec![u32::MAX; shape.nodes()];
        let mut relays = 0..0;
        for (station, &node) in stations.iter().enumerate() {
            let home = &mut homes[node as usize];
            if *home == u32::MAX {
                *home = station as u32;
            } else if relays.is_empty() {
                relays = station..station + 1;
            } else {
                assert_eq!(relays.end, station, "relays follow one another");
                relays.end += 1;
            }
        }
        let last = stations.len() - 1;
        let before = |&home: &u32| stations[home.checked_sub(1).map_or(last, |at| at as usize)];
        let after =
            |&home: &u32| stations[if home as usize == last { 0 } else { home as usize + 1 }];
        let side = |(node, behind): (usize, u32)| {
            let by = offsets(shape);
            let is_behind =
                |&side: &u8| by[usize::from(side)].wrapping_add(node) == behind as usize;
            (0..SIDES).find(is_behind).expect("stations that follow one another are neighbours")
        };
        let behind = [
            homes.iter().map(before).enumerate().map(side).collect(),
            homes.iter().map(after).enumerate().map(side).collect(),
        ];
        Self { shape, stations, homes, relays, behind }
    }

    /// For each of some nodes, the node of the station from which packets reach its home.
    pub(crate) fn behind(&self, way: Way, nodes: Range<usize>) -> impl Iterator<Item = usize> {
        let sides = match way {
            Way::Forward => &self.behind[0],
            Way::Backward => &self.behind[1],
        };
        let by = offsets(self.shape);
        // The remainder spares a check of bounds.
        let behind =
            move |(node, &side): (usize, &u8)| by[usize::from(side) % by.len()].wrapping_add(node);
        nodes.clone().zip(&sides[nodes]).map(behind)
    }

    /// Whether it passes every node once and no edge both ways: not on lines, nor where both sides are odd.
    pub fn is_cycle(&self) -> bool {
        self.relays.is_empty() && self.stations.len() > 2
    }

    /// The rectangle it runs through.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The node of each station, in the order of the walk.
    pub fn stations(&self) -> &[u32] {
        &self.stations
    }

    /// The home station of each node.
    pub fn homes(&self) -> &[u32] {
        &self.homes
    }

    /// The stations that are relays; they follow one another.
    pub fn relays(&self) -> Range<usize> {
        self.relays.clone()
    }

    /// The station that packets reach next from `station`.
    #[inline]
    pub fn next(&self, station: usize, way: Way) -> usize {
        match way {
            Way::Forward if station + 1 == self.stations.len() => 0,
            Way::Forward => station + 1,
            Way::Backward if station == 0 => self.stations.len() - 1,
            Way::Backward => station - 1,
        }
    }
}

/// A node and its neighbours to the east, west, south and north are on so many sides of it.
const SIDES: u8 = 5;

/// What leads from the index of a node to that of the node on each side of it, if there is one.
fn offsets(shape: Shape) -> [usize; 8] {
    let cols = shape.cols();
    [0, 1, 1_usize.wrapping_neg(), cols, cols.wrapping_neg(), 0, 0, 0]
}

/// Row 0 to the right, a serpentine back through columns 1 and up of the other rows, column 0 upward; `rows` even.
fn comb(rows: usize, cols: usize, mut visit: impl FnMut(usize, usize)) {
    visit(0, 0);
    for row in 0..rows {
        if row % 2 == 0 {
            (1..cols).for_each(|col| visit(row, col));
        } else {
            (1..cols).rev().for_each(|col| visit(row, col));
        }
    }
    (1..rows).rev().for_each(|row| visit(row, 0));
}

/// Both sides odd and at least 3. Row 0 from (0, 1) to the right; the columns from the last to column 2 as a
/// serpentine through rows 1 and below, ending at the bottom; columns 1 and 0 in zigzag upward to (1, 1);
/// the relay (1, 0); the corner (0, 0).
fn odd_by_odd(rows: usize, cols: usize, mut visit: impl FnMut(usize, usize)) {
    (1..cols).for_each(|col| visit(0, col));
    for (turn, col) in (2..cols).rev().enumerate() {
        if turn % 2 == 0 {
            (1..rows).for_each(|row| visit(row, col));
        } else {
            (1..rows).rev().for_each(|row| visit(row, col));
        }
    }
    for (turn, row) in (1..rows).rev().enumerate() {
        visit(row, 1 - turn % 2);
        visit(row, turn % 2);
    }
    visit(1, 0);
    visit(0, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn stations_expected(rows: usize, cols: usize) -> usize {
        match (rows, cols) {
            (1, 1) => 1,
            (1, b) | (b, 1) => 2 * (b - 1),
            _ => (rows * cols).next_multiple_of(2),
        }
    }

    #[test]
    fn every_shape_up_to_24_has_a_closed_walk_without_a_repeated_directed_link() {
        for rows in 1..=24 {
            for cols in 1..=24 {
                let shape = Shape::new(rows, cols).unwrap();
                let circuit = Circuit::new(shape);
                let stations = circuit.stations();
                assert_eq!(stations.len(), stations_expected(rows, cols), "{rows}x{cols}");
                let nodes: BTreeSet<u32> = stations.iter().copied().collect();
                assert_eq!(nodes.len(), shape.nodes(), "{rows}x{cols} misses a node");
                let mut links = BTreeSet::new();
                for i in 0..stations.len() {
                    let (from, to) = (stations[i], stations[(i + 1) % stations.len()]);
                    if from == to {
                        assert_eq!((rows, cols), (1, 1));
                        continue;
                    }
                    let (a, b) = (shape.position(from as usize), shape.position(to as usize));
                    let distance = a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
                    assert_eq!(distance, 1, "{rows}x{cols}: {a:?} to {b:?}");
                    assert!(links.insert((from, to)), "{rows}x{cols}: {a:?} to {b:?} twice");
                }
            }
        }
    }

    #[test]
    fn the_length_is_that_of_the_circuit_that_is_built() {
        let small = (1..=40).flat_map(|rows| (1..=40).map(move |cols| (rows, cols)));
        let large = [(1, 5000), (5000, 1), (999, 1001), (1000, 1001), (1023, 3), (2, 4097)];
        for (rows, cols) in small.chain(large) {
            let shape = Shape::new(rows, cols).unwrap();
            let built = Circuit::new(shape).stations().len();
            assert_eq!(Circuit::length(shape), built, "{rows}x{cols}");
        }
    }

    #[test]
    fn homes_and_relays_partition_the_stations() {
        for (rows, cols) in [(1, 1), (1, 2), (1, 7), (6, 1), (4, 5), (5, 4), (3, 3), (7, 9)] {
            let circuit = Circuit::new(Shape::new(rows, cols).unwrap());
            let mut all: Vec<u32> = circuit.homes().to_vec();
            all.extend(circuit.relays().map(|relay| relay as u32));
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..circuit.stations().len() as u32));
            for (node, &home) in circuit.homes().iter().enumerate() {
                assert_eq!(circuit.stations()[home as usize] as usize, node);
            }
        }
    }
}
