//! Generates the `uniform` workload: a random c-regular set.

use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// Permutations generated together: more would need more memory, fewer would pass over the table more often.
const BATCH: usize = 4;

/// No message: every node number is smaller.
const NOBODY: u32 = u32::MAX;

/// Every node sends to exactly c distinct nodes and receives exactly c messages.
///
/// Exact: n messages, c destinations each, c messages for each node. Message j goes to π₁(j), π₂(j), … for c random
/// permutations; where two of them agree, the pair is mended by random swaps. For c > n/2, where almost
/// every pair would need mending, the same procedure chooses the n − c nodes that a message does not go to:
/// a regular set's complement is regular.
pub(super) fn uniform(nodes: usize, congestion: usize, draws: &mut Draws) -> Lists {
    if 2 * congestion <= nodes {
        return Lists::of_table(regular_table(nodes, congestion, draws), congestion);
    }
    let omitted = nodes - congestion;
    let table = regular_table(nodes, omitted, draws);
    let mut omitted_by = vec![NOBODY; nodes];
    let mut lists = Lists::with_room(nodes, nodes * congestion);
    for (source, row) in (0u32..).zip(table.chunks_exact(omitted)) {
        for &node in row {
            omitted_by[node as usize] = source;
        }
        let is_meant = |&node: &u32| omitted_by[node as usize] != source;
        lists.push(source, (0..nodes as u32).filter(is_meant));
    }
    lists
}

/// A table of `nodes` rows of `degree` ≤ `nodes`/2 distinct nodes, in which each node stands `degree` times.
fn regular_table(nodes: usize, degree: usize, draws: &mut Draws) -> Vec<u32> {
    let mut table = vec![0; nodes * degree];
    for first in (0..degree).step_by(BATCH) {
        let batch: Vec<Vec<u32>> =
            (first..degree.min(first + BATCH)).map(|_| draws.permutation(nodes)).collect();
        for (j, row) in table.chunks_exact_mut(degree).enumerate() {
            for (entry, permutation) in row[first..].iter_mut().zip(&batch) {
                *entry = permutation[j];
            }
        }
    }
    mend(&mut table, nodes, degree, draws);
    table
}

/// Swaps entries of different rows until no row has an entry twice.
fn mend(table: &mut [u32], nodes: usize, degree: usize, draws: &mut Draws) {
    let mut last_row_with = vec![NOBODY; nodes];
    for row in 0..nodes {
        for entry in row * degree..(row + 1) * degree {
            if last_row_with[table[entry] as usize] == row as u32 {
                let other = swap_partner(table, degree, row, table[entry], draws);
                table.swap(entry, other);
            }
            last_row_with[table[entry] as usize] = row as u32;
        }
    }
}

/// A random entry that may change places with `repeated`, which stands twice in `row`: its node is not in `row`, and
/// `repeated` is not in its row. The swap repeats nothing anew, so rows already mended stay so.
///
/// It ends: `repeated` is in at most degree − 1 rows, `row` has at most degree − 1 different nodes of degree entries each, so
/// of the n·degree entries at least degree·(n − 2(degree − 1)) will do, and degree ≤ n/2.
fn swap_partner(
    table: &[u32],
    degree: usize,
    row: usize,
    repeated: u32,
    draws: &mut Draws,
) -> usize {
    let row_of = |j: usize| &table[j * degree..(j + 1) * degree];
    loop {
        let other_row = draws.below((table.len() / degree) as u32) as usize;
        let entry = other_row * degree + draws.below(degree as u32) as usize;
        if !row_of(row).contains(&table[entry]) && !row_of(other_row).contains(&repeated) {
            return entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_and_every_node_has_the_degree_whatever_the_congestion() {
        for nodes in [4, 9, 16] {
            for congestion in 1..nodes {
                for seed in 0..20 {
                    let lists = uniform(nodes, congestion, &mut Draws::new(seed));
                    let mut load = vec![0; nodes];
                    assert_eq!(lists.iter().count(), nodes);
                    for (_, list) in lists.iter() {
                        assert_eq!(list.len(), congestion);
                        let mut list = list.to_vec();
                        list.sort_unstable();
                        list.dedup();
                        assert_eq!(list.len(), congestion, "a repeated pair was not mended");
                        for node in list {
                            load[node as usize] += 1;
                        }
                    }
                    assert_eq!(load, vec![congestion; nodes]);
                }
            }
        }
    }

    #[test]
    fn every_pair_is_equally_likely() {
        // 16 nodes, c = 5, 4,000 sets: a pair is in 1,250 of them on average, with a standard deviation of 29.
        for (congestion, mean) in [(5, 1_250), (11, 2_750)] {
            let mut counts = [0i32; 256];
            let mut draws = Draws::new(5);
            for _ in 0..4_000 {
                for (source, list) in uniform(16, congestion, &mut draws).iter() {
                    for &node in list {
                        counts[(source * 16 + node) as usize] += 1;
                    }
                }
            }
            assert!(counts.iter().all(|count| (count - mean).abs() < 150), "{counts:?}");
        }
    }
}
