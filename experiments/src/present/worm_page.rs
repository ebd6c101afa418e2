//! Makes the page that replays a run of worms.

use super::replay_page::{Caption, Kind, page};
use super::worm_picture::Label;
use crate::film::{WormFilm, WormScene};
use crate::results::VERSION;
use crate::results::worm_routes::DeadlockResult;
use meshcast_algorithms::pathbased::Topology;
use meshcast_engine::wormhole::{Deadlock, Resource};
use serde::Serialize;

/// What pages of worms have of their own.
const KIND: Kind = Kind {
    parts: include_str!("../../assets/replay/worms.html"),
    scripts: &[
        include_str!("../../assets/replay/worm-film.js"),
        include_str!("../../assets/replay/worm-map.js"),
        include_str!("../../assets/replay/worm-panel.js"),
    ],
};

/// What the scripts read before they decompress the film.
#[derive(Serialize)]
struct Facts<'a> {
    version: &'static str,
    network: String,
    /// Of coordinates; nodes of graphs have numbers.
    sides: &'a [usize],
    nodes: usize,
    channels: usize,
    worms: usize,
    /// Moments after the first.
    steps: u64,
    stride: u64,
    frames: u64,
    end: u64,
    #[serde(rename = "mostFlits")]
    most_flits: u64,
    labels: &'a [Label],
    deadlock: Option<Cycle>,
    sections: &'a [(&'static str, usize)],
}

/// The cycle of a deadlock.
#[derive(Serialize)]
struct Cycle {
    time: u64,
    worms: Vec<usize>,
    /// What each worm waits for, by the number that it has in the film.
    waits: Vec<u32>,
}

impl Cycle {
    fn of(deadlock: &Deadlock, channels: u32, nodes: u32) -> Self {
        let number = |resource| match resource {
            Resource::Channel(channel) => channel,
            Resource::InjectionPort(node) => channels + node,
            Resource::ConsumptionPort(node) => channels + nodes + node,
        };
        Self {
            time: deadlock.time,
            worms: deadlock.waits.iter().map(|wait| wait.worm).collect(),
            waits: deadlock.waits.iter().map(|wait| number(wait.resource)).collect(),
        }
    }
}

/// The page of worms, with the texts beside their network; if they end in a deadlock, it says so at the top.
pub(crate) fn worm_page(
    film: &WormFilm,
    scene: WormScene<'_>,
    labels: &[Label],
    (title, note): (&str, Option<&str>),
) -> String {
    let WormScene { network, worms, recording, .. } = scene;
    let (channels, nodes) = (network.channels(), network.nodes());
    let deadlock = recording.deadlock();
    let sentence =
        deadlock.map(|deadlock| DeadlockResult::of_worms(network, deadlock, worms).complaint());
    let facts = Facts {
        version: VERSION,
        network: network.to_string(),
        sides: if network.topology() == Topology::Graph { &[] } else { network.sides() },
        nodes,
        channels,
        worms: worms.len(),
        steps: film.grid.steps,
        stride: film.grid.stride,
        frames: film.grid.frames(),
        end: film.end,
        most_flits: film.most_flits,
        labels,
        deadlock: deadlock.map(|deadlock| Cycle::of(deadlock, channels as u32, nodes as u32)),
        sections: film.sections.parts(),
    };
    let caption = Caption { title, note, broken: sentence.as_deref() };
    page(&KIND, &caption, (&facts, &film.sections))
}
