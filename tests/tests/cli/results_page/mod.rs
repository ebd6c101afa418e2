//! docs/results.md has every field of every object that the program prints, with its type and when it is null or absent.

mod page;
mod runs;
mod walk;

use self::page::Page;
use self::runs::{Printed, printed};
use self::walk::findings;
use meshcast_engine::{Machine, Messages, Options, Shape};
use std::sync::{Arc, OnceLock};

const PAGE: &str = include_str!("../../../../docs/results.md");
const ROWS: &str = include_str!("../../../../docs/rows.md");

/// What the program printed, run once for all tests.
fn objects() -> &'static [Printed] {
    static OBJECTS: OnceLock<Vec<Printed>> = OnceLock::new();
    OBJECTS.get_or_init(|| {
        let mut objects = printed();
        objects.extend(runs::examples(PAGE));
        objects
    })
}

/// What is wrong with the pages, if `from` stood in them as `to`.
fn with(from: &str, to: &str) -> Vec<String> {
    let pages = [PAGE, ROWS].map(|page| page.replacen(from, to, 1));
    assert_ne!(pages.each_ref().map(String::as_str), [PAGE, ROWS], "{from} is on no page");
    findings(&Page::of(&pages[0], &pages[1]), objects())
}

#[test]
fn the_page_has_every_field_of_every_object_and_no_other() {
    let none: [String; 0] = [];
    assert_eq!(findings(&Page::of(PAGE, ROWS), objects()), none);
}

#[test]
fn a_row_that_is_missing_is_found() {
    let row =
        "| `copies` | integer | packets | copies of packets; deliveries are not counted | |\n";
    assert_eq!(with(row, ""), ["meshcastroute1: `copies` is printed, and the table lacks it"]);
}

#[test]
fn a_row_too_many_is_found() {
    let row = "| `ports` | text | | `all` or `one`";
    let more = format!("| `doors` | integer | | none | |\n{row}");
    assert_eq!(with(row, &more), ["machine: `doors` is in the table, and no run prints it"]);
}

#[test]
fn a_wrong_type_is_found() {
    let found = with("| `steps_per_side` | number |", "| `steps_per_side` | text |");
    assert_eq!(found, ["meshcastprimitive1: `steps_per_side` is not text"]);
    let found = with("| `mesh` | list of integer |", "| `mesh` | list of text |");
    assert_eq!(found, ["network: `mesh` is not list of text"]);
}

#[test]
fn a_wrong_word_on_nulls_is_found() {
    let found = with("| null if the lower bound is 0 |", "| |");
    assert_eq!(found, ["meshcastroute1: `steps_over_lower_bound` can be null, not always there"]);
    let found = with("| absent without `--repair` |", "| null without `--repair` |");
    assert_eq!(found, ["meshcastsweep1: `repair` can be absent, not null"]);
}

#[test]
fn the_example_of_a_violation_is_the_engines() {
    let messages = Arc::new(Messages::one_each(4).unwrap());
    let shape = Shape::new(1, 4).unwrap();
    let mut machine = Machine::new(shape, messages, Some(2), Options::default());
    machine.inject(0, |_| 0);
    machine.step(|step| step.copy(0, 1, |_| true)).unwrap();
    (0..3).try_for_each(|_| machine.step(|_| Ok(()))).unwrap();
    let copy = |machine: &mut Machine| machine.step(|step| step.copy(0, 1, |node| node.id() == 3));
    let violation = machine.span("visit", copy).unwrap_err();
    let example = &runs::examples(PAGE)[0].object;
    assert_eq!(example["message"], violation.to_string());
    assert_eq!(example["rule"], violation.rule.to_string());
    assert_eq!((&example["span"], &example["form"]), (&"visit".into(), &"copy".into()));
    let numbers = ["step", "node", "actual", "limit"].map(|key| example[key].as_u64());
    assert_eq!(numbers, [5, 3, 2, 1].map(Some));
}
