//! Replaces the tables of a page.

/// The page with another table of this name.
pub(crate) fn with_table(page: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- table: {name} -->\n"), "<!-- end -->");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
    let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("no end of {begin}"));
    format!("{before}{begin}\n{table}\n{end}{after}")
}
