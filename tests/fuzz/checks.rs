//! What must hold of any file: a message set or one line, and the same of the same bytes however they arrive.

use super::{NAME, Reader};
use meshcast::input::{InputError, Problem, json_lines};
use meshcast_engine::Messages;
use std::fmt::Write as _;
use std::io::BufReader;

/// The most bytes of an error: the name, two excerpts, a parser's words.
const ERROR_LIMIT: usize = 1000;

/// What reading a file came to, coarse enough that a new one is news.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// A set; the magnitudes of its nodes, messages and deliveries.
    Set([u32; 3]),
    /// A refusal; its words without numbers and without what was found.
    Refusal(String),
}

impl Outcome {
    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Self::Set(_))
    }
}

/// Reads `file` and panics if anything is wrong with the answer.
pub(crate) fn check(read: Reader, file: &[u8]) -> Outcome {
    let whole = read(&mut &*file);
    // Few bytes at a time, so that words, numbers and line ends are torn apart.
    for chunk in [1, 7] {
        let torn = read(&mut BufReader::with_capacity(chunk, file));
        let same = match (&whole, &torn) {
            (Ok(whole), Ok(torn)) => whole == torn,
            (Err(whole), Err(torn)) => whole.to_string() == torn.to_string(),
            _ => false,
        };
        assert!(same, "read at once: {whole:?}\nread by {chunk} bytes: {torn:?}");
    }
    match whole {
        Ok(set) => check_set(&set),
        Err(error) => check_error(&error),
    }
}

fn check_set(set: &Messages) -> Outcome {
    let mut text = String::new();
    let mut last = None;
    for (source, destinations) in set.iter() {
        assert!(last < Some(source), "the sources increase");
        assert!(destinations.windows(2).all(|pair| pair[0] < pair[1]), "the destinations increase");
        let greatest = destinations.last().copied().unwrap_or(source).max(source);
        assert!((greatest as usize) < set.nodes(), "{greatest} is a node");
        writeln!(text, "{{\"source\":{source},\"destinations\":{destinations:?}}}")
            .expect("text grows");
        last = Some(source);
    }
    if !text.is_empty() {
        let back = json_lines::read(text.as_bytes(), NAME).expect("a set can be read back");
        assert!(back.iter().eq(set.iter()), "a set is read back as it was");
    }
    Outcome::Set(
        [set.nodes(), set.count(), set.deliveries()]
            .map(|size| size.checked_ilog2().map_or(0, |log| log + 1)),
    )
}

fn check_error(error: &InputError) -> Outcome {
    let line = error.to_string();
    assert!(line.starts_with(NAME) && line.len() <= ERROR_LIMIT, "{line:?}");
    assert!(
        !line.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')),
        "{line:?}"
    );
    let (expected, _) = line.split_once(", found ").expect("an error says what was found");
    assert!(expected.contains(": expected "), "{line:?}");
    let mut words: String = expected.chars().filter(|c| !c.is_ascii_digit()).collect();
    if let Problem::Json { reason, .. } = &error.problem {
        words.extend(reason.to_string().split_inclusive(' ').take(2));
    }
    Outcome::Refusal(words)
}
