//! Draws random destinations under a cap.

use crate::draws::Draws;

/// Places 0, 1, …, each of which may be drawn at most a given number of times.
///
/// Draws are partial Fisher–Yates shuffles of the places that are still open: O(1) a destination, never a retry.
pub(super) struct Openings {
    /// The places that may still be drawn, in no order.
    open: Vec<u32>,
    /// How often each place may still be drawn.
    room: Vec<u32>,
    cap: usize,
}

impl Openings {
    /// `places` places, each open for `cap` draws.
    pub(super) fn new(places: usize, cap: usize) -> Self {
        Self { open: (0..places as u32).collect(), room: vec![cap as u32; places], cap }
    }

    /// Up to `wanted` distinct random places: fewer only where fewer are open.
    pub(super) fn take(&mut self, wanted: usize, draws: &mut Draws) -> Vec<u32> {
        let wanted = wanted.min(self.open.len());
        draws.bring_to_front(&mut self.open, wanted);
        self.close(wanted)
    }

    /// `wanted` distinct random places, drawn so that `later` more draws of `degree` places each can still be met.
    ///
    /// `later` draws of `degree` distinct places can be met if and only if Σ min(room, later) ≥ later·degree (Gale–Ryser;
    /// a place is of use to each later draw once). A place with more room than `later` keeps its term in that
    /// sum when it is drawn now, any other loses one. So at most Σ min(room, later) − later·degree of the other
    /// places may be drawn, and the rest must be such urgent ones. If this draw and the later ones can be met together
    /// beforehand, there are enough urgent places, and the invariant goes on to the next draw. While `later` is at
    /// least the cap no place is urgent; so only the last `cap` draws look at all open places.
    pub(super) fn take_sparing(
        &mut self,
        wanted: usize,
        later: usize,
        degree: usize,
        draws: &mut Draws,
    ) -> Vec<u32> {
        if later >= self.cap {
            return self.take(wanted, draws);
        }
        let mut urgent = 0;
        let mut room_later = 0;
        for place in 0..self.open.len() {
            let room = self.room[self.open[place] as usize] as usize;
            room_later += room.min(later);
            if room > later {
                self.open.swap(place, urgent);
                urgent += 1;
            }
        }
        let spare = room_later - later * degree;
        let forced = wanted.saturating_sub(spare);
        draws.bring_to_front(&mut self.open[..urgent], forced);
        draws.bring_to_front(&mut self.open[forced..], wanted - forced);
        self.close(wanted)
    }

    /// Takes one from the room of the first `count` open places and closes those that have none left.
    fn close(&mut self, count: usize) -> Vec<u32> {
        let taken = self.open[..count].to_vec();
        // Backwards: what `swap_remove` puts in a place is then settled already.
        for place in (0..count).rev() {
            let room = &mut self.room[self.open[place] as usize];
            *room -= 1;
            if *room == 0 {
                self.open.swap_remove(place);
            }
        }
        taken
    }
}

/// `messages` sets of `degree` random places of `places`, none in more than `cap` sets; the first set has `first` places.
///
/// Exact: every set has the size asked for. It exists since degree ≤ places, first ≤ degree and
/// first + (messages − 1)·degree ≤ places·min(cap, messages).
pub(super) fn deal(
    places: usize,
    cap: usize,
    messages: usize,
    (first, degree): (usize, usize),
    draws: &mut Draws,
) -> impl Iterator<Item = Vec<u32>> {
    debug_assert!(first <= degree && degree <= places);
    debug_assert!(first + (messages - 1) * degree <= places * cap.min(messages));
    let mut openings = Openings::new(places, cap);
    (0..messages).map(move |message| {
        let wanted = if message == 0 { first } else { degree };
        openings.take_sparing(wanted, messages - 1 - message, degree, draws)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(places: usize, sets: &[Vec<u32>]) -> Vec<usize> {
        let mut loads = vec![0; places];
        for set in sets {
            let mut distinct = set.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), set.len(), "a place was drawn twice for one set");
            for &place in set {
                loads[place as usize] += 1;
            }
        }
        loads
    }

    #[test]
    fn sets_that_fill_every_place_have_the_size_asked_for() {
        // Σ sizes = places·cap: no draw may go wrong.
        for (places, cap, degree) in
            [(1usize, 1, 1), (4, 3, 2), (7, 7, 7), (9, 4, 6), (10, 7, 10), (16, 15, 15)]
        {
            for seed in 0..50 {
                let messages = (places * cap).div_ceil(degree);
                let first = places * cap - (messages - 1) * degree;
                let mut draws = Draws::new(seed);
                let sets: Vec<_> =
                    deal(places, cap, messages, (first, degree), &mut draws).collect();
                assert_eq!(sets[0].len(), first);
                assert!(sets[1..].iter().all(|set| set.len() == degree));
                assert_eq!(loads(places, &sets), vec![cap; places]);
            }
        }
    }

    #[test]
    fn sets_with_room_to_spare_keep_to_the_cap() {
        for seed in 0..50 {
            let mut draws = Draws::new(seed);
            let sets: Vec<_> = deal(12, 9, 12, (7, 7), &mut draws).collect();
            assert!(sets.iter().all(|set| set.len() == 7));
            assert!(loads(12, &sets).iter().all(|&load| load <= 9));
        }
    }

    #[test]
    fn draws_beyond_the_open_places_take_what_is_left() {
        let mut draws = Draws::new(1);
        let mut openings = Openings::new(3, 2);
        let sizes: Vec<usize> = (0..4).map(|_| openings.take(5, &mut draws).len()).collect();
        assert_eq!(sizes, [3, 3, 0, 0]);
    }
}
