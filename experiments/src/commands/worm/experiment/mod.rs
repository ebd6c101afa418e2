//! `meshcast worm experiment`: all schemes and groupings on the same sets.

mod claims;
mod compare;
mod load;
pub(super) mod method;
mod samples;
pub(super) mod sets;
mod trial;

use crate::commands::worm::error::WormError;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormExperimentArgs;
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
    Ok(if args.load.is_empty() {
        let result = compare::compare(&trial, args, time)?;
        Reply::showing(args.run.format, &result, text::worm_experiment)
    } else {
        let result = load::sweep(&trial, args, time)?;
        Reply::showing(args.run.format, &result, text::worm_load)
    })
}
