//! Products of small matrices, by hand.

use super::*;
use crate::console::reply::Output;
use crate::flags::{Cli, Command, MessageSetArgs};
use crate::input::{Block, Placement};
use clap::Parser;
use meshcast_algorithms::{Product, SeededFactors, SparseProduct};
use meshcast_engine::CostModel;
use std::fs;
use tempfile::tempdir;

const SEED: u64 = 7;

fn matrix(text: &str, flags: MessageSetArgs) -> (MessageSet, Matrix) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.mtx");
    fs::write(&path, format!("%%MatrixMarket matrix coordinate {text}")).unwrap();
    let flags = MessageSetArgs { input: Some(path), ..flags };
    load::matrix(&flags, &[catalogue::UNICAST], SEED, &|_| Ok(())).unwrap()
}

fn factors(text: &str, flags: MessageSetArgs) -> (MessageSet, Factors) {
    let (set, matrix) = matrix(text, flags);
    let factors = Factors::new(matrix, set.shape.nodes(), SEED);
    (set, factors)
}

fn placed(placement: Placement) -> MessageSetArgs {
    MessageSetArgs { placement: Some(placement), ..MessageSetArgs::default() }
}

fn in_blocks(block: Block, placement: Placement, (side, cols): (usize, usize)) -> MessageSetArgs {
    let (side, cols, block) = (Some(side), Some(cols), Some(block));
    MessageSetArgs { side, cols, block, ..placed(placement) }
}

/// y as the machine computes it with an algorithm, and the steps of its products.
fn multiplied((set, factors): &(MessageSet, Factors), algorithm: &str) -> (Vec<i64>, u64) {
    let setting = Setting {
        model: CostModel::default(),
        mode: Mode::Step,
        audit: AuditLevel::Peak,
        header_words: None,
        threads: 1,
        seed: SEED,
        congestion: Congestion::Known,
        permutations: &[],
        flags: &[],
    };
    let algorithm = catalogue::named(algorithm).unwrap();
    let multiplied = multiply(algorithm, set, factors, setting).unwrap();
    (multiplied.y, multiplied.outcome.steps - multiplied.communication_steps)
}

fn x() -> [i64; 6] {
    [0, 1, 2, 3, 4, 5].map(|column| SeededFactors::new(SEED).vector(column).into())
}

const ALGORITHMS: [&str; 4] = ["hamiltonian", "randomized:sweep", "greedy-tree", "unicast"];

#[test]
fn values_of_a_file_are_multiplied() {
    // An entry given twice is the sum; a whole number may be written as any number.
    let general =
        "real general\n3 3 6\n1 1 20000\n1 3 -3.0\n2 2 5e1\n3 1 -32768\n1 1 20000\n1 1 -3e4\n";
    let skew = "integer skew-symmetric\n2 2 1\n2 1 4\n";
    for algorithm in ALGORITHMS {
        for placement in [Placement::RowMajor, Placement::Snake, Placement::Random] {
            let of_general = factors(general, placed(placement));
            let x = x();
            let expected = [10_000 * x[0] - 3 * x[2], 50 * x[1], -32_768 * x[0]];
            assert!(!x.contains(&0));
            assert_eq!(multiplied(&of_general, algorithm), (expected.to_vec(), 2));
            let (y, _) = multiplied(&factors(skew, placed(placement)), algorithm);
            assert_eq!(y, [-4 * x[1], 4 * x[0]]);
        }
    }
}

#[test]
fn rows_of_one_node_are_summed_apart() {
    // Row 0 is empty, row 1 has entries in two columns of one node, rows 3 and 5 need column 1 both.
    let text = "integer general\n6 6 7\n2 1 3\n2 3 -5\n3 2 7\n4 2 11\n6 2 -13\n6 6 17\n5 4 19\n";
    for (block, most) in [(Block::Cyclic, 5), (Block::Contiguous, 4)] {
        for placement in [Placement::RowMajor, Placement::Random] {
            let factors = factors(text, in_blocks(block, placement, (1, 2)));
            assert_eq!(factors.0.messages.per_node(), 3);
            let x = x();
            let last = 17 * x[5] - 13 * x[1];
            let expected = [0, 3 * x[0] - 5 * x[2], 7 * x[1], 11 * x[1], 19 * x[3], last];
            assert_eq!(factors.1.on_the_host(), expected);
            for algorithm in ALGORITHMS {
                let (y, steps) = multiplied(&factors, algorithm);
                assert_eq!((y, steps), (expected.to_vec(), most), "{algorithm} {block:?}");
            }
        }
    }
}

