//! Help, manual pages and completions.

use super::{Folder, meshcast};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn help_goes_to_standard_output_and_is_no_error() {
    for line in [
        "--help",
        "-h",
        "route --help",
        "report --help",
        "plot --help",
        "compare --help",
        "primitive --help",
        "expander --help",
        "expander verify --help",
        "expander rounds --help",
        "guarantee randomized --help",
        "guarantee slotted --help",
        "verify --help",
        "check --help",
        "replay --help",
        "crossover --help",
        "limits --help",
        "worm plan --help",
        "worm latency --help",
        "worm run --help",
        "worm experiment --help",
        "worm load --help",
        "worm dependencies --help",
        "sweep --help",
        "pram --help",
        "spmv --help",
        "pram run --help",
        "pram compare --help",
        "pram overloads --help",
        "pram list --help",
        "torus --help",
        "torus measure --help",
        "torus run --help",
        "torus table --help",
        "help man",
    ] {
        assert!(meshcast(line, &[]).well().contains("Usage: meshcast"), "{line}");
    }
    assert!(meshcast("--version", &[]).well().starts_with("meshcast 0."));
}

#[test]
fn a_flag_that_a_command_always_refuses_is_not_in_its_help() {
    let names_blocks =
        |command: &str| meshcast(&format!("{command} --help"), &[]).well().contains("--block <");
    for command in ["route", "compare", "spmv", "check", "replay"] {
        assert!(names_blocks(command), "{command}");
    }
    for command in ["pram run", "worm run"] {
        assert!(!names_blocks(command), "{command}");
    }
}

#[test]
fn a_command_is_missed_with_the_help_on_standard_error() {
    let ran = meshcast("", &[]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("Usage: meshcast <COMMAND>"), "{}", ran.err);
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = meshcast(&format!("completions {shell}"), &[]).well();
        assert!(script.contains("save-messages"), "{shell}");
    }
}

#[test]
fn the_program_and_every_command_have_a_manual_page() {
    assert!(meshcast("man", &[]).well().contains(".TH meshcast 1"));
    for command in [
        "route",
        "compare",
        "primitive",
        "expander",
        "report",
        "plot",
        "check",
        "replay",
        "worm",
        "torus",
        "pram",
        "spmv",
        "completions",
        "man",
    ] {
        let page = meshcast(&format!("man {command}"), &[]).well();
        assert!(page.contains(&format!(".TH meshcast-{command} 1")), "{page}");
    }
}

/// The names of all commands, their words joined, as the help of each lists them.
fn commands(words: &str, all: &mut BTreeSet<String>) {
    let help = meshcast(&format!("{words} --help"), &[]).well();
    let listed = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = listed.lines().take_while(|line| line.starts_with("  "));
    // Names are indented by two, what is said of them by more.
    let names = names
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let words = format!("{words} {name}");
        all.insert(words.trim().replace(' ', "-"));
        commands(&words, all);
    }
}

#[test]
fn the_pages_of_all_commands_are_written_into_a_folder() {
    let folder = Folder::new();
    let said = meshcast("man --out {}", &[&folder.path("man1")]).well();
    let mut all = BTreeSet::new();
    commands("", &mut all);
    assert!(all.len() > 30 && all.contains("worm-plan") && all.contains("sweep"), "{all:?}");
    let count = all.len() + 1;
    assert_eq!(said, format!("{count} manual pages in {}\n", folder.path("man1").display()));
    let page = |name: &str| fs::read_to_string(folder.path("man1").join(name)).expect("a page");
    for name in &all {
        let page = page(&format!("meshcast-{name}.1"));
        assert!(page.contains(&format!(".TH meshcast-{name} 1")), "{name}");
        assert!(page.contains(".SH SYNOPSIS") && page.contains("\\-\\-help"), "{name}");
        assert_eq!(meshcast(&format!("man {}", name.replace('-', " ")), &[]).well(), page);
    }
    assert!(page("meshcast.1").contains(".TH meshcast 1"));
    assert_eq!(fs::read_dir(folder.path("man1")).expect("a folder").count(), count);
}

#[test]
fn pages_that_have_no_place_are_refused() {
    let folder = Folder::new();
    let file = folder.file("file", "");
    let refused = meshcast("man --out {}", &[&file]);
    assert!(refused.refused().starts_with("--out: "), "{}", refused.err);
    let refused = meshcast("man worm --out {}", &[&folder.path("man1")]);
    assert!(refused.refused().contains("cannot be used with"), "{}", refused.err);
    assert_eq!(folder.names(), ["file"]);
    let found = "man: expected the name of a command, found \"worm levitate\"";
    assert_eq!(meshcast("man worm levitate", &[]).refused(), found);
}
