//! Migrations give every tile one copy each of the first packets that want it, and leave the masters alone.

mod together;

use super::cases;

use meshcast_engine::{
    LeftPacket, Machine, Messages, Node, Options, Outcome, Shape, Tiling, Violation,
};

use meshcast_primitives::{Circulation, LiteralMigration, Marking, Migration};

use meshcast_tests::corpus::{below, generator, multicast, shapes};

use meshcast_tests::oracle::{Master, migration, tile_nodes};

use proptest::prelude::*;

use std::collections::BTreeSet;

use std::sync::Arc;

/// Every implementation, and every way to use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lean,
    /// In four parts where these are large enough; the masters of the last row and column rest if there are others.
    LeanInParts,
    /// The masters of the last row and column rest if there are others.
    Exact,
    Literal,
}

const KINDS: [Kind; 4] = [Kind::Lean, Kind::LeanInParts, Kind::Exact, Kind::Literal];

/// The rows and columns of a grid of tiles.
type Grid = (usize, usize);

impl Kind {
    /// The rows and columns in which masters take part.
    fn core(self, rows: usize, cols: usize) -> (usize, usize) {
        match self {
            Kind::LeanInParts | Kind::Exact => ((rows - 1).max(1), (cols - 1).max(1)),
            Kind::Lean | Kind::Literal => (rows, cols),
        }
    }

    /// The parts of a lean migration that may have too much to copy.
    fn parts(self, rows: usize, cols: usize, (down, across): Grid) -> Option<Grid> {
        match self {
            Kind::LeanInParts if (rows / 2) * (cols / 2) >= down * across => Some((2, 2)),
            Kind::Lean | Kind::LeanInParts => Some((1, 1)),
            Kind::Exact | Kind::Literal => None,
        }
    }
}

/// Carries out a run on each of the grids, between which the copies leave, and returns the steps that should take.
fn perform(kind: Kind, machine: &mut Machine, grids: &[Grid]) -> Result<u64, Violation> {
    let mut steps = 0;
    for &grid in grids {
        machine.step(|step| step.discard(0, |_| true))?;
        steps += 1 + run(kind, machine, grid)?;
    }
    Ok(steps)
}

/// A run; the steps that it should take.
fn run(kind: Kind, machine: &mut Machine, grid: Grid) -> Result<u64, Violation> {
    let shape = machine.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    if kind == Kind::Literal {
        let migration = LiteralMigration::new(shape, grid.0, grid.1);
        return migration.run(machine).map(|()| migration.steps());
    }
    let (core_rows, core_cols) = kind.core(rows, cols);
    let core = Shape::new(core_rows, core_cols).expect("no larger than the machine");
    let migration = match kind.parts(rows, cols, grid) {
        Some(parts) => Migration::of_core(shape, core, grid, parts),
        None => Migration::exact(shape, core, grid),
    };
    migration.run(machine).map(|()| migration.steps())
}

/// The nodes of the tiles, and for each the message of which it has a copy after the last of some runs, each on its
/// grid; the masters are those of the mesh of `rows` × `cols` nodes that has the given nodes of the whole one.
fn chosen(
    kind: Kind,
    (rows, cols): (usize, usize),
    nodes: &[usize],
    grids: &[Grid],
    set: &Messages,
) -> (Vec<Vec<usize>>, Vec<Vec<Option<u32>>>) {
    let (core_rows, core_cols) = kind.core(rows, cols);
    let divide = |(down, across): Grid| -> Vec<Vec<usize>> {
        let tiles = tile_nodes(rows, cols, down, across);
        tiles.iter().map(|tile| tile.iter().map(|&node| nodes[node]).collect()).collect()
    };
    let in_core = |&at: &usize| at / cols < core_rows && at % cols < core_cols;
    let messages: Vec<(usize, usize)> = (0..nodes.len())
        .filter(in_core)
        .filter_map(|at| Some((nodes[at], set.at(nodes[at] as u32)?)))
        .collect();
    let open = |message| set.destinations(message).iter().map(|&to| to as usize).collect();
    let mut masters: Vec<Master> =
        messages.iter().map(|&(node, message)| Master { node, open: open(message) }).collect();
    let mut last = (Vec::new(), Vec::new());
    for &grid in grids {
        let tiles = divide(grid);
        let parts = kind.parts(rows, cols, grid).map_or(Vec::new(), &divide);
        let of_tiles = migration(&tiles, &parts, &mut masters);
        let message = |master: Option<usize>| master.map(|master| messages[master].1 as u32);
        let found = of_tiles.into_iter().map(|tile| tile.into_iter().map(message).collect());
        last = (tiles, found.collect());
    }
    last
}

/// The messages in `lane` at `nodes`.
fn messages(outcome: &Outcome, lane: usize, nodes: &[usize]) -> Vec<Option<u32>> {
    let header = |&node: &usize| {
        let (row, col) = outcome.shape.position(node);
        outcome.packet(lane, row, col).map(LeftPacket::header)
    };
    nodes.iter().map(header).collect()
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

fn check(set: &Arc<Messages>, shape: Shape, grids: &[Grid]) {
    let everywhere: Vec<usize> = (0..shape.nodes()).collect();
    for kind in KINDS {
        let sides = (shape.rows(), shape.cols());
        let (tiles, expected) = chosen(kind, sides, &everywhere, grids, set);
        let what = format!("{kind:?} on {shape:?} in {grids:?}");
        let capacity = Some(Migration::CAPACITY);
        let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
        machine.inject(Migration::MASTER, |node| node.index() as u32);
        let steps = perform(kind, &mut machine, grids).expect("lawful");
        let outcome = machine.finish();
        assert_eq!(outcome.steps, steps, "{what}");
        compare(kind, &outcome, &tiles, expected, &what);
        for node in 0..shape.nodes() {
            let (row, col) = shape.position(node);
            let master = outcome.packet(Migration::MASTER, row, col);
            let own = set.at(node as u32).map(|message| message as u32);
            assert_eq!(master.map(LeftPacket::message), own, "{what}");
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
                check(&set, shape, &[grid]);
            }
        }
    }
}

