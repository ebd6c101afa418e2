//! Lists the grids of tiles from which an algorithm chooses.

use super::tessellation::Tessellation;
use meshcast_engine::Shape;

/// Tiles that a grid may have, for each packet of a load.
const TILES: [f64; 10] = [0.5, 0.75, 0.875, 1.0, 1.125, 1.25, 1.5, 2.0, 3.0, 4.0];

/// How many rows of tiles longer and wider grids have, for each of nearly square ones.
const ASPECTS: [f64; 4] = [0.6, 0.75, 1.33, 1.67];

/// Grids of about as many tiles as the load, and of some more and fewer: for each number a few that are nearly square.
pub(in crate::multicast) fn grids_near(shape: Shape, load: f64) -> Vec<Tessellation> {
    distinct(shape, sides_near(shape, load))
}

/// Rows and columns of the tiles in those grids.
fn sides_near(shape: Shape, load: f64) -> Vec<(usize, usize)> {
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
    grids
}

/// The grids of so many rows and columns of tiles, each once.
fn distinct(shape: Shape, mut grids: Vec<(usize, usize)>) -> Vec<Tessellation> {
    grids.sort_unstable();
    grids.dedup();
    grids.into_iter().map(|(down, across)| Tessellation::of_grid(shape, down, across)).collect()
}

/// Those grids, longer and wider ones, and of all these the ones that have as many tiles of the same sides as fit.
pub(super) fn grids_around(shape: Shape, load: f64) -> Vec<Tessellation> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let mut grids = sides_near(shape, load);
    for tiles in TILES.map(|tiles| load * tiles) {
        let square = (tiles * rows as f64 / cols as f64).sqrt();
        grids.extend(ASPECTS.into_iter().flat_map(|aspect| {
            let down = ((square * aspect).round() as usize).clamp(1, rows);
            let across = tiles / down as f64;
            [across.floor(), across.ceil()].map(|across| (down, (across as usize).clamp(1, cols)))
        }));
    }
    let fitted = |(down, across)| {
        let [most_down, most_across] = [rows / (rows / down), cols / (cols / across)];
        [(down, across), (most_down, across), (down, most_across), (most_down, most_across)]
    };
    distinct(shape, grids.into_iter().flat_map(fitted).collect())
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

    #[test]
    fn tiles_that_fill_the_mesh_are_among_the_grids_around() {
        let has = |(rows, cols), load, grid: (usize, usize)| {
            let grids = grids_around(Shape::new(rows, cols).expect("small"), load);
            grids.iter().any(|found| (found.down(), found.across()) == grid)
        };
        assert!(has((33, 33), 40.0, (4, 11)), "33 is 11 times 3");
        assert!(has((45, 45), 61.0, (9, 9)), "45 is 9 times 5");
        assert!(has((37, 37), 34.0, (3, 8)), "25.5 tiles are 3 times 8.5");
        for (rows, cols) in [(1, 1024), (7, 150), (30, 31), (31, 30)] {
            let shape = Shape::new(rows, cols).expect("small");
            for load in [1.0, 4.0, 40.0] {
                let around = grids_around(shape, load);
                assert!(grids_near(shape, load).iter().all(|grid| around.contains(grid)));
                assert!(around.iter().all(|grid| grid.down() <= rows && grid.across() <= cols));
            }
        }
    }
}
