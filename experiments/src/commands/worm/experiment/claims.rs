//! Judges whether the sets of a run bear out what the papers claim.

use super::method::Sample;
use super::samples::Samples;
use super::trial::RULES;
use crate::commands::worm::request::wormhole;
use crate::flags::{RoutingName, WormTimesArgs};
use crate::results::verdict::Verdict;
use crate::results::worm_experiment::{Claim, Kind, MethodName};
use crate::stats::{Ratio, SignTest};

/// What the signs and the ratio say together, both with 95 % confidence. A claim is undecided where they disagree.
pub(super) fn verdict(signs: &SignTest, ratio: Option<Ratio>) -> Verdict {
    let is_decided = signs.p < 1.0 - crate::stats::CONFIDENCE;
    let interval = ratio.and_then(|ratio| ratio.low.zip(ratio.high));
    match interval {
        Some((_, high)) if is_decided && signs.faster > signs.slower && high < 1.0 => {
            Verdict::Supported
        }
        Some((low, _)) if is_decided && signs.faster < signs.slower && low > 1.0 => {
            Verdict::Refuted
        }
        _ => Verdict::Undecided,
    }
}

const GROUPINGS: &str = "Chen, Chang, Sheu";
const OPTIMA: &str = "Bouchitté, Cohen, Fleury";

/// The claims of both papers that the methods of a run can be tested for.
pub(super) fn claims(samples: &Samples, times: &WormTimesArgs) -> Vec<Claim> {
    let place = |scheme: &str, grouping: &str| {
        let strict = |name: &MethodName| name.ports != Some("free");
        let named = |name: &MethodName| name.scheme == scheme && name.grouping == grouping;
        samples.methods.iter().position(|name| named(name) && strict(name))
    };
    let groupings = ["gpg", "ppg"].map(|name| (name, place("dual-path", name)));
    let court = Court { samples, times };
    let mut claims = Vec::new();
    for &kind in &samples.kinds {
        for (name, place) in groupings {
            let Some(place) = place else { continue };
            for (rule, (_, leaders)) in RULES.into_iter().enumerate() {
                claims.push(court.beside_dual_path(
                    (format!("dual-path with {name} is faster than without"), GROUPINGS),
                    (kind, Some(leaders)),
                    |set| (set[place].times[rule], set[0].times[rule]),
                ));
            }
        }
    }
    for (name, place) in [("no groups", Some(0))].into_iter().chain(groupings) {
        let Some(place) = place.filter(|_| samples.kinds == Kind::BOTH) else { continue };
        for (rule, (_, leaders)) in
            RULES.into_iter().enumerate().take(if place == 0 { 1 } else { 2 })
        {
            claims.push(court.of_kinds(
                format!("dual-path with {name} is faster on clustered sets than on random ones"),
                (place > 0).then_some(leaders),
                |set| set[place].times[rule],
            ));
        }
    }
    for &kind in &samples.kinds {
        for (name, place) in groupings {
            let Some(place) = place else { continue };
            claims.push(court.beside_dual_path(
                (format!("dual-path with {name} takes fewer channels than without"), GROUPINGS),
                (kind, None),
                |set| (set[place].links.into(), set[0].links.into()),
            ));
        }
    }
    claims.extend(optima(&court, [place("ocms", "none"), place("otms", "none")]));
    claims
}

/// That the optima beat dual-path: OCMS and OTMS, strict, at these places, if they were tried.
fn optima(court: &Court, [ocms, otms]: [Option<usize>; 2]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for &kind in &court.samples.kinds {
        if let Some(place) = ocms {
            claims.push(court.beside_dual_path(
                ("ocms, strict, takes fewer channels than dual-path".to_owned(), OPTIMA),
                (kind, None),
                |set| (set[place].links.into(), set[0].links.into()),
            ));
        }
        if let Some(place) = otms {
            claims.push(court.beside_dual_path(
                ("otms, strict, is faster than dual-path".to_owned(), OPTIMA),
                (kind, None),
                |set| (set[place].times[0], set[0].times[0]),
            ));
        }
    }
    claims
}

/// What claims are tried on.
struct Court<'a> {
    samples: &'a Samples,
    times: &'a WormTimesArgs,
}

impl Court<'_> {
    /// That a number of a set is less than another.
    fn beside_dual_path(
        &self,
        (statement, paper): (String, &'static str),
        (kind, leaders): (Kind, Option<&'static str>),
        pair: impl Fn(&[Sample]) -> (u64, u64) + Copy,
    ) -> Claim {
        let pairs = self.samples.of_kind(kind).iter().map(move |set| pair(set));
        self.tried((statement, paper), (Some(kind), leaders), pairs)
    }

    /// That a number of a clustered set is less than that of a random one of the same size. Which is set beside which is chance.
    fn of_kinds(
        &self,
        statement: String,
        leaders: Option<&'static str>,
        number: impl Fn(&[Sample]) -> u64 + Copy,
    ) -> Claim {
        let [random, clustered] =
            Kind::BOTH.map(|kind| self.samples.of_kind(kind).iter().map(move |set| number(set)));
        self.tried((statement, GROUPINGS), (None, leaders), clustered.zip(random))
    }

    fn tried(
        &self,
        (statement, paper): (String, &'static str),
        (kind, leaders): (Option<Kind>, Option<&'static str>),
        pairs: impl Iterator<Item = (u64, u64)> + Clone,
    ) -> Claim {
        let (signs, ratio) = self.samples.beside(pairs);
        let (body, charged) = (self.times.body.name(), self.times.startup_charged.name());
        let addresses = match (self.times.address_flits, self.times.routing) {
            (0, RoutingName::PerWorm) => String::new(),
            (flits, routing) => {
                let period = self.times.address_flit_ns();
                format!(", {flits} flits of {period} ns an address, routing {}", routing.name())
            }
        };
        let limits = wormhole(self.times).limits();
        let rule = leaders.map_or_else(String::new, |rule| format!(", leaders {rule}"));
        Claim {
            statement,
            paper,
            kind,
            leaders,
            reading: format!("body by {body}{addresses}{limits}, start-up charged {charged}{rule}"),
            is_so: signs.faster,
            against: signs.slower,
            equal: signs.equal,
            p: signs.p,
            p_log10: signs.p_log10,
            ratio,
            verdict: verdict(&signs, ratio),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(faster: u64, slower: u64, pairs: &[(f64, f64)]) -> Verdict {
        let signs = (0..faster).map(|_| (1, 2)).chain((0..slower).map(|_| (2, 1)));
        verdict(&SignTest::of(signs), Ratio::of(pairs, pairs.len()))
    }

    #[test]
    fn a_verdict_needs_both_the_signs_and_the_mean() {
        let (less, more) = ([(1.0, 2.0), (1.0, 2.1)], [(2.0, 1.0), (2.1, 1.0)]);
        let (unclear, single) = ([(1.0, 2.0), (2.0, 1.9)], [(1.0, 2.0)]);
        assert_eq!(of(90, 10, &less), Verdict::Supported);
        assert_eq!(of(10, 90, &more), Verdict::Refuted);
        for pairs in [&more[..], &unclear, &single, &[]] {
            assert_eq!(of(90, 10, pairs), Verdict::Undecided, "{pairs:?}");
        }
        assert_eq!(of(10, 90, &less), Verdict::Undecided);
        assert_eq!(of(50, 50, &less), Verdict::Undecided);
        assert_eq!(of(3, 0, &less), Verdict::Undecided, "p is 1/4");
    }
}
