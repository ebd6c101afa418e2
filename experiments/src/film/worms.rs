//! Turns a recording of worms into a film: what a page needs to show every moment of a run.
//!
//! # Frames
//! A frame is the state after all that happens in a moment: one in which a worm starts, requests, gets or leaves a channel or a port, or
//! delivers. Frame 0 is at 0 ns. With stride 1 every moment is shown; else one of so many, and the last.
//!
//! # Sections
//! Numbers are LEB128; those that may be negative are written as d ≥ 0 as 2d, d < 0 as −2d − 1. Times are nanoseconds. An end that
//! never comes is 0, another one is written as 1 more.
//!
//! - `times`, by frame: nanoseconds since the frame before.
//! - `places`, by node: x and y, in hundredths of a step between neighbours, y downwards.
//! - `channels`, by channel: the nodes at its ends; the way in which it leaves the picture, x and y, both 0 if it is a line between them.
//! - `worms`, by worm: its message, as an end; its start, as an end; its start-up; its path, as a number of channels and the channels; its
//!   destinations, as their number, and of each the hops to it and the delivery, as an end.
//! - `holds`, by worm: the number of its requests, and of each: what (a channel by its number, after all channels the injection ports by
//!   their nodes, then the consumption ports), the hop, nanoseconds since the request before, from there to the grant, as an end, and from
//!   there to the release, as an end.
//! - `flits`, by channel in `holds`, in their order: for each frame in which the worm holds it, flits beyond those of the frame before.
//! - `series`: by frame the channels held, virtual ones each; by frame the worms under way, from their first request to their last
//!   delivery; by frame the worms that wait; by frame the deliveries so far.

use super::sections::{Sections, push, push_signed};
use super::{FilmError, Grid};
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{Hold, Record, Recording, Resource, Worm};

/// What a page shows of a run of worms.
#[derive(Debug)]
pub(crate) struct WormFilm {
    pub(crate) grid: Grid,
    /// The time of the last frame, in nanoseconds.
    pub(crate) end: u64,
    /// The most flits of a worm in a channel, of all frames.
    pub(crate) most_flits: u64,
    pub(crate) sections: Sections,
}

/// A run of worms that was recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WormScene<'a> {
    pub(crate) network: &'a Network,
    pub(crate) worms: &'a [Worm],
    /// The message of each worm, if several were sent.
    pub(crate) messages: Option<&'a [usize]>,
    pub(crate) recording: &'a Recording,
}

/// Where a network is drawn, in hundredths of a step between neighbours, y downwards.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// By node.
    pub(crate) places: Vec<(i64, i64)>,
    /// By channel: the way in which it leaves the picture, (0, 0) if it is a line between its nodes.
    pub(crate) stubs: Vec<(i64, i64)>,
}

/// Places in `series`.
const HELD: usize = 0;
const UNDER_WAY: usize = 1;
const WAITING: usize = 2;
const DELIVERED: usize = 3;

impl WormFilm {
    /// The moments of a run, or as many as `frames` frames show, or as a page of usual size.
    pub(crate) fn of(
        scene: WormScene<'_>,
        drawing: &Drawing,
        frames: Option<u64>,
    ) -> Result<Self, FilmError> {
        let mut moments = scene.recording.moments();
        if moments.first() != Some(&0) {
            moments.insert(0, 0);
        }
        let channels = scene.network.channels() as u64;
        let grid = Grid::of((channels, "channels"), moments.len() as u64 - 1, frames)?;
        let shown = (0..).zip(&moments).filter(|&(moment, _)| grid.shows(moment));
        let times: Vec<u64> = shown.map(|(_, &time)| time).collect();
        let (flits, most_flits) = flits(scene.recording, &times);
        let mut sections = Sections::default();
        sections.add("times", &differences(&times));
        sections.add("places", &pairs(&drawing.places));
        sections.add("channels", &channels_of(scene.network, drawing));
        sections.add("worms", &worms(&scene));
        sections.add("holds", &holds(&scene));
        sections.add("flits", &flits);
        sections.add("series", &series(&scene, &times));
        Ok(Self { grid, end: times[times.len() - 1], most_flits, sections })
    }
}

