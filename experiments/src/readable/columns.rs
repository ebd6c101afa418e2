//! Aligns columns, and breaks them up where they do not fit.

use super::text::wrapped;
use std::fmt::Write as _;

/// A table: the first column is flush left, the others are flush right, every column is as wide as its widest cell, and what follows the
/// last column of a row is a remark.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    headings: Vec<String>,
    rows: Vec<(Vec<String>, String)>,
    /// Columns from the first on that say what a row is about: a table below has them again.
    keys: usize,
    /// Spaces before the first column.
    margin: usize,
}

/// Spaces before a column.
const GAP: usize = 2;

/// Spaces before what belongs to the line above.
const INDENT: usize = 4;

impl Columns {
    /// The table of rows that have a cell for each heading.
    pub(crate) fn new<const COLUMNS: usize>(
        headings: [&str; COLUMNS],
        rows: &[([String; COLUMNS], String)],
    ) -> Self {
        let row = |(cells, remark): &([String; COLUMNS], String)| (cells.to_vec(), remark.clone());
        Self {
            headings: headings.map(str::to_owned).to_vec(),
            rows: rows.iter().map(row).collect(),
            keys: 1,
            margin: GAP,
        }
    }

    /// The same with so many columns that say what a row is about.
    pub(crate) fn with_keys(self, keys: usize) -> Self {
        Self { keys, ..self }
    }

    /// The same without spaces before the first column.
    pub(crate) fn flush(self) -> Self {
        Self { margin: 0, ..self }
    }

    /// The table in lines of at most so many characters. If it is too wide, remarks go below their rows. If it still is, and the first
    /// column takes most of it, the other cells go below the first. If not, columns go into a second table below, beside the keys.
    pub(super) fn at_most(&self, width: usize) -> String {
        let whole = self.lines(&self.all(), Remarks::Beside);
        if fits(&whole, width) {
            return whole;
        }
        if fits(&self.lines(&self.all(), Remarks::None), width) {
            return self.lines(&self.all(), Remarks::Below(width));
        }
        if 2 * self.width(0) > width {
            return self.stacked(width);
        }
        let mut text = String::new();
        for (place, columns) in self.groups(width).iter().enumerate() {
            if place > 0 {
                text.push('\n');
            }
            let remarks = if place == 0 { Remarks::Below(width) } else { Remarks::None };
            text.push_str(&self.lines(columns, remarks));
        }
        text
    }

    fn all(&self) -> Vec<usize> {
        (0..self.headings.len()).collect()
    }

    /// Characters of the widest cell.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|(cells, _)| &cells[column]);
        let widths = cells.chain([&self.headings[column]]).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    }

    /// The columns in groups that fit, each after the keys; a column that fits nowhere has a group of its own.
    fn groups(&self, width: usize) -> Vec<Vec<usize>> {
        let keys: Vec<usize> = (0..self.keys).collect();
        let first: usize =
            self.margin + keys.iter().map(|&key| GAP + self.width(key)).sum::<usize>() - GAP;
        let mut groups = vec![keys.clone()];
        let mut used = first;
        for column in self.keys..self.headings.len() {
            let own = GAP + self.width(column);
            if used + own > width && used > first {
                groups.push(keys.clone());
                used = first;
            }
            used += own;
            groups.last_mut().expect("there is one").push(column);
        }
        groups
    }

    /// Lines with these columns.
    fn lines(&self, columns: &[usize], remarks: Remarks) -> String {
        let mut text = self.line(&self.headings, columns, 0) + "\n";
        for (cells, remark) in &self.rows {
            let line = self.line(cells, columns, 0);
            // Writing to memory cannot fail.
            match remarks {
                Remarks::Beside if !remark.is_empty() => {
                    let _ = write!(text, "{line}  {remark}");
                }
                _ => text.push_str(line.trim_end()),
            }
            text.push('\n');
            if let (Remarks::Below(width), false) = (remarks, remark.is_empty()) {
                text.push_str(&wrapped(&" ".repeat(INDENT), remark, INDENT, width));
            }
        }
        text
    }

    /// The first cell of every row on a line, the others below it.
    fn stacked(&self, width: usize) -> String {
        let others: Vec<usize> = (1..self.headings.len()).collect();
        let mut text = String::new();
        let heading = std::iter::once((&self.headings, ""));
        let rows = self.rows.iter().map(|(cells, remark)| (cells, remark.as_str()));
        for (cells, remark) in heading.chain(rows) {
            text.push_str(&wrapped("  ", &cells[0], INDENT, width));
            let line = self.line(cells, &others, INDENT - GAP);
            let whole = format!("{line}  {remark}");
            if whole.chars().count() <= width {
                text.push_str(whole.trim_end());
            } else {
                text.push_str(line.trim_end());
                text.push('\n');
                text.push_str(wrapped(&" ".repeat(INDENT), remark, INDENT, width).trim_end());
            }
            text.push('\n');
        }
        text
    }

    fn line(&self, cells: &[String], columns: &[usize], indent: usize) -> String {
        let mut line = " ".repeat(indent);
        for &column in columns {
            let (cell, width) = (&cells[column], self.width(column));
            let _ = match column {
                0 => write!(line, "{:margin$}{cell:<width$}", "", margin = self.margin),
                _ => write!(line, "{:GAP$}{cell:>width$}", ""),
            };
        }
        line
    }
}

/// Where remarks go.
#[derive(Clone, Copy)]
enum Remarks {
    Beside,
    /// On lines of at most so many characters.
    Below(usize),
    None,
}

fn fits(text: &str, width: usize) -> bool {
    text.lines().all(|line| line.chars().count() <= width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[([&str; 3], &str)]) -> Columns {
        let row =
            |(cells, remark): &([&str; 3], &str)| (cells.map(str::to_owned), (*remark).to_owned());
        Columns::new(["name", "steps", "q"], &rows.iter().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let table = table(&[(["one", "1,000,000", "0"], "a remark"), (["three", "2", "√10"], "")]);
        let expected = "  name       steps    q\n\
                        \x20 one    1,000,000    0  a remark\n\
                        \x20 three          2  √10\n";
        assert_eq!(table.at_most(usize::MAX), expected);
    }

    #[test]
    fn a_table_may_have_no_rows() {
        assert_eq!(table(&[]).at_most(80), "  name  steps  q\n");
    }

    #[test]
    fn remarks_go_below_their_rows() {
        let table = table(&[(["one", "1,000,000", "0"], "a long remark"), (["two", "2", "3"], "")]);
        let expected = "  name      steps  q\n\
                        \x20 one   1,000,000  0\n\
                        \x20   a long remark\n\
                        \x20 two           2  3\n";
        assert_eq!(table.at_most(24), expected);
    }

    #[test]
    fn columns_go_into_a_second_table() {
        let table = table(&[(["one", "1,000,000", "3.14159"], "a remark")]);
        let expected = "  name      steps\n\
                        \x20 one   1,000,000\n\
                        \x20   a remark\n\
                        \n\
                        \x20 name        q\n\
                        \x20 one   3.14159\n";
        assert_eq!(table.at_most(20), expected);
    }

    #[test]
    fn cells_go_below_a_first_one_that_is_long() {
        let table = table(&[(["a long statement", "10", "3"], "holds")]);
        let expected = "  name\n\
                        \x20   steps  q\n\
                        \x20 a long statement\n\
                        \x20      10  3  holds\n";
        assert_eq!(table.at_most(22), expected);
    }
}
