//! Lets worms start that wait for deliveries, once these are known.

use super::{Delivery, Start, Worm, WormholeError};

/// Somebody waits for a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Awaited {
    /// After how many hops of the worm that brings it.
    hops: u32,
    /// The worm that waits.
    by: u32,
}

/// What worms wait for before they start.
pub(super) struct Dependencies {
    /// What others await of each worm, in the order of its hops.
    awaited: Vec<Vec<Awaited>>,
    /// How many of these have been told.
    told: Vec<u32>,
    /// How many deliveries each worm still waits for.
    pending: Vec<u32>,
}

impl Dependencies {
    /// # Errors
    /// A delivery that there is not, or starts after each other.
    pub(super) fn new(worms: &[Worm]) -> Result<Self, WormholeError> {
        let mut awaited = vec![Vec::new(); worms.len()];
        let mut pending = vec![0; worms.len()];
        for (number, worm) in worms.iter().enumerate() {
            for &delivery in deliveries(worm) {
                let Delivery { worm: other, hops } = delivery;
                if worms
                    .get(other)
                    .is_none_or(|other| other.destinations.binary_search(&hops).is_err())
                {
                    return Err(WormholeError::NoSuchDelivery { worm: number, delivery });
                }
                awaited[other].push(Awaited { hops, by: number as u32 });
                pending[number] += 1;
            }
        }
        for awaited in &mut awaited {
            awaited.sort_unstable();
        }
        let starts = Self { awaited, told: vec![0; worms.len()], pending };
        match starts.cycle(worms) {
            Some(worms) => Err(WormholeError::StartsInACycle { worms }),
            None => Ok(starts),
        }
    }

    /// Worms that wait for nothing before they start.
    pub(super) fn first(&self) -> impl Iterator<Item = u32> {
        (0..self.pending.len() as u32).filter(|&worm| self.waits_for_nothing(worm))
    }

    pub(super) fn waits_for_nothing(&self, worm: u32) -> bool {
        self.pending[worm as usize] == 0
    }

    /// Whether somebody waits for a delivery of a worm.
    pub(super) fn is_awaited(&self, worm: u32) -> bool {
        !self.awaited[worm as usize].is_empty()
    }

    /// The next delivery of a worm that is awaited and has not been told, if it is after at most so many hops: the hops and
    /// who waits. It has been told now.
    pub(super) fn tell(&mut self, worm: u32, hops: u32) -> Option<(u32, u32)> {
        let told = &mut self.told[worm as usize];
        let awaited = *self.awaited[worm as usize].get(*told as usize)?;
        if awaited.hops > hops {
            return None;
        }
        *told += 1;
        self.pending[awaited.by as usize] -= 1;
        Some((awaited.hops, awaited.by))
    }

    /// Worms that wait for each other's deliveries, each for one of the next.
    fn cycle(&self, worms: &[Worm]) -> Option<Vec<usize>> {
        let mut pending = self.pending.clone();
        let mut settled: Vec<u32> = self.first().collect();
        while let Some(worm) = settled.pop() {
            for awaited in &self.awaited[worm as usize] {
                let pending = &mut pending[awaited.by as usize];
                *pending -= 1;
                if *pending == 0 {
                    settled.push(awaited.by);
                }
            }
        }
        // Whoever is left waits for somebody who is left.
        let unsettled = |worm: usize| pending[worm] > 0;
        let next = |worm: usize| {
            deliveries(&worms[worm])
                .iter()
                .map(|delivery| delivery.worm)
                .find(|&other| unsettled(other))
        };
        let mut walk = vec![(0..worms.len()).find(|&worm| unsettled(worm))?];
        let mut places = vec![usize::MAX; worms.len()];
        loop {
            let last = walk[walk.len() - 1];
            if places[last] != usize::MAX {
                walk.pop();
                walk.drain(..places[last]);
                let lowest = (0..walk.len()).min_by_key(|&place| walk[place])?;
                walk.rotate_left(lowest);
                return Some(walk);
            }
            places[last] = walk.len() - 1;
            walk.push(next(last)?);
        }
    }
}

fn deliveries(worm: &Worm) -> &[Delivery] {
    match &worm.start {
        Start::At(_) => &[],
        Start::After { deliveries, .. } => deliveries,
    }
}
