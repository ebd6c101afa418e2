//! Products of matrices and vectors: what arrives at the rows, however it gets there, adds up to y.

use meshcast_algorithms::{
    Buffered, Certified, GreedyTree, GreedyUnicast, Hamiltonian, Multicast, SparseProduct, Tuned,
    Unicast,
};
use meshcast_engine::{Machine, Messages, Options, Shape};
use meshcast_tests::corpus;
use std::collections::BTreeMap;
use std::sync::Arc;

/// y of a matrix and a vector of large numbers, whose products wrap around, as read off output queues.
fn read_off<A: Multicast>(algorithm: &A, shape: Shape, threads: usize, rows: usize) -> Vec<u64> {
    let options = Options { payload_words: 1, threads, ..Options::default() };
    let machine = Machine::new(shape, algorithm.messages(), algorithm.capacity(), options);
    let mut machine = machine.with_values(x);
    algorithm.run(&mut machine).unwrap();
    let mut sums = machine.variable(1, |_, _| 0u64).unwrap();
    for _ in 0..rows {
        machine.step(|_| Ok(())).unwrap();
        let add = |sum: &mut u64, row, column, x: u64| {
            *sum = sum.wrapping_add(a(row, column).wrapping_mul(x));
        };
        machine
            .read_outputs(&mut sums, |node, sum, column, x| add(&mut sum[0], node.id(), column, x))
            .unwrap();
    }
    // Every value was read: another look finds none.
    machine.step(|_| Ok(())).unwrap();
    machine.read_outputs(&mut sums, |_, sum, _, _| sum[0] = u64::MAX).unwrap();
    sums.reveal(&machine.finish())
}

fn x(column: u32) -> u64 {
    (u64::from(column) + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn a(row: u32, column: u32) -> u64 {
    (u64::from(row) << 32 | u64::from(column)).wrapping_mul(0xd134_2543_de82_ef95)
}

/// The same from a list of entries, row by row.
fn naive(set: &Messages) -> Vec<u64> {
    let mut entries: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (column, rows) in set.iter() {
        for &row in rows {
            entries.entry(row).or_default().push(column);
        }
    }
    let product = |row| move |&column: &u32| a(row, column).wrapping_mul(x(column));
    let row = |row| {
        let columns = entries.get(&row).map_or(&[][..], Vec::as_slice);
        columns.iter().map(product(row)).fold(0, u64::wrapping_add)
    };
    (0..set.nodes() as u32).map(row).collect()
}

#[test]
fn values_arrive_with_every_algorithm_on_every_shape() {
    for (number, shape) in corpus::shapes(5).into_iter().enumerate() {
        let set = corpus::multicast(shape.nodes(), 70, 4, number as u64);
        let (expected, most) = (naive(&set), set.congestion());
        let check = |name: &str, found: Vec<u64>| assert_eq!(found, expected, "{name}, {shape:?}");
        let shared = Arc::new(set.clone());
        check("hamiltonian", read_off(&Hamiltonian::new(shape, shared), shape, 1, most));
        check("buffered", read_off(&Buffered::new(shape, &set), shape, 1, most));
        check("unicast", read_off(&Unicast::new(shape, &set, 1), shape, 1, most));
        check("greedy-unicast", read_off(&GreedyUnicast::new(shape, &set), shape, 1, most));
        check("greedy-tree", read_off(&GreedyTree::new(shape, &set), shape, 1, most));
        for threads in [1, 3] {
            check("tuned", read_off(&Tuned::new(shape, &set, 1), shape, threads, most));
            check(
                "certified",
                read_off(&Certified::new(shape, &set, -20, 1), shape, threads, most),
            );
        }
    }
}

#[test]
fn a_value_waits_until_it_is_read() {
    let set = Messages::new(4, [(0, vec![3]), (1, vec![3]), (2, vec![0])]).unwrap();
    let shape = Shape::new(2, 2).unwrap();
    // Node 3 has two values, and one look takes one of them, that of the lower message.
    let first = read_off_once(&Hamiltonian::new(shape, Arc::new(set)), shape);
    assert_eq!(first, [x(2), 0, 0, x(0)]);
}

fn read_off_once<A: Multicast>(algorithm: &A, shape: Shape) -> Vec<u64> {
    let options = Options { payload_words: 2, ..Options::default() };
    let machine = Machine::new(shape, algorithm.messages(), algorithm.capacity(), options);
    let mut machine = machine.with_values(x);
    algorithm.run(&mut machine).unwrap();
    let mut first = machine.variable(1, |_, _| 0u64).unwrap();
    machine.read_outputs(&mut first, |_, first, _, x| first[0] += x).unwrap();
    first.reveal(&machine.finish())
}

#[test]
fn given_entries_are_multiplied_row_by_row() {
    for (number, shape) in corpus::shapes(5).into_iter().enumerate() {
        let set = corpus::multicast(shape.nodes(), 70, 4, number as u64);
        let places =
            set.iter().flat_map(|(column, rows)| rows.iter().map(move |&row| (row, column)));
        let entries: Vec<(u32, u32, i16)> =
            places.map(|(row, column)| (row, column, a(row, column) as i16)).collect();
        let seeded = SparseProduct::of_messages(&set, 3);
        let product = seeded.clone().with_entries(set.nodes(), entries.clone());
        let mut expected = vec![0i64; set.nodes()];
        for (row, column, entry) in entries {
            expected[row as usize] += i64::from(entry) * seeded.vector(column);
        }
        let hamiltonian = Hamiltonian::new(shape, Arc::new(set));
        let options = Options { payload_words: 1, ..Options::default() };
        let machine = Machine::new(shape, hamiltonian.messages(), hamiltonian.capacity(), options);
        let mut machine = machine.with_values(|node| product.carried(node));
        hamiltonian.run(&mut machine).unwrap();
        let sums = product.add_up(&mut machine).unwrap();
        assert_eq!(sums.reveal(&machine.finish()), expected, "{shape:?}");
    }
    // A place that has no entry.
    let set = corpus::all_to_all(4);
    let product = SparseProduct::of_messages(&set, 1).with_entries(4, vec![(2, 3, -5), (2, 1, 9)]);
    let row = |row| [0, 1, 2, 3].map(|column| product.entry(row, column));
    assert_eq!([row(1), row(2), row(3)], [[0; 4], [0, 9, 0, -5], [0; 4]]);
}

#[test]
fn entries_and_vectors_follow_from_the_seed_and_have_both_signs() {
    let set = corpus::all_to_all(9);
    let [one, same, other] = [1, 1, 2].map(|seed| SparseProduct::of_messages(&set, seed));
    let numbers = |product: &SparseProduct| {
        let entries =
            (0..9).flat_map(move |row| (0..9).map(move |column| product.entry(row, column)));
        entries.chain((0..9).map(move |node| product.vector(node))).collect::<Vec<i64>>()
    };
    assert_eq!(numbers(&one), numbers(&same));
    assert_ne!(numbers(&one), numbers(&other));
    let numbers = numbers(&one);
    assert!(numbers.iter().any(|&number| number < 0) && numbers.iter().any(|&number| number > 0));
    assert!(numbers.iter().all(|number| number.abs() <= 1 << 15));
    assert_eq!(one.steps(), 9);
}
