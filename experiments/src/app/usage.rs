//! Writes what the command line says of itself: errors, completions and manual pages.

use super::description::program;
use super::error::AppError;
use crate::flags::Cli;
use crate::readable::{Printable, Printed};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

/// A refused command line in one line: what clap says, without the usage that `--help` shows better.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said = text.lines().map(str::trim).take_while(|line| {
        !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    // Values that look like flags are negative numbers, which are accepted as they are.
    let said =
        said.filter(|line| !(line.starts_with("tip: to pass") && line.contains("as a value")));
    let mut whole = String::new();
    for line in said.filter(|line| !line.is_empty()) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if !whole.is_empty() {
            whole.push_str(if line.starts_with("tip:") { "; " } else { " " });
        }
        whole.push_str(line);
    }
    // What clap quotes of the command line may be anything.
    format!("{}; see --help", Printable(&whole))
}

/// The completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Vec<u8> {
    // Into memory first: the generator takes a failing writer for a bug.
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    script
}

/// The manual page of the program or of one of its commands, in roff.
pub(super) fn manual(command: Option<&str>) -> Result<Vec<u8>, AppError> {
    let program = program();
    let page = match command {
        None => &program,
        Some(name) => program
            .find_subcommand(name)
            .ok_or_else(|| AppError::NoSuchPage { found: Printed::of(name) })?,
    };
    let mut text = Vec::new();
    Man::new(page.clone()).render(&mut text).map_err(AppError::Output)?;
    Ok(text)
}
