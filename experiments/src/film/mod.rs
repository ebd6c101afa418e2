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
//! | `links` | by frame and node, a bit for each of the first four links that was used; two nodes a byte, the first in the low bits |
//! | `far` | on a torus of more than two dimensions, a byte a frame and node: the other links |
//! | `held` | by frame and node, the packets beyond those of the frame before and of `moves`: d ≥ 0 as 2d, d < 0 as −2d − 1 |
//! | `series` | by frame: uses of links and deliveries since the frame before, packets held, the fullest buffer since then |
//! | `moves` | by frame from 1 on, for each bit in `links` and `far`: 0 if no packet crossed, or i + 1 for the i-th packet of its node |
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
#[cfg(test)]
mod tests;
mod worms;

pub(crate) use camera::film;
pub(crate) use grid::{FilmError, Grid};
pub(crate) use program::Bar;
pub(crate) use sections::Sections;
pub(crate) use worms::{Drawing, WormFilm, WormScene};

use crate::replay::Network;

/// What a page shows of a run.
#[derive(Debug)]
pub(crate) struct Film {
    pub(crate) network: Network,
    /// Packets that a buffer may hold.
    pub(crate) capacity: Option<usize>,
    pub(crate) grid: Grid,
    pub(crate) messages: u64,
    /// Uses of links, deliveries and the fullest buffer of the whole film.
    pub(crate) links: u64,
    pub(crate) deliveries: u64,
    pub(crate) peak: u64,
    /// What stands in `series`, by frame.
    pub(crate) series: Vec<Moment>,
    /// What stands in `spans`, in the order of their starts.
    pub(crate) bars: Vec<Bar>,
    /// Names of spans and of tiles, by the numbers in their sections.
    pub(crate) names: Vec<String>,
    pub(crate) sections: Sections,
    /// By frame and node: packets in the low four bits, 15 for more than 14, and the first four links in the high ones.
    map: Vec<u8>,
}

/// What is counted in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Uses of links since the frame before.
    pub(crate) links: u64,
    /// Deliveries since the frame before.
    pub(crate) deliveries: u64,
    /// Packets in the network.
    pub(crate) held: u64,
    /// The fullest buffer since the frame before.
    pub(crate) peak: u64,
}

impl Film {
    /// The packets of a node in a frame, 15 for more than 14.
    pub(crate) fn held(&self, frame: usize, node: usize) -> u8 {
        self.cell(frame, node) & 15
    }

    /// The first four links of a node that were used since the frame before, a bit each.
    pub(crate) fn uses(&self, frame: usize, node: usize) -> u8 {
        self.cell(frame, node) >> 4
    }

    fn cell(&self, frame: usize, node: usize) -> u8 {
        self.map[frame * self.network.nodes() + node]
    }
}