#[test]
fn the_host_computes_the_same_of_the_file() {
    let text = "integer symmetric\n3 3 3\n1 1 -2\n2 1 3\n3 3 0\n";
    let (_, factors) = factors(text, placed(Placement::Snake));
    let x = x();
    assert_eq!(factors.on_the_host(), [3 * x[1] - 2 * x[0], 3 * x[0], 0]);
}

#[test]
fn values_that_are_not_whole_or_not_small_follow_from_the_seed() {
    let row = |text| {
        let (_, factors) = factors(text, placed(Placement::RowMajor));
        (factors.are_from_file(), factors.on_the_host()[1])
    };
    let x = i64::from(SeededFactors::new(SEED).vector(0));
    let seeded = (false, i64::from(SeededFactors::new(SEED).entry(1, 0)) * x);
    for text in [
        "pattern general\n2 2 1\n2 1\n",
        "real general\n2 2 1\n2 1 1.5\n",
        "real general\n2 2 2\n2 1 1\n1 1 nan\n",
        "integer general\n2 2 1\n2 1 32768\n",
        "integer general\n2 2 1\n2 1 -32769\n",
        "integer general\n2 2 2\n2 1 32767\n2 1 1\n",
        "integer skew-symmetric\n2 2 1\n2 1 -32768\n",
        "complex general\n2 2 1\n2 1 1 0\n",
    ] {
        assert_eq!(row(text), seeded, "{text}");
    }
    assert_eq!(row("pattern general\n2 2 0\n"), (false, 0));
    assert_eq!(row("integer general\n2 2 0\n"), (true, 0));
    assert_eq!(row("integer general\n2 2 1\n2 1 32767\n"), (true, 32_767 * x));
    assert_eq!(row("integer general\n2 2 1\n2 1 -32768\n"), (true, -32_768 * x));
    let most = "65539\n".to_owned() + &"2 1 32767\n".repeat(65_539);
    assert_eq!(row(&format!("integer general\n2 2 {most}")), seeded, "a sum beyond 32 bits");
}

#[test]
fn a_wrong_product_is_said_to_be_wrong() {
    let text = "integer general\n2 2 2\n1 2 3\n2 1 4\n";
    let (set, mut factors) = factors(text, placed(Placement::RowMajor));
    let cli = Cli::try_parse_from(["meshcast", "spmv", "--seed", "7"]).unwrap();
    let Command::Spmv(args) = cli.command else { panic!("a product") };
    let said = |factors: &Factors| {
        let reply = reply(&args, &set, factors, Terminal::default());
        let Output::Text(text) = reply.output else { panic!("for people") };
        (reply.complaint, text.to_string().contains("\n  y             WRONG\n"))
    };
    assert_eq!(said(&factors), (None, false));
    let product = |node, message, entry| Product { node, message, row: 0, entry };
    let vector = [0, 1].map(|column| SeededFactors::new(SEED).vector(column));
    let products = vec![product(0, 1, 3), product(1, 0, 5)];
    factors.product = SparseProduct::new((4, 1), vector.to_vec(), products);
    let complaint = "expected the y that the host computes, found another";
    assert_eq!(said(&factors), (Some(complaint.to_owned()), true));
}

#[test]
fn room_is_needed_for_every_value_and_every_product() {
    let need = |text: &str| {
        let flags = in_blocks(Block::Cyclic, Placement::RowMajor, (1, 2));
        let (set, matrix) = matrix(text, flags);
        of_payloads(&set, &matrix)
    };
    let one = need("pattern general\n4 4 1\n1 1\n");
    // Another row of the same node takes a product, and a place in the file's set.
    assert_eq!(need("pattern general\n4 4 2\n1 1\n3 1\n") - one, 12 + 4);
    assert_eq!(need("integer general\n4 4 2\n1 1 5\n3 1 5\n") - one, 12 + 4 + 2 * 12);
    // A row of another node takes a value as well, in a packet and in the output queue.
    assert_eq!(need("pattern general\n4 4 2\n1 1\n2 1\n") - one, 12 + 4 + 2 * 96);
    assert!(need("pattern general\n6 6 1\n1 1\n") > one);
}
