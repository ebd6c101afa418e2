//! Products of matrices and vectors: what arrives at the rows, however it gets there, adds up to y.

use meshcast_algorithms::{
    Buffered, Certified, GreedyTree, GreedyUnicast, Hamiltonian, Multicast, Product, SeededFactors,
    SparseProduct, Tuned, Unicast,
};
use meshcast_engine::{Machine, Messages, Options, Shape};
use meshcast_tests::corpus;
use std::collections::BTreeMap;
use std::sync::Arc;

/// y of a matrix and a vector of large numbers, whose products wrap around, as read off output queues.
fn read_off<A: Multicast>(algorithm: &A, shape: Shape, threads: usize, rows: usize) -> Vec<u64> {
    let options = Options { payload_words: 1, threads, ..Options::default() };
    let messages = algorithm.messages();
    let source = |message: u32| messages.source(message as usize);
    let machine = Machine::new(shape, algorithm.messages(), algorithm.capacity(), options);
    let mut machine = machine.with_values(|message| x(source(message)));
    algorithm.run(&mut machine).unwrap();
    let mut sums = machine.variable(1, |_, _| 0u64).unwrap();
    for _ in 0..rows {
        machine.step(|_| Ok(())).unwrap();
        let add = |sum: &mut u64, row, column, x: u64| {
            *sum = sum.wrapping_add(a(row, column).wrapping_mul(x));
        };
        machine
            .read_outputs(&mut sums, |node, sum, message, x| {
                add(&mut sum[0], node.id(), source(message), x);
                true
            })
            .unwrap();
    }
    // Every value was read: another look finds none.
    machine.step(|_| Ok(())).unwrap();
    machine
        .read_outputs(&mut sums, |_, sum, _, _| {
            sum[0] = u64::MAX;
            true
        })
        .unwrap();
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

/// What every node reads in one look after another, of which it takes off its queue those that `takes` names.
fn looks(machine: Machine, takes: &[bool]) -> Vec<Vec<u64>> {
    let mut machine = machine;
    let mut found = machine.variable(takes.len(), |_, _| 0u64).unwrap();
    for (look, &takes) in takes.iter().enumerate() {
        machine
            .read_outputs(&mut found, |_, found, message, value| {
                found[look] = 100 * u64::from(message) + value;
                takes
            })
            .unwrap();
    }
    let found = found.reveal(&machine.finish());
    found.chunks(takes.len()).map(<[u64]>::to_vec).collect()
}

#[test]
fn a_value_waits_until_it_is_taken() {
    let set = Messages::new(4, [(0, vec![3]), (1, vec![3]), (2, vec![0])]).unwrap();
    let shape = Shape::new(2, 2).unwrap();
    let hamiltonian = Hamiltonian::new(shape, Arc::new(set));
    let options = Options { payload_words: 2, ..Options::default() };
    let machine = Machine::new(shape, hamiltonian.messages(), hamiltonian.capacity(), options);
    let mut machine = machine.with_values(|message| 7 + u64::from(message));
    hamiltonian.run(&mut machine).unwrap();
    // Node 3 has two values and takes the second look at the first.
    let found = looks(machine, &[false, true, true, true]);
    assert_eq!(found, [vec![209, 209, 0, 0], vec![0; 4], vec![0; 4], vec![7, 7, 108, 0]]);
}

#[test]
fn a_value_that_nobody_asked_for_is_not_there() {
    let (shape, options) =
        (Shape::new(1, 2).unwrap(), Options { payload_words: 1, ..Options::default() });
    let set = Arc::new(Messages::new(2, [(0, vec![1]), (1, vec![1])]).unwrap());
    let mut machine = Machine::new(shape, set, Some(1), options).with_values(|_| 5);
    machine.inject(0, |_| 0);
    machine.step(|step| step.deliver(0, |_| Some(0))).unwrap();
    assert_eq!(looks(machine, &[true, true]), [[0, 0], [105, 0]]);
}

#[test]
fn values_wait_while_other_messages_follow() {
    let shape = Shape::new(1, 3).unwrap();
    let sets = [vec![(0, vec![2]), (1, vec![0, 2])], vec![(2, vec![2])], vec![(0, vec![2, 0])]];
    let [first, second, third] = sets.map(|lists| Arc::new(Messages::new(3, lists).unwrap()));
    let options = Options { payload_words: 1, ..Options::default() };
    let algorithm = |set: &Arc<Messages>| Hamiltonian::new(shape, Arc::clone(set));
    let capacity = algorithm(&first).capacity();
    let machine = Machine::new(shape, Arc::clone(&first), capacity, options);
    let mut machine = machine.with_values(|message| 7 + u64::from(message));
    algorithm(&first).run(&mut machine).unwrap();
    let mut machine = machine.followed_by(Arc::clone(&second)).unwrap();
    // These carry nothing.
    algorithm(&second).run(&mut machine).unwrap();
    let machine = machine.followed_by(Arc::clone(&third)).unwrap();
    let mut machine = machine.with_values(|message| 20 + u64::from(message));
    algorithm(&third).run(&mut machine).unwrap();
    let found = looks(machine, &[true; 5]);
    let expected = [vec![108, 323, 0, 0, 0], vec![0; 5], vec![7, 108, 200, 323, 0]];
    assert_eq!(found, expected);
}

#[test]
fn products_of_several_rows_of_a_node_are_added_up_apart() {
    for (number, shape) in corpus::shapes(5).into_iter().enumerate() {
        let set = corpus::multicast(shape.nodes(), 70, 4, number as u64);
        let vector: Vec<i16> = (0..set.count() as u32).map(|message| x(message) as i16).collect();
        // Of the three rows of a node none, some or all have an entry for a message that it gets.
        let mut products = Vec::new();
        for (message, (_, nodes)) in set.iter().enumerate() {
            for &node in nodes {
                let of_row = |row: u16| (a(node, message as u32) >> row) as usize % 3;
                let rows = (0..3u16).filter(|&row| row == 0 || of_row(row) > 0);
                let entry = |row| a(node + 1, message as u32 + 7 * u32::from(row)) as i16;
                let (message, node) = (message as u32, node);
                products.extend(rows.map(|row| Product { node, message, row, entry: entry(row) }));
            }
        }
        let mut expected = vec![0i64; 3 * shape.nodes()];
        let mut of_node = vec![0u64; shape.nodes()];
        for product in &products {
            let value = i64::from(product.entry) * i64::from(vector[product.message as usize]);
            expected[3 * product.node as usize + usize::from(product.row)] += value;
            of_node[product.node as usize] += 1;
        }
        products.reverse();
        let product = SparseProduct::new((shape.nodes(), 3), vector, products);
        let hamiltonian = Hamiltonian::new(shape, Arc::new(set));
        let options = Options { payload_words: 1, ..Options::default() };
        let machine = Machine::new(shape, hamiltonian.messages(), hamiltonian.capacity(), options);
        let mut machine = machine.with_values(|message| product.carried(message));
        hamiltonian.run(&mut machine).unwrap();
        let before = machine.steps();
        let sums = product.add_up(&mut machine).unwrap();
        // A step for every product of the node with most.
        let most = of_node.into_iter().max().unwrap_or(0);
        assert_eq!((machine.steps() - before, product.steps()), (most, most), "{shape:?}");
        assert_eq!(sums.reveal(&machine.finish()), expected, "{shape:?}");
    }
}

#[test]
#[should_panic(expected = "products are of nodes, their rows and messages")]
fn a_product_of_a_row_that_is_not_there_is_refused() {
    let product = Product { node: 0, message: 0, row: 2, entry: 1 };
    let _ = SparseProduct::new((1, 2), vec![1], vec![product]);
}

#[test]
fn entries_and_vectors_follow_from_the_seed_and_have_both_signs() {
    let numbers = |seed| {
        let factors = SeededFactors::new(seed);
        let entries =
            (0..9).flat_map(move |row| (0..9).map(move |column| factors.entry(row, column)));
        entries.chain((0..9).map(|column| factors.vector(column))).collect::<Vec<i16>>()
    };
    assert_eq!(numbers(1), numbers(1));
    assert_ne!(numbers(1), numbers(2));
    let mut all = numbers(1);
    assert!(all.iter().any(|&number| number < 0) && all.iter().any(|&number| number > 0));
    // Of 90 numbers of 16 bits hardly two are the same.
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 85, "{all:?}");
}
