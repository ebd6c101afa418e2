//! Reads what a false claim says of itself: its numbers stand in its text alone, where no program that goes on can use them.

use meshcast_engine::{Rule, Violation};

/// The node, what was found there and what was claimed.
///
/// # Panics
/// If it is not this claim that was false.
pub(super) fn falsehood(violation: &Violation, statement: &'static str) -> (u32, u64, u64) {
    assert_eq!(violation.rule, Rule::Claim(statement));
    let text = violation.to_string();
    let after = |word: &str| {
        let (_, rest) = text.rsplit_once(word).expect("the text has the word");
        let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse::<u64>().ok()).expect("a number follows")
    };
    (after(" at node ") as u32, after("found "), after("claimed "))
}
