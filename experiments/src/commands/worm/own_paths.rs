//! Worms with paths of a user's own: reads them, shows them, and sends them until they arrive or wait for each other for ever.

use super::deadlock::deadlocked;
use super::error::WormError;
use super::files::{draw, write_csv};
use super::replay::{Sent, replay};
use super::request::{check_crossings, check_flits, ends, misplaced, wormhole as times_of};
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::{ChargeName, WormLatencyArgs, WormPlanArgs, WormTimesArgs};
use crate::input::routes::{self, Route};
use crate::memory;
use crate::present::{text, worm_picture};
use crate::readable::{Printed, counted};
use crate::results::worm::{ChannelsResult, WayResult, WormholeResult};
use crate::results::worm_network::NetworkResult;
use crate::results::worm_routes::{RouteResult, RoutesLatencyResult, RoutesResult};
use crate::results::worm_rows;
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::pathbased::{Network, NodeName, Path};
use meshcast_engine::wormhole::{self, Start, Worm, WormholeError};
use std::fs;
use std::path::Path as File;

/// A worm of a file.
#[derive(Debug)]
pub(super) struct OwnWorm {
    pub(super) path: Path,
    start: u64,
}

impl OwnWorm {
    /// As the engine sends it.
    fn worm(&self, times: &WormTimesArgs, network: &Network) -> Worm {
        Worm {
            start: Start::At(self.start),
            startup: times.startup,
            flits: times.flits as u32,
            path: self.path.channels(network),
            destinations: self.path.hops().iter().map(|&hops| hops as u32).collect(),
        }
    }
}

/// The worms of `file`, in its order.
pub(super) fn read(file: &File, network: &Network) -> Result<Vec<OwnWorm>, WormError> {
    // A file that cannot be read is refused by its reader.
    let bytes = fs::metadata(file).map_or(0, |metadata| metadata.len());
    memory::check(|| "--paths".to_owned(), memory::reading_paths(bytes))?;
    let worms = routes::read(file)?;
    let printed = Printed::of(&file.to_string_lossy());
    check_starts(&worms, &printed)?;
    let worm = |(place, route): (usize, &Route)| own_worm(route, network, (&printed, place + 1));
    worms.iter().enumerate().map(worm).collect()
}

/// Refuses a start after which the waits of all worms, which may wait from the last start on, reach 2^64 ns in sum.
fn check_starts(worms: &[Route], file: &Printed) -> Result<(), WormError> {
    let most = u64::MAX / (worms.len() as u64 + 1);
    match worms.iter().position(|worm| worm.start > most) {
        None => Ok(()),
        Some(place) => Err(WormError::LateStart {
            file: file.clone(),
            worm: place + 1,
            most,
            worms: counted(worms.len() as u64, "worm"),
            found: worms[place].start,
        }),
    }
}

/// A worm on `network`; `place` says where it is given.
fn own_worm(
    route: &Route,
    network: &Network,
    (file, worm): (&Printed, usize),
) -> Result<OwnWorm, WormError> {
    let numbers = |names: &[NodeName], what: &str| {
        let number = |(place, name): (usize, &NodeName)| {
            let off = || WormError::Off {
                file: file.clone(),
                worm,
                network: network.to_string(),
                found: name.clone(),
                place: format!("{what} {}", place + 1),
            };
            network.node(name).ok_or_else(off)
        };
        names.iter().enumerate().map(number).collect::<Result<Vec<u32>, _>>()
    };
    let nodes = numbers(&route.path, "node")?;
    let destinations = numbers(&route.destinations, "destination")?;
    let path = Path::through(network, nodes, &destinations)
        .map_err(|error| WormError::Pathless { file: file.clone(), worm, error })?;
    Ok(OwnWorm { path, start: route.start })
}

