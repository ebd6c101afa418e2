//! Certifies the plans by code of its own: of the planner it takes only the permutation of merges that no plan makes, and the count of how
//! far slices begin apart, to compare it with its own.

mod adversary;
mod budgets;
mod dealt;
mod differences;
mod exhaustive;
mod machine;

use meshcast_engine::{Order, Shape};

use super::merge_recipe::Recipe;
use super::{Merge, Plan};
use machine::{Comparator, Machine};

/// Bit b of every key is the key of input b: 64 inputs of zeros and ones at once.
const BITS: Comparator = |a, b| (a & b, a | b);
/// Keys as numbers.
const NUMBERS: Comparator = |a, b| (a.min(b), a.max(b));

const ORDERS: [Order; 2] = [Order::Snake, Order::RowMajor];

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("a small mesh")
}

/// The merging plans of a shape and an order: for one element a node and for two.
fn merging(shape: Shape, order: Order) -> [Plan; 2] {
    [Plan::new(shape, order), Plan::wide(shape, order)]
}

/// All plans of a shape and an order.
fn plans(shape: Shape, order: Order) -> [Plan; 3] {
    let [narrow, wide] = merging(shape, order);
    [narrow, wide, Plan::shearsort(shape, order)]
}

/// All chains of one or two levels of slices below `columns` columns.
fn chains(columns: usize) -> impl Iterator<Item = Vec<usize>> {
    (2..columns).flat_map(move |narrow| {
        let wide = (1..narrow).filter(move |wide| narrow.is_multiple_of(*wide));
        wide.map(move |wide| if wide == 1 { vec![narrow, 1] } else { vec![narrow, wide, 1] })
    })
}

/// The merge of `down` blocks of two whole rows, or single ones, in slices that no plan may have.
fn merge_of_rows(columns: usize, down: usize, slices: Vec<usize>) -> Plan {
    let block_height = if down > 4 { 1 } else { 2 };
    let merge = Merge {
        down,
        across: 1,
        width: columns,
        block_height,
        block_width: columns,
        from_snake: false,
        slices,
    };
    plan_of(columns, merge)
}

/// The plan that merges shearsorted blocks once.
fn plan_of(columns: usize, merge: Merge) -> Plan {
    let rows = merge.height();
    let recipe = Recipe { base: (merge.block_height, merge.block_width), merges: vec![merge] };
    Plan::folded_and_unfolded(shape(rows, columns), Order::Snake, &recipe)
}

/// The array of elements that a plan sorts.
fn elements(plan: &Plan) -> Shape {
    shape(plan.shape().rows(), plan.columns())
}

/// The keys, row-major by element, after the plan, read in its order.
fn run(plan: &Plan, keys: &[u64], comparator: Comparator) -> Vec<u64> {
    let (elements, order) = (elements(plan), plan.order());
    let mut machine = Machine::new(plan, plan.shape(), keys, comparator);
    machine.run(plan);
    let sorted = machine.keys();
    (0..elements.nodes())
        .map(|rank| {
            let (row, col) = order.position(elements, rank);
            sorted[elements.index(row, col)]
        })
        .collect()
}

/// Whether the plan sorts all 64 zero–one inputs.
fn sorts_bits(plan: &Plan, keys: &[u64]) -> bool {
    run(plan, keys, BITS).is_sorted_by(|before, after| before & !after == 0)
}

fn sorts_numbers(plan: &Plan, keys: &[u64]) -> bool {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    run(plan, keys, NUMBERS) == sorted
}
