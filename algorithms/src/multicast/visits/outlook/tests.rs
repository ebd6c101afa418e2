//! Tests what is expected of rounds, beside plans and by hand.

use super::super::{excess, grid_in_blocks, round_steps};
use super::*;

fn in_parts(stand: Stand) -> Habit {
    let manner = Manner::InParts(match stand {
        Stand::Full | Stand::Sparse => 128,
        Stand::Spread | Stand::Counted => 512,
        Stand::Aside => usize::MAX,
    });
    Habit { manner, deal: 1.0 }
}

fn exact(_: Stand) -> Habit {
    Habit { manner: Manner::Exact, deal: 1.0 }
}

#[test]
fn steps_are_those_of_a_plan_but_for_long_sorts() {
    let shapes =
        [(16, 16), (19, 23), (37, 52), (61, 61), (64, 64), (97, 30), (128, 128), (301, 420)];
    for (rows, cols) in shapes {
        let shape = Shape::new(rows, cols).expect("small");
        for habit in [in_parts, exact] {
            let outlook = Outlook::new(shape, habit);
            for wanted in
                [1, 2, 3, 4, 6, 9, 16, 25, 64].into_iter().filter(|w| 16 * w <= shape.nodes())
            {
                let grid = Tessellation::new(shape, wanted);
                // A visit sorts thirds of a tile.
                let is_exact = grid.largest().rows().max(grid.largest().cols()) <= 3 * 64;
                for stand in [Stand::Full, Stand::Spread, Stand::Aside] {
                    let exact = round_steps(grid, habit(stand).manner) as f64;
                    let off = outlook.round(grid, stand).steps / exact - 1.0;
                    let most = if is_exact { 0.0 } else { 0.05 };
                    assert!(off.abs() <= most, "{shape:?} {grid:?} {stand:?}: {off} off");
                }
            }
        }
    }
}

#[test]
fn a_load_that_tiles_share_evenly_leaves_what_strays_and_what_stands_outside_cores() {
    let left = |side, grid: (usize, usize), (at_node, degree), stand| {
        let shape = Shape::new(side, side).expect("small");
        let grid = Tessellation::of_grid(shape, grid.0, grid.1);
        Outlook::new(shape, exact).left(grid, Load::of(at_node, degree), stand).at_node()
    };
    let none = left(64, (1, 1), (1.0, 1.0), Stand::Full);
    assert!(none <= 0.0, "every block has room for all: {none}");
    let two = left(64, (1, 1), (3.0, 1.0), Stand::Counted);
    assert!((two - 2.0).abs() < 1e-9, "a round serves one a node: {two}");
    let (even, wide, more, odd) = (
        left(64, (4, 4), (16.0, 1.0), Stand::Full),
        left(64, (4, 4), (16.0, 16.0), Stand::Full),
        left(64, (4, 8), (16.0, 1.0), Stand::Full),
        left(65, (4, 4), (16.0, 1.0), Stand::Full),
    );
    // Blocks of 32 nodes: a standard deviation of 5.7 packets, of which 0.4 are expected beyond the mean.
    assert!((1.0..1.3).contains(&even), "{even}");
    assert!(
        wide < even && wide > even / 2.0,
        "a packet may want a block for two destinations: {wide}"
    );
    assert!(more < even / 100.0, "{more}");
    assert!(odd > even / 2.0 + 16.0 * 2.0 / 65.0 * 0.9, "{odd}");
}

/// Of 16 destinations for each node a sixteenth belongs to packets outside cores, which keep all theirs; the others keep two or three each,
/// if any (the next test but two tries it).
#[test]
fn packets_outside_cores_are_told_apart() {
    let shape = Shape::new(33, 33).expect("small");
    let outlook = Outlook::new(shape, exact);
    let grid = Tessellation::of_grid(shape, 4, 4);
    let outside = 1.0 - 32.0 * 32.0 / (33.0 * 33.0);
    assert!((outlook.outside(grid, Stand::Full) - outside).abs() < 1e-9);
    let left = outlook.left(grid, Load::of(16.0, 16.0), Stand::Full);
    assert!((left.whole.at_node - 16.0 * outside).abs() < 1e-9, "{left:?}");
    assert!((left.whole.degree - 16.0).abs() < 1e-9, "{left:?}");
    assert!((left.rest.degree - 2.5).abs() < 0.1 && left.rest.at_node < 0.7, "{left:?}");
    let again = outlook.left(grid, left, Stand::Spread);
    assert!((again.whole.at_node - left.whole.at_node * outside).abs() < 1e-9, "{again:?}");
    // One block has room for all of few packets, whether they have many destinations in it or one.
    let one = Tessellation::of_grid(shape, 1, 1);
    let many = outlook.left(one, Load::of(3.0, 300.0), Stand::Counted).at_node();
    let single = outlook.left(one, Load::of(3.0, 1.0), Stand::Counted).at_node();
    assert!(many < 1e-9 && (single - 2.0).abs() < 0.1, "{many} {single}");
}

