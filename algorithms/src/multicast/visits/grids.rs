//! Lists the grids of tiles from which an algorithm chooses.

use super::tessellation::Tessellation;
use meshcast_engine::Shape;

/// Tiles that a grid may have, for each packet of a load.
const TILES: [f64; 9] = [0.5, 0.75, 1.0, 1.125, 1.25, 1.5, 2.0, 3.0, 4.0];

/// Grids of about as many tiles as the load, and of some more and fewer: for each number a few that are nearly square.
pub(in crate::multicast) fn grids_near(shape: Shape, load: f64) -> Vec<Tessellation> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let (short, long) = (rows.min(cols), rows.max(cols));
    let mut grids = if load < 4.0 { vec![(1, 1)] } else { Vec::new() };
    for tiles in TILES.map(|tiles| load * tiles) {
        let square = (tiles * short as f64 / long as f64).sqrt() as usize;
        grids.extend((square.max(2) - 1..=square + 2).map(|along| {
            let along = along.min(short).min(tiles.ceil() as usize).max(1);
            let others = ((tiles / along as f64).round() as usize).clamp(1, long);
            if rows <= cols { (along, others) } else { (others, along) }
        }));
    }
    grids.sort_unstable();
    grids.dedup();
    grids.into_iter().map(|(down, across)| Tessellation::of_grid(shape, down, across)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_those_of_the_transposed_mesh_and_near_the_load() {
        for (rows, cols) in [(1, 1024), (4, 256), (16, 64), (7, 150), (30, 31)] {
            for at_node in [1.0, 4.0, 16.0, 40.0] {
                let grids =
                    |rows, cols| grids_near(Shape::new(rows, cols).expect("small"), at_node);
                let (wide, tall) = (grids(rows, cols), grids(cols, rows));
                let mut turned: Vec<(usize, usize)> =
                    tall.iter().map(|grid| (grid.across(), grid.down())).collect();
                turned.sort_unstable();
                let found: Vec<(usize, usize)> =
                    wide.iter().map(|grid| (grid.down(), grid.across())).collect();
                assert_eq!(found, turned, "{rows} x {cols}, load {at_node}");
                let most = (6.0 * at_node) as usize;
                assert!(wide.iter().all(|grid| grid.tiles() <= most.max(4)), "{found:?}");
            }
        }
    }
}
