//! Runs `meshcast expander`, which generates and verifies expanders, stored as permutations.

mod edges;
mod error;
mod explicit_rounds;
mod family;
mod generate;
mod rounds;
mod verify;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{ExpanderArgs, ExpanderCommand};
use error::ExpanderError;

/// Does what `args` ask for.
pub(crate) fn expander(args: &ExpanderArgs, terminal: Terminal) -> Result<Reply, ExpanderError> {
    match &args.command {
        ExpanderCommand::Generate(args) => generate::generate(args),
        ExpanderCommand::Verify(args) => verify::verify(args, terminal),
        ExpanderCommand::Family(args) => family::family(args, terminal),
        ExpanderCommand::Rounds(args) if args.explicit => explicit_rounds::certified(args),
        ExpanderCommand::Rounds(args) => rounds::guaranteed(args, terminal),
    }
}
