//! `meshcast audit`: who held how much, where and when, of one run or of all runs of a sweep.

mod error;
mod run;
mod saved;
mod span_groups;
mod sweep;

use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{AuditArgs, Format};
use crate::present::text;
use crate::results::audit::{RunAudit, SweepAudit};
use crate::results::json;
use crate::store::{RunRow, Store};
use error::AuditError;

/// Audits what `args` name.
pub(crate) fn audit(args: &AuditArgs, terminal: Terminal) -> Result<Reply, AuditError> {
    let output = match (&args.run, &args.folder) {
        (Some(file), _) => {
            let audit = RunAudit::of(saved::read(file)?);
            match args.format {
                Format::Json => json(&audit),
                Format::Text => text::run_audit(&audit, terminal.shades).into_bytes(),
            }
        }
        (None, Some(folder)) => {
            let audit = SweepAudit::of(&Store::open(folder)?.rows::<RunRow>()?);
            match args.format {
                Format::Json => json(&audit),
                Format::Text => text::sweep_audit(&audit, folder).into_bytes(),
            }
        }
        // Clap asks for one of the two.
        (None, None) => Vec::new(),
    };
    Ok(Reply::of(output))
}