/// One destination in 2^57 is many on 2^60 nodes, though it is less than what 1 is rounded by.
#[test]
fn what_is_left_is_not_lost_beside_what_is_served() {
    let shape = Shape::unbounded(1 << 30, 1 << 30).expect("in range");
    let (grid, outlook) = (Tessellation::of_grid(shape, 4, 4), Outlook::new(shape, exact));
    let load = Load::of(15.995_3, 1.0);
    let (size, chance) = (grid.block_nodes(), 1.0 / 16.0);
    let share = excess(load.at_node() * size, chance, size);
    assert!((1e-19..1e-16).contains(&share), "the case is such a one: {share}");
    let left = outlook.left(grid, load, Stand::Full);
    assert!((left.at_node() / (load.at_node() * share) - 1.0).abs() < 0.01, "{left:?}, {share}");
    assert!(!outlook.is_done(left), "{left:?}");
}

#[test]
fn packets_that_want_a_block_are_fewer_than_their_destinations_there() {
    let shape = Shape::new(16, 16).expect("small");
    let outlook = Outlook::new(shape, exact);
    assert!((outlook.different(1.0, 32.0) - 1.0).abs() < 1e-9, "one destination each");
    // Of two destinations the second is in the same eighth as the first with a chance of 1/8.
    assert!((outlook.different(2.0, 32.0) - (1.0 - 1.0 / 16.0)).abs() < 1e-9);
    assert!((outlook.different(64.0, 256.0) - 1.0 / 64.0).abs() < 1e-9, "one block has them all");
}

/// All nodes have as many destinations as there are open ones at each, and every block takes the first packets of a group that want it,
/// as many as it has nodes. Of 32 tries.
#[test]
fn packets_that_are_left_are_mostly_the_last_ones() {
    for (side, c) in [(64, 16), (64, 14), (33, 16), (50, 20)] {
        let shape = Shape::new(side, side).expect("small");
        let grid = Tessellation::of_grid(shape, 4, 4);
        let (packets, open) = left_by_groups_at_random(grid, c, 32);
        let all = c as f64;
        let left = Outlook::new(shape, exact).left(grid, Load::of(all, all), Stand::Full).rest;
        let of_packets = left.at_node / left.degree / packets;
        let of_open = left.at_node / open;
        assert!((of_packets - 1.0).abs() < 0.05, "{of_packets} times {packets} of the packets");
        assert!((of_open - 1.0).abs() < 0.05, "{of_open} times {open} destinations");
    }
}

/// The packets in cores that keep destinations, and the destinations that they keep, for each node, if every packet has so many.
fn left_by_groups_at_random(grid: Tessellation, c: usize, tries: usize) -> (f64, f64) {
    let blocks = || {
        grid_in_blocks(grid.shape(), (grid.down(), grid.across())).flat_map(|(_, blocks)| blocks)
    };
    let room: Vec<usize> = blocks().map(|block| block.shape.nodes()).collect();
    let mut wanted: Vec<usize> = room
        .iter()
        .enumerate()
        .flat_map(|(block, &nodes)| std::iter::repeat_n(block, nodes * c))
        .collect();
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut packets, mut open) = (0_usize, 0);
    for _ in 0..tries {
        for last in (1..wanted.len()).rev() {
            wanted.swap(last, below(last + 1));
        }
        for group in wanted[..grid.places() * c].chunks(grid.core().nodes() * c) {
            let mut served = vec![0; room.len()];
            for packet in group.chunks(c) {
                let mut wanted = packet.to_vec();
                wanted.sort_unstable();
                let missed = wanted.chunk_by(|a, b| a == b).filter(|here| {
                    served[here[0]] += 1;
                    served[here[0]] > room[here[0]]
                });
                let missed: usize = missed.map(<[usize]>::len).sum();
                (packets, open) = (packets + usize::from(missed > 0), open + missed);
            }
        }
    }
    let nodes = (tries * grid.nodes()) as f64;
    (packets as f64 / nodes, open as f64 / nodes)
}

/// What first phases of `tuned` left on uniform sets, and the tiles that then served all of it. More copies are wanted than parts have
/// nodes, but several of them by one packet.
#[test]
fn a_round_that_served_all_is_expected_to() {
    for (side, packets, open, tiles) in
        [(64, 932.0, 2796.0, (1, 1)), (128, 4870.0, 43_000.0, (2, 2))]
    {
        let shape = Shape::new(side, side).expect("small");
        let at_node = open / shape.nodes() as f64;
        let load = Load { rest: Share { at_node, degree: open / packets }, ..Load::NONE };
        let grid = Tessellation::of_grid(shape, tiles.0, tiles.1);
        let left = Outlook::new(shape, in_parts).left(grid, load, Stand::Spread);
        let packets = left.packets() * shape.nodes() as f64;
        assert!(packets < 0.01, "side {side}: {packets}");
    }
}
