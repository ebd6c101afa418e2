//! Parses numbers on the command line, with refusals that say what was expected.

use std::str::FromStr;

/// Parses a whole number of a type's range.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a whole number")
}

/// A parser of whole numbers from 1 to `most`.
pub(crate) fn from_1_to(
    most: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a whole number from 1 to {most}")),
    }
}

/// A parser of whole numbers from 0 to `most`.
pub(crate) fn from_0_to(
    most: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("expected a whole number from 0 to {most}")),
    }
}

/// A parser of whole numbers from 2 on.
pub(crate) fn from_2()
-> impl Fn(&str) -> Result<usize, &'static str> + Clone + Send + Sync + 'static {
    |text| {
        text.parse().ok().filter(|&number| number >= 2).ok_or("expected a whole number from 2 on")
    }
}
