//! Parses lists on the command line: spaces around their parts mean nothing.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;

/// A parser of a part of a list: what `0` parses, without the spaces around it.
#[derive(Clone)]
pub(crate) struct PartOf<P>(pub(crate) P);

impl<P: TypedValueParser> TypedValueParser for PartOf<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        part: &OsStr,
    ) -> Result<Self::Value, Error> {
        let part = part.to_str().map_or(part, |text| OsStr::new(text.trim()));
        self.0.parse_ref(command, arg, part)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
