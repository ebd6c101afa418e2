//! Tests maps of rows with a known answer.

use super::*;
use crate::store::DONE;
use meshcast_algorithms::{Candidate, Forecast};
use meshcast_engine::Shape;

fn row(algorithm: &str, nodes: u64, congestion: u64, steps: u64) -> RunRow {
    RunRow {
        algorithm: algorithm.to_owned(),
        source: "uniform".to_owned(),
        knowledge: "known".to_owned(),
        status: DONE.to_owned(),
        nodes,
        congestion: Some(congestion),
        steps: Some(steps),
        ..RunRow::default()
    }
}

/// `buffered` takes 10√(cn), `deterministic:rounds` 2√(cn) + 100√n: the second is the faster one from c = 157 on.
fn rows() -> Vec<RunRow> {
    let mut rows = Vec::new();
    for nodes in [256, 1024, 4096] {
        for congestion in [1, 4, 16] {
            let (root, side) = (u64::isqrt(congestion * nodes), u64::isqrt(nodes));
            rows.push(row("buffered", nodes, congestion, 10 * root));
            rows.push(row("deterministic:rounds", nodes, congestion, 2 * root + 100 * side));
        }
    }
    rows
}

fn crossover_cells(rows: &[RunRow], to_nodes: u64) -> Vec<CrossoverCell> {
    fastest(rows, to_nodes).cells
}

fn at(result: &[CrossoverCell], nodes: u64, congestion: u64) -> &CrossoverCell {
    let is_at = |cell: &&CrossoverCell| (cell.nodes, cell.congestion) == (nodes, congestion);
    result.iter().find(is_at).expect("a cell")
}

#[test]
fn cells_with_rows_are_measured() {
    let result = crossover_cells(&rows(), 4096);
    let cell = at(&result, 4096, 16);
    assert_eq!((cell.algorithm.as_str(), cell.steps), ("buffered", 2560));
    assert_eq!((cell.is, cell.by), (Origin::Measured, None));
    assert_eq!(cell.runner_up.as_deref(), Some("hamiltonian"));
    assert_eq!((cell.runner_up_steps, cell.runner_up_is), (Some(4097), Some(Origin::Predicted)));
}

/// As after `sweep quick`: `hamiltonian` takes 257 steps on 256 nodes, whether or not anybody ran it.
#[test]
fn hamiltonian_is_compared_without_rows() {
    let rows = [row("randomized:sweep", 256, 64, 419), row("randomized:sweep", 256, 4, 215)];
    let cells = crossover_cells(&rows, 256);
    let dense = at(&cells, 256, 64);
    assert_eq!((dense.algorithm.as_str(), dense.steps), ("hamiltonian", 257));
    assert_eq!((dense.is, dense.by), (Origin::Predicted, Some("closed form")));
    assert_eq!(
        (dense.runner_up.as_deref(), dense.runner_up_steps),
        (Some("randomized:sweep"), Some(419))
    );
    let sparse = at(&cells, 256, 4);
    assert_eq!(
        (sparse.algorithm.as_str(), sparse.runner_up_steps),
        ("randomized:sweep", Some(257))
    );
}

#[test]
fn candidates_and_absent_algorithms_are_named() {
    let rows = [
        row("buffered", 256, 4, 99),
        row("deterministic:paper instances=2", 256, 4, 999),
        row("greedy-tree", 256, 4, 1),
    ];
    let found = fastest(&rows, 1024);
    assert_eq!(found.candidates, ["buffered", "deterministic:paper instances=2", "hamiltonian"]);
    let absent = [
        "randomized:paper",
        "randomized:tuned",
        "randomized:sweep",
        "randomized:certified",
        "randomized:slotted",
        "deterministic:rounds",
        "deterministic:sweep",
        "deterministic:explicit",
        "unicast",
    ];
    assert_eq!(found.absent, absent);
    // One row of each makes no prediction: elsewhere there is nothing to compare.
    assert_eq!(found.cells.len(), 1);
    assert_eq!(at(&found.cells, 256, 4).not_compared, Vec::<String>::new());
    let both = fastest(&[row("buffered", 256, 4, 99), row("unicast", 256, 1, 104)], 256);
    assert_eq!(at(&both.cells, 256, 1).not_compared, ["buffered"]);
    let gaps = both.gaps();
    assert_eq!(gaps.get("buffered"), Some(&(both.cells.len() - 1)), "{gaps:?}");
}

#[test]
fn a_seed_that_was_stepped_and_leapt_counts_once() {
    let of = |mode: &str, seed, steps| RunRow {
        mode: mode.to_owned(),
        seed,
        ..row("buffered", 256, 4, steps)
    };
    let result = crossover_cells(&[of("step", 1, 10), of("leap", 1, 10), of("step", 2, 40)], 256);
    assert_eq!(at(&result, 256, 4).steps, 25);
}

