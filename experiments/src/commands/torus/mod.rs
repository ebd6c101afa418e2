//! `meshcast torus`: routing and broadcasting in toroidal networks.

mod error;
mod measure;
mod run;
mod size;
mod table;
mod timing;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{TorusArgs, TorusCommand};
use error::TorusError;

/// Does what `args` ask for.
pub(crate) fn torus(args: &TorusArgs, terminal: Terminal) -> Result<Reply, TorusError> {
    match &args.command {
        TorusCommand::Measure(args) => measure::measure(args),
        TorusCommand::Run(args) => run::run(args, terminal),
        TorusCommand::Table(args) => table::table(args, terminal),
    }
}
