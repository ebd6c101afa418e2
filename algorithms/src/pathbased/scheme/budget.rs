//! Counts what a search has used, and gives it up when that is too much.

/// What it takes to make room for a star or a class, and to give it back, in steps.
const STEPS_OF_ONE: u64 = 32;

/// A search has taken all that it may.
#[derive(Debug)]
pub(super) struct Spent;

/// What a search has taken, and the most that it may.
#[derive(Debug)]
pub(super) struct Budget {
    steps: u64,
    most_steps: u64,
    words: u64,
    most_words: u64,
}

impl Budget {
    pub(super) fn of(most_steps: u64, most_words: u64) -> Self {
        Self { steps: 0, most_steps, words: 0, most_words }
    }

    /// Takes some steps.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Spent> {
        self.steps += steps;
        if self.steps > self.most_steps { Err(Spent) } else { Ok(()) }
    }

    /// Keeps something of so many words beside what is kept already.
    pub(super) fn make(&mut self, words: u64) -> Result<(), Spent> {
        self.spend(words + STEPS_OF_ONE)?;
        self.words += words;
        if self.words > self.most_words { Err(Spent) } else { Ok(()) }
    }

    /// Keeps so many words, and nothing else of what was made.
    pub(super) fn keep(&mut self, words: u64) {
        self.words = words;
    }
}
