//! `meshcast worm plan`: the paths of a multicast.

use super::error::WormError;
use super::files::{check_files, draw, write_csv};
use super::own_paths;
use super::request::{ends, network, planned, wormhole};
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormPlanArgs;
use crate::present::{text, worm_picture};
use crate::results::worm::WormResult;
use crate::results::worm_rows;

/// Finds the paths that `args` ask for.
pub(crate) fn plan(args: &WormPlanArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let (svg, csv) = (args.svg.as_deref(), args.csv.as_deref());
    check_files(&args.set.files(), svg, csv, None)?;
    let network = network(&args.set.network)?;
    // Times that no router has are refused, though a plan does not depend on them.
    args.times.routers(&ends(&network))?;
    if let Some(file) = &args.set.paths {
        return own_paths::plan(args, &network, file);
    }
    let (set, plan, scheme, grouping) = planned(&args.set, &network, terminal)?;
    let result = WormResult::new(&set, &plan, (scheme, grouping), wormhole(&args.times));
    let drawn = draw(svg, &network, || worm_picture::plan(&network, &result))?;
    let columns = [&worm_rows::WAY[..], &worm_rows::STAGE].concat();
    let rows = result.paths.iter().enumerate().map(|(number, path)| {
        [&worm_rows::way(number, &path.way)[..], &worm_rows::stage(path)].concat()
    });
    let written = write_csv(csv, &columns, rows)?;
    let reply = Reply::showing(args.output.format, &result, text::worm_plan);
    Ok(reply.piping(drawn).piping(written))
}
