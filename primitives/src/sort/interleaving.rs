//! Interleaves the steps of two sorts that run at the same time on different packets.

use super::stretch::Stretch;
use std::collections::BTreeMap;

/// Which of two sorts make their next steps, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) acts: [bool; 2],
    pub(crate) steps: u64,
}

/// The turns in which two sorts take the fewest steps, if they go on at once but where both use links along the same lines.
///
/// To go on together where that is possible never costs more: of a plan in which one of the two waits there, take the one that has it go on
/// and wait later instead. Where it is not possible, one sort goes on alone until the stretch that clashes has ended: to let it go on
/// for a part of that stretch, then the other one to the end of its own, is no better than the other way round. So there are two
/// choices at each such place, and the best of both is searched.
pub(crate) fn turns(sorts: [&[Stretch]; 2]) -> Vec<Turn> {
    let mut search = Search { sorts, known: BTreeMap::new() };
    let (mut at, mut turns) = ([Place::default(); 2], Vec::new());
    loop {
        let (steps, met) = search.meet(at);
        turns.push(Turn { acts: [true; 2], steps });
        let [first, second] = [0, 1].map(|sort| search.left(sort, met[sort]));
        let (acts, steps, next) = match (first, second) {
            (Some(_), Some(_)) => {
                let sort = search.choose(met).1;
                let (steps, next) = search.alone(sort, met);
                ([sort == 0, sort == 1], steps, next)
            }
            (None, None) => break,
            (first, _) => {
                let sort = usize::from(first.is_none());
                let (steps, next) = search.alone(sort, met);
                ([sort == 0, sort == 1], steps, next)
            }
        };
        turns.push(Turn { acts, steps });
        at = next;
    }
    turns.retain(|turn| turn.steps > 0);
    turns
}

/// How far a sort has come: whole stretches, and steps of the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    stretches: usize,
    steps: u64,
}

struct Search<'s> {
    sorts: [&'s [Stretch]; 2],
    /// The fewest steps from a place at which the two clash, and which of them then goes on alone.
    known: BTreeMap<[Place; 2], (u64, usize)>,
}

impl Search<'_> {
    /// What is left of the stretch that a sort is in.
    fn left(&self, sort: usize, at: Place) -> Option<Stretch> {
        let stretch = *self.sorts[sort].get(at.stretches)?;
        Some(Stretch { steps: stretch.steps - at.steps, ..stretch })
    }

    /// Where a sort is that goes on for so many steps, which are of one stretch.
    fn after(&self, sort: usize, at: Place, steps: u64) -> Place {
        if self.sorts[sort][at.stretches].steps == at.steps + steps {
            Place { stretches: at.stretches + 1, steps: 0 }
        } else {
            Place { steps: at.steps + steps, ..at }
        }
    }

    /// One sort goes on until its stretch ends: in so many steps, and where both are then.
    fn alone(&self, sort: usize, at: [Place; 2]) -> (u64, [Place; 2]) {
        let steps = self.left(sort, at[sort]).map_or(0, |stretch| stretch.steps);
        let mut next = at;
        next[sort] = self.after(sort, at[sort], steps);
        (steps, next)
    }

    /// Both go on until they clash or one has ended: in so many steps, and where they are then.
    fn meet(&self, mut at: [Place; 2]) -> (u64, [Place; 2]) {
        let mut steps = 0;
        while let (Some(first), Some(second)) = (self.left(0, at[0]), self.left(1, at[1]))
            && !first.clashes(second)
        {
            let both = first.steps.min(second.steps);
            steps += both;
            at = [0, 1].map(|sort| self.after(sort, at[sort], both));
        }
        (steps, at)
    }

    /// The fewest steps from where the two clash, and which of them goes on alone.
    fn choose(&mut self, at: [Place; 2]) -> (u64, usize) {
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let found = [0, 1].map(|sort| {
            let (steps, next) = self.alone(sort, at);
            (steps + self.fewest(next), sort)
        });
        let best = found[0].min(found[1]);
        self.known.insert(at, best);
        best
    }

    /// The fewest steps from anywhere.
    fn fewest(&mut self, at: [Place; 2]) -> u64 {
        let (steps, met) = self.meet(at);
        let rests = [0, 1].map(|sort| self.rest(sort, met[sort]));
        steps + if rests.contains(&0) { rests[0].max(rests[1]) } else { self.choose(met).0 }
    }

    /// The steps of a sort that are left.
    fn rest(&self, sort: usize, at: Place) -> u64 {
        self.sorts[sort][at.stretches..].iter().map(|stretch| stretch.steps).sum::<u64>() - at.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::Lines;

    /// Stretches along rows, along columns and along both, as many steps each as digits say.
    fn sort(digits: u32, kinds: u32) -> Vec<Stretch> {
        let digit = |number: u32, place: u32, base: u32| number / base.pow(place) % base;
        let stretch = |place: u32| {
            let lines = [Some(Lines::Rows), Some(Lines::Columns), None];
            let lines = lines[digit(kinds, place, 3) as usize];
            Stretch { lines, steps: u64::from(digit(digits, place, 4) + 1) }
        };
        (0..5).map(stretch).collect()
    }

    /// The fewest steps, step by step: every sort may wait at any time.
    fn step_by_step(sorts: [&[Stretch]; 2]) -> u64 {
        let steps = |sort: &[Stretch]| -> Vec<Stretch> {
            let of = |&stretch: &Stretch| (0..stretch.steps).map(move |_| stretch);
            sort.iter().flat_map(of).collect()
        };
        let [first, second] = sorts.map(steps);
        let mut fewest = vec![vec![0; second.len() + 1]; first.len() + 1];
        for i in (0..=first.len()).rev() {
            for j in (0..=second.len()).rev() {
                let [one, other] = [first.get(i), second.get(j)];
                fewest[i][j] = match (one, other) {
                    (None, None) => 0,
                    (Some(_), None) => 1 + fewest[i + 1][j],
                    (None, Some(_)) => 1 + fewest[i][j + 1],
                    (Some(one), Some(other)) => {
                        let alone = fewest[i + 1][j].min(fewest[i][j + 1]);
                        let both = if one.clashes(*other) { alone } else { fewest[i + 1][j + 1] };
                        1 + alone.min(both)
                    }
                };
            }
        }
        fewest[0][0]
    }

    #[test]
    fn no_interleaving_takes_fewer_steps() {
        for (digits, kinds) in (0..1024).flat_map(|i| [(i, i * 7919), (i * 31, i * 104_729)]) {
            let sorts = [sort(digits % 1024, kinds % 243), sort(i_of(digits), i_of(kinds) % 243)];
            let [first, second] = [&sorts[0][..], &sorts[1][..]];
            let turns = turns([first, second]);
            let steps: u64 = turns.iter().map(|turn| turn.steps).sum();
            assert_eq!(steps, step_by_step([first, second]), "{sorts:?}");
            for sort in [0, 1] {
                let made = turns.iter().filter(|turn| turn.acts[sort]).map(|turn| turn.steps);
                let all = sorts[sort].iter().map(|stretch| stretch.steps);
                assert_eq!(made.sum::<u64>(), all.sum::<u64>(), "{sorts:?}");
            }
        }
    }

    /// Another number.
    fn i_of(number: u32) -> u32 {
        number.wrapping_mul(2_654_435_761) >> 22
    }
}
