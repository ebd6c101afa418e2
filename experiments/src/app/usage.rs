//! Writes what the command line says of itself: errors, completions and manual pages.

use super::description::program;
use super::error::AppError;
use crate::flags::Cli;
use crate::output::write_whole;
use crate::readable::{Printable, Printed, counted};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::fs;
use std::path::Path;

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

/// The manual page of the program or of the command with these words, in roff.
pub(super) fn manual(words: &[String]) -> Result<Vec<u8>, AppError> {
    let program = program();
    let mut page = &program;
    for word in words {
        let found = || AppError::NoSuchPage { found: Printed::of(&words.join(" ")) };
        page = page.find_subcommand(word).ok_or_else(found)?;
    }
    rendered(page)
}

/// Writes the manual pages of the program and of all its commands into `folder`, and says how many.
pub(super) fn save_manuals(folder: &Path) -> Result<String, AppError> {
    let mut pages = Vec::new();
    collect(&program(), &mut pages)?;
    let unwritten = |path: &Path, source| AppError::Pages {
        file: Printed::of(&path.to_string_lossy()),
        source,
    };
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, error))?;
    for (name, page) in &pages {
        let path = folder.join(name);
        write_whole(&path, page).map_err(|error| unwritten(&path, error))?;
    }
    let count = counted(pages.len() as u64, "manual page");
    Ok(format!("{count} in {}\n", Printed::of(&folder.to_string_lossy())))
}

/// Adds the page of a command and those of its own commands, each with the name of its file.
fn collect(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), AppError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    pages.push((format!("{name}.1"), rendered(command)?));
    let own = command.get_subcommands().filter(|own| own.get_name() != "help");
    own.into_iter().try_for_each(|own| collect(own, pages))
}

fn rendered(command: &clap::Command) -> Result<Vec<u8>, AppError> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text).map_err(AppError::Output)?;
    Ok(text)
}
