//! Looks at a network once everything of a nanosecond is done.

use super::moves::Network;
use super::{Circle, Place};
use std::collections::BTreeMap;

/// For what each worm waits, and since when; who is in which lane.
pub(super) type Situation = (Vec<Option<(Place, u64)>>, BTreeMap<Place, Vec<Option<usize>>>);

impl Network<'_> {
    /// Counts who is where and who waits.
    pub(super) fn look(&mut self) {
        for (channel, sight) in self.sight.channels.iter_mut().enumerate() {
            let place = Place::Channel(channel as u32);
            let waiting =
                self.states.iter().filter(|s| s.wait.is_some_and(|(p, ..)| p == place)).count();
            sight.held += self.lanes[&place].iter().flatten().count() as u64;
            sight.blocked += waiting as u64;
            sight.longest_queue = sight.longest_queue.max(waiting as u32);
        }
        let waits = self.states.iter().filter_map(|state| state.wait);
        let for_ports = waits.filter(|(place, ..)| !matches!(place, Place::Channel(_)));
        self.sight.waited_for_ports += for_ports.count() as u64;
        let waits =
            self.states.iter().map(|state| state.wait.map(|(place, since, _)| (place, since)));
        self.seen.push((waits.collect(), self.lanes.clone()));
    }

    /// The first nanosecond from which on some worms waited for each other to the end, and a circle of them.
    pub(super) fn closed(&self) -> Option<(u64, Circle)> {
        let circles = (0..).zip(&self.seen).map(|(time, then)| Some((time, self.circle(then)?)));
        circles.flatten().next()
    }

    /// Worms that wait for each other from a situation to the end: the largest set in which each waits for a place whose lanes worms of the
    /// set have all. Of the circles from each to who has the first lane of what it waits for, the one with the lowest worm.
    fn circle(&self, (waits, lanes): &Situation) -> Option<Circle> {
        let (last_waits, last_lanes) = self.seen.last()?;
        let mut set: Vec<usize> = (0..self.worms.len()).collect();
        loop {
            let is_shut_in = |worm: &usize| {
                waits[*worm].is_some_and(|(place, _)| {
                    let all_in =
                        lanes[&place].iter().all(|lane| lane.is_some_and(|has| set.contains(&has)));
                    waits[*worm] == last_waits[*worm]
                        && lanes[&place] == last_lanes[&place]
                        && all_in
                })
            };
            let fewer: Vec<usize> = set.iter().copied().filter(is_shut_in).collect();
            if fewer.len() == set.len() {
                break;
            }
            set = fewer;
        }
        let wait = |worm: usize| {
            let (place, since) = waits[worm].expect("all in the set wait");
            (worm, place, since)
        };
        set.iter().find_map(|&first| {
            let mut circle = vec![wait(first)];
            // Whoever comes back to the first does so after no more steps than there are worms.
            for _ in 0..set.len() {
                let (_, place, _) = circle[circle.len() - 1];
                match lanes[&place][0].expect("all lanes are someone's") {
                    worm if worm == first => return Some(circle),
                    worm => circle.push(wait(worm)),
                }
            }
            None
        })
    }
}
