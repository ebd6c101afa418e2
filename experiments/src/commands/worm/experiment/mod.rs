//! `meshcast worm experiment`: all schemes and groupings on the same sets.

mod claims;
mod compare;
mod csv;
mod load;
pub(super) mod method;
mod readings;
mod samples;
pub(super) mod sets;
mod trial;

use crate::commands::worm::error::WormError;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormExperimentArgs;
use crate::output::check_suffix;
use crate::present::text;
use crate::results::worm_experiment::RunTime;
use std::time::Instant;
use trial::Trial;

/// Makes the experiment that `args` ask for.
pub(super) fn experiment(
    args: &WormExperimentArgs,
    terminal: Terminal,
) -> Result<Reply, WormError> {
    let start = Instant::now();
    let trial = Trial::new(args, terminal.progress)?;
    let time = || RunTime { seconds: start.elapsed().as_secs_f64(), threads: args.run.threads() };
    if !args.load.is_empty() {
        let result = load::sweep(&trial, args, time)?;
        return Ok(Reply::showing(args.run.format, &result, text::worm_load));
    }
    if args.readings {
        let result = readings::readings(&trial, args, time)?;
        return Ok(Reply::showing(args.run.format, &result, text::worm_readings));
    }
    if let Some(path) = &args.csv {
        check_suffix("--csv", path, &["csv"])?;
    }
    let result = compare::compare(&trial, args, time)?;
    let piped = args.csv.as_ref().map(|path| csv::write(&result, path)).transpose()?.flatten();
    Ok(Reply::showing(args.run.format, &result, text::worm_experiment).piping(piped))
}