#[test]
fn what_predictions_cannot_tell_apart_is_a_tie() {
    let cell = |steps, is, runner_up_steps, runner_up_is| CrossoverCell {
        nodes: 256,
        congestion: 4,
        algorithm: "buffered".to_owned(),
        steps,
        is,
        by: None,
        runner_up: Some("unicast".to_owned()),
        runner_up_steps: Some(runner_up_steps),
        runner_up_is: Some(runner_up_is),
        not_compared: Vec::new(),
    };
    let (measured, predicted) = (Origin::Measured, Origin::Predicted);
    assert!(cell(100, measured, 120, predicted).is_tie());
    assert!(cell(100, predicted, 120, measured).is_tie());
    assert!(!cell(100, predicted, 121, predicted).is_tie());
    assert!(!cell(100, measured, 101, measured).is_tie());
    // The steps of a tour are known without a run.
    let tour = Some("hamiltonian".to_owned());
    assert!(!CrossoverCell { runner_up: tour, ..cell(100, measured, 120, predicted) }.is_tie());
    let alone = CrossoverCell {
        runner_up: None,
        runner_up_steps: None,
        runner_up_is: None,
        ..cell(100, predicted, 0, predicted)
    };
    assert!(!alone.is_tie());
}

#[test]
fn the_map_goes_on_where_fits_cross() {
    let result = crossover_cells(&rows(), 1 << 16);
    let before = at(&result, 1 << 16, 64);
    assert_eq!((before.algorithm.as_str(), before.steps), ("buffered", 20480));
    assert_eq!((before.is, before.by), (Origin::Predicted, Some("fit")));
    let after = at(&result, 1 << 16, 256);
    assert_eq!((after.algorithm.as_str(), after.steps), ("deterministic:rounds", 33792));
}

#[test]
fn algorithms_with_closed_forms_need_no_fit() {
    let result =
        crossover_cells(&[row("hamiltonian", 256, 4, 258), row("buffered", 256, 4, 99)], 4096);
    let measured = at(&result, 256, 4);
    assert_eq!((measured.algorithm.as_str(), measured.steps), ("buffered", 99));
    let predicted = at(&result, 4096, 4);
    assert_eq!((predicted.algorithm.as_str(), predicted.by), ("hamiltonian", Some("closed form")));
    assert!((4096..4110).contains(&predicted.steps), "{}", predicted.steps);
    assert_eq!(predicted.runner_up, None, "two rows are too few for a fit");
}

#[test]
fn runs_that_say_nothing_of_the_rest_are_left_out() {
    let mut rows = vec![row("greedy-tree", 256, 4, 1), row("auto", 256, 4, 1)];
    rows.push(RunRow { status: "failed".to_owned(), ..row("buffered", 256, 4, 1) });
    rows.push(RunRow { source: "hot-block".to_owned(), ..row("buffered", 256, 4, 1) });
    let parameters = Some("{\"fallback\":true}".to_owned());
    rows.push(RunRow { parameters, ..row("randomized:paper", 256, 4, 1) });
    rows.push(RunRow { knowledge: "counted".to_owned(), ..row("buffered", 256, 4, 1) });
    assert_eq!(crossover_cells(&rows, 4096), []);
    let absent = fastest(&rows, 4096).absent;
    assert!(absent.contains(&"buffered") && absent.contains(&"randomized:sweep"), "{absent:?}");
    assert!(!absent.contains(&"hamiltonian") && !absent.contains(&"auto"), "{absent:?}");
}

#[test]
fn fits_are_for_meshes_from_the_smallest_measured_one_on() {
    let rows: Vec<RunRow> = rows().into_iter().filter(|row| row.nodes > 256).collect();
    let result = crossover_cells(&rows, 1 << 16);
    assert!(result.iter().all(|cell| cell.nodes >= 1024), "hamiltonian alone is no map");
    assert_eq!(at(&result, 1 << 16, 64).by, Some("fit"));
}

/// Planned at 2¹⁸ nodes, where predictions rest on closed forms of up to 2¹⁶. Scaled ones are too high where the tiles there are
/// small: of 64 nodes at c = 1024, which take a sixth more for each packet than those of 256.
#[test]
fn what_rests_on_closed_forms_is_close_to_those_of_larger_meshes() {
    let shape = Shape::new(512, 512).expect("in range");
    let check = |algorithm, congestion: u64, by, meant| {
        let cells = crossover_cells(&[row(algorithm, 256, 4, 258)], 1 << 18);
        let cell = at(&cells, 1 << 18, congestion);
        assert_eq!(cell.by, Some(by));
        let congestion = congestion as usize;
        let forecast = Forecast::of_sets(shape, shape.nodes(), congestion, congestion);
        let mut predictions = forecast.predictions().iter();
        let exact = predictions.find(|found| found.candidate == meant).expect("a candidate");
        let ratio = cell.steps as f64 / exact.steps as f64;
        assert!((0.95..1.17).contains(&ratio), "{algorithm}, c = {congestion}: {ratio}");
    };
    check("unicast", 1, "fit to closed forms", Candidate::Unicast);
    check("randomized:tuned", 16, "scaled closed form", Candidate::Tuned);
    check("randomized:sweep", 1024, "scaled closed form", Candidate::Sweep);
}
