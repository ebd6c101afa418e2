//! Names an algorithm of the catalogue, with its parameters.

use super::entry::{Entry, Ignorance, Numbering};
use super::error::AdmissionError;
use super::extent::Extent;
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::Congestion;
use std::fmt;

/// An algorithm in one of its variants, with its parameters.
#[derive(Clone, Copy)]
pub(crate) struct Algorithm {
    entry: &'static dyn Entry,
    parameters: Parameters,
}

impl Algorithm {
    /// The algorithm of an entry, with the parameters that it has if nothing is said of them.
    pub(super) const fn new(entry: &'static dyn Entry) -> Self {
        Self { entry, parameters: Parameters::DEFAULT }
    }

    /// The same algorithm with other parameters.
    pub(crate) fn with(self, parameters: Parameters) -> Self {
        Self { parameters, ..self }
    }

    /// What is said of it in its file.
    pub(crate) fn entry(self) -> &'static dyn Entry {
        self.entry
    }

    /// Its parameters.
    pub(crate) fn parameters(self) -> Parameters {
        self.parameters
    }

    /// The name with the variant, if it has several, as in comparisons.
    pub(crate) fn label(self) -> &'static str {
        self.entry.label()
    }

    /// The name on the command line and in results, the same for all variants.
    pub(crate) fn name(self) -> &'static str {
        self.label().split_once(':').map_or(self.label(), |(name, _)| name)
    }

    /// The variant, of an algorithm that has several.
    pub(crate) fn variant(self) -> Option<&'static str> {
        self.label().split_once(':').map(|(_, variant)| variant)
    }

    /// Whether it has a flag.
    pub(crate) fn has(self, flag: Flag) -> bool {
        self.entry.flags().contains(&flag)
    }

    /// What its nodes know of the congestion, in a word, if it makes a difference.
    pub(crate) fn knowledge(self, congestion: Congestion) -> Option<&'static str> {
        match (self.entry.ignorance(), congestion) {
            (Ignorance::NeedsNothing, _) => None,
            (_, Congestion::Known) => Some("known"),
            (Ignorance::TakesAverage, _) => Some("average"),
            (Ignorance::Guesses, Congestion::Doubled) => Some("doubled"),
            (Ignorance::Guesses, Congestion::Counted) => Some("counted"),
        }
    }

    /// What it has planned for `set` in a setting.
    pub(crate) fn plan(self, set: &MessageSet, setting: Setting<'_>) -> Plan {
        self.entry.plan(set, setting, self.parameters)
    }

    /// Steps of a run, about.
    pub(crate) fn expected_steps(self, run: &Extent) -> u64 {
        self.entry.expected_steps(run, self.parameters)
    }

    /// Refuses so many files of permutations for `set`; what they have a number for.
    pub(crate) fn check_permutations(
        self,
        set: &MessageSet,
        known: Congestion,
        files: usize,
    ) -> Result<Numbering, AdmissionError> {
        self.entry.check_permutations(set, known, self.parameters, files)
    }

    /// The text that means it in plans and results, without what it would do anyway.
    pub(crate) fn spelled(self) -> String {
        let said = self.entry.flags().iter().filter_map(|&flag| {
            let value = self.parameters.get(flag)?;
            Some(format!(" {}={value}", key(flag)))
        });
        std::iter::once(self.label().to_owned()).chain(said).collect()
    }

    /// The same algorithm, of which a plan says `key=value`; none, if it cannot.
    pub(super) fn said(mut self, word: &str) -> Option<Self> {
        let (name, value) = word.split_once('=')?;
        let flag = self.entry.flags().iter().copied().find(|&flag| key(flag) == name)?;
        self.parameters.set(flag, value)?;
        Some(self)
    }
}

/// A flag as plans spell it.
fn key(flag: Flag) -> &'static str {
    flag.name().trim_start_matches('-')
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.label() == other.label() && self.parameters == other.parameters
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.spelled())
    }
}
