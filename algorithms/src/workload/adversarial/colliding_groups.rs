//! Chooses few groups that hold many messages between them.

use super::places::Places;
use crate::draws::Draws;

/// Chosen groups that a greedy step looks at for the one that is missed least.
const SAMPLE: usize = 64;
/// Moves of the annealing, for every group.
const MOVES: usize = 64;
/// Thresholds of the annealing.
const STAGES: usize = 16;

/// Messages, at least `least`, that lie in few groups: all of those that are in the same groups, as few as are found, in every
/// round.
///
/// From all groups, the one that is missed least is taken away again and again as long as `least` messages are in chosen
/// groups only: of [`SAMPLE`] random ones, so that many groups do not take their square. Then chosen groups are exchanged
/// for others at random. An exchange stands if it does not lose more messages than a threshold, which falls to nothing
/// (G. Dueck, T. Scheuer, "Threshold accepting: a general purpose optimization algorithm appearing superior to simulated
/// annealing", J. Comput. Phys. 90, 1990): an annealing that takes no floating point. When `least` messages are in chosen
/// groups only, one group fewer has to do.
pub(super) fn colliding(places: &Places, least: usize, draws: &mut Draws) -> Vec<u32> {
    let mut choice = Choice::of_all(places);
    choice.reduce(least, draws);
    let mut best = choice.messages();
    let moves = MOVES * places.groups() / STAGES;
    let mean = (least * places.rounds()).div_ceil(choice.chosen.len());
    for stage in 1..=STAGES {
        let threshold = (STAGES - stage) * mean / (2 * STAGES);
        for _ in 0..moves {
            if choice.whole >= least {
                choice.reduce(least, draws);
                best = choice.messages();
                if choice.chosen.len() == places.rounds() {
                    return best;
                }
                choice.leave(choice.least_missed(SAMPLE, draws));
            }
            choice.exchange(threshold, draws);
        }
    }
    best
}

/// Groups, and the messages that are in these only.
struct Choice<'a> {
    places: &'a Places,
    chosen: Vec<u32>,
    others: Vec<u32>,
    /// By group, whether it is chosen.
    is_chosen: Vec<bool>,
    /// By message, its groups that are not chosen.
    lacking: Vec<u32>,
    /// By group, the messages in it of which all other groups are chosen.
    pivotal: Vec<u32>,
    /// Messages of which all groups are chosen.
    whole: usize,
}

impl<'a> Choice<'a> {
    fn of_all(places: &'a Places) -> Self {
        let groups = places.groups();
        Self {
            places,
            chosen: (0..groups as u32).collect(),
            others: Vec::new(),
            is_chosen: vec![true; groups],
            lacking: vec![0; places.messages()],
            pivotal: (0..groups).map(|group| places.members(group as u32).len() as u32).collect(),
            whole: places.messages(),
        }
    }

    /// Takes groups away as long as `least` messages are left whole.
    fn reduce(&mut self, least: usize, draws: &mut Draws) {
        loop {
            let spare = self.whole - least;
            let fits = |place: &usize| self.pivotal[self.chosen[*place] as usize] as usize <= spare;
            let place = Some(self.least_missed(SAMPLE, draws))
                .filter(fits)
                .or_else(|| Some(self.least_missed(usize::MAX, draws)).filter(fits));
            match place {
                Some(place) => self.leave(place),
                None => return,
            }
        }
    }

    /// Where the group stands that is missed least, of a random `sample` of the chosen ones or of all.
    fn least_missed(&self, sample: usize, draws: &mut Draws) -> usize {
        let count = self.chosen.len();
        let missed = |place: usize| self.pivotal[self.chosen[place] as usize];
        if sample < count {
            (0..sample)
                .map(|_| draws.below(count as u32) as usize)
                .min_by_key(|&place| missed(place))
        } else {
            (0..count).min_by_key(|&place| missed(place))
        }
        .unwrap_or(0)
    }

