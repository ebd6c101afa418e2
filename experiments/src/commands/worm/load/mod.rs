//! `meshcast worm load`: multicasts at random times, an open loop.

mod arrivals;
mod curves;
mod point;
mod process;
mod search;
mod span;
mod traffic;

pub(crate) use point::point;
pub(crate) use traffic::Traffic;

use crate::commands::drawing::{check_picture, draw};
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::refuse_idle;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{GroupingName, StarName, WormLoadArgs};
use crate::output::{OutputError, Piped, check_files, check_suffix, save_whole, shown};
use crate::present::plot::{latency_over_rate, throughput};
use crate::present::text;
use crate::results::worm_experiment::RunTime;
use crate::results::worm_load::OpenLoopResult;
use crate::results::{COMMIT, VERSION};
use curves::Loop;
use std::fs::File;
use std::io;
use std::time::Instant;

/// Runs the open loop that `args` ask for.
pub(super) fn load(args: &WormLoadArgs, terminal: Terminal) -> Result<Reply, WormError> {
    check_outputs(args)?;
    check_search(args)?;
    let start = Instant::now();
    let traffic = Traffic::new(&args.traffic)?;
    let methods = match args.rate {
        Some(_) => traffic.methods(
            or(&args.schemes, &[StarName::DualPath]),
            or(&args.groupings, &[GroupingName::None]),
        )?,
        None => traffic.methods(&args.schemes, &args.groupings)?,
    };
    let curves = Loop::new(args, &traffic, terminal.progress).curves(&methods)?;
    let single = args.rate.and_then(|rate| curves[0].at(rate));
    let threads = args.run.threads();
    let result = OpenLoopResult {
        schema: "meshcast.worm-load/1",
        version: VERSION,
        commit: COMMIT,
        seed: args.run.seed,
        single,
        traffic: traffic.result,
        curves,
        timing: RunTime { seconds: start.elapsed().as_secs_f64(), threads },
    };
    let piped = written(args, &result)?;
    let reply = Reply::showing(args.run.format, &result, text::open_loop);
    Ok(reply.piping(piped))
}

fn or<'a, T>(list: &'a [T], default: &'a [T]) -> &'a [T] {
    if list.is_empty() { default } else { list }
}

/// Refuses the tolerance of a search where none is made.
fn check_search(args: &WormLoadArgs) -> Result<(), WormError> {
    let with = if args.rate.is_some() { "--rate" } else { "--rates" };
    let has_rates = args.rate.is_some() || !args.rates.is_empty();
    let idle = args.tolerance.is_some() && has_rates && !args.saturation;
    refuse_idle(&[("--tolerance", idle, "--saturation", with)])
}

/// Refuses files that cannot be written, before anything runs.
fn check_outputs(args: &WormLoadArgs) -> Result<(), OutputError> {
    let pictures = [("--out", &args.out), ("--out-throughput", &args.out_throughput)];
    for (flag, path) in pictures {
        path.as_deref().map_or(Ok(()), |path| check_picture(flag, path))?;
    }
    args.csv.as_deref().map_or(Ok(()), |path| check_suffix("--csv", path, &["csv"]))?;
    let graph = args.traffic.network.graph.clone().map(|graph| ("--graph", graph));
    let csv = ("--csv", &args.csv);
    let writes = [pictures[0], pictures[1], csv].map(|(flag, path)| (flag, path.as_deref()));
    check_files(graph.as_slice(), &writes)
}

/// Writes the files that are asked for; returns what is for standard output, which one of them at most can be.
fn written(args: &WormLoadArgs, result: &OpenLoopResult) -> Result<Option<Piped>, OutputError> {
    let latencies = args.out.as_deref();
    let latencies = latencies.map(|path| draw("--out", &latency_over_rate(result), path));
    let throughputs = args.out_throughput.as_deref();
    let throughputs = throughputs.map(|path| draw("--out-throughput", &throughput(result), path));
    let rows = args.csv.as_deref().map(|path| {
        let unwritten =
            |source| OutputError::Unwritten { flag: "--csv", file: shown(path), source };
        save_whole(path, |file| write_csv(result, file)).map_err(unwritten)
    });
    let written = [latencies, throughputs, rows].into_iter().flatten();
    Ok(written.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().next())
}

fn write_csv(result: &OpenLoopResult, file: &File) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    for row in result.rows() {
        writer.serialize(row)?;
    }
    writer.flush()
}
