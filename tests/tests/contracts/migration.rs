//! Migrations give every tile one copy each of the first packets that want it, and leave the masters alone.

use super::cases;
use meshcast_engine::{Machine, Messages, Options, Outcome, Packet, Shape, Tiling, Violation};
use meshcast_primitives::{LiteralMigration, Migration};
use meshcast_tests::corpus::{below, generator, multicast, shapes};
use meshcast_tests::oracle::{migration, tile_nodes};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lean,
    Literal,
}

const KINDS: [Kind; 2] = [Kind::Lean, Kind::Literal];

/// A part of a program.
#[derive(Clone, Copy, Debug)]
enum Act {
    Begin,
    /// A run; copies of one before have left.
    Run,
}

/// Carries out `acts` and returns the steps that its runs should have taken.
fn perform(
    kind: Kind,
    grid: (usize, usize),
    machine: &mut Machine,
    acts: &[Act],
) -> Result<u64, Violation> {
    let lean = Migration::new(machine.shape(), grid.0, grid.1);
    let literal = LiteralMigration::new(machine.shape(), grid.0, grid.1);
    let mut steps = 0;
    for act in acts {
        machine.step(|step| step.discard(0, |_| true))?;
        steps += 1;
        match (act, kind) {
            (Act::Begin, Kind::Lean) => lean.begin(machine)?,
            (Act::Begin, Kind::Literal) => literal.begin(machine)?,
            (Act::Run, Kind::Lean) => {
                lean.run(machine)?;
                steps += lean.steps();
            }
            (Act::Run, Kind::Literal) => {
                literal.run(machine)?;
                steps += literal.steps();
            }
        }
    }
    Ok(steps)
}

/// The messages at the nodes of each tile; the masters of the oracle are the messages `of`.
fn chosen(
    tiles: &[Vec<usize>],
    set: &Messages,
    of: &[usize],
    acts: &[Act],
) -> Vec<Vec<Option<u32>>> {
    let list = |&message: &usize| set.destinations(message).iter().map(|&to| to as usize).collect();
    let masters: Vec<Vec<usize>> = of.iter().map(list).collect();
    let (mut had, mut last) = (BTreeSet::new(), Vec::new());
    for act in acts {
        match act {
            Act::Begin => had.clear(),
            Act::Run => last = migration(tiles, &masters, &mut had),
        }
    }
    let at_node = |tile: usize, i: usize| last[tile].get(i).map(|&master| of[master] as u32);
    (0..tiles.len())
        .map(|tile| (0..tiles[tile].len()).map(|i| at_node(tile, i)).collect())
        .collect()
}

/// The messages in `lane` at `nodes`.
fn messages(outcome: &Outcome, lane: usize, nodes: &[usize]) -> Vec<Option<u32>> {
    let message = |&node: &usize| {
        let (row, col) = outcome.shape.position(node);
        outcome.packet(lane, row, col).map(Packet::message)
    };
    nodes.iter().map(message).collect()
}

fn compare(
    kind: Kind,
    outcome: &Outcome,
    tiles: &[Vec<usize>],
    mut expected: Vec<Vec<Option<u32>>>,
    what: &str,
) {
    for (nodes, expected) in tiles.iter().zip(&mut expected) {
        let mut found = messages(outcome, 0, nodes);
        if kind == Kind::Literal {
            // Which copy lands on which of the first nodes of the tile is open.
            let first = expected.iter().flatten().count();
            found[..first].sort_unstable();
            expected[..first].sort_unstable();
        }
        assert_eq!(found, *expected, "{what}");
    }
}

fn check(set: &Arc<Messages>, shape: Shape, grid: (usize, usize), acts: &[Act]) {
    let tiles = tile_nodes(shape.rows(), shape.cols(), grid.0, grid.1);
    let everyone: Vec<usize> = (0..set.count()).collect();
    let expected = chosen(&tiles, set, &everyone, acts);
    for kind in KINDS {
        let what = format!("{kind:?} on {shape:?} in {grid:?}, {acts:?}");
        let capacity = Some(Migration::CAPACITY);
        let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
        machine.inject(Migration::MASTER, |message| message);
        let steps = perform(kind, grid, &mut machine, acts).expect("lawful");
        let outcome = machine.finish();
        assert_eq!(outcome.steps, steps, "{what}");
        compare(kind, &outcome, &tiles, expected.clone(), &what);
        for node in 0..shape.nodes() {
            let (row, col) = shape.position(node);
            let master = outcome.packet(Migration::MASTER, row, col);
            let own = set.at(node as u32).map(|message| message as u32);
            assert_eq!(
                master.map(|packet| (packet.message(), packet.key())),
                own.zip(own),
                "{what}"
            );
            let held =
                u32::from(master.is_some()) + u32::from(outcome.packet(0, row, col).is_some());
            assert_eq!(outcome.packets_left(row, col), held, "{what}");
        }
    }
}

