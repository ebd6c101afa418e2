//! Which arrays are read as permutations, and which are refused.

use super::*;

/// What `numpy.save` writes for `numpy.array([2, 0, 1])`, up to the data.
fn numpy(descr: &str, shape: &str) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    let text = format!("{text:<117}\n");
    [b"\x93NUMPY\x01\x00\x76\x00", text.as_bytes()].concat()
}

fn refused(bytes: &[u8]) -> String {
    read(bytes, "p.npy").unwrap_err().to_string()
}

#[test]
fn both_types_are_read() {
    let mut file = numpy("<i8", "(3,)");
    for entry in [2u64, 0, 1] {
        file.extend(entry.to_le_bytes());
    }
    let read_back = read(&file[..], "p.npy").unwrap();
    assert_eq!(read_back.permutation.entries(), [2, 0, 1]);
    let mut file = numpy("<u4", "(2,)");
    for entry in [1u32, 0] {
        file.extend(entry.to_le_bytes());
    }
    assert_eq!(read(&file[..], "p.npy").unwrap().permutation.entries(), [1, 0]);
}

#[test]
fn all_whole_numbers_are_read_and_negative_ones_refused() {
    let little = |bits: u32| move |entry: i64| entry.to_le_bytes()[..bits as usize / 8].to_vec();
    for (descr, bits) in [
        ("|i1", 8),
        ("<i2", 16),
        ("<i4", 32),
        ("<i8", 64),
        ("|u1", 8),
        ("<u2", 16),
        ("<u4", 32),
        ("<u8", 64),
    ] {
        let bytes = |entries: [i64; 3]| {
            let entries = entries.into_iter().flat_map(little(bits));
            numpy(descr, "(3,)").into_iter().chain(entries).collect::<Vec<u8>>()
        };
        let good = read(&bytes([2, 0, 1])[..], "p.npy").unwrap();
        assert_eq!(good.permutation.entries(), [2, 0, 1], "{descr}");
        let all_ones = if descr.contains('i') {
            "-1".to_owned()
        } else {
            (u64::MAX >> (64 - bits)).to_string()
        };
        assert_eq!(
            refused(&bytes([2, -1, 1])),
            format!("p.npy: expected numbers from 0 to 2, found {all_ones} in entry 1")
        );
    }
}

#[test]
fn rows_follow_each_other_in_whichever_order_they_are_stored() {
    let with = |order: &str, shape: &str, entries: &[u8]| {
        let file = String::from_utf8_lossy(&numpy("|u1", shape)[10..]).into_owned();
        let file = file.replacen("False", order, 1);
        let file = [b"\x93NUMPY\x01\x00\x75\x00", file.trim_end().as_bytes()].concat();
        let padded = [&file[..], &vec![b' '; 10 + 0x75 - file.len()], entries].concat();
        read(&padded[..], "p.npy").map(|stored| stored.permutation.entries().to_vec())
    };
    // The rows 3 1, 0 5 and 4 2.
    let expected = [3, 1, 0, 5, 4, 2];
    assert_eq!(with("False", "(3, 2)", &[3, 1, 0, 5, 4, 2]).unwrap(), expected);
    assert_eq!(with("True", "(3, 2)", &[3, 0, 4, 1, 5, 2]).unwrap(), expected);
    assert_eq!(with("True", "(6,)", &[3, 1, 0, 5, 4, 2]).unwrap(), expected);
    assert_eq!(with("True", "(6, 1)", &[3, 1, 0, 5, 4, 2]).unwrap(), expected);
    let short = with("True", "(3, 2)", &[3, 0, 4]).unwrap_err().to_string();
    assert_eq!(short, "p.npy: expected 6 entries as the header says, found 3");
}

#[test]
fn headers_are_those_of_numpy() {
    assert_eq!(header(3).len(), 128);
    assert_eq!(header(3), numpy("<u4", "(3,)"));
    assert_eq!(header(4_000_000_000).len() % ALIGNMENT, 0);
}

#[test]
fn digests_are_those_of_sha256() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hexadecimal(Sha256::new().chain_update("abc")), abc);
}

#[test]
fn what_is_no_list_of_whole_numbers_is_refused() {
    assert_eq!(refused(b""), "p.npy: expected a NumPy file, found an empty file");
    assert_eq!(
        refused(b"0 1\n2 3\n4 5\n"),
        "p.npy: expected a NumPy file (.npy), which begins with \\x93NUMPY, found \"0 1\\n2 3\""
    );
    assert_eq!(
        refused(b"\x93NUMPY\x09\x00"),
        "p.npy: expected version 1, 2 or 3 of the NumPy format, found 9"
    );
    assert_eq!(
        refused(&numpy("<f8", "(3,)")),
        "p.npy: expected whole numbers of 8 to 64 bits, little-endian (such as <i8 or <u4), found \"\\'<f8\\'\""
    );
    assert_eq!(
        refused(&numpy("<i8", "(3, 4, 5)")),
        "p.npy: expected an array of one dimension, such as (1024,), or two, such as (1024, 10), found \"(3, 4, 5)\""
    );
    assert_eq!(
        refused(b"\x93NUMPY\x01\x00\x04\x00{}\n\n"),
        "p.npy: expected a header with 'descr', 'fortran_order' and 'shape', found \"{}\""
    );
}

#[test]
fn what_is_no_permutation_is_refused() {
    let list = |count: u32, entries: &[i64]| {
        let mut file = numpy("<i8", &format!("({count},)"));
        for entry in entries {
            file.extend(entry.to_le_bytes());
        }
        file
    };
    assert_eq!(refused(&list(3, &[0, 1])), "p.npy: expected 3 entries as the header says, found 2");
    assert_eq!(
        refused(&list(3, &[0, 1, 2])[..150]),
        "p.npy: expected whole entries, found a piece of one at the end"
    );
    assert_eq!(
        refused(&list(2, &[0, 1, 2])),
        "p.npy: expected 2 entries as the header says, found more"
    );
    assert_eq!(
        refused(&list(2, &[0, -1])),
        "p.npy: expected numbers from 0 to 1, found -1 in entry 1"
    );
    assert_eq!(
        refused(&list(2, &[1, 1])),
        "p.npy: expected every number from 0 to 1 once, found 1 again in entry 1"
    );
    // Nothing is allocated for a claim.
    let claim = list(0, &[0]);
    let claim: Vec<u8> =
        String::from_utf8_lossy(&claim[10..]).replace("(0,)", "(9000000000000,)").into_bytes();
    let claim = [&b"\x93NUMPY\x01\x00\x82\x00"[..], &claim].concat();
    assert_eq!(
        refused(&claim),
        "p.npy: expected 9000000000000 entries as the header says, found 1"
    );
}
