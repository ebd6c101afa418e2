//! Switches worms flit by flit: they cross channels, contend for them, wait and deliver, to the nanosecond.
//!
//! A *worm* is a message of L ≥ 1 flits on a path of d ≥ 1 directed channels. Flit 0 is its header; after the i-th *hop* the header is in
//! the buffer at the end of channel i, which has room for one flit. Some hops end at destinations, which copy the flits that come by.
//! Unless [ports](Ports) say otherwise, nothing limits how many worms a node consumes or begins at once.
//!
//! # The model
//! All times are whole nanoseconds. A hop takes a header h = `t_r` + `t_l`, the [times](Timing) of router and link;
//! flits pass a channel b apart.
//!
//! - A worm that starts at s requests its first channel at s + `t_s`; `t_s` is its start-up. Its header requests every
//!   further channel as soon as it has arrived in the buffer before it.
//! - A channel is granted to the first request that finds it free, or to the first in its queue when it becomes free.
//!   Requests queue in the order of their times; those of one moment in the order of (the start of the worm, the
//!   channel its header has come over, none before channel 0, the number of the worm). No two worms have the same
//!   number, so that this order is total.
//! - The *position* of a flit is how far it has come, in nanoseconds of travel: ih is the buffer at the end of channel
//!   i, 0 the source, and from dh on it is in the memory of the last destination. The header leaves position ih for the
//!   next hop when channel i + 1 is granted, and is on its way without a pause else. A flit of the body moves whenever
//!   it is at least b behind the flit ahead. Let x(j, p) be the moment in which flit j leaves position p, and g(i) that
//!   in which channel i is granted:
//!
//!   ```text
//!   x(0, ih) = g(i + 1)                                     i = 0, …, d − 1
//!   x(0, p)  = x(0, p − 1) + 1                              else
//!   x(j, 0)  = x(j − 1, b)                                  j ≥ 1
//!   x(j, p)  = max(x(j, p − 1) + 1, x(j − 1, p + b))        j ≥ 1, p ≥ 1
//!   ```
//! - Flit j arrives at the end of channel i at x(j, ih − 1) + 1. Channel i is free again when the tail, flit L − 1,
//!   leaves its buffer, at x(L − 1, ih): another header that is granted it then never meets a flit in its way.
//!
//! By induction x(j, p) = x(0, p + jb), since x(0, ·) grows by 1 or more from one position to the next. A worm moves as
//! one piece: while its header waits, every flit stays where it is, in buffers and in the stages of routers and links.
//! So two numbers a hop, the grant of its channel and the release of the one that the tail leaves, say where every flit
//! is at any time, and [`run`] needs no more events than those. A worm that never waits has the tail at a destination
//! after i hops at s + `t_s` + ih + (L − 1)b.
//!
//! # Addresses
//! [`Timing::with_addresses`] puts A flits for each of k destinations in front of the message, a apart, in the order of the path.
//! The front of the worm is then the first address that is left. A destination strips its own, so that the front falls back by Aa;
//! the worm goes on as one piece, for nothing behind can come out of the source faster. Let e(i) be the nanoseconds of travel to the
//! end of channel i, and l(i) what the destinations on the first i hops have stripped, Aa each. The front waits for channel i + 1
//! in position e(i) + l(i), instead of ih above, and flit j of the message is Aak + jb behind the first address. If routers take
//! their time for each address, hop i takes `t_r` times the addresses that are left, and `t_l`; else e(i) = ih.
//!
//! A worm that never waits has the tail at a destination after i hops at s + `t_s` + e(i) + Aak + (L − 1)b.
//!
//! # Buffers, virtual channels and ports
//! [`Routers`] with finite buffers, several virtual channels or one port a node move flits one by one; the rest stands. A channel and its
//! buffer have room for F flits a virtual channel. A flit leaves a buffer when it is there, the channel takes a flit, and room is ahead;
//! the front crosses in h, the others in b (an address in a, if that is less), and flits of a worm arrive as far apart as they are sent. A
//! consumed flit leaves at once, or a flit after the other where the node has one port.
//! If the router has one virtual channel, l(0, J) is when the header leaves buffer J, or arrives at the end, and no flit is one of
//! an address, then flit j leaves buffer i at the maximum of l(0, J) + jb − Fb(J − i) over J = i, …, min(d, i + ⌊j/F⌋). F = h/b
//! gives the grants and releases of the model above; a blocked worm in larger buffers collapses into fewer channels.
//!
//! A channel takes a flit every b (after one of an address, every a). Virtual channels take turns, from the one after the last.
//! A worm gets the lowest that is free. Without a size, a virtual channel has room for the flits of a hop: ⌈h/b⌉, or ⌈h/a⌉ where
//! addresses are closer.
//!
//! A port is requested before the first channel of a worm, or by a header on its arrival at a destination, before it goes on. It is free
//! again b after the tail has left the source, or that buffer. What a worm requests in the moment in which it gets a port
//! queues behind all earlier requests of that moment.
//!
//! # Example
//! Router 2, link 1, so that h = 3 and b = 1. Worm 0 holds channel 1 from 3 to 9; worm 1 is at its beginning at 4 and waits for 5.
//!
//! ```
//! use meshcast_engine::wormhole::{Body, Start, Timing, Worm, run};
//! let worm = |start, flits, path: &[u32]| Worm {
//!     start: Start::At(start),
//!     startup: 0,
//!     flits,
//!     path: path.to_vec(),
//!     destinations: vec![path.len() as u32],
//! };
//! let timing = Timing::new(2, 1, Body::Link)?;
//! let outcome = run(timing, 4, &[worm(0, 4, &[0, 1]), worm(1, 3, &[2, 1, 3])])?;
//!
//! let first = outcome.journey(0);
//! assert_eq!((first.granted(1), first.granted(2)), (0, 3));
//! assert_eq!((first.header(2), first.tail(2)), (6, 9));
//! let second = outcome.journey(1);
//! assert_eq!((second.granted(1), second.granted(2), second.granted(3)), (1, 9, 12));
//! // The header reaches the end of channel 2 at 4; flit 1, a nanosecond behind, has to wait for it to go on.
//! assert_eq!((second.arrival(1, 0), second.arrival(1, 1), second.arrival(1, 2)), (4, 10, 11));
//! assert_eq!(second.completion(), 17);
//! let contended = outcome.channels()[1];
//! assert_eq!((contended.worms, contended.flits), (2, 7));
//! assert_eq!((contended.held, contended.blocked, contended.longest_queue), (6 + 5, 5, 1));
//! # Ok::<(), meshcast_engine::wormhole::WormholeError>(())
//! ```
//!
//! # Source
//! T.-S. Chen, C.-Y. Chang, J.-P. Sheu, "Efficient path-based multicast in wormhole-routed mesh networks" (2000), §4,
//! for the times. What the paper leaves open is settled above; docs/wormhole.md says what else could be meant, and what
//! that would change.

mod check;
mod deadlock;
mod dependencies;
mod error;
mod flits;
mod journey;
mod outcome;
mod pipelined;
mod record;
mod recording;
mod routers;
mod run;
mod timing;
mod worm;

pub use deadlock::{Deadlock, Resource, Wait};
pub use error::WormholeError;
pub use journey::Journey;
pub use outcome::{ChannelUse, Outcome};
pub use record::{Hold, Record};
pub use recording::Recording;
pub use routers::{MOST_VIRTUAL_CHANNELS, Ports, Routers};
pub use run::{record, run};
pub use timing::{Addresses, Body, Timing};
pub use worm::{Delivery, Start, Worm};
