//! `meshcast limits`: where the steps over the bound settle.

use super::drawing::{check_picture, draw};
use crate::asymptotics::{PRIMITIVES, Sides, Subject, limits as follow, processors, sides};
use crate::catalogue::{self, Algorithm};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::LimitsArgs;
use crate::output::OutputError;
use crate::present::plot::limits_figure;
use crate::present::text;
use crate::readable::Printed;
use crate::results::limits::LimitsResult;
use crate::results::{COMMIT, VERSION};
use thiserror::Error;

/// The limits that `args` ask for.
pub(crate) fn limits(args: &LimitsArgs, terminal: Terminal) -> Result<Reply, LimitsError> {
    args.out.as_deref().map_or(Ok(()), |path| check_picture("--out", path))?;
    let (subjects, without_formula) = subjects(&args.names)?;
    let sides = sides(Sides::Many { random: args.random });
    let follow =
        || follow(&subjects, &args.congestion, &sides, args.threads.unwrap_or_else(processors));
    let algorithms = watch("planning sorts of large meshes", terminal.progress, follow);
    let drawing = args.out.as_deref().map(|path| draw("--out", &limits_figure(&algorithms), path));
    let piped = drawing.transpose()?.flatten();
    let result = LimitsResult {
        schema: "meshcast.limits/1",
        version: VERSION,
        commit: COMMIT,
        algorithms,
        without_formula,
    };
    Ok(Reply::showing(args.format, &result, text::limits).piping(piped))
}

/// What is asked for: all that have a formula if nothing is named, and the names of those that have none.
fn subjects(names: &[String]) -> Result<(Vec<Subject>, Vec<String>), LimitsError> {
    if names.is_empty() {
        let (with, without): (Vec<Algorithm>, Vec<Algorithm>) =
            catalogue::all().partition(|algorithm| Subject::of(*algorithm).is_some());
        let primitives = PRIMITIVES.iter().filter_map(|(name, _)| Subject::primitive(name));
        let subjects = with.into_iter().filter_map(Subject::of).chain(primitives).collect();
        return Ok((subjects, without.into_iter().map(Algorithm::spelled).collect()));
    }
    let subject = |name: &String| {
        if let Some(subject) = Subject::primitive(name).or_else(|| Subject::pram(name)) {
            return Ok(subject);
        }
        let algorithm = catalogue::spelled(name)
            .map_err(|reason| LimitsError::Unknown { reason, name: Printed::of(name) })?;
        Subject::of(algorithm).ok_or(LimitsError::NoFormula {
            name: algorithm.label(),
            reason: algorithm.entry().has_no_formula_since(),
        })
    };
    Ok((names.iter().map(subject).collect::<Result<_, _>>()?, Vec::new()))
}

/// A refused command. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum LimitsError {
    #[error("{name}: {reason}, and it is no primitive with a formula either")]
    Unknown { name: Printed, reason: String },
    #[error("{name} has no formula, or none for these parameters: {reason}")]
    NoFormula { name: &'static str, reason: &'static str },
    #[error(transparent)]
    Output(#[from] OutputError),
}