/// What is counted in every frame.
fn series(scene: &WormScene<'_>, times: &[u64]) -> Vec<u8> {
    let frame = |time: u64| times.partition_point(|&other| other < time);
    let until = |end: Option<u64>| end.map_or(times.len(), frame);
    let mut lines = [(); 4].map(|()| vec![0_i64; times.len() + 1]);
    let mut during = |line: usize, from: usize, to: usize| {
        lines[line][from] += 1;
        lines[line][to] -= 1;
    };
    for (worm, record) in scene.worms.iter().zip(scene.recording.records()) {
        let Record { holds, deliveries, .. } = record;
        for hold in holds {
            if matches!(hold.resource, Resource::Channel(_)) {
                during(HELD, until(hold.granted), until(hold.released));
            }
            during(WAITING, frame(hold.requested), until(hold.granted));
        }
        if let Some(first) = holds.first() {
            let last = deliveries.last().filter(|_| deliveries.len() == worm.destinations.len());
            during(UNDER_WAY, frame(first.requested), until(last.map(|&(_, time)| time)));
        }
        for &(_, time) in deliveries {
            during(DELIVERED, frame(time), times.len());
        }
    }
    let mut bytes = Vec::new();
    for line in lines {
        let mut now = 0;
        for change in &line[..times.len()] {
            now += change;
            push(&mut bytes, now as u64);
        }
    }
    bytes
}

fn differences(times: &[u64]) -> Vec<u8> {
    let (mut bytes, mut before) = (Vec::new(), 0);
    for &time in times {
        push(&mut bytes, time - before);
        before = time;
    }
    bytes
}

fn pairs(all: &[(i64, i64)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &(x, y) in all {
        push_signed(&mut bytes, x);
        push_signed(&mut bytes, y);
    }
    bytes
}

fn channels_of(network: &Network, drawing: &Drawing) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (channel, &(x, y)) in (0..).zip(&drawing.stubs) {
        let (from, to) = network.ends(channel);
        push(&mut bytes, from.into());
        push(&mut bytes, to.into());
        push_signed(&mut bytes, x);
        push_signed(&mut bytes, y);
    }
    bytes
}

/// Appends what may never come.
fn push_end(bytes: &mut Vec<u8>, end: Option<u64>) {
    push(bytes, end.map_or(0, |end| end + 1));
}

fn worms(scene: &WormScene<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, (worm, record)) in scene.worms.iter().zip(scene.recording.records()).enumerate() {
        push_end(&mut bytes, scene.messages.map(|messages| messages[number] as u64));
        push_end(&mut bytes, record.start);
        push(&mut bytes, worm.startup);
        push(&mut bytes, worm.path.len() as u64);
        worm.path.iter().for_each(|&channel| push(&mut bytes, channel.into()));
        push(&mut bytes, worm.destinations.len() as u64);
        for &hops in &worm.destinations {
            let served = record.deliveries.iter().find(|delivery| delivery.0 == hops);
            push(&mut bytes, hops.into());
            push_end(&mut bytes, served.map(|&(_, time)| time));
        }
    }
    bytes
}

fn holds(scene: &WormScene<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (channels, nodes) = (scene.network.channels() as u64, scene.network.nodes() as u64);
    for Record { holds, .. } in scene.recording.records() {
        push(&mut bytes, holds.len() as u64);
        let mut before = 0;
        for &Hold { resource, hop, requested, granted, released } in holds {
            let number = match resource {
                Resource::Channel(channel) => channel.into(),
                Resource::InjectionPort(node) => channels + u64::from(node),
                Resource::ConsumptionPort(node) => channels + nodes + u64::from(node),
            };
            for number in [number, hop.into(), requested - before] {
                push(&mut bytes, number);
            }
            push_end(&mut bytes, granted.map(|granted| granted - requested));
            let after = |released| released - granted.unwrap_or(requested);
            push_end(&mut bytes, released.map(after));
            before = requested;
        }
    }
    bytes
}

