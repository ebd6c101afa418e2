//! What is said of the expansion of a graph is true, whatever the effort.

use super::cases;
use meshcast_algorithms::{
    DEFAULT_EFFORT, ExpanderGraph, Lambda, Method, Permutation, Reach, Sizes, Verification,
    likely_neighbours, safe_lambda, union_bound, verify,
};
use meshcast_tests::oracle::{failures, fewest_outputs, outputs_of};
use meshcast_tests::tier;
use proptest::prelude::*;

/// Efforts from nothing on; the last is enough for every graph here.
const EFFORTS: [u64; 7] = [0, 1 << 10, 1 << 13, 1 << 16, 1 << 19, 1 << 22, DEFAULT_EFFORT];

/// All methods, in the order in which results have them.
const METHODS: [Method; 7] = [
    Method::Trivial,
    Method::Enumeration,
    Method::CoDegree,
    Method::Spectral,
    Method::Annealing,
    Method::PairSeeded,
    Method::Averaging,
];

/// Every bound of `found` holds, against the fewest outputs of each size by the oracle.
fn check(found: &Verification, graph: &ExpanderGraph, permutation: &Permutation, fewest: &[usize]) {
    let (c, r) = (graph.outputs(), graph.degree());
    assert_eq!(found.sizes.len(), fewest.len());
    for (bounds, &gamma) in found.sizes.iter().zip(fewest) {
        assert!(bounds.lower.gamma <= gamma && gamma <= bounds.upper.gamma, "{gamma}: {bounds:?}");
    }
    let expansions = (1..).zip(fewest).map(|(size, &gamma)| gamma as f64 / (r * size) as f64);
    let truth = expansions.fold(f64::INFINITY, f64::min);
    let (lower, upper) = (found.lower.expansion(r), found.upper.bound.expansion(r));
    assert!(lower <= truth && truth <= upper, "{lower} {truth} {upper}");
    assert_eq!(found.is_exact(), lower >= upper);
    let witness = &found.upper;
    assert_eq!(outputs_of(permutation.entries(), c, r, &witness.set).len(), witness.bound.gamma);
    assert_eq!(witness.set.len(), witness.bound.size);
    let largest = fewest[fewest.len() - 1];
    assert!(found.certified_alpha(c) * largest >= c);
    assert!((found.least_alpha(c) - 1) * largest < c);
    check_findings(found, r, fewest);
}

