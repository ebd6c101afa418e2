//! `randomized --variant paper`: the steps of its phases, at most 115 √(cn) on a uniform set, and 9 packets a node.

use meshcast_algorithms::{Multicast, Paper, Workload, generate};
use meshcast_engine::{Messages, Options, Order, Shape};
use meshcast_primitives::{
    Circulation, LiteralMigration, PermutationRouting, Sort, reduce_steps, scan_steps,
};
use meshcast_tests::corpus::run_paper;

/// A phase restated for a side and c that are a power of two and of 4: tiles of side a, blocks of `rows` × `cols`.
fn phase_steps(side: usize, c: usize, r: u64, (rows, cols): (usize, usize)) -> u64 {
    let square = |side| Shape::new(side, side).expect("small");
    let (mesh, a) = (square(side), side / c.isqrt());
    let sort = Sort::new(mesh, Order::Snake).steps();
    let routing = PermutationRouting::new(mesh, 2).steps();
    let grouping = 2 * sort + 3 * scan_steps(mesh, Order::Snake, 1) + 2 * routing;
    let migration = LiteralMigration::of_two(square(a), a / rows, a / cols).steps();
    let circulation = Circulation::new(Shape::new(rows, cols).expect("small")).steps();
    let shift = if c > 1 { a as u64 } else { 0 };
    let visit = r * (migration + circulation) + 2 * shift;
    grouping + c as u64 * visit + reduce_steps(mesh) + 1
}

#[test]
fn uniform_sets_take_one_phase_of_the_documented_steps() {
    for (side, c, r, block) in [(64, 16, 4, (4, 4)), (64, 4, 4, (8, 4)), (32, 16, 5, (4, 2))] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let (outcome, run) = run_paper(shape, &set, (None, 1), Options::default()).expect("lawful");
        let what = format!("side {side}, c = {c}: {run:?}");
        assert_eq!((run.instances as u64, run.phases.len()), (r, 1), "{what}");
        assert_eq!((run.phases[0].tours, run.phases[0].left), (1, 0), "{what}");
        assert_eq!(outcome.steps, 1 + phase_steps(side, c, r, block), "{what}");
        assert_eq!(outcome.capacity, Some(8), "{what}");
        if r == 4 && c == 16 {
            let root = ((c * shape.nodes()) as f64).sqrt();
            assert!(outcome.steps as f64 <= 115.0 * root, "{what}: {} steps", outcome.steps);
        }
    }
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
fn the_buffer_does_not_depend_on_anything_but_whether_messages_are_split() {
    for (rows, cols) in [(16, 16), (40, 40), (37, 23), (1, 40), (40, 2)] {
        let shape = Shape::new(rows, cols).expect("small");
        for (degree, instances) in [(1, None), (1, Some(150)), (2, None), (shape.nodes(), None)] {
            let set = Messages::new(shape.nodes(), [(0, (0..degree as u32).collect())]);
            let paper = Paper::new(shape, &set.expect("small"), instances, 1);
            assert_eq!(
                paper.capacity(),
                Some(if degree > 1 { 9 } else { 8 }),
                "{shape:?} {degree}"
            );
        }
    }
}
