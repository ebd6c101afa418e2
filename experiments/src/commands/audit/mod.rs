//! Runs `meshcast audit`, which shows how full buffers were, by node, phase and time, of one run or of all runs of a sweep.

mod error;
mod run;
mod saved;
mod span_groups;
mod sweep;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::AuditArgs;
use crate::present::text;
use crate::results::audit::{RunAudit, SweepAudit};
use crate::store::{RunRow, Store};
use error::AuditError;

/// Audits what `args` name.
pub(crate) fn audit(args: &AuditArgs, terminal: Terminal) -> Result<Reply, AuditError> {
    Ok(match (&args.run, &args.folder) {
        (Some(file), _) => {
            let audit = RunAudit::of(saved::read(file)?);
            Reply::showing(args.format, &audit, |audit| text::run_audit(audit, terminal.shades))
        }
        (None, Some(folder)) => {
            let audit = SweepAudit::of(&Store::open(folder)?.rows::<RunRow>()?);
            Reply::showing(args.format, &audit, |audit| text::sweep_audit(audit, folder))
        }
        // Clap asks for one of the two.
        (None, None) => Reply::of(""),
    })
}
