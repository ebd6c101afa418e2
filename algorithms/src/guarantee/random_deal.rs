//! Bounds what a phase with random groups leaves for a block: the theorem of `docs/certified.md`.

use std::f64::consts::PI;
use std::iter::successors;

/// What sums are taken to be greater by, relative to them, than they are computed: more than the rounding of 2^20 products of
/// three factors each, in which a sum of up to so many weights errs.
const ROUNDING: f64 = 1e-9;

/// What is added for each packet and unit of damping, since there numbers of that size are subtracted from each other.
const ABSOLUTE: f64 = 1e-14;

/// A term of a sum after which the rest is bounded by a geometric series.
const NEGLIGIBLE: f64 = 1e-18;

/// Weights are taken for no less, so that none is lost beside a tilt.
const LEAST_WEIGHT: f64 = 1e-290;

/// From one tilt that is tried to the next: the fourth root of 2.
const NEXT_TILT: f64 = 1.189_207_115_002_721;

/// The greatest tilt that is tried.
const MOST_TILT: f64 = 16.0;

/// Steps of the search for the damping of a tilt.
const BISECTIONS: u32 = 8;

/// Tilts that are tried after the best one.
const WORSE_TILTS: u32 = 2;

/// A deal of packets to nodes at random: by a random permutation of every column, and then one of every row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RandomDeal {
    /// Groups: the packets that come to one of so many sets of nodes each, all of equal size.
    pub(crate) groups: u64,
    /// The chance of a packet to be in a given group.
    pub(crate) chance: f64,
    /// The chance to be in none.
    pub(crate) outside: f64,
}

impl RandomDeal {
    /// The most packets that are left for a block if at most `alive` want it and every group serves `room` of them, or all. More
    /// are with a chance of at most e^`ln_failure`.
    pub(crate) fn left(self, alive: u64, room: u64, ln_failure: f64) -> u64 {
        let certain = if self.outside > 0.0 { alive } else { alive.saturating_sub(room) };
        if certain == 0 || self.groups == 1 && self.outside <= 0.0 {
            return certain;
        }
        let growth = Growth::of(self, alive as f64, room as f64);
        // The least number with a chance that is small enough, by each tilt: P[L ≥ l] ≤ (M(θ) − 1)/(e^(θl) − 1); by θ → 0 first.
        let at_once = growth.mean() * (-ln_failure).exp();
        let number = |ln: f64, tilt: f64| ln_of_ratio(ln * (1.0 + ROUNDING), ln_failure) / tilt;
        let (tilt, apart) =
            least(growth.least_tilt(), NEXT_TILT, |tilt| number(growth.ln_apart(tilt), tilt));
        let (_, together) =
            least(tilt, NEXT_TILT * NEXT_TILT, |tilt| number(growth.ln_together(tilt), tilt));
        let least = (at_once.min(apart).min(together) * (1.0 + ROUNDING)).ceil();
        if least > certain as f64 { certain } else { (least as u64).saturating_sub(1) }
    }
}

/// The least of a function from a tilt on, each the one before times `next`, and the tilt where it is: until it has grown for a while.
fn least(first: f64, next: f64, of: impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut best, mut tilt, mut worse) = ((first, f64::INFINITY), first, 0);
    while tilt < MOST_TILT && worse < WORSE_TILTS {
        let found = of(tilt);
        if found < best.1 {
            (best, worse) = ((tilt, found), 0);
        } else {
            worse += 1;
        }
        tilt *= next;
    }
    best
}

/// ln(1 + (e^g − 1)/δ), for the logarithm of δ.
fn ln_of_ratio(growth: f64, ln_failure: f64) -> f64 {
    if growth > 1.0 {
        // What is left out of e^g − 1 + δ is below e^g.
        return growth - ln_failure;
    }
    (growth.exp_m1() * (-ln_failure).exp()).ln_1p()
}

/// What is expected of the number L that is left where packets choose their groups alone: ln E[e^(θL)], or somewhat more.
struct Growth {
    deal: RandomDeal,
    alive: f64,
    room: f64,
    /// The packets of a group.
    group: Beyond,
    /// −ln P[X = alive] for a Poisson distributed X of this mean.
    ln_total: f64,
}

impl Growth {
    fn of(deal: RandomDeal, alive: f64, room: f64) -> Self {
        let group = Beyond::new(Numbers::binomial(alive, deal.chance), room);
        // Stirling, with the first term of its series, which is greater.
        let ln_total = 0.5 * (2.0 * PI * alive).ln() + 1.0 / (12.0 * alive);
        Self { deal, alive, room, group, ln_total }
    }

    /// E[L], or somewhat more.
    fn mean(&self) -> f64 {
        let groups = self.deal.groups as f64 * self.group.mean();
        (groups + self.alive * self.deal.outside) * (1.0 + ROUNDING)
    }

    /// A tilt below those that matter.
    fn least_tilt(&self) -> f64 {
        0.25 / (self.room * self.deal.groups as f64 + self.alive * self.deal.outside).sqrt()
    }

    /// As if groups did not depend on each other: their numbers are negatively associated.
    fn ln_apart(&self, tilt: f64) -> f64 {
        let outside = self.alive * self.deal.outside * tilt.exp_m1();
        self.deal.groups as f64 * self.group.growth(tilt).ln_1p() + outside
    }

    /// As if they were Poisson distributed with a sum that counts e^(−ζ·(sum − alive)), and in truth is `alive`: for any ζ ≥ 0.
    fn ln_together(&self, tilt: f64) -> f64 {
        let (mut low, mut high) = (0.0, tilt);
        let mut least = f64::INFINITY;
        for _ in 0..BISECTIONS {
            let damping = f64::midpoint(low, high);
            let (ln, falls) = self.ln_damped(tilt, damping);
            least = least.min(ln);
            if falls { low = damping } else { high = damping }
        }
        least + self.ln_total
    }