/// Who wants what.
fn patterns(shape: Shape) -> Vec<Arc<Messages>> {
    let nodes = shape.nodes();
    let all = |to: Vec<u32>| (0..nodes as u32).map(move |from| (from, to.clone()));
    let everything = Messages::new(nodes, all((0..nodes as u32).collect()));
    let one_tile = Messages::new(nodes, all(vec![0, nodes as u32 / 2]));
    let nothing = Messages::new(nodes, all(Vec::new()));
    let fixed = [everything, one_tile, nothing].map(|set| set.expect("small"));
    let random = [(100, 4, 1), (100, nodes, 2), (40, 6, 3), (10, nodes, 4)]
        .map(|(percent, most, seed)| multicast(nodes, percent, most, seed));
    fixed.into_iter().chain(random).map(Arc::new).collect()
}

/// One tile, about as many as the side, as many as nodes, and uneven ones.
fn grids(shape: Shape) -> BTreeSet<(usize, usize)> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let root = rows.max(cols).isqrt();
    let some = [(1, 1), (root, root), (2, 3), (3, 2), (rows, cols), (rows, 1), (1, cols)];
    some.into_iter().filter(|&(down, across)| down <= rows && across <= cols).collect()
}

#[test]
fn every_tile_gets_the_first_packets_that_want_it() {
    for shape in shapes(8) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check(&set, shape, grid, &[Act::Run]);
            }
        }
    }
}

#[test]
fn no_packet_is_selected_for_a_tile_twice_in_a_visit() {
    for shape in shapes(6) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check(&set, shape, grid, &[Act::Begin, Act::Run, Act::Run]);
                check(&set, shape, grid, &[Act::Run, Act::Run, Act::Run]);
            }
        }
    }
}

#[test]
fn a_new_visit_forgets_the_marks() {
    for shape in shapes(6) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check(&set, shape, grid, &[Act::Run, Act::Run, Act::Begin, Act::Run]);
                check(&set, shape, grid, &[Act::Run, Act::Begin, Act::Run, Act::Run]);
            }
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
            check(&set, shape, grid, &[Act::Run, Act::Run]);
        }
    }
}

#[test]
fn tiles_of_a_mesh_migrate_on_their_own_on_any_number_of_threads() {
    for (rows, cols) in [(12, 12), (9, 11)] {
        let shape = Shape::new(rows, cols).expect("small");
        let tiling = Tiling::grid(shape, 2, 2);
        let set = Arc::new(multicast(shape.nodes(), 90, 20, 9));
        let acts = [Act::Run, Act::Run];
        for (kind, threads) in KINDS.into_iter().flat_map(|kind| [(kind, 1), (kind, 3)]) {
            let options = Options { threads, ..Options::default() };
            let capacity = Some(Migration::CAPACITY);
            let mut machine = Machine::new(shape, Arc::clone(&set), capacity, options);
            machine.inject(Migration::MASTER, |_| 0);
            machine
                .in_parallel(&tiling, |tile, _| perform(kind, (2, 2), tile, &acts).map(|_| ()))
                .expect("lawful");
            let outcome = machine.finish();
            for outer in tile_nodes(rows, cols, 2, 2) {
                let (width, first) =
                    (outer.iter().filter(|&&n| n / cols == outer[0] / cols).count(), &outer);
                let inner: Vec<Vec<usize>> = tile_nodes(outer.len() / width, width, 2, 2)
                    .into_iter()
                    .map(|nodes| nodes.into_iter().map(|node| first[node]).collect())
                    .collect();
                let masters: Vec<usize> =
                    outer.iter().filter_map(|&node| set.at(node as u32)).collect();
                let expected = chosen(&inner, &set, &masters, &acts);
                compare(kind, &outcome, &inner, expected, &format!("{kind:?} {threads} threads"));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_visits_of_any_tiles_of_any_shape(
        (rows, cols) in (1..=14_usize, 1..=14_usize),
        (down, across) in (0..14_usize, 0..14_usize),
        (percent, most, seed) in (1..=100_usize, 0..=40_usize, any::<u32>()),
        begins in proptest::collection::vec(proptest::bool::weighted(0.3), 0..4),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let set = Arc::new(multicast(shape.nodes(), percent, most, u64::from(seed)));
        let mut acts: Vec<Act> =
            begins.iter().map(|&begin| if begin { Act::Begin } else { Act::Run }).collect();
        acts.push(Act::Run);
        check(&set, shape, (1 + down % rows, 1 + across % cols), &acts);
    }
}
