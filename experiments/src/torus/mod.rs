//! `meshcast torus`: routing and broadcasting in toroidal networks.

mod measure;
mod result;
mod run;
mod svg;
mod table;

pub(crate) use measure::MeasureResult;
pub(crate) use result::TorusResult;
pub(crate) use run::RunResult;
pub(crate) use table::{Row, TableResult};

use crate::cli::{TorusArgs, TorusCommand};
use crate::failure::Failure;
use crate::reply::Reply;
use crate::terminal::Terminal;
use meshcast_engine::{MAX_TORUS_DELIVERIES, Torus, TorusMessages};

/// Does what `args` ask for.
pub(crate) fn torus(args: &TorusArgs, terminal: Terminal) -> Result<Reply, Failure> {
    match &args.command {
        TorusCommand::Measure(args) => measure::measure(args),
        TorusCommand::Run(args) => run::run(args, terminal),
        TorusCommand::Table(args) => table::table(args, terminal),
    }
}

/// The torus that the command line asks for.
fn sized(radix: usize, dims: usize) -> Result<Torus, Failure> {
    Torus::new(radix, dims).map_err(Failure::Torus)
}

/// Refuses more deliveries than a run can count.
fn countable(messages: TorusMessages) -> Result<(), Failure> {
    let (radix, dims) = (messages.torus.radix(), messages.torus.dims());
    match messages.deliveries() {
        found if found > MAX_TORUS_DELIVERIES => {
            Err(Failure::TorusDeliveries { radix, dims, found })
        }
        _ => Ok(()),
    }
}

/// What a result about `torus` calls it where memory is short.
fn subject(torus: Torus, what: &str) -> String {
    format!("torus {what} on {}^{} nodes", torus.radix(), torus.dims())
}
