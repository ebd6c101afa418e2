//! Tests Lemma 2 against all groupings of a few packets, and against samples.

use crate::guarantee::StoredWords;
use crate::guarantee::union_bound::{Window, ln_distinct};
use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// All ways to give `groups.len()` packets their groups, equally many a group.
fn groupings(packets: usize, groups: usize) -> Vec<Vec<usize>> {
    fn extend(
        partial: &mut Vec<usize>,
        places: &mut [usize],
        whole: usize,
        all: &mut Vec<Vec<usize>>,
    ) {
        if partial.len() == whole {
            all.push(partial.clone());
            return;
        }
        for group in 0..places.len() {
            if places[group] > 0 {
                places[group] -= 1;
                partial.push(group);
                extend(partial, places, whole, all);
                partial.pop();
                places[group] += 1;
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &mut vec![packets / groups; groups], packets, &mut all);
    all
}

/// All orders of the numbers below `length`.
fn permutations(length: usize) -> Vec<Vec<usize>> {
    groupings(length, length)
}

/// Groups that the packets of `set`, a bit each, meet in rounds with these groups.
fn met(set: u32, rounds: &[&[usize]]) -> usize {
    let groups = |round: &&[usize]| {
        let ours = round.iter().enumerate().filter(|&(packet, _)| set >> packet & 1 == 1);
        ours.fold(0_u32, |groups, (_, &group)| groups | 1 << group).count_ones() as usize
    };
    rounds.iter().map(groups).sum()
}

/// The bound for sets of `size` packets that meet at most `met` groups: with capacity 1, K = A − σ.
fn bound(
    nodes: usize,
    tiles: usize,
    rounds: usize,
    size: usize,
    met: usize,
    words: StoredWords,
) -> f64 {
    let (nodes, tiles, rounds) = (nodes as u64, tiles as u64, rounds as u64);
    let window = Window { nodes, tiles, rounds, capacity: 1, words };
    window.ln_failure((size + met) as u64, size as u64).exp()
}

/// Asserts that of `samples`, each the groups of some rounds, no more sets on average than the bound says meet few groups, and
/// returns how often the bound was neither zero nor infinite.
fn assert_average(
    nodes: usize,
    tiles: usize,
    samples: &[Vec<&[usize]>],
    words: StoredWords,
    sets: &[u32],
) -> usize {
    let rounds = samples[0].len();
    // How many sets of each size met each number of groups.
    let mut found = vec![vec![0_usize; rounds * tiles + 1]; nodes + 1];
    for sample in samples {
        for &set in sets {
            found[set.count_ones() as usize][met(set, sample)] += 1;
        }
    }
    let mut told = 0;
    for (size, found) in found.iter().enumerate().skip(1) {
        let mut few = 0;
        for (met, sets) in found.iter().enumerate() {
            few += sets;
            let average = few as f64 / samples.len() as f64;
            let bound = bound(nodes, tiles, rounds, size, met, words);
            assert!(
                average <= bound,
                "n = {nodes}, {tiles} tiles, {rounds} rounds, {size} packets in {met}: {average} > {bound}"
            );
            told += usize::from(few > 0 && bound.is_finite());
        }
    }
    told
}

#[test]
fn on_average_no_more_sets_meet_few_groups_than_the_bound_says() {
    let mut told = 0;
    for (nodes, tiles, rounds) in
        [(4, 2, 3), (4, 4, 2), (6, 2, 3), (6, 3, 2), (6, 3, 3), (8, 2, 3), (8, 4, 2)]
    {
        let all = groupings(nodes, tiles);
        // By symmetry the first round may be any.
        let mut samples: Vec<Vec<&[usize]>> = vec![vec![&all[0]]];
        for _ in 1..rounds {
            let mut longer = Vec::new();
            for (sample, round) in samples.iter().flat_map(|s| all.iter().map(move |r| (s, r))) {
                longer.push(sample.iter().copied().chain([&**round]).collect());
            }
            samples = longer;
        }
        let sets: Vec<u32> = (1..1 << nodes).collect();
        told += assert_average(nodes, tiles, &samples, StoredWords::All, &sets);
    }
    assert!(told > 20, "{told}");
}

#[test]
fn so_for_rotations_of_one_permutation() {
    let mut told = 0;
    for (nodes, tiles, rounds) in [(4, 2, 2), (6, 3, 2), (6, 6, 2), (8, 2, 2), (8, 4, 2), (8, 4, 3)]
    {
        let segment = usize::next_power_of_two(rounds);
        let group = |permutation: &[usize], packet: usize, round: usize| {
            let moved = packet / segment * segment + (packet + round) % segment;
            permutation[moved] * tiles / nodes
        };
        let places: Vec<Vec<Vec<usize>>> = permutations(nodes)
            .iter()
            .map(|permutation| {
                let round = |j| (0..nodes).map(|packet| group(permutation, packet, j)).collect();
                (0..rounds).map(round).collect()
            })
            .collect();
        let samples: Vec<Vec<&[usize]>> =
            places.iter().map(|rounds| rounds.iter().map(Vec::as_slice).collect()).collect();
        let is_spread = |set: &u32| {
            let mask = (1 << segment) - 1;
            (0..nodes.div_ceil(segment)).all(|i| (set >> (i * segment) & mask).count_ones() <= 1)
        };
        let sets: Vec<u32> = (1..1 << nodes).filter(is_spread).collect();
        told += assert_average(nodes, tiles, &samples, StoredWords::One, &sets);
    }
    assert!(told > 10, "{told}");
}

#[test]
fn sampled_permutations_fail_no_more_often_than_the_bound_says() {
    const SAMPLES: usize = 500;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut told = 0;
    for (nodes, tiles, rounds) in [(12, 6, 3), (12, 6, 5), (12, 4, 4)] {
        // In how many samples the set of a size that meets the fewest groups meets so many.
        let mut fewest = vec![vec![0_usize; rounds * tiles + 1]; nodes + 1];
        for _ in 0..SAMPLES {
            let mut places: Vec<usize> = (0..nodes).map(|i| i * tiles / nodes).collect();
            let mut round = || {
                places.shuffle(&mut random);
                places.clone()
            };
            let rounds: Vec<Vec<usize>> = (0..rounds).map(|_| round()).collect();
            let rounds: Vec<&[usize]> = rounds.iter().map(Vec::as_slice).collect();
            let mut least = vec![usize::MAX; nodes + 1];
            for set in 1..1_u32 << nodes {
                let size = set.count_ones() as usize;
                least[size] = least[size].min(met(set, &rounds));
            }
            for size in 1..=nodes {
                fewest[size][least[size]] += 1;
            }
        }
        for (size, fewest) in fewest.iter().enumerate().skip(1) {
            let mut failed = 0;
            for (met, samples) in fewest.iter().enumerate() {
                failed += samples;
                let share = failed as f64 / SAMPLES as f64;
                let bound = bound(nodes, tiles, rounds, size, met, StoredWords::All);
                // Four standard deviations.
                let slack = 4.0 * (bound.min(1.0) / SAMPLES as f64).sqrt();
                assert!(share <= bound + slack, "{size} packets in {met}: {share} > {bound}");
                told += usize::from(failed > 0 && bound < 1.0);
            }
        }
    }
    // Otherwise the bounds that were tested say nothing.
    assert!(told > 0);
}

#[test]
fn different_entries_are_likelier_than_independent_ones_by_no_more_than_the_bound() {
    for nodes in 2..200_u64 {
        let mut exact = 0.0;
        for entries in 1..nodes {
            exact -= (-((entries - 1) as f64) / nodes as f64).ln_1p();
            let bound = ln_distinct(entries, nodes);
            assert!(exact <= bound + 1e-12, "n = {nodes}, {entries} entries: {exact} > {bound}");
        }
    }
}

#[test]
fn more_packets_than_may_be_left_are_in_enough_segments() {
    const NODES: u32 = 12;
    for rounds in [1, 2, 3, 4] {
        let window = Window { nodes: 12, tiles: 3, rounds, capacity: 1, words: StoredWords::One };
        let segment = rounds.next_power_of_two() as u32;
        let mask = (1 << segment) - 1;
        let segments =
            |set: u32| (0..NODES / segment).filter(|i| set >> (i * segment) & mask > 0).count();
        for size in 1..=NODES / segment {
            let enough = |set: &u32| segments(*set) >= size as usize;
            let left = window.left_unless(u64::from(size)) as u32;
            let sets = |packets| (1..1_u32 << NODES).filter(move |set| set.count_ones() == packets);
            assert!(sets(left + 1).all(|set| enough(&set)), "{rounds} rounds, {size} packets");
            assert!(left == 0 || !sets(left).all(|set| enough(&set)));
        }
    }
}
