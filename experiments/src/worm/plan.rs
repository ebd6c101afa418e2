//! `meshcast worm plan`: the paths of a multicast.

use super::picture::picture;
use super::{WormResult, network, planned};
use crate::cli::{Format, WormPlanArgs};
use crate::drawing;
use crate::failure::Failure;
use crate::program::Report;
use crate::results::json;
use crate::terminal::Terminal;
use crate::text;
use meshcast_algorithms::pathbased::Network;
use std::path::Path;

/// Finds the paths that `args` ask for.
pub(crate) fn plan(args: &WormPlanArgs, terminal: Terminal) -> Result<Report, Failure> {
    let network = network(&args.set)?;
    if let Some(path) = &args.svg {
        check_picture(path, &network)?;
    }
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
    let result = WormResult::new(&set, &plan, scheme, grouping);
    if let Some(path) = &args.svg {
        drawing::write(path, &picture(&result))?;
    }
    let output = match args.output.format {
        Format::Json => json(&result),
        Format::Text => text::worm_plan(&result).into_bytes(),
    };
    Ok(Report::of(output))
}

fn check_picture(path: &Path, network: &Network) -> Result<(), Failure> {
    drawing::check_suffix(path)?;
    match network.mesh_sides() {
        Some([_, _]) => Ok(()),
        _ => Err(Failure::NoPicture { found: network.to_string() }),
    }
}
