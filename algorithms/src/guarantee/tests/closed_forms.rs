//! Tests the proofs of Theorems A and B, stage by stage, against the bound they simplify.

use crate::guarantee::StoredWords;
use crate::guarantee::union_bound::Window;
use std::f64::consts::E;

/// The least R ≥ `least` with (R/2 − 1) ln R ≥ ln(eβ/4) + 1.
fn rounds(least: u64, beta: f64) -> u64 {
    let enough =
        |r: &u64| (*r as f64 / 2.0 - 1.0) * (*r as f64).ln() >= (E * beta / 4.0).ln() + 1.0;
    (least..1000).find(enough).expect("some R is large enough")
}

/// A stage of the proofs: what it leaves alive for a block, and its gap, at least which times σ is −ln P.
fn stage(nodes: u64, tiles: u64, rounds: u64, alive: u64) -> (u64, f64) {
    let block = (nodes / tiles).isqrt();
    let size = (4 * alive).div_ceil(block * rounds);
    let window = Window { nodes, tiles, rounds, capacity: block, words: StoredWords::All };
    let x = (tiles * block) as f64 / alive as f64;
    let gap = (rounds as f64 / 2.0 - 1.0) * (rounds as f64 * x).ln()
        - (E * (nodes / tiles) as f64 / 4.0).ln();
    let ln_failure = window.ln_failure(alive, size);
    assert!(ln_failure <= -gap * size as f64, "n = {nodes}, {tiles} tiles: {ln_failure}, {gap}");
    (size - 1, gap)
}

#[test]
fn theorem_b_holds_stage_by_stage() {
    for (k, l) in (2..=20).flat_map(|k| (0..=k - 2).map(move |l| (k, l))) {
        let (nodes, congestion) = (1_u64 << (2 * k), 1_u64 << (2 * l));
        let rounds = rounds(16, (nodes / congestion) as f64);
        assert!(rounds == 16 || k - l > 13);
        let mut alive = congestion * (nodes / congestion).isqrt();
        let mut failure = 0.0;
        for i in 0..l {
            if alive == 0 {
                break;
            }
            let (left, gap) = stage(nodes, congestion >> (2 * i), rounds, alive);
            failure += (-gap).exp();
            alive = 2 * left;
        }
        assert!(failure < 0.37, "n = 4^{k}, c = 4^{l}: {failure}");
        assert!(alive <= nodes.isqrt());
    }
}

#[test]
fn theorem_a_holds_stage_by_stage() {
    for (k, l) in (2..=20).flat_map(|k| (0..=k - 2).map(move |l| (k, l))) {
        let (nodes, tiles) = (1_u64 << (2 * k), 1_u64 << (2 * l));
        let block = (nodes / tiles).isqrt();
        let first = rounds(8, (nodes / tiles) as f64);
        let (mut alive, mut all, mut failure) = (tiles * block, 0, 0.0);
        while alive > block {
            let rounds = if all == 0 { first } else { 8 };
            let (left, gap) = stage(nodes, tiles, rounds, alive);
            failure += (-gap).exp();
            all += rounds;
            alive = left;
        }
        assert!(failure < 0.37, "n = 4^{k}, c = 4^{l}: {failure}");
        // ⌈log_2b(c/b)⌉, or none.
        let later = (0..64).find(|&m| (2 * block).pow(m) * block >= tiles).expect("some power");
        assert!(all < first + 8 * u64::from(later) + 1 || alive <= block && all == 0);
    }
}
