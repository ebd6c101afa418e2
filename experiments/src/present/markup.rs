//! Escapes text for pages and pictures.

/// `text` as it may stand between tags or in an attribute.
pub(crate) fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_text_is_text() {
        let hostile = "<script>alert('1')</script> & \"2\"\u{1}";
        let expected =
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;2&quot;\u{fffd}";
        assert_eq!(escaped(hostile), expected);
    }
}
