//! Makes the page that replays a run on a mesh or a torus.

use super::film_words::{links, phase_rows, summary};
use super::replay_page::{Caption, Kind, Words, page};
use crate::film::Film;
use crate::results::VERSION;
use serde::Serialize;

/// What pages of meshes and tori have of their own.
const KIND: Kind = Kind {
    parts: include_str!("../../assets/replay/mesh.html"),
    scripts: &[
        include_str!("../../assets/replay/film.js"),
        include_str!("../../assets/replay/packets.js"),
        include_str!("../../assets/replay/counts.js"),
        include_str!("../../assets/replay/map.js"),
        include_str!("../../assets/replay/panel.js"),
        include_str!("../../assets/replay/run.js"),
    ],
};

/// What the scripts read before they decompress the film.
#[derive(Serialize)]
struct Facts<'a> {
    version: &'static str,
    rows: usize,
    cols: usize,
    /// Sides of a torus of any number of dimensions, of which rows and columns are the last two.
    layers: usize,
    wraps: bool,
    /// Directed links.
    channels: u64,
    capacity: Option<usize>,
    steps: u64,
    stride: u64,
    frames: u64,
    links: u64,
    deliveries: u64,
    peak: u64,
    broken: Option<&'a str>,
    names: &'a [String],
    sections: &'a [(&'static str, usize)],
}

impl<'a> Facts<'a> {
    fn of(film: &'a Film, broken: Option<&'a str>) -> Self {
        let sides = film.network.sides().map(|(rows, cols)| (rows, cols, 1));
        let torus = film.network.radix_and_dims().map(|(radix, dims)| match dims {
            1 => (1, radix, 1),
            _ => (radix, radix, film.network.nodes() / (radix * radix)),
        });
        let (rows, cols, layers) = sides.or(torus).unwrap_or((1, 1, 1));
        Self {
            version: VERSION,
            rows,
            cols,
            layers,
            wraps: torus.is_some(),
            channels: links(film),
            capacity: film.capacity,
            steps: film.grid.steps,
            stride: film.grid.stride,
            frames: film.grid.frames(),
            links: film.links,
            deliveries: film.deliveries,
            peak: film.peak,
            broken,
            names: &film.names,
            sections: film.sections.parts(),
        }
    }
}

/// The page of a run on a mesh or a torus.
pub(crate) fn film_page(film: &Film, caption: &Caption<'_>) -> String {
    let words = Words { summary: &summary(film), rows: &phase_rows(film) };
    page(&KIND, caption, words, (&Facts::of(film, caption.broken), &film.sections))
}
