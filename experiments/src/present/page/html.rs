//! Makes tables and folded parts of a page.

use crate::present::markup::escaped;
use std::fmt::Write as _;

/// A part of a page that is folded until it is asked for.
pub(super) fn folded(title: &str, content: &str) -> String {
    format!("<details class=\"part\"><summary>{}</summary>\n{content}</details>\n", escaped(title))
}

/// A table in a frame that scrolls where it does not fit. Cells are escaped here; columns named in `numbers` are aligned as such.
pub(super) fn table(
    caption: &str,
    columns: &[&str],
    numbers: &[usize],
    rows: &[Vec<String>],
) -> String {
    let class = |column: usize| if numbers.contains(&column) { " class=\"number\"" } else { "" };
    let mut text = format!(
        "<p class=\"cue\" aria-hidden=\"true\">scrolls sideways →</p><div class=\"frame\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table>\n<caption>{0}</caption>\n<thead><tr>",
        escaped(caption)
    );
    for (column, name) in columns.iter().enumerate() {
        let _ = write!(text, "<th scope=\"col\"{}>{}</th>", class(column), escaped(name));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(column), escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_table_is_text() {
        let hostile = "<script>alert('1')</script>";
        let table = table(hostile, &[hostile], &[], &[vec![hostile.to_owned()]]);
        assert!(!table.contains("<script") && table.matches("&lt;script").count() == 4, "{table}");
        let folded = folded(hostile, "<p>1</p>");
        assert!(!folded.contains("<script") && folded.contains("<p>1</p>"), "{folded}");
    }
}
