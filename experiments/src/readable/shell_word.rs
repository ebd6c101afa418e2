//! Quotes words for a shell.

use std::ffi::OsStr;

/// A word of a command line as bash, ksh and zsh read it back.
pub(crate) fn shell_word(word: &OsStr) -> String {
    let bytes = word.as_encoded_bytes();
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || b"-_./:,=+@%^".contains(b);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return word.to_string_lossy().into_owned();
    }
    match word.to_str().filter(|text| !text.chars().any(char::is_control)) {
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => format!("$'{}'", bytes.iter().map(|&b| escaped(b)).collect::<String>()),
    }
}

/// A byte between `$'` and `'`.
fn escaped(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_a_shell_reads_them() {
        let quoted = |word: &str| shell_word(OsStr::new(word));
        assert_eq!(quoted("target/release/meshcast"), "target/release/meshcast");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("é b"), "'é b'");
        assert_eq!(quoted("a\n'\\\u{1b}[2J"), r"$'a\x0a\'\\\x1b[2J'");
    }
}
