//! `meshcast pram`: PRAM programs on the mesh.

mod compare;
mod error;
mod input;
mod list;
mod overloads;
mod prepared;
mod run;

pub(crate) use error::PramError;
pub(crate) use prepared::{Finished, Prepared, Stopped};

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{PramArgs, PramCommand};

/// Does what `args` ask for.
pub(crate) fn pram(args: &PramArgs, terminal: Terminal) -> Result<Reply, PramError> {
    match &args.command {
        PramCommand::Run(args) => run::run(args, terminal),
        PramCommand::Compare(args) => compare::compare(args, terminal),
        PramCommand::Overloads(args) => overloads::overloads(args, terminal),
        PramCommand::List(args) => Ok(list::list(args)),
    }
}
