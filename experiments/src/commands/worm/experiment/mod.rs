//! `meshcast worm experiment`: all schemes and groupings on the same sets.

mod claims;
mod compare;
mod load;
mod method;
mod samples;
mod sets;
mod statistics;
mod trial;

use crate::commands::worm::error::WormError;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{Format, WormExperimentArgs};
use crate::present::text;
use crate::results::json;
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
    let output = if args.load.is_empty() {
        let result = compare::compare(&trial, args, time)?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_experiment(&result).into_bytes(),
        }
    } else {
        let result = load::sweep(&trial, args, time)?;
        match args.run.format {
            Format::Json => json(&result),
            Format::Text => text::worm_load(&result).into_bytes(),
        }
    };
    Ok(Reply::of(output))
}
