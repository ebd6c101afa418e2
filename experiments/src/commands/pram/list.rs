//! `meshcast pram list`: the programs.

use crate::console::reply::Reply;
use crate::flags::{PramListArgs, PramProgramName};
use crate::present::text;
use crate::results::pram::{ListResult, ListedProgram};
use crate::results::{COMMIT, VERSION};
use clap::ValueEnum;

/// Lists the programs.
pub(super) fn list(args: &PramListArgs) -> Reply {
    let listed = |&program: &PramProgramName| ListedProgram {
        program: program.name(),
        pram: program.usual_kind().name(),
        input: if program.takes_messages() { "message set" } else { "--side" },
        description: program.describe(),
    };
    let programs = PramProgramName::value_variants().iter().map(listed).collect();
    let result =
        ListResult { schema: "meshcast.pram-list/1", version: VERSION, commit: COMMIT, programs };
    Reply::showing(args.format, &result, text::pram_list)
}
