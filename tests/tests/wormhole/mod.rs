//! The wormhole engine: its times by hand and by formula, and everything it says beside a run flit by flit.

mod buffers;
mod contention;
mod deadlock;
mod flits;
mod input;
mod recordings;
pub(crate) mod reference;
mod sharing;
mod starts;
mod unblocked;

use meshcast_engine::wormhole::{Body, Start, Timing, Worm};

/// Hops of `router` + `link` ns, flits `link` ns apart.
fn by_link(router: u64, link: u64) -> Timing {
    Timing::new(router, link, Body::Link).expect("hops take time")
}

/// A worm without start-up for the end of its path.
fn worm(start: u64, flits: u32, path: &[u32]) -> Worm {
    Worm {
        start: Start::At(start),
        startup: 0,
        flits,
        path: path.to_vec(),
        destinations: vec![path.len() as u32],
    }
}
