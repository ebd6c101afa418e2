//! `meshcast worm run`: a whole message set as worms on a mesh.

mod bound;
mod deliveries;
mod fleet;

pub(crate) use fleet::{Fleet, Way};

use super::error::WormError;
use super::request::method;
use crate::catalogue::AdmissionError;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::WormRunArgs;
use crate::load;
use crate::memory::{self, Sketch};
use crate::present::text;

/// Sends the message set that `args` ask for.
pub(super) fn run(args: &WormRunArgs, terminal: Terminal) -> Result<Reply, WormError> {
    let (search, grouping) = method(&args.method)?;
    let set = watch("making the message set", terminal.progress, || {
        load::message_set(&args.set, &[], args.run.seed, &admit)
    })?;
    let fleet = Fleet::on(&set, &args.times, &args.run)?;
    let way = Way { search, grouping, leaders: args.leaders };
    let (result, complaint) = fleet.send(way, terminal.progress)?;
    Ok(Reply::showing(args.run.format, &result, text::worm_run).complaining(complaint))
}

/// Refuses a set that there is no room to make, or to make and send.
fn admit(sketch: &Sketch) -> Result<(), AdmissionError> {
    sketch.check(memory::Room::Available)?;
    if let Some(shape) = sketch.shape {
        let need = memory::sending(sketch.size, shape, None).saturating_add(sketch.size.bytes());
        memory::check(|| sketch.what.clone(), need)?;
    }
    Ok(())
}
