//! `meshcast worm plan`: the paths of a multicast.

use super::error::WormError;
use super::request::{network, planned};
use crate::commands::drawing;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormPlanArgs;
use crate::output::{check_files, check_suffix};
use crate::present::text;
use crate::present::worm_picture::picture;
use crate::results::worm::WormResult;
use meshcast_algorithms::pathbased::Network;
use std::path::{Path, PathBuf};

/// Finds the paths that `args` ask for.
pub(crate) fn plan(args: &WormPlanArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let graph = args.set.network.graph.clone().map(|file| ("--graph", file));
    check_files(graph.as_slice(), &[("--svg", args.svg.as_deref())])?;
    let network = network(&args.set.network)?;
    if let Some(path) = &args.svg {
        check_picture(path, &network)?;
    }
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
    let result = WormResult::new(&set, &plan, scheme, grouping);
    let draw = |path: &PathBuf| drawing::write_svg(path, &picture(&result));
    let piped = args.svg.as_ref().map(draw).transpose()?.flatten();
    Ok(Reply::showing(args.output.format, &result, text::worm_plan).piping(piped))
}

fn check_picture(path: &Path, network: &Network) -> Result<(), WormError> {
    check_suffix("--svg", path, &["svg"])?;
    match network.mesh_sides() {
        Some([_, _]) => Ok(()),
        _ => Err(WormError::NoPicture { found: network.to_string() }),
    }
}
