//! `meshcast worm plan`: the paths of a multicast.

use super::picture::picture;
use super::{WormResult, network, planned};
use crate::cli::{Format, WormPlanArgs};
use crate::failure::Failure;
use crate::input::Printed;
use crate::plot::write_whole;
use crate::program::Report;
use crate::results::json;
use crate::terminal::Terminal;
use crate::text;
use meshcast_algorithms::pathbased::Network;
use std::ffi::OsStr;
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
        let file = || Printed::of(&path.to_string_lossy());
        write_whole(path, picture(&result).as_bytes()).map_err(|source| Failure::Unexported {
            flag: "--svg",
            file: file(),
            source,
        })?;
    }
    let output = match args.format {
        Format::Json => json(&result),
        Format::Text => text::worm_plan(&result).into_bytes(),
    };
    Ok(Report::of(output))
}

fn check_picture(path: &Path, network: &Network) -> Result<(), Failure> {
    if path.extension() != Some(OsStr::new("svg")) {
        return Err(Failure::DrawingSuffix { found: Printed::of(&path.to_string_lossy()) });
    }
    match network.mesh_sides() {
        Some([_, _]) => Ok(()),
        _ => Err(Failure::NoPicture { found: network.to_string() }),
    }
}
