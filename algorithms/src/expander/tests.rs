//! Tests the methods against each other and against a naive oracle.

use super::graph::ExpanderGraph;
use super::table::{Method, Table};
use super::*;
use crate::draws::Draws;
use crate::permutation::Permutation;
use std::collections::BTreeSet;

/// γ(s) for all constrained sizes, by bit masks of inputs and sets of outputs computed from the definition.
fn naive(permutation: &Permutation, m: usize, c: usize, r: usize) -> Vec<usize> {
    let mut fewest = vec![usize::MAX; (c / r).min(m)];
    for subset in 1u32..1 << m {
        let size = subset.count_ones() as usize;
        if size <= fewest.len() {
            let edges = (0..m * r).filter(|edge| subset >> (edge / r) & 1 == 1);
            let outputs: BTreeSet<usize> =
                edges.map(|edge| permutation.entries()[edge] as usize * c / (m * r)).collect();
            fewest[size - 1] = fewest[size - 1].min(outputs.len());
        }
    }
    fewest
}

/// Small graphs of all kinds: regular or not, with parallel edges, c beyond m, sets of one to many inputs.
fn small_graphs() -> Vec<(Permutation, usize, usize, usize)> {
    let mut draws = Draws::new(6);
    let numbers = |draws: &mut Draws| {
        (1 + draws.below(11) as usize, 1 + draws.below(24) as usize, 1 + draws.below(5) as usize)
    };
    let graph = |seed| {
        let (m, c, r) = numbers(&mut draws);
        (Permutation::random(m * r, seed), m, c, r)
    };
    (0..400).map(graph).collect()
}

#[test]
fn all_methods_agree_with_the_oracle_on_small_graphs() {
    let (mut vacuous, mut irregular, mut parallel, mut beyond, mut many) = (0, 0, 0, 0, 0);
    for (permutation, m, c, r) in small_graphs() {
        let what = format!("m = {m}, c = {c}, r = {r}, {:?}", permutation.entries());
        let graph = ExpanderGraph::new(&permutation, m, c, r).unwrap();
        let oracle = naive(&permutation, m, c, r);
        irregular += usize::from(c * graph.output_degrees().0 as usize != m * r);
        parallel += usize::from(graph.parallel_edges() > 0);
        beyond += usize::from(c >= m);
        many += usize::from(oracle.len() > 3);
        if oracle.is_empty() {
            vacuous += 1;
            assert!(verify(&graph, DEFAULT_EFFORT, 1, 1).is_none(), "{what}");
            continue;
        }
        check_enumeration(&graph, &oracle, &what);
        check_bounds(&graph, &oracle, &what);
        check_pair_seeded(&graph, &oracle, &what);
    }
    assert!(
        [vacuous, irregular, parallel, beyond, many].iter().all(|&kind| kind > 20),
        "every kind occurs"
    );
}

fn check_enumeration(graph: &ExpanderGraph, oracle: &[usize], what: &str) {
    let mut table = Table::new(graph);
    enumeration::enumerate(graph, &mut table);
    for (size, &gamma) in (1..).zip(oracle) {
        assert_eq!(
            (table.lower(size).gamma, table.upper(size).gamma),
            (gamma, gamma),
            "{what}, {size}"
        );
    }
    check_witness(graph, &table, what);
}

/// No bound is on the wrong side of the truth.
fn check_sound(graph: &ExpanderGraph, table: &Table, oracle: &[usize], what: &str) {
    for (size, &gamma) in (1..).zip(oracle) {
        let (lower, upper) = (table.lower(size), table.upper(size));
        assert!(
            lower.gamma <= gamma && gamma <= upper.gamma,
            "{what}, {gamma}: {lower:?} {upper:?}"
        );
    }
    // γ never decreases, and so do no bounds.
    let sizes = || 1..=table.largest();
    assert!(sizes().map(|size| table.lower(size).gamma).is_sorted(), "{what}");
    assert!(sizes().map(|size| table.upper(size).gamma).is_sorted(), "{what}");
    check_witness(graph, table, what);
}

/// A set of three has at least as many neighbours as the sets of two in it.
#[test]
fn what_a_set_has_smaller_ones_need_not_have_more() {
    let graph = ExpanderGraph::new(&Permutation::random(36, 1), 12, 12, 3).unwrap();
    let mut table = Table::new(&graph);
    table.see_counted(&[1, 2, 3], 6, Method::Annealing);
    let uppers: Vec<(usize, usize)> = (1..=table.largest())
        .map(|size| table.upper(size))
        .map(|bound| (bound.size, bound.gamma))
        .collect();
    // γ(1) is known.
    assert_eq!(uppers, [(1, 2), (2, 6), (3, 6), (4, 12)]);
}

fn check_witness(graph: &ExpanderGraph, table: &Table, what: &str) {
    let witness = table.witness();
    assert_eq!(witness.set.len(), witness.bound.size, "{what}");
    assert!(witness.set.is_sorted_by(|one, other| one < other), "{what}");
    assert_eq!(graph.neighbours_of_set(&witness.set), witness.bound.gamma, "{what}");
}

