//! Arranges the tiles of a grid in a ring, and says how packets go from each to the next.

use meshcast_engine::{Circuit, Port, Shape, Way};

/// Where the packets of a tile go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) to: usize,
    pub(crate) legs: [Option<Port>; 2],
}

/// The tiles of a grid in the order of the ring; neighbours are at most two tiles apart.
fn ring(grid: Shape) -> Vec<usize> {
    let tiles = grid.nodes();
    if grid.rows() == 1 || grid.cols() == 1 {
        let (even, odd) = ((0..tiles).step_by(2), (1..tiles).step_by(2));
        return even.chain(odd.rev()).collect();
    }
    let circuit = Circuit::new(grid);
    let is_home = |station: &usize| !circuit.relays().contains(station);
    let homes = (0..circuit.stations().len()).filter(is_home);
    homes.map(|station| circuit.stations()[station] as usize).collect()
}

/// The row and column of the tile to which some legs lead.
pub(crate) fn passed(legs: &[Option<Port>], row: usize, col: usize) -> (usize, usize) {
    legs.iter().flatten().fold((row, col), |(row, col), port| match port {
        Port::East => (row, col + 1),
        Port::West => (row, col - 1),
        Port::South => (row + 1, col),
        Port::North => (row - 1, col),
    })
}

/// What the packets of each tile of a grid do.
pub(crate) fn moves(grid: Shape, way: Way) -> Vec<Move> {
    let ring = ring(grid);
    let mut moves = vec![Move { to: 0, legs: [None; 2] }; ring.len()];
    for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (from, to) = match way {
            Way::Forward => (from, to),
            Way::Backward => (to, from),
        };
        let ((row, col), (to_row, to_col)) = (grid.position(from), grid.position(to));
        // North before west and east before south: through tile (0, 1) between tiles (1, 1) and (0, 0).
        let mut ports = [
            (Port::North, row.saturating_sub(to_row)),
            (Port::East, to_col.saturating_sub(col)),
            (Port::West, col.saturating_sub(to_col)),
            (Port::South, to_row.saturating_sub(row)),
        ]
        .into_iter()
        .flat_map(|(port, sides)| std::iter::repeat_n(port, sides));
        moves[from] = Move { to, legs: [ports.next(), ports.next()] };
    }
    moves
}
