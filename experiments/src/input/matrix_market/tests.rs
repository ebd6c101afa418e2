use super::*;

fn read_bytes(bytes: &[u8]) -> Result<Messages, InputError> {
    read(bytes, "a.mtx")
}

fn refusal(text: &str) -> String {
    read_bytes(text.as_bytes()).unwrap_err().to_string()
}

/// A file of the given kind that goes on as `rest` says.
fn file(kind: &str, rest: &str) -> String {
    format!("%%MatrixMarket matrix coordinate {kind}\n{rest}")
}

/// The deliveries as (source, destination), counted from 0.
fn deliveries(text: &str) -> Vec<(u32, u32)> {
    let set = read_bytes(text.as_bytes()).unwrap();
    set.iter().flat_map(|(source, list)| list.iter().map(move |&to| (source, to))).collect()
}

#[test]
fn an_entry_is_a_delivery_from_its_column_to_its_row() {
    assert_eq!(deliveries(&file("real general", "2 3 2\n2 3 1.5\n1 1 -.5e3\n")), [(0, 0), (2, 1)]);
}

#[test]
fn nodes_are_the_longer_of_rows_and_columns() {
    for (size, nodes) in
        [("2 3 0", 3), ("3 2 0", 3), ("0 5 0", 5), ("5 0 0", 5), ("1 67108864 0", 1 << 26)]
    {
        let set = read_bytes(file("pattern general", size).as_bytes()).unwrap();
        assert_eq!((set.nodes(), set.count()), (nodes, 0), "{size}");
    }
}

#[test]
fn every_field_has_its_number_of_values() {
    let values = [("pattern", ""), ("real", " 1e-3"), ("integer", " -7"), ("complex", " 1.0 -2")];
    for (field, value) in values {
        let text = file(&format!("{field} general"), &format!("2 2 1\n2 1{value}\n"));
        assert_eq!(deliveries(&text), [(0, 1)], "{field}");
        let text = file(&format!("{field} general"), &format!("2 2 1\n2 1{value} 1\n"));
        assert!(refusal(&text).starts_with("a.mtx:3: expected "), "{field}");
    }
}

#[test]
fn listed_halves_are_expanded() {
    let whole = [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)];
    for symmetry in ["symmetric", "hermitian"] {
        let text = file(&format!("pattern {symmetry}"), "3 3 3\n1 1\n2 1\n3 2\n");
        assert_eq!(deliveries(&text), whole, "{symmetry}");
    }
    let text = file("pattern skew-symmetric", "3 3 2\n2 1\n3 2\n");
    assert_eq!(deliveries(&text), whole[1..]);
}

#[test]
fn a_repeated_entry_counts_once_and_an_explicit_zero_counts() {
    let text = file("real general", "1 2 3\n1 1 0\n1 1 2\n1 2 0.0\n");
    assert_eq!(deliveries(&text), [(0, 0), (1, 0)]);
}

#[test]
fn values_that_are_no_finite_numbers_are_numbers() {
    let text = file("real general", "2 2 4\n1 1 NaN\n1 2 inf\n2 1 -Infinity\n2 2 1e999\n");
    assert_eq!(deliveries(&text).len(), 4);
    let text = file("complex general", "1 1 1\n1 1 nan -inf\n");
    assert_eq!(deliveries(&text), [(0, 0)]);
}

#[test]
fn comments_blank_lines_and_line_ends_may_stand_anywhere_after_the_banner() {
    let banner = b"%%matrixmarket  MATRIX Coordinate\tPattern GENERAL\r\n";
    let rest = b"% by J\xf8rgen\r\n\r\n %\r\n 2 2 2 \r\n%\r\n\n1 2\r\n  \t\n%\n2\t1\n\n% end";
    let set = read_bytes(&[&banner[..], rest].concat()).unwrap();
    assert_eq!(set, Messages::new(2, [(0, vec![1]), (1, vec![0])]).unwrap());
}

#[test]
fn an_empty_file_is_refused() {
    assert_eq!(refusal(""), "a.mtx: expected a Matrix Market file, found an empty file");
}

