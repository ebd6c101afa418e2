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

/// A master of a migration.
#[derive(Clone, Debug)]
pub struct Master {
    /// Where it is.
    pub node: usize,
    /// Its destinations that no copy was sent for.
    pub open: Vec<usize>,
}

/// The master of which each node of each tile gets a copy. The i-th node is for the i-th master that has open
/// destinations in the tile; those that a master gets a copy for are taken out. If the nodes are divided into parts, a
/// master gets none if it and those before it in its part have open destinations in more tiles, each counted for each,
/// than the part has nodes.
pub fn migration(
    tiles: &[Vec<usize>],
    parts: &[Vec<usize>],
    masters: &mut [Master],
) -> Vec<Vec<Option<usize>>> {
    let wants = |master: &Master, tile: &[usize]| master.open.iter().any(|to| tile.contains(to));
    let mut left_out = vec![false; masters.len()];
    for part in parts {
        let mut copies = 0;
        for (master, left_out) in masters.iter().zip(&mut left_out) {
            if part.contains(&master.node) {
                copies += tiles.iter().filter(|tile| wants(master, tile)).count();
                *left_out = copies > part.len();
            }
        }
    }
    let mut chosen = Vec::new();
    for tile in tiles {
        let mut of_tile = vec![None; tile.len()];
        let wanting = (0..masters.len()).filter(|&i| wants(&masters[i], tile));
        let wanting: Vec<usize> = wanting.collect();
        for (place, master) in of_tile.iter_mut().zip(wanting) {
            if !left_out[master] {
                masters[master].open.retain(|to| !tile.contains(to));
                *place = Some(master);
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

    fn masters() -> Vec<Master> {
        let open = [vec![0, 1], vec![2, 1], vec![], vec![0, 2], vec![1]];
        (0..).zip(open).map(|(node, open)| Master { node, open }).collect()
    }

    #[test]
    fn a_tile_takes_no_more_masters_than_it_has_nodes_and_none_twice() {
        let tiles = tile_nodes(1, 3, 1, 2);
        let mut masters = masters();
        assert_eq!(migration(&tiles, &[], &mut masters), [vec![Some(0)], vec![Some(0), Some(1)]]);
        assert_eq!(migration(&tiles, &[], &mut masters), [vec![Some(3)], vec![Some(3), Some(4)]]);
        assert_eq!(migration(&tiles, &[], &mut masters), [vec![None], vec![None, None]]);
        assert!(masters.iter().all(|master| master.open.is_empty()));
    }

    #[test]
    fn a_part_makes_no_more_copies_than_it_has_nodes() {
        // Masters 0 and 1 are wanted by two tiles and one, of which the part of two nodes makes the first two copies.
        let tiles = tile_nodes(1, 3, 1, 2);
        let parts = [vec![0, 1], vec![2, 3, 4]];
        let expected = [vec![Some(0)], vec![Some(0), None]];
        assert_eq!(migration(&tiles, &parts, &mut masters()), expected);
    }
}
