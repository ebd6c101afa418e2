//! Bounds how likely some set of packets is to meet few groups: Lemma 2.

use super::question::StoredWords;
use crate::logarithm::{ln_binomial, ln_ratio, upper_sum};

/// Rounds with one number of tiles, and what each of them can serve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// Packets, n.
    pub(super) nodes: u64,
    /// Tiles, and so groups: a divisor of n.
    pub(super) tiles: u64,
    /// Rounds, R ≥ 1.
    pub(super) rounds: u64,
    /// Packets that a visit takes for a block, if there are as many: α times the nodes of the block.
    pub(super) capacity: u64,
    /// Where the places of the packets come from.
    pub(super) words: StoredWords,
}

impl Window {
    /// The most packets that can be alive for a block after the rounds if `alive` were before, unless the permutations
    /// are among a share of at most e^`threshold`; and the logarithm of a bound on that share.
    pub(super) fn left(&self, alive: u64, threshold: f64) -> (u64, f64) {
        // Each round serves as many as the capacity, or all.
        let certain = alive.saturating_sub(self.capacity * self.rounds);
        // Invariant: sets of `good` packets meet too few groups rarely enough; K < R there at first, so never.
        let (mut good, mut bad) = (certain + 1, 0);
        while good - bad > 1 {
            let size = bad + (good - bad) / 2;
            if self.ln_failure(alive, size) <= threshold { good = size } else { bad = size }
        }
        let chance = self.left_unless(good);
        if chance < certain {
            (chance, self.ln_failure(alive, good))
        } else {
            (certain, f64::NEG_INFINITY)
        }
    }

    /// The most packets without `size` among them of which the lemma speaks.
    pub(super) fn left_unless(&self, size: u64) -> u64 {
        match self.words {
            StoredWords::All => size - 1,
            StoredWords::One => self.rounds.next_power_of_two() * (size - 1),
        }
    }

    /// An upper bound on the logarithm of the chance that some set of `size` packets, alive for a block all along and
    /// `alive` packets at first, meets no more groups than the counting lemma lets it.
    pub(super) fn ln_failure(&self, alive: u64, size: u64) -> f64 {
        let met = (alive - size) / self.capacity;
        if met < self.rounds {
            // It meets a group in every round.
            return f64::NEG_INFINITY;
        }
        if met >= self.rounds * self.tiles {
            return f64::INFINITY;
        }
        match self.words {
            StoredWords::All => self.product(size, met).min(self.compositions(size, met)),
            StoredWords::One => self.rotated(size, met),
        }
    }

    /// C(n,σ) C(Rc',K) (K/Rc')^(Rσ), the closed form.
    fn product(&self, size: u64, met: u64) -> f64 {
        upper_sum(&self.factors(size, met))
    }

    /// The same where the entries of one permutation serve all rounds: Rσ of them, one after the other, fall where they must.
    fn rotated(&self, size: u64, met: u64) -> f64 {
        let entries = self.rounds * size;
        if entries >= self.nodes {
            return f64::INFINITY;
        }
        let [sets, places, fit] = self.factors(size, met);
        upper_sum(&[sets, places, fit, ln_distinct(entries, self.nodes)])
    }

    fn factors(&self, size: u64, met: u64) -> [f64; 3] {
        let places = self.rounds * self.tiles;
        let entries = self.rounds * size;
        [
            ln_binomial(self.nodes, size),
            ln_binomial(places, met),
            entries as f64 * ln_ratio(met, places),
        ]
    }

    /// C(n,σ) times the number of ways to share out K groups over the rounds, times the greatest product over the rounds of f(k) =
    /// C(c',k) C(kn/c',σ)/C(n,σ): since f is log-concave, the one for shares that are equal or one apart.
    fn compositions(&self, size: u64, met: u64) -> f64 {
        let (rounds, group) = (self.rounds, self.nodes / self.tiles);
        let (few, longer) = (met / rounds, met % rounds);
        let mut terms = vec![
            -((rounds - 1) as f64) * ln_binomial(self.nodes, size),
            ln_binomial(met - 1, rounds - 1),
        ];
        for (groups, times) in [(few, rounds - longer), (few + 1, longer)] {
            if times > 0 {
                let inside = ln_binomial(groups * group, size);
                if inside == f64::NEG_INFINITY {
                    // So few groups do not hold as many packets.
                    return inside;
                }
                terms.push(times as f64 * (ln_binomial(self.tiles, groups) + inside));
            }
        }
        upper_sum(&terms)
    }
}

/// No less than the logarithm of n^s / (n)_s, for s < n: (1 − s/n)^(−(s − 1)/2), since −ln(1 − t/n) is convex in t.
pub(super) fn ln_distinct(entries: u64, nodes: u64) -> f64 {
    -(entries as f64 - 1.0) / 2.0 * ln_ratio(nodes - entries, nodes)
}