    /// Exchanges a random chosen group for a random other one, unless more than `threshold` messages are lost by it.
    fn exchange(&mut self, threshold: usize, draws: &mut Draws) {
        if self.others.is_empty() {
            return;
        }
        let out = draws.below(self.chosen.len() as u32) as usize;
        let into = draws.below(self.others.len() as u32) as usize;
        let pivotal = |group: u32| self.pivotal[group as usize] as usize;
        // Messages in both groups are lost and not won: this is the most there is to win.
        if pivotal(self.others[into]) + threshold < pivotal(self.chosen[out]) {
            return;
        }
        let before = self.whole;
        self.leave(out);
        self.enter(into);
        if self.whole + threshold < before {
            self.leave(self.chosen.len() - 1);
            self.enter(into);
        }
    }

    /// Takes the group that stands at `place` of the chosen ones away.
    fn leave(&mut self, place: usize) {
        let group = self.chosen.swap_remove(place);
        self.others.push(group);
        self.is_chosen[group as usize] = false;
        for &message in self.places.members(group) {
            let lacking = &mut self.lacking[message as usize];
            *lacking += 1;
            match *lacking {
                1 => {
                    self.whole -= 1;
                    self.count(message, group, |pivotal| *pivotal -= 1);
                }
                2 => self.count_lacking(message, group, |pivotal| *pivotal -= 1),
                _ => {}
            }
        }
    }

    /// Chooses the group that stands at `place` of the others.
    fn enter(&mut self, place: usize) {
        let group = self.others.swap_remove(place);
        self.chosen.push(group);
        self.is_chosen[group as usize] = true;
        for &message in self.places.members(group) {
            let lacking = &mut self.lacking[message as usize];
            *lacking -= 1;
            match *lacking {
                0 => {
                    self.whole += 1;
                    self.count(message, group, |pivotal| *pivotal += 1);
                }
                1 => self.count_lacking(message, group, |pivotal| *pivotal += 1),
                _ => {}
            }
        }
    }

    /// Changes the counts of all groups of a message but `group`.
    fn count(&mut self, message: u32, group: u32, change: impl Fn(&mut u32)) {
        for &other in self.places.groups_of(message).iter().filter(|&&other| other != group) {
            change(&mut self.pivotal[other as usize]);
        }
    }

    /// Changes the counts of the groups of a message that are not chosen, but `group`.
    fn count_lacking(&mut self, message: u32, group: u32, change: impl Fn(&mut u32)) {
        for &other in self.places.groups_of(message) {
            if other != group && !self.is_chosen[other as usize] {
                change(&mut self.pivotal[other as usize]);
            }
        }
    }

    /// The messages of which all groups are chosen.
    fn messages(&self) -> Vec<u32> {
        let all = 0..self.places.messages() as u32;
        all.filter(|&message| self.lacking[message as usize] == 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted again after every change.
    #[test]
    fn counts_stay_true() {
        let draws = &mut Draws::new(3);
        for (rounds, groups) in [(1, 5), (2, 4), (4, 3)] {
            let of: Vec<usize> =
                (0..60 * rounds).map(|_| draws.below(groups as u32) as usize).collect();
            let places = Places::new(60, rounds, groups, |i, round| of[i * rounds + round]);
            let mut choice = Choice::of_all(&places);
            for _ in 0..200 {
                let leaves = draws.below(2) == 0;
                match if leaves { choice.chosen.len() } else { choice.others.len() } {
                    0 => {}
                    count if leaves => choice.leave(draws.below(count as u32) as usize),
                    count => choice.enter(draws.below(count as u32) as usize),
                }
                let absent = |message: u32| {
                    let groups = places.groups_of(message).iter();
                    groups.filter(|group| choice.others.contains(group)).copied().collect()
                };
                let absent: Vec<Vec<u32>> = (0..60).map(absent).collect();
                assert_eq!(choice.whole, absent.iter().filter(|absent| absent.is_empty()).count());
                for group in 0..places.groups() as u32 {
                    let hinges = |message: &&u32| {
                        absent[**message as usize].iter().all(|&other| other == group)
                    };
                    let expected = places.members(group).iter().filter(hinges).count();
                    assert_eq!(choice.pivotal[group as usize] as usize, expected);
                }
            }
        }
    }
}