fn spectrally(graph: &ExpanderGraph, table: &mut Table) {
    assert!(spectral::spectral(graph, table), "the numbers are small");
}

/// Each method on its own.
fn check_bounds(graph: &ExpanderGraph, oracle: &[usize], what: &str) {
    let methods: [fn(&ExpanderGraph, &mut Table); 4] = [
        |_, _| {},
        co_degree::co_degrees,
        spectrally,
        |graph, table| annealing::anneal(graph, table, 20_000, 1, 1),
    ];
    for method in methods {
        let mut table = Table::new(graph);
        method(graph, &mut table);
        check_sound(graph, &table, oracle, what);
    }
    // From the truth about one size to the others.
    for size in 1..=oracle.len() {
        let mut table = Table::new(graph);
        table.raise(size, oracle[size - 1], Method::Enumeration);
        averaging::average(graph, &mut table, size, Method::Averaging);
        check_sound(graph, &table, oracle, what);
    }
}

fn check_pair_seeded(graph: &ExpanderGraph, oracle: &[usize], what: &str) {
    let least = (1..)
        .zip(oracle)
        .map(|(size, &gamma)| gamma as f64 / f64::from(size))
        .fold(f64::MAX, f64::min);
    // From almost nothing: every step must be searched for.
    let mut table = Table::new(graph);
    pair_seeded::tighten(graph, &mut table, u64::MAX, 2);
    check_sound(graph, &table, oracle, what);
    let found = table.least();
    assert!((found.gamma as f64 / found.size as f64 - least).abs() < 1e-12, "{what}");
    assert!(found.cmp_expansion(&table.witness().bound).is_eq(), "{what}");
    // Cut short.
    let mut table = Table::new(graph);
    pair_seeded::tighten(graph, &mut table, 500, 1);
    check_sound(graph, &table, oracle, what);
}

/// What a method says by itself is what it says where nothing is known but the trivial, and true.
#[test]
fn findings_are_those_of_the_method_alone() {
    let (mut pair_seeded, mut averaged, mut weaker) = (0, 0, 0);
    for seed in 0..100 {
        let (m, c, r) = (8 + seed % 5, 12 + seed % 13, 2 + seed % 3);
        let permutation = Permutation::random(m * r, seed as u64);
        let graph = ExpanderGraph::new(&permutation, m, c, r).unwrap();
        let oracle = naive(&permutation, m, c, r);
        // Enough for all methods but the enumeration.
        let effort = 256 * (enumeration::sets(&graph) - 1);
        let found = verify(&graph, effort, 1, 1).unwrap();
        let of = |method| found.findings.iter().find(|finding| finding.method == method).unwrap();
        assert!(matches!(of(Method::Enumeration).not_run, Some(NotRun::Dear { .. })));
        for (method, run) in [
            (Method::CoDegree, co_degree::co_degrees as fn(&ExpanderGraph, &mut Table)),
            (Method::Spectral, spectrally),
        ] {
            let mut table = Table::new(&graph);
            run(&graph, &mut table);
            let finding = of(method);
            assert_eq!(
                (finding.lower, finding.upper),
                (table.lower_by(method), table.upper_by(method)),
                "{m} {c} {r}"
            );
            let bound = finding.lower.unwrap().bound;
            weaker +=
                usize::from(bound.cmp_expansion(&of(Method::Trivial).lower.unwrap().bound).is_lt());
        }
        // γ(2), found by one and no other.
        let pairs = of(Method::CoDegree);
        assert_eq!(pairs.upper.unwrap().bound.gamma, oracle[1]);
        assert_eq!(
            (pairs.lower.unwrap().sizes, pairs.upper.unwrap().sizes),
            ((2, oracle.len()), (2, 2))
        );
        assert_eq!(of(Method::Annealing).lower, None);
        let searched = of(Method::PairSeeded);
        pair_seeded += usize::from(searched.lower.is_some());
        averaged += usize::from(of(Method::Averaging).lower.is_some());
        if let Some(Reach { bound, .. }) = searched.lower {
            assert!(bound.gamma <= oracle[bound.size - 1], "{m} {c} {r}");
        }
    }
    let counts = [pair_seeded, averaged, weaker];
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

#[test]
fn more_than_one_word_of_outputs() {
    for (c, seed) in [(65, 1), (130, 2), (300, 3), (600, 4)] {
        let graph =
            ExpanderGraph::new(&Permutation::random(26 * (c / 3), seed), 26, c, c / 3).unwrap();
        let (mut all, mut grown) = (Table::new(&graph), Table::new(&graph));
        enumeration::enumerate(&graph, &mut all);
        pair_seeded::tighten(&graph, &mut grown, u64::MAX, 1);
        assert!(grown.least().cmp_expansion(&all.least()).is_eq(), "{c}");
    }
}
