//! `meshcast torus measure`: the measures of a routing algorithm beside formulas.

use super::error::TorusError;
use super::size::subject;
use crate::commands::drawing;
use crate::console::reply::Reply;
use crate::flags::TorusMeasureArgs;
use crate::memory;
use crate::output::check_suffix;
use crate::present::text;
use crate::present::torus_graph as svg;
use crate::results::torus::{Bound, ByDirection, Formulas, MeasureResult, TorusResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{
    Measures, Routing, TorusAlgorithm, balanced_delta, diagonal_delta, simple_delta,
    simple_subtree, twice_theorem_5,
};
use meshcast_engine::Torus;
use std::path::{Path, PathBuf};

/// Measures what `args` ask for.
pub(super) fn measure(args: &TorusMeasureArgs) -> Result<Reply, TorusError> {
    let torus = Torus::new(args.size.radix, args.size.dims)?;
    if let Some(path) = &args.svg {
        check_picture(path, torus)?;
    }
    memory::check(|| subject(torus, "measure"), memory::measuring(torus))?;
    let algorithm = args.algorithm.algorithm();
    let routing = Routing::new(torus, algorithm);
    let result = result(algorithm, torus, Measures::of(&routing));
    let draw = |path: &PathBuf| drawing::write_svg(path, &svg::graph(&routing, algorithm.name()));
    let piped = args.svg.as_ref().map(draw).transpose()?.flatten();
    Ok(Reply::showing(args.run.format, &result, text::torus_measure).piping(piped))
}

fn result(algorithm: TorusAlgorithm, torus: Torus, measures: Measures) -> MeasureResult {
    MeasureResult {
        schema: "meshcast.torus-measure/1",
        version: VERSION,
        commit: COMMIT,
        algorithm: algorithm.name(),
        torus: TorusResult::of(torus),
        formulas: formulas(algorithm, torus, &measures),
        subtrees: ByDirection(measures.subtrees),
        delta: measures.delta,
        lambda: measures.lambda,
        first_hop: ByDirection(measures.first_hop),
        lambda_first_hop: measures.lambda_first_hop,
    }
}

fn formulas(algorithm: TorusAlgorithm, torus: Torus, measures: &Measures) -> Formulas {
    match algorithm {
        TorusAlgorithm::Simple => {
            let subtree = |&(direction, _)| Some((direction, simple_subtree(torus, direction)?));
            let subtrees: Option<Vec<_>> = measures.subtrees.iter().map(subtree).collect();
            Formulas {
                subtrees: subtrees.map(ByDirection),
                delta: simple_delta(torus),
                theorem_5: None,
            }
        }
        TorusAlgorithm::Diagonal => {
            let bound = |twice: u64| {
                let delta = 2 * measures.delta;
                let holds = delta < twice || (torus.dims() == 2 && delta == twice);
                Bound { bound: twice as f64 / 2.0, holds }
            };
            Formulas {
                subtrees: None,
                delta: diagonal_delta(torus),
                theorem_5: twice_theorem_5(torus).map(bound),
            }
        }
        TorusAlgorithm::Balanced => {
            Formulas { subtrees: None, delta: balanced_delta(torus), theorem_5: None }
        }
    }
}

fn check_picture(path: &Path, torus: Torus) -> Result<(), TorusError> {
    check_suffix("--svg", path, &["svg"])?;
    if torus.dims() != 2 || torus.radix() > svg::MOST {
        let (radix, dims) = (torus.radix(), torus.dims());
        return Err(TorusError::NoGraph { most: svg::MOST, radix, dims });
    }
    Ok(())
}
