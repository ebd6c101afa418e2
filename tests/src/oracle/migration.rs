//! Tiles of a grid, and who migrates to them.

use std::collections::BTreeSet;

/// The nodes of every tile of a grid, row by row: part i of `parts` of a side is what lies between its i/parts and
/// (i+1)/parts.
pub fn tile_nodes(rows: usize, cols: usize, down: usize, across: usize) -> Vec<Vec<usize>> {
    let mut tiles = Vec::new();
    for i in 0..down {
        for j in 0..across {
            let mut nodes = Vec::new();
            for row in i * rows / down..(i + 1) * rows / down {
                nodes.extend((j * cols / across..(j + 1) * cols / across).map(|c| row * cols + c));
            }
            tiles.push(nodes);
        }
    }
    tiles
}

/// The masters that each tile gets copies of, in order: the first that want it and that it has not had, one for each of
/// its nodes. A master is a list of destinations; `had` are the pairs of tile and master of earlier rounds, and is
/// brought up to date.
pub fn migration(
    tiles: &[Vec<usize>],
    masters: &[Vec<usize>],
    had: &mut BTreeSet<(usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut chosen = Vec::new();
    for (tile, nodes) in tiles.iter().enumerate() {
        let mut of_tile = Vec::new();
        for (master, destinations) in masters.iter().enumerate() {
            let wants = destinations.iter().any(|to| nodes.contains(to));
            if wants && of_tile.len() < nodes.len() && had.insert((tile, master)) {
                of_tile.push(master);
            }
        }
        chosen.push(of_tile);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_of_uneven_tiles() {
        assert_eq!(tile_nodes(2, 3, 1, 2), [vec![0, 3], vec![1, 2, 4, 5]]);
        assert_eq!(tile_nodes(3, 1, 2, 1), [vec![0], vec![1, 2]]);
    }

    #[test]
    fn a_tile_takes_no_more_masters_than_it_has_nodes_and_none_twice() {
        let tiles = tile_nodes(1, 3, 1, 2);
        let masters = [vec![0, 1], vec![2, 1], vec![], vec![0, 2], vec![1]];
        let mut had = BTreeSet::new();
        assert_eq!(migration(&tiles, &masters, &mut had), [vec![0], vec![0, 1]]);
        assert_eq!(migration(&tiles, &masters, &mut had), [vec![3], vec![3, 4]]);
        assert_eq!(migration(&tiles, &masters, &mut had), [Vec::<usize>::new(), Vec::new()]);
    }
}
