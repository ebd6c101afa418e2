//! Defines the parameters that some algorithms have, and how plans and results spell them: `schedule=shrink`.

use clap::ValueEnum;
use meshcast_algorithms::{Marks, Pace, Schedule, StoredWords};

/// The most migrations a visit that can be asked for; the proof of Theorem 3 has 150.
pub(crate) const MOST_INSTANCES: usize = 256;

/// A flag that only some algorithms have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    Instances,
    Alpha,
    Marking,
    Schedule,
    StoredWords,
    Field,
    /// Files, which are no parameter: a plan has none.
    Permutations,
}

impl Flag {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Instances,
        Self::Alpha,
        Self::Marking,
        Self::Schedule,
        Self::StoredWords,
        Self::Field,
        Self::Permutations,
    ];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Instances => "--instances",
            Self::Alpha => "--alpha",
            Self::Marking => "--marking",
            Self::Schedule => "--schedule",
            Self::StoredWords => "--stored-words",
            Self::Field => "--field",
            Self::Permutations => "--permutations",
        }
    }
}

/// What the flags say; of those that an algorithm does not have, the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    /// Migrations of a visit, or replicas of a packet; none: as many as suit the mesh.
    pub(crate) instances: Option<usize>,
    /// Migrations of an iteration; none: as many as suit the permutation.
    pub(crate) alpha: Option<usize>,
    pub(crate) marking: MarksName,
    pub(crate) schedule: ScheduleName,
    pub(crate) stored_words: WordsName,
    /// The order of the field; none: the one that suits the mesh.
    pub(crate) field: Option<u64>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Parameters {
    /// Those of an algorithm of which nothing but the name is given.
    pub(crate) const DEFAULT: Self = Self {
        instances: None,
        alpha: None,
        marking: MarksName::Literal,
        schedule: ScheduleName::Adaptive,
        stored_words: WordsName::All,
        field: None,
    };

    /// Sets what `text` says of a flag; none, if it cannot say that.
    pub(super) fn set(&mut self, flag: Flag, text: &str) -> Option<()> {
        let number = || text.parse().ok().filter(|found| (1..=MOST_INSTANCES).contains(found));
        match flag {
            Flag::Instances => self.instances = Some(number()?),
            Flag::Alpha => self.alpha = Some(number()?),
            Flag::Marking => self.marking = MarksName::from_str(text, false).ok()?,
            Flag::Schedule => self.schedule = ScheduleName::from_str(text, false).ok()?,
            Flag::StoredWords => self.stored_words = WordsName::from_str(text, false).ok()?,
            Flag::Field => self.field = Some(text.parse().ok()?),
            Flag::Permutations => return None,
        }
        Some(())
    }

    /// What a flag says, if it is not the default.
    pub(super) fn get(&self, flag: Flag) -> Option<String> {
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        let unless = |is_default: bool, name: &str| (!is_default).then(|| name.to_owned());
        let default = Self::DEFAULT;
        match flag {
            Flag::Instances => number(self.instances),
            Flag::Alpha => number(self.alpha),
            Flag::Marking => unless(self.marking == default.marking, self.marking.name()),
            Flag::Schedule => unless(self.schedule == default.schedule, self.schedule.name()),
            Flag::StoredWords => {
                unless(self.stored_words == default.stored_words, self.stored_words.name())
            }
            Flag::Field => self.field.map(|order| order.to_string()),
            Flag::Permutations => None,
        }
    }
}

/// How replicas learn what has been visited, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarksName {
    /// Clones bring it back, by a sort, scans and a routing.
    #[default]
    Literal,
    /// They are marked when they are selected.
    Lean,
}

impl MarksName {
    /// The name on the command line and in plans.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Lean => "lean",
        }
    }

    /// What they are to the algorithm.
    pub(crate) fn marks(self) -> Marks {
        match self {
            Self::Literal => Marks::Literal,
            Self::Lean => Marks::Lean,
        }
    }
}

/// What the numbers of tiles follow, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScheduleName {
    /// About c tiles in all rounds.
    Fixed,
    /// c tiles at first, then a quarter, a sixteenth and so on, after rounds that are computed before.
    Shrink,
    /// The same with as few tiles as pays, and more packets in them than they can serve at once.
    Overload,
    /// About c tiles, and fewer at the end, when that certainly takes no more steps than another round: what is left is counted.
    #[default]
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
    pub(crate) fn computed(self) -> Option<Schedule> {
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
