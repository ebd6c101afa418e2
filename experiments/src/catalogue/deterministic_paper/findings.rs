//! Says what a run of the paper's deterministic algorithm found.

use super::super::findings::{Findings, one_after_another, visits};
use crate::readable::{grouped, significant};
use meshcast_algorithms::{AlphaIs, DeterministicPaperPhase, DeterministicPaperRun};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct Found {
    /// Replicas of a packet, and migrations of an iteration.
    instances: usize,
    alpha: usize,
    /// Whether α was given, is certified, is enough for almost all permutations, or the default since nothing is certain.
    alpha_is: &'static str,
    /// Whether λ constrains nothing, since there are more replicas of a packet than tiles.
    vacuous: bool,
    classes: usize,
    /// The most phases of a class. The next lists have an entry for each.
    phases: usize,
    /// Of all classes together.
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// The most packets alive for a block after a phase, and how many there can be; null if nothing is certain.
    alive: Vec<u32>,
    alive_at_most: Vec<Option<u32>>,
    /// Lemma 4 as the paper has it: c/(r·bⁱ⁻¹) packets after phase i.
    lemma_4: Vec<f64>,
    /// Whether the bound is 0 since every group is served whole, whatever the expansion.
    groups_served_whole: Vec<bool>,
    /// The first phase of a class in which more were alive than there can be.
    #[serde(skip)]
    broken_bound: Option<DeterministicPaperPhase>,
    /// Migrations of a visit.
    migrations: Vec<usize>,
    /// Rows and columns of the grid of tiles, and of the largest block, for the congestion or for every guess.
    tiles: Vec<(usize, usize)>,
    blocks: Vec<(usize, usize)>,
    /// Whether c ≥ log₂⁴ n, as the theorem supposes.
    in_range: bool,
    /// Whether the packets toured the whole mesh instead.
    fallback: bool,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<DeterministicPaperRun> for Found {
    fn from(run: DeterministicPaperRun) -> Self {
        let of = |phase: usize| run.phases.iter().filter(move |found| found.phase == phase);
        let numbers = || 0..run.most_phases();
        let used = run.phases.iter().map(|phase| phase.guess + 1).max().unwrap_or(0);
        let used = &run.guesses[..used];
        let bound = |phase| {
            let bounds = of(phase).map(|found| found.bound).collect::<Option<Vec<u32>>>();
            bounds.and_then(|bounds| bounds.into_iter().max())
        };
        let most = |of_classes: &mut dyn Iterator<Item = f64>| of_classes.fold(0.0, f64::max);
        Self {
            instances: run.instances,
            alpha: run.alpha,
            alpha_is: match run.alpha_is {
                AlphaIs::Given => "given",
                AlphaIs::Certified => "certified",
                AlphaIs::Likely => "union-bound",
                AlphaIs::Default => "default",
            },
            vacuous: run.vacuous,
            classes: run.classes(),
            phases: run.most_phases(),
            leftovers: numbers().map(|phase| of(phase).map(|found| found.left).sum()).collect(),
            leftovers_are: "deliveries",
            alive: numbers().filter_map(|phase| of(phase).map(|found| found.alive).max()).collect(),
            alive_at_most: numbers().map(bound).collect(),
            lemma_4: numbers()
                .map(|phase| most(&mut of(phase).map(|found| found.lemma_4)))
                .collect(),
            groups_served_whole: numbers()
                .map(|phase| of(phase).all(|found| found.serves_all))
                .collect(),
            broken_bound: run.broken_bound().copied(),
            migrations: numbers()
                .filter_map(|phase| of(phase).map(|found| found.migrations).max())
                .collect(),
            tiles: used.iter().map(|guess| guess.tiles).collect(),
            blocks: used.iter().map(|guess| guess.block).collect(),
            in_range: run.in_range,
            fallback: run.fallback,
            guesses: if run.knows_congestion {
                Vec::new()
            } else {
                used.iter().map(|guess| guess.congestion).collect()
            },
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let &Self { instances, alpha, classes, phases, fallback, ref tiles, .. } = self;
        if fallback && phases == 0 {
            return "c > n/16: hamiltonian in its place".to_owned();
        }
        let classes = match classes {
            1 => "1 class".to_owned(),
            _ => format!("{} classes", grouped(classes as u64)),
        };
        let whole = if fallback { ", a guess above n/16: hamiltonian for the rest" } else { "" };
        let visits = visits(tiles, phases);
        format!("r = {instances}, alpha = {alpha}, {classes} of up to {visits}{whole}")
    }

    fn phases(&self) -> Option<usize> {
        Some(self.phases)
    }

    fn leftovers(&self) -> Option<(&[u32], &'static str)> {
        Some((&self.leftovers, self.leftovers_are))
    }

    fn guesses(&self) -> &[usize] {
        &self.guesses
    }

    fn idle_flags(&self, _: usize) -> &'static [&'static str] {
        if self.phases == 0 {
            &["--instances", "--alpha", "--marking", "--permutations"]
        } else {
            &[]
        }
    }

    fn complaint(&self) -> Option<String> {
        let &DeterministicPaperPhase { class, phase, alive, bound, .. } =
            self.broken_bound.as_ref()?;
        let most = bound?;
        let after = format!("phase {} of class {}", phase + 1, class + 1);
        let bound = format!("at most {most} packets alive for a block after {after}");
        Some(format!("expected {bound}, found {alive}"))
    }

    /// What replicas are certain of, and came to.
    fn lines(&self) -> Vec<(&'static str, String)> {
        if self.phases == 0 {
            return Vec::new();
        }
        let source = match self.alpha_is {
            "given" => "as given",
            "certified" => "the least with which Lemma 4 is certain",
            "union-bound" => "the least for all but 2^-20 of permutations",
            _ => "by default, since nothing is certain",
        };
        let mut lines = vec![("alpha", source.to_owned())];
        let vacuous = || ("expansion", "none: r > c, lambda constrains nothing".to_owned());
        lines.extend(self.vacuous.then(vacuous));
        let alive = one_after_another(self.alive.iter().map(|&alive| alive.into()));
        let bounds = self.alive_at_most.iter().zip(&self.groups_served_whole);
        let bounds = bounds.map(|bound| match bound {
            (_, true) => "0 since every group is served whole".to_owned(),
            (Some(most), false) => format!("{} by Lemma 4", grouped((*most).into())),
            (None, false) => "nothing is certain".to_owned(),
        });
        let bounds = bounds.collect::<Vec<_>>().join(", then ");
        lines.push(("alive", format!("{alive} packets for a block at most; {bounds}")));
        let written: Vec<String> = self.lemma_4.iter().map(|&most| significant(most)).collect();
        let written = written.join(", then ");
        lines.push(("lemma 4", format!("c/(r b^(i-1)) = {written} after phase i")));
        if !self.in_range {
            lines.push(("range", "c < log^4 n: outside that of Theorem 4".to_owned()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::DeterministicPaperGuess;

    #[test]
    fn a_bound_that_one_class_breaks_is_not_hidden_by_another() {
        let phase = |class, alive, bound| {
            let (guess, begins, phase, left) = (0, true, 0, 9);
            let (migrations, serves_all) = (4, false);
            DeterministicPaperPhase {
                class,
                guess,
                begins,
                phase,
                migrations,
                serves_all,
                left,
                alive,
                bound,
                lemma_4: 4.0 / 3.0,
            }
        };
        let guess = DeterministicPaperGuess { congestion: 4, tiles: (2, 2), block: (2, 4) };
        let complaint = |phases: Vec<DeterministicPaperPhase>| {
            let run = DeterministicPaperRun {
                fallback: false,
                instances: 3,
                alpha: 4,
                alpha_is: AlphaIs::Certified,
                vacuous: false,
                in_range: false,
                knows_congestion: true,
                guesses: vec![guess],
                phases,
            };
            Found::from(run).complaint()
        };
        assert_eq!(complaint(vec![phase(0, 5, Some(5)), phase(1, 9, None)]), None);
        let broken = [phase(0, 5, None), phase(1, 6, Some(5)), phase(2, 3, Some(7))];
        let expected =
            "expected at most 5 packets alive for a block after phase 1 of class 2, found 6";
        assert_eq!(complaint(broken.to_vec()).as_deref(), Some(expected));
    }
}
