//! Schedules and stored words of `rounds`: their names on the command line and in results.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use meshcast_algorithms::{Pace, Schedule, StoredWords};

/// What the numbers of tiles follow, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScheduleName {
    /// c tiles in all rounds.
    #[default]
    Fixed,
    /// c tiles at first, then a quarter, a sixteenth and so on, after rounds that are computed before.
    Shrink,
    /// The same with as few tiles as pays, and more packets in them than they can serve at once.
    Overload,
    /// After each round as few tiles as what is left asks for: it is counted.
    Adaptive,
}

impl ScheduleName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Shrink => "shrink",
            Self::Overload => "overload",
            Self::Adaptive => "adaptive",
        }
    }

    /// What it is to the algorithm.
    pub(crate) fn pace(self) -> Pace {
        match self {
            Self::Fixed => Pace::Set(Schedule::Fixed),
            Self::Shrink => Pace::Set(Schedule::Shrink),
            Self::Overload => Pace::Set(Schedule::Overload),
            Self::Adaptive => Pace::Adaptive,
        }
    }

    /// The schedule, if its stages are computed before the run.
    fn computed(self) -> Option<Schedule> {
        match self.pace() {
            Pace::Set(schedule) => Some(schedule),
            Pace::Adaptive => None,
        }
    }
}

impl From<Pace> for ScheduleName {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Set(Schedule::Fixed) => Self::Fixed,
            Pace::Set(Schedule::Shrink) => Self::Shrink,
            Pace::Set(Schedule::Overload) => Self::Overload,
            Pace::Adaptive => Self::Adaptive,
        }
    }
}

/// A parser of the schedules whose stages are computed before the run.
pub(super) fn computed_parser() -> impl TypedValueParser<Value = Schedule> {
    let computed = ScheduleName::value_variants().iter().filter(|name| name.computed().is_some());
    PossibleValuesParser::new(computed.filter_map(ValueEnum::to_possible_value)).try_map(|name| {
        let named = ScheduleName::from_str(&name, false)?;
        named.computed().ok_or_else(|| format!("expected a computed schedule, found {name}"))
    })
}

/// How many permutations are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WordsName {
    /// One for each round of a stage.
    #[default]
    All,
    /// One, which is rotated within segments of the nodes from round to round; more rounds are guaranteed then.
    One,
}

impl WordsName {
    /// The name on the command line and in results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::One => "one",
        }
    }

    /// What they are to the algorithm.
    pub(crate) fn words(self) -> StoredWords {
        match self {
            Self::All => StoredWords::All,
            Self::One => StoredWords::One,
        }
    }
}

impl From<StoredWords> for WordsName {
    fn from(words: StoredWords) -> Self {
        match words {
            StoredWords::All => Self::All,
            StoredWords::One => Self::One,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line_and_lead_there_and_back() {
        for &schedule in ScheduleName::value_variants() {
            assert_eq!(ScheduleName::from(schedule.pace()), schedule);
            assert_eq!(ScheduleName::from_str(schedule.name(), false), Ok(schedule));
        }
        for &words in WordsName::value_variants() {
            assert_eq!(WordsName::from(words.words()), words);
            assert_eq!(WordsName::from_str(words.name(), false), Ok(words));
        }
    }
}