#[test]
fn what_does_not_begin_with_the_banner_is_refused() {
    let message = |found| {
        format!("a.mtx:1: expected %%MatrixMarket in the Matrix Market banner, found \"{found}\"")
    };
    assert_eq!(refusal("3 3 1\n1 1\n"), message("3"));
    assert_eq!(refusal("\n%%MatrixMarket matrix coordinate real general\n"), message(""));
    assert_eq!(refusal("%MatrixMarket matrix coordinate real general\n"), message("%MatrixMarket"));
    let junk = read_bytes(b"\x7fELF\x02\x01\x00\xff\xfe").unwrap_err().to_string();
    assert_eq!(junk, message(r"\x7fELF\x02\x01\x00\xff\xfe"));
    let bom = read_bytes("\u{feff}%%MatrixMarket matrix coordinate real general\n".as_bytes());
    assert_eq!(bom.unwrap_err().to_string(), message(r"\xef\xbb\xbf%%MatrixMarket"));
}

#[test]
fn banners_of_other_kinds_are_refused_by_the_word() {
    let refusal = |words: &str| refusal(&format!("%%MatrixMarket {words}\n1 1 0\n"));
    let message = |expected, found| {
        format!("a.mtx:1: expected {expected} in the Matrix Market banner, found \"{found}\"")
    };
    assert_eq!(refusal("vector coordinate real general"), message("matrix", "vector"));
    assert_eq!(refusal("matrix sparse real general"), message("coordinate", "sparse"));
    let fields = "real, integer, complex or pattern";
    assert_eq!(refusal("matrix coordinate double general"), message(fields, "double"));
    let symmetries = "general, symmetric, skew-symmetric or hermitian";
    assert_eq!(refusal("matrix coordinate real skew"), message(symmetries, "skew"));
    assert_eq!(
        refusal("matrix coordinate real"),
        "a.mtx:1: expected the 5 words \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\", \
         found 4 in \"%%MatrixMarket matrix coordinate real\""
    );
}

#[test]
fn a_dense_file_is_refused_by_name() {
    let text = "%%MatrixMarket matrix Array real general\n1 1\n0.5\n";
    let expected =
        "a.mtx:1: expected the sparse format \"coordinate\", found the dense format \"array\"";
    assert_eq!(refusal(text), expected);
}

#[test]
fn a_file_without_a_size_line_is_refused() {
    let expected =
        "a.mtx: expected a size line (rows, columns, entries), found the end of the file";
    assert_eq!(refusal(&file("real general", "% only\n\n")), expected);
}

#[test]
fn size_lines_that_cannot_be_are_refused() {
    let refusal = |size: &str| refusal(&file("real general", size));
    let expected = "a.mtx:2: expected a size line of 3 fields (rows, columns, entries)";
    assert_eq!(refusal("3 3\n"), format!("{expected}, found 2 in \"3 3\""));
    let message = |what, high: u32, found| {
        format!("a.mtx:2: expected a number of {what} from 0 to {high}, found \"{found}\"")
    };
    assert_eq!(refusal("67108865 3 1\n"), message("rows", 67_108_864, "67108865"));
    assert_eq!(refusal("3 4294967297 1\n"), message("columns", 67_108_864, "4294967297"));
    assert_eq!(refusal("3 -3 1\n"), message("columns", 67_108_864, "-3"));
    assert_eq!(refusal("3 3 1.0\n"), message("entries", u32::MAX, "1.0"));
    assert_eq!(refusal("3 3 9999999999\n"), message("entries", u32::MAX, "9999999999"));
    assert_eq!(
        refusal("0 0 0\n"),
        "a.mtx:2: expected a matrix of at least one row or column, found 0 x 0"
    );
    assert_eq!(
        refusal("0 5 3\n"),
        "a.mtx:2: expected no entries in a matrix of 0 x 5, found a size line that says 3"
    );
}

#[test]
fn a_symmetric_matrix_that_is_not_square_is_refused() {
    for symmetry in ["symmetric", "skew-symmetric", "hermitian"] {
        let text = file(&format!("real {symmetry}"), "3 4 0\n");
        let expected =
            format!("expected as many rows as columns in a {symmetry} matrix, found 3 x 4");
        assert_eq!(refusal(&text), format!("a.mtx:2: {expected}"));
    }
}