/// The section of the flits, and the most of a worm in a channel.
fn flits(recording: &Recording, times: &[u64]) -> (Vec<u8>, u64) {
    let (mut bytes, mut most) = (Vec::new(), 0);
    let frame = |time: u64| times.partition_point(|&other| other < time);
    for (worm, record) in recording.records().iter().enumerate() {
        for hold in &record.holds {
            let Hold { resource: Resource::Channel(_), hop, granted: Some(granted), .. } = *hold
            else {
                continue;
            };
            let mut before = 0;
            for &time in &times[frame(granted)..hold.released.map_or(times.len(), frame)] {
                let flits = recording.flits(worm, hop, time);
                most = flits.max(most);
                push_signed(&mut bytes, flits.cast_signed() - before);
                before = flits.cast_signed();
            }
        }
    }
    (bytes, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::wormhole::{Body, Start, Timing, record};

    /// Two worms of four flits on a line of three nodes, hops of 3 ns: the second one waits for its second channel.
    #[test]
    fn every_section_has_the_bytes_worked_out_by_hand() {
        let network = Network::mesh(&[3]).unwrap();
        let [first, second] = [(0, 1), (1, 2)].map(|(from, to)| network.channel(from, to).unwrap());
        let worm = |start, path: &[u32]| Worm {
            start: Start::At(start),
            startup: 0,
            flits: 4,
            path: path.to_vec(),
            destinations: vec![path.len() as u32],
        };
        let worms = [worm(2, &[second]), worm(0, &[first, second])];
        let timing = Timing::new(2, 1, Body::Link).unwrap();
        let recording = record(timing, network.channels(), &worms).unwrap();
        let scene = WormScene {
            network: &network,
            worms: &worms,
            messages: Some(&[7, 0]),
            recording: &recording,
        };
        let places = vec![(0, 0), (100, 0), (200, 0)];
        let drawing = Drawing { places, stubs: vec![(0, 0), (0, 0), (70, -70), (0, 0)] };
        let film = WormFilm::of(scene, &drawing, None).unwrap();
        // Worm 1 requests its second channel at 3, and gets it at 8, when worm 0 has delivered. Flits follow until its tail leaves the
        // first buffer, at 11, and arrives at 14.
        let moments = [0, 2, 3, 8, 11, 14];
        assert_eq!(recording.moments(), moments);
        assert_eq!(film.sections.get("times"), [0, 2, 1, 5, 3, 3]);
        assert_eq!((film.end, film.grid.frames(), film.most_flits), (14, 6, 3));
        assert_eq!(film.sections.get("places"), [0, 0, 200, 1, 0, 144, 3, 0]);
        assert_eq!(&film.sections.get("channels")[8..], [1, 2, 140, 1, 139, 1, 2, 1, 0, 0]);
        let of_worms: [&[u8]; 2] = [
            &[8, 3, 0, 1, second as u8, 1, 1, 9],
            &[1, 1, 0, 2, first as u8, second as u8, 1, 2, 15],
        ];
        assert_eq!(film.sections.get("worms"), of_worms.concat());
        let holds: [&[u8]; 2] = [
            &[1, second as u8, 1, 2, 1, 7],
            &[2, first as u8, 1, 0, 1, 12, second as u8, 2, 3, 6, 7],
        ];
        assert_eq!(film.sections.get("holds"), holds.concat());
        // Worm 0 has 1 and 2 flits in its channel; worm 1 has 1, 3, 3 and 3 in its first one, then 1 and 3 in its second.
        let flits = [&[2, 2][..], &[2, 4, 0, 0], &[2, 4]];
        assert_eq!(film.sections.get("flits"), flits.concat());
        // Channels held, worms under way, worms that wait, deliveries.
        let series =
            [[1, 2, 2, 2, 1, 0], [1, 2, 2, 1, 1, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 1, 2]];
        assert_eq!(film.sections.get("series"), series.concat());
    }
}