/// Each method's own bounds hold, for the sizes that it speaks of.
fn check_findings(found: &Verification, r: usize, fewest: &[usize]) {
    let methods: Vec<Method> = found.findings.iter().map(|finding| finding.method).collect();
    assert_eq!(methods, METHODS);
    for finding in &found.findings {
        let truth = |(smallest, largest): (usize, usize)| {
            let sizes = smallest..=largest;
            sizes.map(|size| fewest[size - 1] as f64 / (r * size) as f64).fold(f64::MAX, f64::min)
        };
        let value = |reach: Reach| reach.bound.expansion(r);
        let lower = finding.lower.map(|reach| (value(reach), truth(reach.sizes)));
        let upper = finding.upper.map(|reach| (value(reach), truth(reach.sizes)));
        assert!(lower.is_none_or(|(value, truth)| value <= truth), "{finding:?}");
        assert!(upper.is_none_or(|(value, truth)| value >= truth), "{finding:?}");
        assert!(
            !finding.is_exact() || lower.is_some_and(|(value, truth)| value >= truth),
            "{finding:?}"
        );
        assert!(
            finding.not_run.is_none()
                || (finding.effort, finding.lower, finding.upper) == (0, None, None)
        );
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// m to 13, so that the oracle ends; c to 40, below and above m; vacuous, irregular and with parallel edges too.
    #[test]
    fn bounds_hold_at_every_effort(
        m in 1usize..14, c in 1usize..41, r in 1usize..6, seed: u64, effort in 0..EFFORTS.len()
    ) {
        let permutation = Permutation::random(m * r, seed);
        let graph = ExpanderGraph::new(&permutation, m, c, r).expect("the numbers fit");
        let fewest = fewest_outputs(permutation.entries(), c, r);
        let effort = EFFORTS[effort];
        match verify(&graph, effort, 2, 1) {
            None => prop_assert!(fewest.is_empty()),
            Some(found) => {
                prop_assert!(effort < DEFAULT_EFFORT || found.is_exact());
                check(&found, &graph, &permutation, &fewest);
            }
        }
    }
}

#[test]
fn a_graph_that_does_not_expand_at_all_is_seen_through() {
    // The identity: two inputs that follow each other share their only output.
    let permutation = Permutation::new((0..96).collect()).expect("the identity");
    let graph = ExpanderGraph::new(&permutation, 24, 12, 4).expect("96 edges");
    for effort in EFFORTS {
        let found = verify(&graph, effort, 1, 1).expect("sets of 3 are constrained");
        assert!(found.lower.gamma >= 1 && found.lower.gamma <= 2, "{found:?}");
        if effort >= 1 << 22 {
            assert_eq!((found.upper.bound.gamma, found.upper.bound.size), (1, 2));
            assert!(found.is_exact());
        }
    }
}

#[test]
fn fewer_permutations_fail_than_the_union_bound_says() {
    for (m, c, r) in
        [(4, 4, 2), (4, 3, 2), (8, 4, 1), (7, 3, 1), (3, 3, 2), (2, 4, 4), (3, 7, 2), (2, 3, 3)]
    {
        let sizes = Sizes { inputs: m, outputs: c, degree: r };
        let tenths = [3, 5, 6, 8, 9];
        let (failing, all) = failures(m, c, r, &tenths);
        for (tenths, failing) in tenths.into_iter().zip(failing) {
            let lambda: Lambda = format!("0.{tenths}").parse().expect("a fraction");
            let bound = union_bound(&[sizes], lambda).exp2();
            assert!(
                failing as f64 / all as f64 <= bound,
                "{sizes:?}, {lambda}: {failing}/{all} > {bound}"
            );
        }
    }
}

/// The most for which a whole-number fraction, by Python's, is at most 2^f over the number of sizes.
#[test]
fn likely_neighbours_are_those_of_whole_numbers() {
    for (m, c, r, failure_log2, first, last) in [
        (4096, 64, 16, -20.0, vec![6, 11, 15, 19], 19),
        (1024, 64, 10, -20.0, vec![3, 7, 10, 12, 14, 16], 16),
        (1170, 256, 14, -20.0, vec![7, 14, 21, 28, 34, 40, 45, 50], 90),
        (4096, 1024, 16, -20.0, vec![10, 20, 30, 39, 49, 58, 66, 75], 384),
        (12, 8, 2, -3.0, vec![1, 2, 2, 3], 3),
        (13, 12, 4, -2.0, vec![2, 3, 4], 4),
    ] {
        let found = likely_neighbours(Sizes { inputs: m, outputs: c, degree: r }, failure_log2);
        assert_eq!(found[..first.len()], first, "m = {m}, c = {c}, r = {r}");
        assert_eq!(found.last(), Some(&last), "m = {m}, c = {c}, r = {r}");
    }
}

#[test]
fn hardly_a_permutation_has_fewer_neighbours_than_likely_ones() {
    for (m, c, r, failure_log2) in [(8, 4, 1, -1.0), (12, 8, 2, -3.0), (13, 12, 4, -2.0)] {
        let sizes = Sizes { inputs: m, outputs: c, degree: r };
        let likely = likely_neighbours(sizes, failure_log2);
        assert!(likely.iter().any(|&gamma| gamma > 1), "{sizes:?}: {likely:?} says nothing");
        let fails = |seed: &u64| {
            let permutation = Permutation::random(m * r, *seed);
            let fewest = fewest_outputs(permutation.entries(), c, r);
            fewest.iter().zip(&likely).any(|(fewest, likely)| fewest < likely)
        };
        let failing = (0..400).filter(fails).count();
        assert!(failing as f64 <= 400.0 * failure_log2.exp2(), "{sizes:?}: {failing} of 400");
    }
}

#[test]
fn the_safe_lambda_is_the_last_one() {
    let family = [64, 256].map(|outputs| Sizes { inputs: 1024, outputs, degree: 10 });
    for family in [&family[..], &family[..1]] {
        let safe = safe_lambda(family, -20.0).expect("one is safe");
        let next: Lambda = format!("{:.6}", safe.value() + 1e-6).parse().expect("a fraction");
        assert!(union_bound(family, safe) <= -20.0 && union_bound(family, next) > -20.0);
    }
}

/// The sum of the terms as a fraction of whole numbers, by Python's, and its log2.
#[test]
fn the_union_bound_is_that_of_whole_numbers_and_hardly_more() {
    for (m, c, r, lambda, exact) in [
        (1024, 64, 10, "0.283", -20.577_642_810_192_827),
        (4096, 64, 16, "0.297", -15.870_797_261_643_304),
        (1024, 128, 10, "0.308", -24.489_691_496_980_925),
        (100, 17, 4, "0.2", -10.323_563_448_283_181),
    ] {
        let sizes = Sizes { inputs: m, outputs: c, degree: r };
        let found = union_bound(&[sizes], lambda.parse().expect("a fraction"));
        assert!((0.0..1e-9).contains(&(found - exact)), "{sizes:?}: {found} {exact}");
    }
}

/// The union bound does not decrease with λ where it is below 1, sets with as many edges as there are outputs included.
#[test]
fn no_lambda_beyond_the_safe_one_is_safe() {
    for (m, c, r) in [(256, 16, 4), (100, 17, 4), (1000, 30, 10), (50, 49, 7), (4096, 64, 16)] {
        let sizes = [Sizes { inputs: m, outputs: c, degree: r }];
        let thousandths = |thousandth: u32| -> Lambda {
            format!("0.{thousandth:03}").parse().expect("a fraction")
        };
        let bounds: Vec<f64> =
            (1..1000).map(|thousandth| union_bound(&sizes, thousandths(thousandth))).collect();
        for (lower, higher) in bounds.iter().zip(&bounds[1..]) {
            assert!(*higher >= 0.0 || lower <= higher, "{sizes:?}: {lower} {higher}");
        }
        for failure_log2 in [-1.0, -7.5, -20.0, -40.0] {
            let last =
                bounds.iter().rposition(|bound| *bound <= failure_log2).expect("one is safe");
            let (last, safe) = (thousandths(last as u32 + 1), safe_lambda(&sizes, failure_log2));
            let beyond = safe.expect("one is safe").value() - last.value();
            assert!((-1e-12..0.001).contains(&beyond), "{sizes:?}: {last} {safe:?}");
        }
    }
}

/// Same result, effort included, whatever the threads: where the effort is none, next to none, not enough and enough.
#[test]
fn threads_change_no_verification() {
    let mut unfinished = 0;
    for graph in tier::some(0..50) {
        let (m, c, r) = (20 + graph * 7 % 60, 20 + graph * 11 % 50, 3 + graph % 4);
        let permutation = Permutation::random(m * r, graph as u64);
        let graph = ExpanderGraph::new(&permutation, m, c, r).expect("the numbers fit");
        for effort in [0, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20] {
            let of = |threads| verify(&graph, effort, threads, 1).expect("r is below c");
            let one = of(1);
            unfinished += usize::from(!one.is_exact());
            for threads in 2..5 {
                assert_eq!(one, of(threads), "{m} {c} {r}, {effort}, {threads} threads");
            }
        }
    }
    let all = 6 * tier::some(0..50).count();
    assert!((all / 6..all - all / 30).contains(&unfinished), "{unfinished} of {all}");
}

/// Definition 1 with r = ⌈log₂ n⌉ on 2^18 nodes: what an independent prototype found.
#[test]
fn the_headline_graph_expands_by_twenty_in_fifty_four() {
    let permutation = Permutation::random(14_563 * 18, 1);
    let graph = ExpanderGraph::new(&permutation, 14_563, 64, 18).expect("the numbers fit");
    let found = verify(&graph, DEFAULT_EFFORT, 2, 1).expect("sets of 3 are constrained");
    assert!(found.is_exact());
    assert_eq!((found.lower.gamma, found.lower.size), (20, 3));
    // α > 1/λ = 2.7 is not enough, since sets of ⌊64/18⌋ = 3 inputs have only 54 edges for 64 outputs.
    assert_eq!((found.certified_alpha(64), found.least_alpha(64)), (4, 4));
}
