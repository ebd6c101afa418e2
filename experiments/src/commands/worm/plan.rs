//! `meshcast worm plan`: the paths of a multicast.

use super::error::WormError;
use super::own_paths;
use super::picture::{check_svg, draw};
use super::request::{ends, network, planned, wormhole};
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormPlanArgs;
use crate::present::{text, worm_picture};
use crate::results::worm::WormResult;

/// Finds the paths that `args` ask for.
pub(crate) fn plan(args: &WormPlanArgs, terminal: Terminal) -> Result<Reply, WormError> {
    check_svg(&args.set, args.svg.as_deref())?;
    let network = network(&args.set.network)?;
    // Times that no router has are refused, though a plan does not depend on them.
    args.times.routers(&ends(&network))?;
    if let Some(file) = &args.set.paths {
        return own_paths::plan(args, &network, file);
    }
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
    let result = WormResult::new(&set, &plan, (scheme, grouping), wormhole(&args.times));
    let piped = draw(args.svg.as_deref(), &network, || worm_picture::plan(&network, &result))?;
    Ok(Reply::showing(args.output.format, &result, text::worm_plan).piping(piped))
}
