//! Tiles of a grid, and who migrates to them.

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

/// The masters that each tile gets copies of, in order: the first that have open destinations there, one for each of
/// its nodes. A master is its open destinations; those that it gets a copy for are taken out.
pub fn migration(tiles: &[Vec<usize>], masters: &mut [Vec<usize>]) -> Vec<Vec<usize>> {
    let mut chosen = Vec::new();
    for nodes in tiles {
        let mut of_tile = Vec::new();
        for (master, open) in masters.iter_mut().enumerate() {
            if of_tile.len() < nodes.len() && open.iter().any(|to| nodes.contains(to)) {
                open.retain(|to| !nodes.contains(to));
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
        let mut masters = [vec![0, 1], vec![2, 1], vec![], vec![0, 2], vec![1]];
        assert_eq!(migration(&tiles, &mut masters), [vec![0], vec![0, 1]]);
        assert_eq!(migration(&tiles, &mut masters), [vec![3], vec![3, 4]]);
        assert_eq!(migration(&tiles, &mut masters), [Vec::<usize>::new(), Vec::new()]);
        assert!(masters.iter().all(Vec::is_empty));
    }
}
