//! Says what the program may assume of whoever reads its output.

use std::io::{IsTerminal, stderr, stdout};

/// How standard output and standard error are looked at. It changes how results are shown, never what they say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// How a heat map is drawn.
    pub shades: Shades,
    /// Whether the standard error of the process shows that a long run is still going on: in place on a terminal, in lines elsewhere.
    pub progress: bool,
    /// Characters in a line of standard output; none of a pipe or file, whose lines are as long as they are.
    pub columns: Option<usize>,
}

/// The characters of a heat map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shades {
    /// Digits, which survive every pipe, file and font.
    #[default]
    Digits,
    /// Unicode blocks, from light to full.
    Blocks,
}

/// Characters in a line of a terminal that does not say how many.
const COLUMNS: usize = 80;

/// Characters in a line of the terminal that standard output is: no fewer than on the narrowest that results are laid out for.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(stdout());
    size.map_or(COLUMNS, |(width, _)| usize::from(width.0)).max(COLUMNS)
}

impl Terminal {
    /// The terminal of this process: blocks and progress for people at a capable one, digits and silence for pipes and files.
    ///
    /// No colour is used anywhere, so `NO_COLOR` has nothing to switch off.
    pub fn detect() -> Self {
        let capable = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let blocks = capable && stdout().is_terminal();
        Self {
            shades: if blocks { Shades::Blocks } else { Shades::Digits },
            progress: capable && stderr().is_terminal(),
            columns: stdout().is_terminal().then(columns),
        }
    }
}
