//! Makes whole runs on `uniform` sets.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_tests::corpus::{run_buffered, run_paper, run_sweep, run_tuned, run_unicast};

/// An algorithm, the side of its mesh, and the congestion of its set.
pub(crate) type Named = (&'static str, usize, usize);

/// The mesh and the set of a run.
pub(crate) fn input((_, side, congestion): Named) -> (Shape, Messages) {
    let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("in range");
    (Shape::new(side, side).expect("a mesh"), set)
}

/// The run, with the plan of its algorithm.
pub(crate) fn run(
    (name, ..): Named,
    (shape, set): &(Shape, Messages),
    options: Options,
) -> Outcome {
    match name {
        "tuned" => run_tuned(*shape, set, 1, options).map(|(outcome, _)| outcome),
        "sweep" => run_sweep(*shape, set, 1, options).map(|(outcome, _)| outcome),
        "paper" => run_paper(*shape, set, (None, 1), options).map(|(outcome, _)| outcome),
        "unicast" => run_unicast(*shape, set, 1, options).map(|(outcome, _)| outcome),
        "buffered" => run_buffered(*shape, set, options),
        _ => unreachable!("an algorithm of the tables"),
    }
    .expect("a lawful run")
}
