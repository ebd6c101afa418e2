//! `randomized --variant paper`: the steps of its phases, and 8 packets a node.

use meshcast_algorithms::{Multicast, Paper, Workload, generate};
use meshcast_engine::{Messages, Mode, Options, Order, Shape};
use meshcast_primitives::{
    Circulation, LiteralMigration, PermutationRouting, Sort, TileShift, reduce_steps, scan_steps,
};
use meshcast_tests::corpus::run_paper;

/// A phase restated for sides that are cut evenly, into tiles, and these into blocks.
fn phase_steps(side: usize, tiles: (usize, usize), r: u64, blocks: (usize, usize)) -> u64 {
    let shape = |rows, cols| Shape::new(rows, cols).expect("small");
    let (mesh, (rows, cols)) = (shape(side, side), (side / tiles.0, side / tiles.1));
    let sort = Sort::new(mesh, Order::Snake).steps();
    let routing = PermutationRouting::new(mesh, 2).steps();
    let grouping = 2 * sort + 3 * scan_steps(mesh, Order::Snake, 1) + 2 * routing;
    let migration = LiteralMigration::of_two(shape(rows, cols), blocks.0, blocks.1).steps();
    let circulation = Circulation::new(shape(rows / blocks.0, cols / blocks.1)).steps();
    let shift = TileShift::of_cores(mesh, tiles.0, tiles.1).steps();
    let visit = r * (migration + circulation) + 2 * shift;
    grouping + (tiles.0 * tiles.1) as u64 * visit + reduce_steps(mesh) + 1
}

#[test]
fn uniform_sets_take_one_phase_of_the_documented_steps() {
    for (side, c, r, tiles, blocks) in [
        (16, 1, 1, (1, 1), (4, 4)),
        (16, 4, 1, (4, 4), (1, 1)),
        (32, 4, 1, (4, 4), (1, 2)),
        (32, 16, 2, (2, 4), (1, 1)),
        (64, 64, 2, (4, 8), (1, 1)),
    ] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let (outcome, run) = run_paper(shape, &set, (None, 1), Options::default()).expect("lawful");
        let what = format!("side {side}, c = {c}: {run:?}");
        assert_eq!((run.instances as u64, run.phases.len()), (r, 1), "{what}");
        assert_eq!((run.phases[0].tours, run.phases[0].left), (1, 0), "{what}");
        assert_eq!(outcome.steps, 1 + phase_steps(side, tiles, r, blocks), "{what}");
        assert_eq!(outcome.capacity, Some(8), "{what}");
    }
}

#[test]
fn step_2_is_carried_out_once_on_awkward_sides_too() {
    let mut again = 0;
    for (side, c) in [(17, 8), (19, 10), (21, 21), (23, 16), (35, 37), (41, 42), (53, 24), (61, 5)]
    {
        let shape = Shape::new(side, side).expect("small");
        for seed in 1..4 {
            let set = generate(Workload::Uniform, side, None, Some(c), seed).expect("in range");
            let options = Options { mode: Mode::Leap, ..Options::default() };
            let (_, run) = run_paper(shape, &set, (None, seed), options).expect("lawful");
            again += run.phases.iter().map(|phase| phase.tours - 1).sum::<u64>();
        }
    }
    // At most one of eight is expected to need another one.
    assert!(again <= 3, "{again} of 24");
}

#[test]
fn the_tour_of_the_whole_mesh_is_for_more_than_a_sixteenth() {
    for (side, c) in [(8, 4), (8, 5), (16, 16), (16, 17), (3, 1), (4, 1)] {
        let shape = Shape::new(side, side).expect("small");
        let set = Messages::new(shape.nodes(), (0..c as u32).map(|from| (from, vec![7])));
        let set = set.expect("small");
        let (outcome, run) = run_paper(shape, &set, (None, 1), Options::default()).expect("lawful");
        assert_eq!(run.fallback, 16 * c > side * side, "side {side}, c = {c}");
        if run.fallback {
            assert_eq!(outcome.steps, Circulation::new(shape).steps());
        }
    }
}

#[test]
fn the_buffer_does_not_depend_on_anything() {
    for (rows, cols) in [(16, 16), (40, 40), (37, 23), (1, 40), (40, 2)] {
        let shape = Shape::new(rows, cols).expect("small");
        for (degree, instances) in [(1, None), (1, Some(150)), (2, None), (shape.nodes(), None)] {
            let set = Messages::new(shape.nodes(), [(0, (0..degree as u32).collect())]);
            let paper = Paper::new(shape, &set.expect("small"), instances, 1);
            assert_eq!(paper.capacity(), Some(8), "{shape:?} {degree}");
        }
    }
}
