//! Holds text for people until it is known how wide it may be: pipes and files get whole lines, terminals what fits.

use super::columns::Columns;
use std::fmt;

/// Pieces of text, one below the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    /// Lines that stay as they are.
    Lines(String),
    /// A value beside its label.
    Labelled {
        label: String,
        value: String,
    },
    Columns(Columns),
}

/// Characters for a label.
const LABEL: usize = 13;

impl Text {
    /// A value beside its label.
    pub(crate) fn labelled(label: &str, value: &str) -> Self {
        let piece = Piece::Labelled { label: label.to_owned(), value: value.to_owned() };
        Self { pieces: vec![piece] }
    }

    /// The same with more below.
    pub(crate) fn push(&mut self, more: impl Into<Self>) {
        self.pieces.extend(more.into().pieces);
    }

    /// The text in lines of at most so many characters, where words allow it; whole lines if there is no limit.
    pub(crate) fn at_most(&self, width: Option<usize>) -> String {
        let width = width.unwrap_or(usize::MAX);
        let piece = |piece: &Piece| match piece {
            Piece::Lines(lines) => lines.clone(),
            Piece::Labelled { label, value } => {
                let before = format!("  {label:<LABEL$} ");
                wrapped(&before, value, LABEL + 3, width)
            }
            Piece::Columns(columns) => columns.at_most(width),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// `before` and the words of `text` in lines, all but the first with `indent` spaces before them.
pub(super) fn wrapped(before: &str, text: &str, indent: usize, width: usize) -> String {
    if before.chars().count() + text.chars().count() <= width {
        return format!("{before}{text}").trim_end().to_owned() + "\n";
    }
    let (mut lines, mut line, mut empty) = (String::new(), before.to_owned(), true);
    for word in text.split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            (line, empty) = (" ".repeat(indent), true);
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines + line.trim_end() + "\n"
}

impl From<String> for Text {
    fn from(lines: String) -> Self {
        Self { pieces: vec![Piece::Lines(lines)] }
    }
}

impl From<&str> for Text {
    fn from(lines: &str) -> Self {
        Self::from(lines.to_owned())
    }
}

impl From<Columns> for Text {
    fn from(columns: Columns) -> Self {
        Self { pieces: vec![Piece::Columns(columns)] }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.at_most(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_goes_on_beside_its_label() {
        let mut text = Text::from("heading\n");
        text.push(Text::labelled("bound", "as many steps as a message has hops to go"));
        let whole = "heading\n  bound         as many steps as a message has hops to go\n";
        assert_eq!(text.to_string(), whole);
        let narrow =
            "heading\n  bound         as many steps as a\n                message has hops to go\n";
        assert_eq!(text.at_most(Some(40)), narrow);
        assert!(text.at_most(Some(40)).lines().all(|line| line.chars().count() <= 40));
    }

    #[test]
    fn a_word_that_fits_nowhere_has_a_line() {
        assert_eq!(wrapped("  ", "a-long-word b", 4, 6), "  a-long-word\n    b\n");
    }
}
