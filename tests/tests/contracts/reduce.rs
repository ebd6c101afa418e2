//! Reductions equal the naive one over the row-major order, and every node knows the result.

use meshcast_engine::{Machine, Messages, Options};
use meshcast_primitives::{all_reduce, all_reduce_steps, reduce, reduce_lines, reduce_steps};
use meshcast_tests::corpus::{Keys, shapes};
use meshcast_tests::oracle;
use std::sync::Arc;

#[test]
fn reductions_equal_the_product_in_row_major_order() {
    let compose = |(a, b): (u32, u32), (c, d): (u32, u32)| {
        (a.wrapping_mul(c), b.wrapping_mul(c).wrapping_add(d))
    };
    for shape in shapes(16) {
        let numbers = Keys::Random.make(2 * shape.nodes(), 13);
        let maps: Vec<(u32, u32)> = numbers.chunks(2).map(|pair| (pair[0] | 1, pair[1])).collect();
        let set = Messages::new(shape.nodes(), []).expect("small");
        let mut machine = Machine::new(shape, Arc::new(set), Some(1), Options::default());
        let mut values = machine.variable(1, |node, _| maps[node.index()]).expect("lawful");
        let known = reduce(&mut machine, &mut values, compose).expect("lawful");
        let outcome = machine.finish();
        let expected = oracle::reduction(&maps, |a, b| compose(*a, *b)).expect("a mesh has nodes");
        assert_eq!(known, expected, "{shape:?}");
        assert_eq!(values.reveal(&outcome), vec![expected; shape.nodes()], "{shape:?}");
        assert_eq!(outcome.steps, reduce_steps(shape), "{shape:?}");
    }
}

#[test]
fn pipelined_reductions_equal_one_another_apart() {
    for (shape, waves) in
        shapes(12).into_iter().flat_map(|shape| [(shape, 0), (shape, 2), (shape, 7)])
    {
        let numbers = Keys::Random.make(waves * shape.nodes(), 17);
        let set = Messages::new(shape.nodes(), []).expect("small");
        let mut machine = Machine::new(shape, Arc::new(set), Some(1), Options::default());
        let number = |node: usize, wave: usize| numbers[node * waves + wave];
        let mut values =
            machine.variable(waves, |node, wave| number(node.index(), wave)).expect("lawful");
        all_reduce(&mut machine, &mut values, u32::max).expect("lawful");
        let outcome = machine.finish();
        let expected: Vec<u32> = (0..waves)
            .filter_map(|wave| (0..shape.nodes()).map(|node| number(node, wave)).max())
            .collect();
        assert_eq!(values.reveal(&outcome), expected.repeat(shape.nodes()), "{shape:?}");
        assert_eq!(outcome.steps, all_reduce_steps(shape, waves), "{shape:?}");
    }
}

#[test]
fn reductions_of_lines_combine_rows_first() {
    for shape in shapes(12) {
        let numbers = Keys::Random.make(shape.nodes(), 19);
        let set = Messages::new(shape.nodes(), []).expect("small");
        let mut machine = Machine::new(shape, Arc::new(set), Some(1), Options::default());
        let mut values = machine.variable(1, |node, _| numbers[node.index()]).expect("lawful");
        let greatest = reduce_lines(&mut machine, &mut values, u32::wrapping_add, u32::max);
        let rows = numbers.chunks(shape.cols());
        let expected = rows.map(|row| row.iter().fold(0, |sum, &one| u32::wrapping_add(sum, one)));
        assert_eq!(greatest.ok(), expected.max(), "{shape:?}");
        assert_eq!(machine.finish().steps, reduce_steps(shape), "{shape:?}");
    }
}
