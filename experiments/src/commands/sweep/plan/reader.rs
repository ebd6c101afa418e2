//! Reads the entries of a plan, with refusals that say where they are.

use crate::commands::sweep::plan_error::{Place, PlanError};
use crate::flags::ModeName;
use clap::ValueEnum;
use std::path::Path;
use toml::Spanned;

/// Seeds and efforts have to fit in a signed number of a store.
const MOST: u64 = i64::MAX as u64;

/// The number, if a store has room for it.
pub(crate) fn storable(number: u64) -> Result<u64, String> {
    if number <= MOST {
        Ok(number)
    } else {
        Err(format!("expected a whole number from 0 to {MOST}, found {number}"))
    }
}

/// What it takes to make sense of a table.
pub(super) struct Reader<'a> {
    pub(super) place: Place<'a>,
    pub(super) folder: &'a Path,
    pub(super) seed: u64,
}

impl Reader<'_> {
    /// Refuses a list that has entries.
    pub(super) fn refuse<T>(&self, list: &[Spanned<T>], what: &str) -> Result<(), PlanError> {
        list.first().map_or(Ok(()), |entry| Err(self.place.at(entry.span().start, what)))
    }

    pub(super) fn seeds(&self, seeds: &[Spanned<u64>]) -> Result<Vec<u64>, PlanError> {
        let seeds = self.each(seeds, |&seed| storable(seed))?;
        Ok(if seeds.is_empty() { vec![self.seed] } else { seeds })
    }

    /// Steps or leaps: a row is of one run.
    pub(super) fn mode(&self, mode: Option<&Spanned<String>>) -> Result<ModeName, PlanError> {
        let modes = [ModeName::Step, ModeName::Leap];
        Ok(self.one(mode, |name| named(name, &modes))?.unwrap_or_default())
    }

    pub(super) fn each<T, U>(
        &self,
        list: &[Spanned<T>],
        read: impl Fn(&T) -> Result<U, String>,
    ) -> Result<Vec<U>, PlanError> {
        let read = |entry: &Spanned<T>| {
            read(entry.get_ref()).map_err(|what| self.place.at(entry.span().start, &what))
        };
        list.iter().map(read).collect()
    }

    pub(super) fn one<T, U>(
        &self,
        entry: Option<&Spanned<T>>,
        read: impl Fn(&T) -> Result<U, String>,
    ) -> Result<Option<U>, PlanError> {
        Ok(self.each(entry.map_or(&[], std::slice::from_ref), read)?.pop())
    }
}

/// The value of this name `among` some, as on the command line.
pub(super) fn named<T: ValueEnum>(name: &str, among: &[T]) -> Result<T, String> {
    let is_it =
        |value: &&T| value.to_possible_value().is_some_and(|known| known.get_name() == name);
    among.iter().find(is_it).cloned().ok_or_else(|| {
        let names = among.iter().filter_map(T::to_possible_value);
        let names = names.map(|name| name.get_name().to_owned()).collect::<Vec<_>>().join(", ");
        format!("expected one of {names}, found \"{}\"", name.escape_debug())
    })
}

/// The entries of a list, or one that leaves it open.
pub(super) fn or_none<T: Clone>(list: &[T]) -> Vec<Option<T>> {
    if list.is_empty() { vec![None] } else { list.iter().cloned().map(Some).collect() }
}

/// The number, if it is in range.
pub(super) fn from_1_to(number: usize, most: usize) -> Result<usize, String> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("expected a whole number from 1 to {most}, found {number}"))
    }
}
