//! Turns a trace into a film: what a page needs to show every step of a run.
//!
//! Data flow one way: the lines of a trace → a [`Camera`](camera), which keeps the state of the machine as the trace tells it → a frame for
//! each step shown → [`Film`], named [sections](sections) of bytes. A page decompresses them and needs nothing else.
//!
//! # Frames
//! Frame 0 is the initial loading. Frame f is the end of step min(f · stride, steps), and its links are those used since frame f − 1. With
//! stride 1, every step is shown, and the film also has every packet; a film that leaves steps out has none.
//!
//! # Sections
//! Numbers are LEB128 unless a section says otherwise.
//!
//! | section | content |
//! |---|---|
//! | `map` | a byte a frame and node: packets in the low four bits, 15 for more than 14; uses of the first four links in the high ones |
//! | `far` | on a torus of more than two dimensions, as many bytes more: the other links, a bit each |
//! | `many` | the packets of the nodes that have 15 in `map`, in its order |
//! | `series` | by frame: uses of links and deliveries since the frame before, packets held, the fullest buffer since then |
//! | `moves` | by frame from 1 on, for each bit of a link in `map` and `far`, node by node: 0 if no packet crossed it, or i + 1 for the i-th packet of its node by number |
//! | `acts` | by frame: their number, then kind and operands of each: see [`packets`] |
//! | `spans` | their number, then name, depth, first step and last step of each |
//! | `tiles` | the same for divisions: name, first node, rows, columns, and the steps between which they hold |
//! | `messages` | their number, then source, number of destinations and destinations of each |

mod camera;
mod grid;
mod packets;
mod program;
mod sections;
mod step;

pub(crate) use camera::film;
pub(crate) use grid::{FilmError, Grid};
pub(crate) use sections::Sections;

use crate::replay::Network;

/// What a page shows of a run.
#[derive(Debug)]
pub(crate) struct Film {
    pub(crate) network: Network,
    /// Packets that a buffer may hold.
    pub(crate) capacity: Option<usize>,
    pub(crate) grid: Grid,
    /// Uses of links, deliveries and the fullest buffer of the whole film.
    pub(crate) links: u64,
    pub(crate) deliveries: u64,
    pub(crate) peak: u64,
    /// Names of spans and of tiles, by the numbers in their sections.
    pub(crate) names: Vec<String>,
    pub(crate) sections: Sections,
}
