//! Makes the page that replays a run of worms.

use super::replay_page::{Caption, Kind, Words, page};
use super::worm_picture::Label;
use crate::film::{Drawing, WormFilm, WormScene};
use crate::readable::{counted, grouped};
use crate::results::VERSION;
use crate::results::worm_routes::DeadlockResult;
use meshcast_algorithms::pathbased::Topology;
use meshcast_engine::wormhole::{Deadlock, Recording, Resource};
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
    /// The left, upper, right and lower end of the drawing, in hundredths of a step.
    extent: [i64; 4],
    deadlock: Option<Cycle>,
    sections: &'a [(&'static str, usize)],
}

/// The cycle of a deadlock.
#[derive(Serialize)]
struct Cycle {
    time: u64,
    worms: Vec<usize>,
    /// The channels on the cycle.
    channels: Vec<u32>,
}

impl Cycle {
    /// From what a worm waits for, along what its holder has got, to where that one waits, and so on.
    fn of(deadlock: &Deadlock, recording: &Recording) -> Self {
        let worms: Vec<usize> = deadlock.waits.iter().map(|wait| wait.worm).collect();
        let holders = worms.iter().cycle().skip(1);
        let channels = deadlock.waits.iter().zip(holders).flat_map(|(wait, &holder)| {
            let holds =
                recording.records()[holder].holds.iter().filter(|hold| hold.released.is_none());
            let own = holds.filter(|hold| hold.granted.is_some());
            own.skip_while(|hold| hold.resource != wait.resource).filter_map(|hold| {
                match hold.resource {
                    Resource::Channel(channel) => Some(channel),
                    _ => None,
                }
            })
        });
        Self { time: deadlock.time, channels: channels.collect(), worms }
    }
}

/// The page of worms, with the texts beside their network; if they end in a deadlock, it says so at the top.
pub(crate) fn worm_page(
    film: &WormFilm,
    scene: WormScene<'_>,
    (drawing, labels): (&Drawing, &[Label]),
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
        extent: extent(drawing, labels),
        deadlock: deadlock.map(|deadlock| Cycle::of(deadlock, recording)),
        sections: film.sections.parts(),
    };
    let caption = Caption { title, note, broken: sentence.as_deref() };
    let destinations = worms.iter().map(|worm| worm.destinations.len() as u64).sum();
    let sampled = match film.grid.stride {
        1 => String::new(),
        stride => format!(", one of {stride}"),
    };
    let summary = format!(
        "The {network}: {}, {}, {} ns{}; the page shows {}{sampled}.",
        counted(worms.len() as u64, "worm"),
        counted(destinations, "destination"),
        grouped(film.end),
        if deadlock.is_some() { ", at whose end worms wait for ever" } else { "" },
        counted(film.grid.frames(), "moment"),
    );
    page(&KIND, &caption, Words { summary: &summary, rows: "" }, (&facts, &film.sections))
}

/// How far a drawing reaches, with its texts and some room.
fn extent(drawing: &Drawing, labels: &[Label]) -> [i64; 4] {
    const ROOM: i64 = 45;
    let labels = labels.iter().map(|&(x, y, _)| (x, y));
    let all: Vec<(i64, i64)> = drawing.places.iter().copied().chain(labels).collect();
    let (left, right) = all.iter().fold((0, 0), |(low, high), at| (at.0.min(low), at.0.max(high)));
    let (top, bottom) = all.iter().fold((0, 0), |(low, high), at| (at.1.min(low), at.1.max(high)));
    [left - ROOM, top - ROOM, right + ROOM, bottom + ROOM]
}
