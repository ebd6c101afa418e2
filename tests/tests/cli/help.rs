//! Help, manual pages and completions.

use super::meshcast;

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
