//! Migrations with circulations between them, with two masters a node, and in tiles.

use super::*;

/// Migrations and circulations on one grid after the other, until every packet has reached all its destinations.
#[test]
fn copies_that_circulate_reach_every_destination_once() {
    for shape in shapes(6) {
        let grids: Vec<Grid> = grids(shape).into_iter().collect();
        let circuits = |(down, across)| Tiling::grid(shape, down, across);
        let kinds = [Kind::Lean, Kind::Literal];
        for (set, kind) in patterns(shape).iter().flat_map(|set| kinds.map(|kind| (set, kind))) {
            let capacity = Some(Migration::CAPACITY);
            let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
            machine.inject(Migration::MASTER, |_| 0);
            // On a grid of one tile, all nodes of a tile are served in as many runs as there are messages a node.
            for &grid in grids.iter().chain(&vec![(1, 1); shape.nodes()]) {
                run(kind, &mut machine, grid).expect("lawful");
                machine
                    .in_parallel(&circuits(grid), |tile, _| {
                        Circulation::new(tile.shape()).run_where(tile, Migration::wanted)
                    })
                    .expect("lawful");
            }
            let all_served = |node: &Node<'_>| !Migration::is_open(node, Migration::MASTER);
            machine.step(|step| step.discard(Migration::MASTER, all_served)).expect("lawful");
            let outcome = machine.finish();
            let expected: Vec<(u32, u32)> = (0..set.count())
                .flat_map(|message| {
                    set.destinations(message).iter().map(move |&to| (message as u32, to))
                })
                .collect();
            assert_eq!(outcome.deliveries.sorted(), expected, "{kind:?} on {shape:?}");
            let mut nodes = (0..shape.nodes()).map(|node| shape.position(node));
            assert!(nodes.all(|(row, col)| outcome.packets_left(row, col) == 0), "{shape:?}");
        }
    }
}

#[test]
fn the_same_on_larger_meshes() {
    let mut random = generator(5);
    for shape in shapes(16).into_iter().filter(|shape| shape.nodes() > 64) {
        let grids: Vec<(usize, usize)> = grids(shape).into_iter().collect();
        for set in patterns(shape) {
            let grid = grids[below(&mut random, grids.len())];
            check(&set, shape, &[grid, grid]);
        }
    }
}

/// Masters are halves of messages, two at a node where there are two, else one in either lane.
fn check_two(set: &Messages, shape: Shape, grids: &[Grid]) {
    let half = set.degree().div_ceil(2).max(1);
    let set = Arc::new(set.clone().in_parts(half));
    let [first, second] = LiteralMigration::MASTERS;
    let capacity = LiteralMigration::of_two(shape, 1, 1).capacity();
    let mut machine = Machine::new(shape, Arc::clone(&set), Some(capacity), Options::default());
    machine.inject(first, |node| node.index() as u32);
    let degree = |node: &Node<'_>, lane| node.destinations(lane).len();
    machine.step(|step| step.copy(first, second, |node| degree(node, first) > half)).expect("free");
    machine.narrow(second, |node| node.packet(second).map(|_| 1)).expect("local");
    machine.narrow(first, |node| (degree(node, first) > 0).then_some(0)).expect("local");
    let alone = |node: &Node<'_>| node.packet(second).is_none() && node.id().is_multiple_of(3);
    machine.swap_lanes(|node| alone(node).then_some((first, second))).expect("local");
    // The headers of parts are numbered after those of messages.
    let parts = set.iter().flat_map(|(from, list)| list.chunks(half).map(move |part| (from, part)));
    let master = |(from, part): (u32, &[u32])| Master {
        node: from as usize,
        open: part.iter().map(|&to| to as usize).collect(),
    };
    let mut masters: Vec<Master> = parts.map(master).collect();
    let header = |master: usize| (set.count() + master) as u32;
    let mut expected = Vec::new();
    let mut steps = 1;
    for &(down, across) in grids {
        let tiles = tile_nodes(shape.rows(), shape.cols(), down, across);
        let last = migration(&tiles, &[], &mut masters);
        expected = tiles.into_iter().zip(last).collect();
        let literal = LiteralMigration::of_two(shape, down, across);
        machine.step(|step| step.discard(0, |_| true)).expect("free");
        literal.run(&mut machine).expect("lawful");
        steps += 1 + literal.steps();
    }
    let outcome = machine.finish();
    assert_eq!(outcome.steps, steps, "{shape:?} in {grids:?}");
    for (nodes, chosen) in expected {
        let mut found: Vec<u32> = messages(&outcome, 0, &nodes).into_iter().flatten().collect();
        let mut expected: Vec<u32> = chosen.into_iter().flatten().map(header).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{shape:?} in {grids:?}");
    }
}

#[test]
fn two_masters_a_node_count_together() {
    for shape in shapes(8) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check_two(&set, shape, &[grid]);
                check_two(&set, shape, &[grid, grid]);
            }
        }
    }
}

#[test]
fn tiles_of_a_mesh_migrate_on_their_own_on_any_number_of_threads() {
    for (rows, cols) in [(12, 12), (9, 11)] {
        let shape = Shape::new(rows, cols).expect("small");
        let tiling = Tiling::grid(shape, 2, 2);
        let set = Arc::new(multicast(shape.nodes(), 90, 20, 9));
        for (kind, threads) in KINDS.into_iter().flat_map(|kind| [(kind, 1), (kind, 3)]) {
            let options = Options { threads, ..Options::default() };
            let capacity = Some(Migration::CAPACITY);
            let mut machine = Machine::new(shape, Arc::clone(&set), capacity, options);
            machine.inject(Migration::MASTER, |_| 0);
            machine
                .in_parallel(&tiling, |tile, _| perform(kind, tile, &[(2, 2); 2]).map(|_| ()))
                .expect("lawful");
            let outcome = machine.finish();
            for outer in tile_nodes(rows, cols, 2, 2) {
                let width = outer.iter().filter(|&&n| n / cols == outer[0] / cols).count();
                let sides = (outer.len() / width, width);
                let (tiles, expected) = chosen(kind, sides, &outer, &[(2, 2); 2], &set);
                compare(kind, &outcome, &tiles, expected, &format!("{kind:?} {threads} threads"));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_runs_on_any_tiles_of_any_shape(
        (rows, cols) in (1..=14_usize, 1..=14_usize),
        grids in proptest::collection::vec((0..14_usize, 0..14_usize), 1..4),
        (percent, most, seed) in (1..=100_usize, 0..=40_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let set = Arc::new(multicast(shape.nodes(), percent, most, u64::from(seed)));
        let within = |(down, across): Grid| (1 + down % rows, 1 + across % cols);
        let grids: Vec<Grid> = grids.into_iter().map(within).collect();
        check(&set, shape, &grids);
    }
}
