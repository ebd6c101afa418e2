//! Makes pieces of a file, of a parser's words and of file names fit for one line of a terminal.

use std::fmt::{self, Write as _};

/// A piece of a file as an error shows it: quoted, every byte that is not printable ASCII escaped, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    /// Bytes shown before an excerpt breaks off.
    const LIMIT: usize = 40;

    /// An excerpt of `bytes` without the white space around them.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.trim_ascii();
        let shown = &bytes[..bytes.len().min(Self::LIMIT)];
        let more = if shown.len() < bytes.len() { "..." } else { "" };
        Self(format!("\"{}\"{more}", shown.escape_ascii()))
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A parser's own words, made printable and shortened: they can quote the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed(String);

impl Printed {
    /// Characters shown before the words break off.
    const LIMIT: usize = 120;

    /// The words of `text`.
    pub(crate) fn of(text: &str) -> Self {
        let mut shown: String = text.chars().take(Self::LIMIT).collect();
        if shown.len() < text.len() {
            shown.push_str("...");
        }
        Self(Printable(&shown).to_string())
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Text with control and other unprintable characters escaped, so that it stays on its line of the terminal.
pub(crate) struct Printable<'a>(pub(crate) &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '\'' | '\\' => out.write_char(character)?,
                _ => write!(out, "{}", character.escape_debug())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_printable() {
        assert_eq!(Excerpt::of(b" 5 1\r\n").to_string(), r#""5 1""#);
        assert_eq!(Excerpt::of(b"\x1b[2J\xff\"").to_string(), r#""\x1b[2J\xff\"""#);
        let long = Excerpt::of(&vec![b'7'; 1_000_000]).to_string();
        assert_eq!(long, format!("\"{}\"...", "7".repeat(40)));
    }

    #[test]
    fn printed_words_are_short_and_keep_their_letters() {
        assert_eq!(Printed::of("key `é\n\u{7f}\"`").to_string(), r#"key `é\n\u{7f}"`"#);
        assert_eq!(Printed::of(&"é".repeat(500)).to_string(), "é".repeat(120) + "...");
    }
}