#[test]
fn indices_outside_the_matrix_are_refused() {
    let refusal = |entry: &str| refusal(&file("pattern general", &format!("3 4 1\n{entry}\n")));
    assert_eq!(refusal("4 1"), "a.mtx:3: expected a row from 1 to 3, found \"4\"");
    assert_eq!(refusal("1 5"), "a.mtx:3: expected a column from 1 to 4, found \"5\"");
    assert_eq!(
        refusal("1 4294967297"),
        "a.mtx:3: expected a column from 1 to 4, found \"4294967297\""
    );
    assert_eq!(refusal("-1 1"), "a.mtx:3: expected a row from 1 to 3, found \"-1\"");
    assert_eq!(refusal("1.0 1"), "a.mtx:3: expected a row from 1 to 3, found \"1.0\"");
}

#[test]
fn a_file_that_counts_from_0_is_told_so() {
    let why = "found 0: the file looks 0-based, but Matrix Market counts from 1";
    let text = file("pattern general", "3 4 2\n1 1\n0 1\n");
    assert_eq!(refusal(&text), format!("a.mtx:4: expected a row from 1 to 3, {why}"));
    let text = file("pattern general", "3 4 1\n2 0\n");
    assert_eq!(refusal(&text), format!("a.mtx:3: expected a column from 1 to 4, {why}"));
}

#[test]
fn entries_with_other_fields_are_refused() {
    let text = file("real general", "3 3 1\n1 1\n");
    assert_eq!(
        refusal(&text),
        "a.mtx:3: expected 3 fields (row, column, value), found 2 in \"1 1\""
    );
    let text = file("pattern general", "3 3 1\n1 1 1.5\n");
    assert_eq!(refusal(&text), "a.mtx:3: expected 2 fields (row, column), found 3 in \"1 1 1.5\"");
    let text = file("complex general", "3 3 1\n1 1 1.5\n");
    let expected =
        "expected 4 fields (row, column, real part, imaginary part), found 3 in \"1 1 1.5\"";
    assert_eq!(refusal(&text), format!("a.mtx:3: {expected}"));
}

#[test]
fn values_that_are_no_numbers_are_refused() {
    for value in ["abc", "1.5.2", "1e", "--1", "0x10", "1,5"] {
        let text = file("real general", &format!("3 3 1\n1 1 {value}\n"));
        let expected = format!("a.mtx:3: expected a number as the value, found \"{value}\"");
        assert_eq!(refusal(&text), expected);
    }
    let text = file("complex general", "3 3 1\n1 1 1 i\n");
    assert_eq!(refusal(&text), "a.mtx:3: expected a number as the value, found \"i\"");
    let bytes = [file("real general", "3 3 1\n1 1 ").as_bytes(), b"\xff\n"].concat();
    let error = read_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(error, "a.mtx:3: expected a number as the value, found \"\\xff\"");
}

#[test]
fn entries_in_the_half_that_is_not_listed_are_refused() {
    for symmetry in ["symmetric", "hermitian"] {
        let text = file(&format!("pattern {symmetry}"), "3 3 2\n2 2\n1 2\n");
        let found = format!("({symmetry} storage), found row 1, column 2");
        assert_eq!(
            refusal(&text),
            format!("a.mtx:4: expected an entry on or below the diagonal {found}")
        );
    }
    let text = file("pattern skew-symmetric", "3 3 1\n2 2\n");
    let found = "(skew-symmetric storage), found row 2, column 2";
    assert_eq!(refusal(&text), format!("a.mtx:3: expected an entry below the diagonal {found}"));
}

#[test]
fn fewer_or_more_entries_than_the_size_line_says_are_refused() {
    let text = file("pattern general", "3 3 3\n1 1\n2 2\n");
    assert_eq!(refusal(&text), "a.mtx: expected 3 entries as the size line says, found 2");
    let text = file("pattern general", "3 3 1\n1 1\n% more\n2 2\n");
    assert_eq!(refusal(&text), "a.mtx:5: expected 1 entries as the size line says, found one more");
}

/// Were anything reserved by the claim, this would ask for 32 GB.
#[test]
fn a_claim_of_four_billion_entries_costs_nothing() {
    let text = file("pattern general", "67108864 67108864 4294967295\n1 1\n");
    assert_eq!(refusal(&text), "a.mtx: expected 4294967295 entries as the size line says, found 1");
}

#[test]
fn a_very_long_line_is_refused() {
    let text = file("pattern general", &format!("%{}\n1 1 0\n", "x".repeat(1 << 20)));
    assert_eq!(
        refusal(&text),
        "a.mtx:2: expected a line of at most 65536 bytes, found a longer one"
    );
}
