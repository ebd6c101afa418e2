//! Tests where packets stand, who rests, and which plans there are.

use super::choice::ExplicitPlan;
use super::places::PolynomialPlaces;
use crate::multicast::visits::{Tessellation, blocks};
use crate::permutation::Permutation;
use crate::polynomials::{CertificateError, Field, PolynomialGroups};
use meshcast_engine::{Shape, Tiling};

/// Shapes and grids: even tiles, uneven ones of all kinds, and cores with room for a quarter of their groups.
const CASES: [(usize, usize, usize, usize); 14] = [
    (8, 8, 2, 2),
    (16, 16, 4, 4),
    (7, 7, 2, 2),
    (9, 13, 3, 3),
    (5, 5, 3, 3),
    (5, 7, 3, 3),
    (11, 4, 4, 2),
    (1, 17, 1, 5),
    (29, 1, 7, 1),
    (23, 29, 5, 5),
    (7, 7, 4, 4),
    (15, 15, 2, 8),
    (4, 6, 4, 4),
    (3, 3, 3, 3),
];

fn places((rows, cols, down, across): (usize, usize, usize, usize)) -> PolynomialPlaces {
    let grid = Tessellation::of_grid(Shape::new(rows, cols).expect("small"), down, across);
    PolynomialPlaces::new(Field::new(down * across).expect("a prime power"), grid)
}

/// Who stands in the core of which tile, by the tiling alone.
fn tile_of_core(case: (usize, usize, usize, usize)) -> Vec<Option<usize>> {
    let (rows, cols, down, across) = case;
    let mesh = Shape::new(rows, cols).expect("small");
    let mut of_node = vec![None; mesh.nodes()];
    for (number, tile) in Tiling::grid(mesh, down, across).tiles().iter().enumerate() {
        for (row, col) in
            (0..rows / down).flat_map(|row| (0..cols / across).map(move |col| (row, col)))
        {
            of_node[mesh.index(tile.first_row + row, tile.first_col + col)] = Some(number);
        }
    }
    of_node
}

#[test]
fn packets_stand_at_nodes_of_their_own_in_the_tiles_of_their_groups() {
    for case in CASES {
        let (rows, cols, down, across) = case;
        let (nodes, order) = (rows * cols, down * across);
        let (places, tiles) = (places(case), tile_of_core(case));
        let groups = PolynomialGroups::new(Field::new(order).expect("a prime power"), nodes);
        for round in 0..3 * order {
            let table = places.table(round);
            Permutation::new(table.clone()).expect("all at different nodes");
            for (packet, &node) in table.iter().enumerate() {
                let tile = tiles[node as usize];
                let is_own = tile.is_none_or(|tile| tile == groups.group(packet, round));
                assert!(is_own, "{case:?}: packet {packet} in round {round}");
            }
        }
    }
}

#[test]
fn everybody_takes_part_as_often_as_is_certified() {
    for case in CASES {
        let (rows, cols, down, across) = case;
        let (nodes, order) = (rows * cols, down * across);
        let (places, tiles) = (places(case), tile_of_core(case));
        let (group, core) = (nodes.div_ceil(order), (rows / down) * (cols / across));
        let most = 3 * group + 3;
        let takes_part: Vec<Vec<bool>> = (0..most)
            .map(|round| {
                places.table(round).iter().map(|&node| tiles[node as usize].is_some()).collect()
            })
            .collect();
        for length in 1..=most {
            for first in 0..=most - length {
                for packet in 0..nodes {
                    let rounds = &takes_part[first..first + length];
                    let taken = rounds.iter().filter(|round| round[packet]).count();
                    assert!(taken >= length * core / group, "{case:?}: {packet}, {length} rounds");
                }
            }
        }
    }
}

#[test]
fn plans_are_for_the_blocks_and_cores_of_their_tiles() {
    for (rows, cols) in [(16, 16), (64, 64), (20, 20), (27, 40), (1, 300), (69, 107), (61, 61)] {
        let shape = Shape::new(rows, cols).expect("small");
        for congestion in [4, 9, 16, 40] {
            let plan = ExplicitPlan::new(shape, congestion, None).expect("one");
            let Some(certificate) = plan.certificate() else {
                assert_eq!((plan.order(), plan.rounds()), (1, congestion));
                continue;
            };
            let (down, across) = plan.tiles();
            let question = certificate.question;
            let of_tiles = Tiling::grid(shape, down, across);
            let mut smallest = u64::MAX;
            for tile in of_tiles.tiles() {
                let (down, across) = blocks(tile.shape);
                for block in Tiling::grid(tile.shape, down, across).tiles() {
                    smallest = smallest.min(block.shape.nodes() as u64);
                }
            }
            assert_eq!(question.block, smallest, "{shape:?}");
            let core = (rows / down) * (cols / across);
            assert_eq!((question.order, question.places), ((down * across) as u64, core as u64));
            assert_eq!((question.nodes, question.congestion), ((rows * cols) as u64, congestion));
            assert!(plan.rounds() <= 2 * congestion, "{shape:?}, c = {congestion}");
        }
    }
}

#[test]
fn fields_that_do_not_exist_or_fit_are_refused() {
    let shape = Shape::new(8, 8).expect("small");
    for order in [0, 1, 6, 12, 49 * 49, 67] {
        let refused = ExplicitPlan::new(shape, 4, Some(order)).expect_err("refused");
        assert_eq!(refused, CertificateError::Order { most: 64, found: order });
    }
    for order in [2, 3, 4, 5, 8, 9, 16, 25, 49, 64] {
        let plan = ExplicitPlan::new(shape, 4, Some(order)).expect("it fits");
        assert_eq!(plan.order() as u64, order);
    }
    assert!(ExplicitPlan::new(shape, 65, None).is_err());
}
