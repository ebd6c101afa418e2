//! `meshcast torus`: routing and broadcasting in toroidal networks.

mod measure;
mod run;
mod size;
mod table;
mod timing;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::failure::Failure;
use crate::flags::{TorusArgs, TorusCommand};

/// Does what `args` ask for.
pub(crate) fn torus(args: &TorusArgs, terminal: Terminal) -> Result<Reply, Failure> {
    match &args.command {
        TorusCommand::Measure(args) => measure::measure(args),
        TorusCommand::Run(args) => run::run(args, terminal),
        TorusCommand::Table(args) => table::table(args, terminal),
    }
}
