//! Escapes text for a page.

use std::fmt::Write as _;

/// `text` as it may stand between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => whole.push_str("&amp;"),
            '<' => whole.push_str("&lt;"),
            '>' => whole.push_str("&gt;"),
            '"' => whole.push_str("&quot;"),
            '\'' => whole.push_str("&#39;"),
            // Nothing else of these is allowed in a page.
            letter if letter.is_control() && !letter.is_whitespace() => whole.push('\u{fffd}'),
            letter => whole.push(letter),
        }
    }
    whole
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
        "<div class=\"frame\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table>\n<caption>{0}</caption>\n<thead><tr>",
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
    fn markup_in_text_is_text() {
        let hostile = "<script>alert('1')</script> & \"2\"\u{1}";
        let expected =
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;2&quot;\u{fffd}";
        assert_eq!(escaped(hostile), expected);
        let table = table(hostile, &[hostile], &[], &[vec![hostile.to_owned()]]);
        assert!(!table.contains("<script") && table.matches("&lt;script").count() == 4, "{table}");
    }
}
