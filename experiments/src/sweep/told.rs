//! Algorithms with what they are told, as plans and results spell them: `deterministic:rounds schedule=shrink`.

use crate::algorithm::Algorithm;
use crate::cli::{MarksName, ScheduleName, WordsName};
use clap::ValueEnum;
use std::fmt::Write as _;

/// The algorithm that `text` means: a name, or a name and its variant, then what it is told, a space between two.
pub(super) fn told(text: &str) -> Result<Algorithm, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let is_meant = |algorithm: &Algorithm| {
        algorithm.label() == name || algorithm.is_by_default() && algorithm.name() == name
    };
    let found = Algorithm::ALL.into_iter().find(is_meant);
    let mut algorithm =
        found.ok_or_else(|| format!("expected an algorithm, found \"{}\"", name.escape_debug()))?;
    for word in words {
        let said = word.split_once('=').and_then(|(key, value)| tell(algorithm, key, value));
        algorithm = said.ok_or_else(|| {
            let label = algorithm.label();
            format!("expected what {label} can be told, found \"{}\"", word.escape_debug())
        })?;
    }
    Ok(algorithm)
}

/// The algorithm once it is told a value.
fn tell(algorithm: Algorithm, key: &str, value: &str) -> Option<Algorithm> {
    let number = || value.parse().ok().filter(|number| (1..=256).contains(number)).map(Some);
    let mut told = algorithm;
    match (&mut told, key) {
        (
            Algorithm::Paper { instances } | Algorithm::DeterministicPaper { instances, .. },
            "instances",
        ) => *instances = number()?,
        (Algorithm::DeterministicPaper { alpha, .. }, "alpha") => *alpha = number()?,
        (Algorithm::DeterministicPaper { marks, .. }, "marking") => {
            *marks = MarksName::from_str(value, false).ok()?.marks();
        }
        (Algorithm::Rounds { pace, .. }, "schedule") => {
            *pace = ScheduleName::from_str(value, false).ok()?.pace();
        }
        (Algorithm::Rounds { words, .. }, "stored-words") => {
            *words = WordsName::from_str(value, false).ok()?.words();
        }
        _ => return None,
    }
    Some(told)
}

/// The text that means `algorithm`, without what it would do anyway.
pub(super) fn telling(algorithm: Algorithm) -> String {
    let mut text = algorithm.label().to_owned();
    let mut tell = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, " {key}={value}");
        }
    };
    match algorithm {
        Algorithm::Paper { instances } => tell("instances", instances.map(|r| r.to_string())),
        Algorithm::DeterministicPaper { instances, alpha, marks } => {
            tell("instances", instances.map(|r| r.to_string()));
            tell("alpha", alpha.map(|alpha| alpha.to_string()));
            tell(
                "marking",
                unless_default(MarksName::from(marks)).map(|marks| marks.name().to_owned()),
            );
        }
        Algorithm::Rounds { pace, words } => {
            let (schedule, words) = (ScheduleName::from(pace), WordsName::from(words));
            tell("schedule", unless_default(schedule).map(|schedule| schedule.name().to_owned()));
            tell("stored-words", unless_default(words).map(|words| words.name().to_owned()));
        }
        _ => {}
    }
    text
}

fn unless_default<T: Default + PartialEq>(value: T) -> Option<T> {
    Some(value).filter(|value| *value != T::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_spelled_as_it_was_read() {
        for text in [
            "buffered",
            "randomized:paper instances=3",
            "deterministic:paper instances=2 alpha=7 marking=lean",
            "deterministic:rounds schedule=adaptive stored-words=one",
        ] {
            assert_eq!(told(text).map(telling).as_deref(), Ok(text));
        }
        assert_eq!(told("randomized").map(telling).as_deref(), Ok("randomized:tuned"));
        assert_eq!(
            told("deterministic schedule=fixed").map(telling).as_deref(),
            Ok("deterministic:rounds")
        );
    }

    #[test]
    fn what_an_algorithm_cannot_be_told_is_refused() {
        for text in [
            "",
            "tuned",
            "buffered instances=3",
            "randomized:paper instances=0",
            "deterministic schedule",
        ] {
            assert!(told(text).is_err(), "{text}");
        }
    }
}
