//! Shows which runs are one observation, and which count at all.

use super::*;

#[test]
fn one_cell_or_none_decides_nothing_and_is_no_error() {
    let found = Made { sides: &[64], congestions: &[4], degrees: &[4], ..MADE }.verdicts();
    for claim in ["steps-on-n", "steps-on-c", "ratio-flat", "no-growth-with-d", "peak-on-n"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!((found.estimate, found.interval, found.cells), (None, None, 0));
    }
    assert_eq!(verdicts(&[]).claims, []);
}

#[test]
fn seeds_of_a_cell_are_no_more_cells() {
    // So many steps that no two cells have the same by chance.
    let steps: StepLaw = |n, c, _| 20000.0 * (c * n).sqrt();
    let one = Made { seeds: 1, steps, noise: (0.02, 0.0), ..MADE };
    let many = Made { seeds: 50, ..one };
    let (one, many) = (one.claim("steps-on-n"), many.claim("steps-on-n"));
    assert_verdict(&one, Verdict::Supported);
    assert_eq!(one.cells, many.cells);
    assert_eq!(one.degrees_of_freedom, many.degrees_of_freedom);
    let width = |claim: &ClaimResult| claim.interval.map(|[low, high]| high - low).unwrap();
    assert!(width(&many) > 0.5 * width(&one), "{} against {}", width(&many), width(&one));
    // Where cells agree by chance, their seeds still say how far they could be off.
    let mut rows = Made { noise: (0.0, 0.0), ..MADE }.rows(1);
    let exact = width(&verdicts(&rows).claim("steps-on-n"));
    for row in &mut rows {
        let off = [0.9, 1.0, 1.0 / 0.9][row.seed as usize - 1];
        row.steps = row.steps.map(|steps| (steps as f64 * off).round() as u64);
    }
    let spread = width(&verdicts(&rows).claim("steps-on-n"));
    assert!(spread > 20.0 * exact && spread > 0.01, "{spread} against {exact}");
}

#[test]
fn a_run_that_was_stepped_and_leapt_counts_once() {
    let mut rows = MADE.rows(1);
    let leaps: Vec<RunRow> = rows
        .iter()
        .map(|row| RunRow {
            configuration: row.configuration.replace("\"step\"", "\"leap\""),
            mode: "leap".to_owned(),
            peak: Some(1000),
            ..row.clone()
        })
        .collect();
    let before = verdicts(&rows);
    rows.extend(leaps);
    let after = verdicts(&rows);
    assert_eq!(before.claim("steps-on-n"), after.claim("steps-on-n"));
    assert_eq!(before.claim("peak-on-n").estimate, after.claim("peak-on-n").estimate);
}

#[test]
fn a_failed_run_speaks_against_every_claim_and_is_named() {
    let mut rows = MADE.rows(1);
    rows[7] = RunRow {
        status: FAILED.to_owned(),
        error: Some("a buffer overflowed".to_owned()),
        steps: None,
        ..rows[7].clone()
    };
    let found = verdicts(&rows);
    assert_eq!((found.runs.failed, found.runs.done), (1, rows.len() - 1));
    for claim in &found.claims {
        assert_verdict(claim, Verdict::Refuted);
        let named = claim.rests_on.contains("a buffer overflowed")
            && claim.rests_on.contains("n = 256, c = 1, d = 16, seed 2");
        assert!(named, "{}", claim.rests_on);
    }
}

#[test]
fn refused_runs_are_counted_and_say_nothing() {
    let mut rows = MADE.rows(1);
    let before = verdicts(&rows);
    let refused = RunRow { status: REFUSED.to_owned(), steps: None, ..rows[0].clone() };
    rows.push(refused);
    let after = verdicts(&rows);
    assert_eq!((before.runs.refused, after.runs.refused), (0, 1));
    assert_eq!(before.claims, after.claims);
}

#[test]
fn rows_with_several_messages_a_node_are_counted_and_left_out() {
    let mut rows = MADE.rows(1);
    let before = verdicts(&rows);
    assert!(!crate::present::text::verified_claims(&before, true).to_string().contains("left out"));
    let in_blocks = |row: &RunRow, per_node| {
        let configuration = row.configuration.replacen('{', "{\"block\":\"cyclic\",", 1);
        RunRow { configuration, per_node, ..row.clone() }
    };
    // One that would refute claims, one that failed, one that was refused, and one of a program that did not say.
    let fast = RunRow { steps: Some(1), ..in_blocks(&rows[0], Some(2)) };
    let failed = RunRow { status: FAILED.to_owned(), ..in_blocks(&rows[1], Some(1024)) };
    let refused = RunRow { status: REFUSED.to_owned(), ..in_blocks(&rows[2], Some(3)) };
    let unsaid = RunRow { steps: Some(1), ..in_blocks(&rows[3], None) };
    rows.extend([fast, failed, refused, unsaid]);
    let after = verdicts(&rows);
    assert_eq!(after.claims, before.claims);
    assert_eq!(after.runs, RunCounts { left_out: 4, ..before.runs });
    let page = crate::present::text::verified_claims(&after, true).to_string();
    let line = "\nleft out: 4 rows with several messages a node; claims are about one\n";
    assert!(page.contains(line), "{page}");
    // Blocks that were not needed change nothing, not even the cell.
    let plain = MADE.rows(1);
    let needless: Vec<RunRow> = plain.iter().map(|row| in_blocks(row, Some(1))).collect();
    assert_eq!(verdicts(&needless).claims, before.claims);
    let both = verdicts(&[plain, needless].concat()).claim("steps-on-n");
    assert_eq!(both, before.claim("steps-on-n"));
}

#[test]
fn rows_of_several_programs_are_told() {
    let mut rows = MADE.rows(1);
    assert_eq!(verdicts(&rows).made_by.len(), 1);
    rows[3].build_commit = "another".to_owned();
    let found = verdicts(&rows);
    assert_eq!(found.made_by.len(), 2);
    let page = crate::present::text::verified_claims(&found, true).to_string();
    assert!(page.contains("2 programs, which may count otherwise: "), "{page}");
    assert!(page.contains("commit another"), "{page}");
}

#[test]
fn a_run_below_the_lower_bound_is_found() {
    let mut rows = MADE.rows(1);
    rows[5].lower_bound = rows[5].steps.map(|steps| steps + 1);
    let found = verdicts(&rows).claim("lower-bound");
    assert_verdict(&found, Verdict::Refuted);
    assert!(found.rests_on.starts_with("1 of 162 runs break it"), "{}", found.rests_on);
    rows[5].lower_bound = rows[5].steps;
    assert_verdict(&verdicts(&rows).claim("lower-bound"), Verdict::Supported);
}
