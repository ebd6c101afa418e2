//! Worms in finite buffers, virtual channels and ports, nanosecond by nanosecond and flit by flit. Only the description of a worm is the
//! engine's.

mod look;
mod moves;
mod needs;

use super::wormhole::{ChannelSight, Inside, Times};
use meshcast_engine::wormhole::Worm;
use moves::Network;

/// What is limited beside channels.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Flits that have room at the end of a virtual channel, those on their way there among them; as many as the front of a worm takes the
    /// periods of a message for the hop, if it is none.
    pub places: Option<usize>,
    /// Virtual channels of each channel.
    pub virtual_channels: usize,
    /// From which node to which each channel leads.
    pub ends: Vec<(u32, u32)>,
    /// Whether a node begins one worm at a time.
    pub inject_one: bool,
    /// Whether a node consumes one worm at a time.
    pub consume_one: bool,
}

/// What worms wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A channel.
    Channel(u32),
    /// The port by which a node begins worms.
    Source(u32),
    /// The port by which a node consumes worms.
    Memory(u32),
}

/// Worms that wait, each for the next: what for, and since when.
pub type Circle = Vec<(usize, Place, u64)>;

/// What was seen of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlitSight {
    /// When each worm started, if it did.
    pub starts: Vec<Option<u64>>,
    /// When flits of messages were in buffers: worm by worm, hop by hop, flit by flit.
    pub arrivals: Vec<Vec<Vec<Option<u64>>>>,
    /// When destinations had all flits: worm by worm.
    pub deliveries: Vec<Vec<Option<u64>>>,
    /// When channels were given to a worm and free again: worm by worm, hop by hop.
    pub holds: Vec<Vec<(Option<u64>, Option<u64>)>>,
    /// What was seen of channels.
    pub channels: Vec<ChannelSight>,
    /// Nanoseconds in which someone waited for a port, as often as there were.
    pub waited_for_ports: u64,
    /// Where nothing could happen any more: from when on worms waited for nothing but each other, and a circle of them; each with what it
    /// waits for, and since when.
    pub closed: Option<(u64, Circle)>,
}

/// Runs worms until all have arrived and let go of everything, or nothing can happen any more; says, too, where flits are after all that
/// happens in a nanosecond.
pub fn flits(
    times: Times,
    limits: &Limits,
    channels: usize,
    worms: &[Worm],
) -> (FlitSight, Inside) {
    let mut network = Network::new(times, limits, channels, worms);
    let mut inside = Vec::new();
    for now in 0.. {
        network.now = now;
        network.arrive();
        network.settle();
        network.look();
        inside.push((0..worms.len()).map(|worm| network.inside(worm)).collect());
        if network.is_done() {
            break;
        }
        if !network.goes_on() {
            network.sight.closed = network.closed();
            break;
        }
    }
    (network.sight, inside)
}
