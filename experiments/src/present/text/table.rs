//! Aligns columns.

use std::fmt::Write as _;

/// The lines of a table whose rows have a cell for each of its `headings`: the first column is flush left, the others are
/// flush right, and every column is as wide as its widest cell. What follows the last column of a row is a remark.
pub(super) fn table<const COLUMNS: usize>(
    headings: [&str; COLUMNS],
    rows: &[([String; COLUMNS], String)],
) -> String {
    let headings = (headings.map(str::to_owned), String::new());
    let rows: Vec<_> = std::iter::once(&headings).chain(rows).collect();
    let mut text = String::new();
    for (cells, remark) in &rows {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let lengths = rows.iter().map(|(cells, _)| cells[column].chars().count());
            let width = lengths.max().unwrap_or(0);
            // Writing to memory cannot fail.
            let _ = match column {
                0 => write!(line, "  {cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        line.push_str("  ");
        line.push_str(remark);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |cells: [&str; 3], remark: &str| (cells.map(str::to_owned), remark.to_owned());
        let rows = [row(["one", "1,000,000", "0"], "a remark"), row(["three", "2", "√10"], "")];
        let expected = "  name       steps    q\n\
                        \x20 one    1,000,000    0  a remark\n\
                        \x20 three          2  √10\n";
        assert_eq!(table(["name", "steps", "q"], &rows), expected);
    }

    #[test]
    fn a_table_may_have_no_rows() {
        assert_eq!(table(["a", "b"], &[]), "  a  b\n");
    }
}
