//! What holds for every file: what was saved is read back, and no bytes whatever end in more than one line.

use super::{InputError, edge_list, json_lines, matrix_market, read, save};
use meshcast_engine::Messages;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use std::fmt::Write as _;
use tempfile::tempdir;

type Reader = fn(&[u8]) -> Result<Messages, InputError>;

/// Every reader with a file that it reads.
fn readers() -> [(Reader, &'static [u8]); 3] {
    [
        (|bytes| matrix_market::read(bytes, "f"), include_bytes!("../../data/karate.mtx")),
        (
            |bytes| json_lines::read(bytes, "f"),
            b"{\"source\":5,\"destinations\":[1,17]}\n\n{\"source\":0,\"destinations\":[]}\n",
        ),
        (|bytes| edge_list::read(bytes, "f"), b"# Nodes: 4\n0\t1\n1\t3\r\n 3 0 # last\n"),
    ]
}

/// The set is one, or the error is one printable line of bounded length that begins with the file's name.
fn check(result: Result<Messages, InputError>) -> Result<(), TestCaseError> {
    match result {
        Ok(set) => {
            for (source, destinations) in set.iter() {
                prop_assert!((source as usize) < set.nodes());
                prop_assert!(destinations.iter().all(|&node| (node as usize) < set.nodes()));
                prop_assert!(destinations.windows(2).all(|pair| pair[0] < pair[1]));
            }
        }
        Err(error) => {
            let line = error.to_string();
            prop_assert!(!line.contains(char::is_control), "{line:?}");
            prop_assert!(line.starts_with("f:") && line.contains(": expected "), "{line:?}");
            prop_assert!(line.contains("found") && line.len() < 1000, "{line:?}");
        }
    }
    Ok(())
}

/// Sets whose last node takes part, as a file cannot say more.
fn any_messages() -> impl Strategy<Value = Messages> {
    btree_map(0..500u32, vec(0..500u32, 0..20), 1..40).prop_map(|messages| {
        let greatest = messages.iter().flat_map(|(source, list)| list.iter().chain([source])).max();
        let nodes = greatest.map_or(0, |&node| node as usize + 1);
        Messages::new(nodes, messages).expect("every index is below the number of nodes")
    })
}

/// The set as a pattern matrix, written without the readers' help.
fn matrix_text(set: &Messages) -> String {
    let (nodes, entries) = (set.nodes(), set.deliveries());
    let mut text =
        format!("%%MatrixMarket matrix coordinate pattern general\n{nodes} {nodes} {entries}\n");
    for (source, destinations) in set.iter() {
        for destination in destinations {
            writeln!(text, "{} {}", destination + 1, source + 1).expect("a string takes any text");
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_saved_is_read_back(set in any_messages()) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("set.jsonl");
        save(&set, &path).unwrap();
        prop_assert_eq!(read(&path).unwrap(), set);
    }

    #[test]
    fn a_matrix_file_holds_the_deliveries_it_was_written_from(set in any_messages()) {
        let back = matrix_market::read(matrix_text(&set).as_bytes(), "f").unwrap();
        // A matrix has no word for a message without destinations.
        let sending = set.iter().filter(|(_, list)| !list.is_empty());
        let sending = Messages::new(set.nodes(), sending.map(|(source, list)| (source, list.to_vec())));
        prop_assert_eq!(back, sending.unwrap());
    }

    #[test]
    fn random_bytes_give_a_set_or_one_line(bytes in vec(any::<u8>(), 0..300)) {
        for (read, _) in readers() {
            check(read(&bytes))?;
        }
    }

    #[test]
    fn mutated_and_truncated_files_give_a_set_or_one_line(
        changes in vec((any::<Index>(), any::<u8>()), 0..6),
        cut in any::<Index>(),
    ) {
        for (read, file) in readers() {
            let mut bytes = file.to_vec();
            for (place, byte) in &changes {
                bytes[place.index(file.len())] = *byte;
            }
            check(read(&bytes))?;
            bytes.truncate(cut.index(file.len()));
            check(read(&bytes))?;
        }
    }
}