    /// That for some ζ, and whether it falls there.
    fn ln_damped(&self, tilt: f64, damping: f64) -> (f64, bool) {
        let (share, mean) = ((-damping).exp(), self.alive * self.deal.chance);
        let (groups, outside) = (self.deal.groups as f64, self.alive * self.deal.outside);
        let group = Beyond::new(Numbers::poisson(mean * share), self.room);
        let (growth, slope) = (group.growth(tilt), group.growth_of_sum(tilt));
        let out = outside * (tilt - damping).exp();
        let ln = self.alive * damping
            + groups * (mean * (-damping).exp_m1() + growth.ln_1p())
            + (out - outside)
            + ABSOLUTE * self.alive * damping;
        let sum = groups * (mean * share + slope) / (1.0 + growth) + out;
        (ln, sum > self.alive)
    }
}

/// A number that is binomially distributed, or Poisson.
#[derive(Clone, Copy)]
struct Numbers {
    /// The greatest.
    most: f64,
    mean: f64,
    /// The chance of 1 beside that of 0.
    slope: f64,
}

impl Numbers {
    /// Of `packets` of which each is there with this chance, between 0 and 1.
    fn binomial(packets: f64, chance: f64) -> Self {
        Self { most: packets, mean: packets * chance, slope: packets * chance / (1.0 - chance) }
    }

    fn poisson(mean: f64) -> Self {
        Self { most: f64::INFINITY, mean, slope: mean }
    }

    /// The chance of `number` + 1 beside that of `number`: less for greater ones.
    fn factor(self, number: f64) -> f64 {
        (1.0 - number / self.most) * self.slope / (number + 1.0)
    }

    /// The chance of a number, or somewhat more: of the sum of all weights what is negligible is left out.
    fn chance(self, number: f64) -> f64 {
        let middle = self.mean.floor().min(self.most);
        // Numbers from the middle on with their weights, if that of the middle is 1.
        let up = || {
            successors(Some((middle, 1.0)), |&(at, weight)| {
                (at < self.most).then(|| (at + 1.0, weight * self.factor(at)))
            })
        };
        let down = || {
            successors(Some((middle, 1.0)), |&(at, weight)| {
                (at > 0.0).then(|| (at - 1.0, weight / self.factor(at - 1.0)))
            })
        };
        let counts = |&(_, weight): &(f64, f64)| weight > NEGLIGIBLE;
        let all: f64 =
            up().take_while(counts).chain(down().skip(1).take_while(counts)).map(|of| of.1).sum();
        let is_there = |&(_, weight): &(f64, f64)| weight > 0.0;
        let found = if number >= middle {
            up().take_while(is_there).find(|&(at, _)| at >= number)
        } else {
            down().take_while(is_there).find(|&(at, _)| at <= number)
        };
        found.map_or(0.0, |(_, weight)| weight) / all
    }
}

/// The part of such a distribution that is beyond a room.
struct Beyond {
    numbers: Numbers,
    room: f64,
    /// The chance of one more than the room, or somewhat more.
    first: f64,
}

impl Beyond {
    fn new(numbers: Numbers, room: f64) -> Self {
        Self { numbers, room, first: numbers.chance(room + 1.0) }
    }

    /// Σ P[X = room + k]·f(k) over k ≥ 1, or somewhat more, where f(k + 1) ≤ `most`·f(k).
    fn sum(&self, most: f64, mut of: impl FnMut(f64) -> f64) -> f64 {
        let (mut number, mut sum) = (self.room + 1.0, 0.0);
        let mut weight = self.first.max(LEAST_WEIGHT);
        while number <= self.numbers.most && sum < f64::INFINITY {
            let term = weight * of(number - self.room);
            sum += term;
            let factor = self.numbers.factor(number);
            let ratio = factor * most;
            let is_little = term <= NEGLIGIBLE * sum || weight <= LEAST_WEIGHT;
            if ratio < 0.9 && is_little {
                return sum + term * ratio / (1.0 - ratio);
            }
            weight = (weight * factor).max(LEAST_WEIGHT);
            number += 1.0;
        }
        sum
    }

    /// E[(X − room)⁺].
    fn mean(&self) -> f64 {
        // k + 1 ≤ 2k.
        self.sum(2.0, |beyond| beyond)
    }

    /// E[e^(θ(X − room)⁺)] − 1.
    fn growth(&self, tilt: f64) -> f64 {
        let mut grown = Grown::new(tilt);
        self.sum(grown.most, |_| grown.next())
    }

    /// E[X·e^(θ(X − room)⁺)] − E[X], about: it only guides a search.
    fn growth_of_sum(&self, tilt: f64) -> f64 {
        let mut grown = Grown::new(tilt);
        self.sum(2.0 * grown.most, |beyond| (self.room + beyond) * grown.next())
    }
}

/// e^(θk) − 1 for k = 1, 2 and so on, by sums of positive numbers alone.
struct Grown {
    now: f64,
    factor: f64,
    step: f64,
    /// Each is at most so many times the one before: (e^(θk) − 1)·e^θ + e^θ − 1 ≤ (e^(θk) − 1)(e^θ + 1).
    most: f64,
}

impl Grown {
    fn new(tilt: f64) -> Self {
        Self { now: 0.0, factor: tilt.exp(), step: tilt.exp_m1(), most: tilt.exp() + 1.0 }
    }

    fn next(&mut self) -> f64 {
        self.now = self.now * self.factor + self.step;
        self.now
    }
}
