//! Runs worms that move as one piece: requests, grants and releases in the order of their times.

use super::channel::Channels;
use super::course::{Course, Courses};
use super::events::{Event, Events};
use super::progress::Progress;
use super::track::Tracks;
use crate::wormhole::deadlock::{Stuck, first_deadlock};
use crate::wormhole::dependencies::Dependencies;
use crate::wormhole::outcome::Ways;
use crate::wormhole::{Deadlock, Outcome, Resource, Start, Timing, Wait, Worm, WormholeError};

/// Sends worms that have been checked; O(E log E) time for E hops of all worms, whatever their flits.
pub(in crate::wormhole) fn run(
    timing: Timing,
    channels: usize,
    worms: &[Worm],
) -> Result<Outcome, WormholeError> {
    let mut run = Run::new(timing, channels, worms)?;
    run.finish();
    match run.deadlock() {
        Some(deadlock) => Err(deadlock.into()),
        None => Ok(run.into_outcome()),
    }
}

/// A request among those of one moment: the order is that of the tie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contender {
    channel: u32,
    start: u64,
    incoming: Option<u32>,
    worm: u32,
}

pub(super) struct Run<'a> {
    timing: Timing,
    tracks: Tracks,
    pub(super) worms: &'a [Worm],
    pub(super) dependencies: Dependencies,
    channels: Channels,
    pub(super) progress: Vec<Progress<'a>>,
    /// When channels were granted, worm by worm.
    grants: Vec<u64>,
    events: Events,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        timing: Timing,
        channels: usize,
        worms: &'a [Worm],
    ) -> Result<Self, WormholeError> {
        let dependencies = Dependencies::new(worms)?;
        let mut progress = Vec::with_capacity(worms.len());
        let mut hops = 0;
        for (number, worm) in worms.iter().enumerate() {
            progress.push(Progress {
                path: &worm.path,
                start: 0,
                requested: 0,
                offset: hops,
                next: None,
                flits: worm.flits,
                granted: 0,
                released: 0,
                is_awaited: dependencies.is_awaited(number as u32),
            });
            hops += worm.path.len();
        }
        let channels = Channels::new(channels);
        let grants = vec![0; hops];
        Ok(Self {
            timing,
            tracks: Tracks::new(timing, worms),
            worms,
            dependencies,
            channels,
            progress,
            grants,
            events: Events::default(),
        })
    }

    pub(super) fn finish(&mut self) {
        let first: Vec<u32> = self.dependencies.first().collect();
        let requests = first.into_iter().map(|worm| (self.start(worm), Event::Request(worm)));
        self.events = Events::new(requests.collect());
        let (mut contenders, mut channels) = (Vec::new(), Vec::new());
        while let Some(now) = self.events.next_time() {
            // A hop takes time, so that all requests of this moment are known before any of its grants.
            while let Some(event) = self.events.pop_at(now) {
                match event {
                    Event::Request(worm) => contenders.push(self.contender(worm)),
                    Event::Release(channel) => channels.push(channel),
                }
            }
            contenders.sort_unstable();
            for contender in &contenders {
                let Contender { channel, worm, .. } = *contender;
                match self.channels.request(channel, worm, now, &mut self.progress) {
                    Some(later) => self.events.push(later, Event::Release(channel)),
                    None => channels.push(channel),
                }
            }
            while let Some(channel) = channels.pop() {
                self.grant(channel, now, &mut channels);
            }
            for contender in contenders.drain(..) {
                self.channels.note_queue(contender.channel);
            }
        }
    }

    /// Lets a worm start that waits for nothing any more, and says when it requests its first channel.
    fn start(&mut self, number: u32) -> u64 {
        let worm = &self.worms[number as usize];
        let start = &mut self.progress[number as usize].start;
        match worm.start {
            Start::At(time) => *start = time,
            Start::After { delay, .. } => *start += delay,
        }
        *start + worm.startup
    }

    fn contender(&self, number: u32) -> Contender {
        let Progress { path, start, granted, .. } = self.progress[number as usize];
        let granted = granted as usize;
        Contender {
            channel: path[granted],
            start,
            incoming: granted.checked_sub(1).map(|before| path[before]),
            worm: number,
        }
    }

    /// What a worm has done so far.
    pub(super) fn course(&self, number: u32, worm: &Progress) -> Course<'_> {
        let hops = worm.path.len() as u32;
        let destinations = self.worms[number as usize].destinations.len();
        Course {
            timing: self.timing,
            track: self.tracks.of(self.timing, (worm.offset, hops), destinations),
            flits: worm.flits,
            hops,
            grants: &self.grants[worm.offset..][..worm.granted as usize],
        }
    }

    /// Grants a channel if it is free and someone waits; what becomes free by that at once joins `free`.
    fn grant(&mut self, channel: u32, now: u64, free: &mut Vec<u32>) {
        let Some(number) = self.channels.grant(channel, now, &self.progress) else {
            return;
        };
        let mut worm = self.progress[number as usize];
        let left = self.addresses_left(number, worm.granted);
        self.channels.carry(channel, self.timing.address_flits(left));
        self.grants[worm.offset + worm.granted as usize] = now;
        worm.granted += 1;
        if (worm.granted as usize) < worm.path.len() {
            self.go_on(number, &worm, now);
        }
        let (before, released) = (worm.released, self.course(number, &worm).hops_with_releases());
        worm.released = released;
        self.progress[number as usize] = worm;
        for hop in before + 1..=released {
            let (channel, time) =
                (worm.path[hop as usize - 1], self.course(number, &worm).released(hop));
            if self.channels.release(channel, time) {
                if time > now {
                    self.events.push(time, Event::Release(channel));
                } else {
                    free.push(channel);
                }
            }
        }
        if worm.is_awaited {
            self.tell(number);
        }
    }

    /// The addresses in front of a worm after so many hops.
    fn addresses_left(&self, number: u32, hops: u32) -> usize {
        if self.timing.is_even() {
            return 0;
        }
        let destinations = &self.worms[number as usize].destinations;
        destinations.len() - destinations.partition_point(|&destination| destination <= hops)
    }

    /// The front of a worm is let go to where it waits for its next channel.
    fn go_on(&mut self, number: u32, worm: &Progress, now: u64) {
        if self.timing.is_even() {
            self.events.arrive(now + self.timing.hop(), number);
            return;
        }
        let track = self.course(number, worm).track;
        let way = track.stop(worm.granted) - track.stop(worm.granted - 1);
        self.events.push(now + way, Event::Request(number));
    }

    /// Tells the worms that wait for a worm's deliveries when they come, as far as that is settled.
    fn tell(&mut self, number: u32) {
        let worm = self.progress[number as usize];
        let settled = self.course(number, &worm).hops_with_tails();
        while let Some((hops, waiting)) = self.dependencies.tell(number, settled) {
            let delivery = self.course(number, &worm).arrival(hops, worm.flits - 1);
            let start = &mut self.progress[waiting as usize].start;
            *start = delivery.max(*start);
            if self.dependencies.waits_for_nothing(waiting) {
                let request = self.start(waiting);
                self.events.push(request, Event::Request(waiting));
            }
        }
    }

    /// When nothing happens any more: what worms wait for that have not arrived.
    pub(super) fn deadlock(&self) -> Option<Deadlock> {
        let stuck = self.progress.iter().enumerate().filter_map(|(worm, progress)| {
            let &channel = progress.path.get(progress.granted as usize)?;
            // A worm that has not started waits for deliveries, and holds nothing that others wait for.
            if !self.dependencies.waits_for_nothing(worm as u32) {
                return None;
            }
            let resource = Resource::Channel(channel);
            let wait = Wait { worm, resource, since: progress.requested };
            let holder = self.channels.holder(channel)?;
            Some(Stuck { wait, holders: vec![holder as usize] })
        });
        first_deadlock(self.worms.len(), &stuck.collect::<Vec<_>>())
    }

    fn into_outcome(self) -> Outcome {
        Outcome {
            starts: self.progress.iter().map(|worm| worm.start).collect(),
            flits: self.progress.iter().map(|worm| worm.flits).collect(),
            channels: self.channels.into_usage(),
            ways: Ways::Pipelined(Courses::of_all(
                self.timing,
                self.tracks,
                (self.worms, self.grants),
            )),
            ports: Vec::new(),
        }
    }

    /// The courses of all worms, as far as they came.
    pub(super) fn into_courses(self) -> Courses {
        Courses::of_all(self.timing, self.tracks, (self.worms, self.grants))
    }
}
