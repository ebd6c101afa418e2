//! Computes the expansion of a graph from the definition.

use std::collections::BTreeSet;

/// The outputs adjacent to the inputs of `set`: ⌊cπ(ri + j)/(rm)⌋ for all i of the set and j < r.
pub fn outputs_of(permutation: &[u32], c: usize, r: usize, set: &[u32]) -> BTreeSet<usize> {
    let edges = set.iter().flat_map(|&i| &permutation[i as usize * r..(i as usize + 1) * r]);
    edges.map(|&number| c * number as usize / permutation.len()).collect()
}

/// The fewest outputs adjacent to sets of 1, 2, …, ⌊c/r⌋ inputs, as far as there are such sets: a look at every one.
pub fn fewest_outputs(permutation: &[u32], c: usize, r: usize) -> Vec<usize> {
    let inputs = permutation.len() / r;
    let mut fewest = vec![c; (c / r).min(inputs)];
    for members in 1u32..1 << inputs {
        let set: Vec<u32> = (0..inputs as u32).filter(|i| members >> i & 1 == 1).collect();
        if set.len() <= fewest.len() {
            let outputs = outputs_of(permutation, c, r, &set).len();
            fewest[set.len() - 1] = fewest[set.len() - 1].min(outputs);
        }
    }
    fewest
}

/// For each of the numbers of tenths, how many permutations of 0..rm have a set of s inputs with fewer than so many tenths of rs outputs;
/// and how many permutations there are.
pub fn failures(m: usize, c: usize, r: usize, tenths: &[usize]) -> (Vec<u64>, u64) {
    let mut permutation: Vec<u32> = (0..(m * r) as u32).collect();
    let (mut failures, mut all) = (vec![0; tenths.len()], 0);
    every_order(&mut permutation, 0, &mut |permutation| {
        let fewest = fewest_outputs(permutation, c, r);
        for (failures, tenths) in failures.iter_mut().zip(tenths) {
            let few = |(s, &outputs): (usize, &usize)| outputs * 10 < tenths * r * s;
            *failures += u64::from((1..).zip(&fewest).any(few));
        }
        all += 1;
    });
    (failures, all)
}

fn every_order(items: &mut [u32], fixed: usize, visit: &mut impl FnMut(&[u32])) {
    if fixed == items.len() {
        return visit(items);
    }
    for next in fixed..items.len() {
        items.swap(fixed, next);
        every_order(items, fixed + 1, visit);
        items.swap(fixed, next);
    }
}
