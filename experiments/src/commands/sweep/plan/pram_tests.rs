//! Plans of PRAM programs.

use super::*;
use crate::store::Tabled;

fn jobs(lines: &str) -> Result<Vec<String>, String> {
    let text = format!("title = \"t\"\n[[prams]]\n{lines}\n");
    let plan = Plan::parse("plan.toml", &text, Path::new(""), 1).map_err(|e| e.to_string())?;
    Ok(plan.jobs.iter().map(Job::to_string).collect())
}

#[test]
fn a_table_stands_for_all_combinations_of_its_lists() {
    let found = jobs(
        "programs = [\"access\", \"sort\"]\npatterns = [\"one-cell\", \"random\"]\nkinds = [\"crcw-combining\", \"crew\"]\n\
         operators = [\"sum\", \"max\"]\nlayouts = [\"hashed\"]\nsides = [4]\nseeds = [1, 2]",
    );
    let found = found.expect("a plan");
    // Two patterns, two operators and crew, two seeds; sort has no pattern.
    assert_eq!(found.len(), 2 * 3 * 2 + 3 * 2);
    assert_eq!(found[0], "access one-cell on 4 x 4 nodes, crcw-combining, hashed, seed 1");
    assert_eq!(found[17], "sort on 4 x 4 nodes, crew, hashed, seed 2");
}

#[test]
fn programs_that_take_message_sets_have_sources() {
    let found = jobs(
        "programs = [\"sort\", \"bfs\"]\nworkloads = [\"permutation\"]\nsides = [4, 8]\nmode = \"leap\"",
    );
    let expected = [
        "sort on 4 x 4 nodes, erew, hashed, seed 1",
        "sort on 8 x 8 nodes, erew, hashed, seed 1",
        "bfs on permutation of 4 x 4 nodes, crcw-common, hashed, seed 1",
        "bfs on permutation of 8 x 8 nodes, crcw-common, hashed, seed 1",
    ];
    assert_eq!(found.expect("a plan"), expected);
}

#[test]
fn lists_that_say_nothing_are_refused_where_they_stand() {
    for (lines, refused) in [
        ("programs = []", "2:1: expected a program, found none"),
        ("programs = [\"access\"]", "2:1: expected sides for access, found none"),
        ("programs = [\"bfs\"]", "2:1: expected workloads or inputs, found neither"),
        (
            "programs = [\"sort\"]\nsides = [0]",
            "4:10: expected a whole number from 1 to 8192, found 0",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\npatterns = [\"random\"]",
            "5:13: expected patterns only with the program access",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\ncells_per_processor = [2]",
            "5:24: expected cells_per_processor only with the program access",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\noperators = [\"sum\"]",
            "5:14: expected operators only with the kind crcw-combining",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\nworkloads = [\"uniform\"]",
            "5:14: expected only with a program that takes a message set",
        ),
        (
            "programs = [\"access\"]\nsides = [4]\ncells_per_processor = [0]",
            "5:24: expected a whole number from 1 to 4294967296, found 0",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\nlayouts = [\"random\"]",
            "5:12: expected one of hashed, identity, found \"random\"",
        ),
        (
            "programs = [\"sort\"]\nsides = [4]\nmode = \"check\"",
            "5:8: expected one of step, leap, found \"check\"",
        ),
    ] {
        assert_eq!(jobs(lines), Err(format!("plan.toml:{refused}")), "{lines}");
    }
}

#[test]
fn a_row_says_what_came_of_its_run() {
    let text = "title = \"t\"\n[[prams]]\nprograms = [\"list-ranking\"]\nkinds = [\"crew\", \"erew\"]\nsides = [4]\n\
                [[prams]]\nprograms = [\"access\"]\ncells_per_processor = [4294967296]\nsides = [4]\n";
    let plan = Plan::parse("plan.toml", text, Path::new(""), 1).expect("a plan");
    let rows: Vec<crate::store::PramRow> = plan
        .jobs
        .iter()
        .map(|job| match job.make().expect("a row") {
            crate::store::Row::Pram(row) => *row,
            other => panic!("{other:?}"),
        })
        .collect();
    let [done, conflict, refused] = &rows[..] else { panic!("three rows") };
    assert_eq!((done.status.as_str(), done.pram_steps, done.cells), ("done", Some(5), Some(16)));
    assert_eq!(done.accesses, Some(9));
    assert_eq!(conflict.status, "failed");
    let error = conflict.error.as_deref().expect("why");
    assert!(error.starts_with("PRAM step 2: processors "), "{error}");
    assert_eq!((refused.status.as_str(), refused.steps), ("refused", None));
    let expected = "--cells: expected 1 to 4294967296, found 68719476736";
    assert_eq!(refused.error.as_deref(), Some(expected));
    for (row, job) in rows.iter().zip(&plan.jobs) {
        assert_eq!(row.key(), job.key());
    }
}