#[test]
fn no_packet_is_selected_for_a_tile_twice() {
    for shape in shapes(6) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check(&set, shape, &[grid, grid]);
                check(&set, shape, &[grid, grid, grid]);
            }
        }
    }
}

#[test]
fn a_destination_once_served_stays_so_on_other_tiles() {
    for shape in shapes(6) {
        let grids: Vec<Grid> = grids(shape).into_iter().collect();
        for (&first, &second) in grids.iter().zip(grids.iter().cycle().skip(1)) {
            for set in patterns(shape) {
                check(&set, shape, &[first, second]);
                check(&set, shape, &[second, first, second]);
            }
        }
    }
}

/// Literal migrations on a grid, after each of which the copies in every other tile get lost before the others come back.
fn check_marking(set: &Arc<Messages>, shape: Shape, grid: Grid, runs: usize) {
    let tiles = tile_nodes(shape.rows(), shape.cols(), grid.0, grid.1);
    let open = |list: &[u32]| list.iter().map(|&to| to as usize).collect::<Vec<_>>();
    let mut masters: Vec<Master> =
        set.iter().map(|(node, list)| Master { node: node as usize, open: open(list) }).collect();
    let (literal, marking) =
        (LiteralMigration::new(shape, grid.0, grid.1), Marking::new(shape, grid));
    let capacity = Some(Migration::CAPACITY);
    let mut machine = Machine::new(shape, Arc::clone(set), capacity, Options::default());
    machine.inject(Migration::MASTER, |_| 0);
    for run in 0..runs {
        let before = masters.clone();
        migration(&tiles, &[], &mut masters);
        let is_lost = |tile: usize| runs > 1 && (tile + run).is_multiple_of(2);
        let lost_nodes: Vec<usize> = (0..tiles.len())
            .filter(|&tile| is_lost(tile))
            .flat_map(|tile| tiles[tile].clone())
            .collect();
        for (master, before) in masters.iter_mut().zip(&before) {
            // What was open there is open again.
            let stays = |to: &usize| master.open.contains(to) || lost_nodes.contains(to);
            master.open = before.open.iter().copied().filter(stays).collect();
        }
        literal.run(&mut machine).expect("lawful");
        let lost = |node: &Node<'_>| lost_nodes.contains(&node.index());
        machine.step(|step| step.discard(0, lost)).expect("free");
        marking.run(&mut machine).expect("lawful");
    }
    let most = set.degree();
    let found = machine.variable(most, |node, i| {
        let open = node.words(Migration::MASTER).iter().nth(i).is_some_and(Migration::is_open_word);
        open.then(|| node.destinations(Migration::MASTER)[i] as usize)
    });
    let found = found.expect("local");
    let outcome = machine.finish();
    let what = format!("{shape:?} in {grid:?} {set:?}");
    assert_eq!(outcome.steps, runs as u64 * (literal.steps() + 1 + marking.steps()), "{what}");
    let found = found.reveal(&outcome);
    for master in &masters {
        let open = &found[master.node * most..(master.node + 1) * most];
        let open: Vec<usize> = open.iter().flatten().copied().collect();
        assert_eq!(open, master.open, "{what}");
    }
    for node in 0..shape.nodes() {
        let (row, col) = shape.position(node);
        let own = set.at(node as u32).map(|message| message as u32);
        let master = outcome.packet(Migration::MASTER, row, col);
        assert_eq!(master.map(LeftPacket::message), own, "{what}");
        assert_eq!(outcome.packets_left(row, col), u32::from(own.is_some()), "{what}");
    }
}

#[test]
fn masters_learn_where_their_copies_have_been() {
    for shape in shapes(8) {
        for grid in grids(shape) {
            for set in patterns(shape) {
                check_marking(&set, shape, grid, 1);
                check_marking(&set, shape, grid, 3);
            }
        }
    }
}

/// A migration of one message from node 0 to tiles of a 4 × 4 mesh, where packets are said to have so many destinations.
fn of_degree(degree: usize, to: &[u32]) -> Outcome {
    let shape = Shape::new(4, 4).expect("small");
    let set = Messages::new(16, [(0, to.to_vec())]).expect("a set");
    let capacity = Some(Migration::CAPACITY);
    let mut machine = Machine::new(shape, Arc::new(set), capacity, Options::default());
    machine.inject(Migration::MASTER, |_| 0);
    Migration::new(shape, 2, 2).of_degree(degree).run(&mut machine).expect("lawful");
    machine.finish()
}

#[test]
fn as_many_tiles_as_a_packet_is_said_to_have_destinations_get_a_copy() {
    assert_eq!(of_degree(1, &[5]).copies, 1);
    // Two in one tile, and one in the farthest.
    assert_eq!(of_degree(2, &[1, 5, 15]).copies, 2);
}

#[test]
#[should_panic(expected = "a master has no more destinations than it is said to have")]
fn more_tiles_than_a_packet_is_said_to_have_destinations_are_refused() {
    of_degree(1, &[5, 15]);
}
