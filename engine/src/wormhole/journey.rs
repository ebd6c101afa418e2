//! Says where the flits of one worm were, and when.

use super::outcome::HopTimes;
use super::pipelined::Course;

/// What happened to a worm. Hops are counted from 1: after the i-th the flit is at the end of the i-th channel of the path.
#[derive(Clone, Copy, Debug)]
pub struct Journey<'a> {
    start: u64,
    flits: u32,
    way: Way<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Way<'a> {
    Pipelined(Course<'a>),
    /// Hop by hop, and hop by hop for every flit if that was noted.
    Noted(&'a [HopTimes], Option<&'a [u64]>),
}

impl<'a> Journey<'a> {
    pub(super) fn along(start: u64, course: Course<'a>) -> Self {
        Self { start, flits: course.flits, way: Way::Pipelined(course) }
    }

    pub(super) fn noted(
        start: u64,
        flits: u32,
        (hops, arrivals): (&'a [HopTimes], Option<&'a [u64]>),
    ) -> Self {
        Self { start, flits, way: Way::Noted(hops, arrivals) }
    }

    /// When it started; its start-up comes after that.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// When the channel of a hop was granted.
    ///
    /// # Panics
    /// If the path has no such hop.
    pub fn granted(&self, hop: u32) -> u64 {
        match self.way {
            Way::Pipelined(course) => course.granted(hop),
            Way::Noted(hops, _) => hops[hop as usize - 1].granted,
        }
    }

    /// When a flit of the message arrived after so many hops.
    ///
    /// # Panics
    /// If there is no such flit, or the path has fewer hops, or flits moved one by one and the run did not
    /// [note them](super::Routers::noting_flits).
    pub fn arrival(&self, hops: u32, flit: u32) -> u64 {
        assert!(
            flit < self.flits && (1..=self.hops()).contains(&hops),
            "a flit and a hop of the worm"
        );
        match self.way {
            Way::Pipelined(course) => course.arrival(hops, flit),
            Way::Noted(_, arrivals) => {
                let arrivals = arrivals.expect("flits were noted");
                arrivals[(hops as usize - 1) * self.flits as usize + flit as usize]
            }
        }
    }

    /// When the front of the worm arrived after so many hops: the first address that was left, or flit 0.
    ///
    /// # Panics
    /// If the path has fewer hops.
    pub fn header(&self, hops: u32) -> u64 {
        match self.way {
            Way::Pipelined(course) => course.header(hops),
            Way::Noted(times, _) => times[hops as usize - 1].header,
        }
    }

    /// When the last flit arrived after so many hops: the delivery to a destination there, which may wait for its port.
    ///
    /// # Panics
    /// If the path has fewer hops.
    pub fn tail(&self, hops: u32) -> u64 {
        match self.way {
            Way::Pipelined(course) => course.arrival(hops, self.flits - 1),
            Way::Noted(times, _) => times[hops as usize - 1].tail,
        }
    }

    /// When the last flit arrived at the last destination.
    pub fn completion(&self) -> u64 {
        self.tail(self.hops())
    }

    /// When the channel of a hop was free again.
    ///
    /// # Panics
    /// If the path has no such hop.
    pub fn released(&self, hop: u32) -> u64 {
        match self.way {
            Way::Pipelined(course) => course.released(hop),
            Way::Noted(times, _) => times[hop as usize - 1].released,
        }
    }

    fn hops(&self) -> u32 {
        match self.way {
            Way::Pipelined(course) => course.hops,
            Way::Noted(times, _) => times.len() as u32,
        }
    }
}