/// Shows the worms of `file`.
pub(super) fn plan(
    args: &WormPlanArgs,
    network: &Network,
    file: &File,
) -> Result<Reply, WormError> {
    let result = result(network, &read(file, network)?, times_of(&args.times));
    let drawn = draw(args.svg.as_deref(), network, || worm_picture::routes(network, &result))?;
    let columns = [&worm_rows::WAY[..], &worm_rows::START].concat();
    let rows = result.worms.iter().enumerate().map(|(number, worm)| {
        [&worm_rows::way(number, &worm.way)[..], &worm_rows::start(worm.start_ns)].concat()
    });
    let written = write_csv(args.csv.as_deref(), &columns, rows)?;
    let reply = Reply::showing(args.output.format, &result, text::worm_routes);
    Ok(reply.piping(drawn).piping(written))
}

/// Sends the worms of `file`.
pub(super) fn latency(
    (args, terminal): (&WormLatencyArgs, Terminal),
    network: &Network,
    file: &File,
) -> Result<Reply, WormError> {
    if args.times.startup_charged == ChargeName::Once {
        let with = "--startup-charged once";
        return Err(misplaced(with, "worms of a multicast", "--paths"));
    }
    let ends = ends(network);
    let routers = args.times.routers(&ends)?;
    let own = read(file, network)?;
    let destinations = own.iter().map(|worm| worm.path.hops().len()).sum();
    check_flits(&args.times, network, (1, destinations))?;
    let worms: Vec<Worm> = own.iter().map(|own| own.worm(&args.times, network)).collect();
    check_crossings(&args.times, &worms)?;
    let routes = result(network, &own, times_of(&args.times));
    let sent = watch("sending the worms", terminal.progress, || {
        wormhole::run(routers, network.channels(), &worms)
    });
    let page = || {
        let sent = Sent { network, times: &args.times, routers, worms: &worms, messages: None };
        let title = format!("{} on the {network}", counted(worms.len() as u64, "worm"));
        replay(&args.page, sent, &title, terminal)
    };
    let outcome = match sent {
        Ok(outcome) => outcome,
        Err(WormholeError::Deadlock(deadlock)) => {
            let waits = deadlock.waits.iter();
            let ways = waits.map(|wait| routes.worms[wait.worm].way.clone());
            let ways: Vec<WayResult> = ways.collect();
            let output = (args.output.format, args.svg.as_deref());
            return Ok(deadlocked(output, network, &deadlock, &ways)?.piping(page()?));
        }
        Err(error) => return Err(error.into()),
    };
    let drawn = draw(args.svg.as_deref(), network, || worm_picture::routes(network, &routes))?;
    let columns = [&worm_rows::WAY[..], &worm_rows::TIMES].concat();
    let rows = routes.worms.iter().zip(&worms).zip(outcome.journeys()).enumerate();
    let rows = rows.map(|(number, ((route, worm), journey))| {
        let times = worm_rows::times(&journey, worm.destinations.iter().copied());
        [&worm_rows::way(number, &route.way)[..], &times].concat()
    });
    let written = write_csv(args.csv.as_deref(), &columns, rows)?;
    let first = own.iter().map(|worm| worm.start).min().unwrap_or(0);
    let result = RoutesLatencyResult {
        routes,
        latency_ns: outcome.end() - first,
        blocked_ns: outcome.channels().iter().map(|channel| channel.blocked).sum(),
        blocked_at_ports_ns: outcome.waited_for_ports(),
        completions_ns: outcome.journeys().map(|journey| journey.completion()).collect(),
        channels: ChannelsResult::of(network, outcome.channels()),
    };
    Ok(Reply::showing(args.output.format, &result, text::worm_routes_latency)
        .piping(drawn)
        .piping(written)
        .piping(page()?))
}

fn result(network: &Network, own: &[OwnWorm], wormhole: WormholeResult) -> RoutesResult {
    let lengths = own.iter().map(|worm| worm.path.length());
    let worm = |worm: &OwnWorm| RouteResult {
        start_ns: worm.start,
        way: WayResult::of(network, &worm.path),
    };
    RoutesResult {
        schema: "meshcast.worm-routes/1",
        version: VERSION,
        commit: COMMIT,
        network: NetworkResult::of(network),
        links: lengths.clone().sum(),
        max_length: lengths.max().unwrap_or(0),
        worms: own.iter().map(worm).collect(),
        wormhole,
    }
}
