//! `meshcast worm run`: a whole message set as worms.

mod arrived;
mod bound;
mod deliveries;
mod sending;
mod set_and_network;
mod worms_of_set;

pub(crate) use sending::{Ending, Sending, Way};

use set_and_network::set_and_network;
use worms_of_set::WormsOfSet;

use super::deadlock::deadlocked;
use super::error::WormError;
use super::files::{check_files, write_csv};
use super::replay::{Sent, replay};
use super::request::method;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormRunArgs;
use crate::present::text;
use crate::results::worm_rows;

/// Sends the message set that `args` ask for.
pub(super) fn run(args: &WormRunArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let mut reads = args.set.files();
    reads.extend(args.network.graph.clone().map(|graph| ("--graph", graph)));
    let (svg, csv) = (args.svg.as_deref(), args.csv.as_deref());
    check_files(&reads, svg, csv, Some(&args.page))?;
    let (search, grouping) = method(&args.method)?;
    let (set, network) =
        watch("making the message set", terminal.progress, || set_and_network(args))?;
    let sending = watch("finding a lower bound", terminal.progress, || {
        Sending::on(&set, network, &args.times, &args.run)
    })?;
    let way = Way { search, grouping, leaders: args.leaders };
    let page = |of_set: &WormsOfSet| {
        let messages = of_set.message_of_each();
        let title = format!("{} on {}", args.method.scheme.name(), set.source);
        let (worms, messages) = (&of_set.worms[..], Some(&messages[..]));
        let (network, times, routers) = (sending.network(), &args.times, sending.routers()?);
        let sent = Sent { network, times, routers, worms, messages };
        replay(&args.page, sent, &title, terminal)
    };
    match sending.send(way, terminal.progress)? {
        Ending::Arrived(arrived) => {
            let (result, complaint) = arrived.result();
            let columns = [&worm_rows::MESSAGE[..], &worm_rows::WAY, &worm_rows::TIMES].concat();
            let piped = write_csv(csv, &columns, arrived.rows())?;
            let reply = Reply::showing(args.run.format, &result, text::worm_run);
            Ok(reply.complaining(complaint).piping(piped).piping(page(&arrived.of_set)?))
        }
        Ending::Stuck { deadlock, ways, of_set } => {
            let output = (args.run.format, svg);
            let reply = deadlocked(output, sending.network(), &deadlock, &ways)?;
            Ok(reply.piping(page(&of_set)?))
        }
    }
}
