//! Says why a plan cannot be followed.

use crate::readable::Printable;
use thiserror::Error;

/// A refused plan. Its `Display` is one line that begins with the file, the line and the column, counted from 1.
#[derive(Debug, Error)]
#[error("{}:{line}:{column}: {}", Printable(.name), Printable(.what))]
pub(crate) struct PlanError {
    /// As the user gave it.
    name: String,
    line: usize,
    /// In characters.
    column: usize,
    what: String,
}

/// A plan, to say where in it something is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl Place<'_> {
    /// A complaint about what begins at the byte `offset`.
    pub(crate) fn at(&self, offset: usize, what: &str) -> PlanError {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        PlanError {
            name: self.name.to_owned(),
            line: 1 + before.matches('\n').count(),
            column: 1 + before[start..].chars().count(),
            what: what.to_owned(),
        }
    }

    /// A complaint about all of it.
    pub(crate) fn whole(&self, what: &str) -> PlanError {
        self.at(0, what)
    }

    /// What the parser complains about, in one line.
    pub(crate) fn syntax(&self, error: &toml::de::Error) -> PlanError {
        let mut what = error.message().lines().collect::<Vec<_>>().join(", ");
        for (rust, toml) in [
            ("expected usize", "expected a whole number"),
            ("expected u64", "expected a whole number"),
            ("expected a sequence", "expected an array"),
            ("invalid type: sequence", "invalid type: array"),
            ("invalid type: map", "invalid type: table"),
        ] {
            what = what.replace(rust, toml);
        }
        self.at(error.span().map_or(0, |span| span.start), &what)
    }
}
