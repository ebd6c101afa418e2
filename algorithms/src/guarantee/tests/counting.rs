//! Tests Lemma 1 on random processes, lawful ones and ones with a fault.

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// Whom a visit takes among those that want a block.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// The first.
    Prefix,
    /// Any.
    Random,
    /// The lower half of the packets before the upper half, which stays alive together.
    Adversary,
    /// Those that want the fewest other blocks, which depends on all that was served before.
    Adaptive,
}

/// What is wrong with a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// A visit takes one packet less than it could.
    TakesTooFew,
    /// A packet is served and not marked: it may be taken again.
    ForgetsToMark,
    /// The second of two instances takes from all that the first did.
    InstancesCollide,
    /// A group misses its visit to a tile.
    MissesAVisit,
}

/// Packets, each with the blocks it wants; blocks with what a visit takes for them.
struct Process {
    wanted: Vec<BTreeSet<usize>>,
    capacities: Vec<usize>,
    instances: usize,
}

/// The groups of all packets, round by round.
type Groups = Vec<Vec<usize>>;

impl Process {
    fn random(random: &mut impl Rng) -> Self {
        let (packets, blocks) = (random.random_range(2..40), random.random_range(1..5));
        let density = random.random_range(0.2..1.0);
        let wants =
            |random: &mut dyn Rng| (0..blocks).filter(|_| random.random_bool(density)).collect();
        let instances = random.random_range(1..3);
        Self {
            wanted: (0..packets).map(|_| wants(random)).collect(),
            capacities: (0..blocks).map(|_| random.random_range(1..4) * instances).collect(),
            instances,
        }
    }

    /// Runs the rounds and returns, for each block, the packets alive for it in the end.
    fn run(
        &self,
        groups: &Groups,
        tiles: usize,
        rule: Rule,
        fault: Fault,
        random: &mut impl Rng,
    ) -> Vec<Vec<usize>> {
        let mut alive = self.wanted.clone();
        for round in groups {
            for group in 0..tiles {
                for block in 0..self.capacities.len() {
                    if fault == Fault::MissesAVisit && random.random_bool(0.2) {
                        continue;
                    }
                    let asks = |&i: &usize| round[i] == group && alive[i].contains(&block);
                    let asking = (0..alive.len()).filter(asks).collect();
                    for packet in self.select(asking, block, &alive, rule, fault, random) {
                        if fault != Fault::ForgetsToMark || random.random_bool(0.5) {
                            alive[packet].remove(&block);
                        }
                    }
                }
            }
        }
        let for_block = |block| (0..alive.len()).filter(|&i| alive[i].contains(&block)).collect();
        (0..self.capacities.len()).map(for_block).collect()
    }

    /// The packets of those `asking` that a visit takes for `block`.
    fn select(
        &self,
        mut asking: Vec<usize>,
        block: usize,
        alive: &[BTreeSet<usize>],
        rule: Rule,
        fault: Fault,
        random: &mut impl Rng,
    ) -> Vec<usize> {
        match rule {
            Rule::Prefix => {}
            Rule::Random => asking.shuffle(random),
            Rule::Adversary => asking.sort_by_key(|&packet| 2 * packet >= alive.len()),
            Rule::Adaptive => asking.sort_by_key(|&packet| alive[packet].len()),
        }
        let capacity = self.capacities[block];
        let taken = match fault {
            Fault::TakesTooFew => capacity.min(asking.len()).saturating_sub(1),
            Fault::InstancesCollide => capacity / self.instances,
            _ => capacity,
        };
        asking.truncate(taken);
        asking
    }

    /// What the inequality leaves for a block and a set of packets alive for it in the end.
    fn slack(&self, groups: &Groups, block: usize, set: &[usize]) -> isize {
        let wanted = self.wanted.iter().filter(|blocks| blocks.contains(&block)).count();
        let met = |round: &Vec<usize>| set.iter().map(|&i| round[i]).collect::<BTreeSet<_>>().len();
        let met: usize = groups.iter().map(met).sum();
        wanted.cast_signed() - (self.capacities[block] * met + set.len()).cast_signed()
    }
}

/// The least slack over many processes and sets.
fn least_slack(rule: Rule, fault: Fault) -> isize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(rule as u64);
    let mut least = isize::MAX;
    for _ in 0..1000 {
        let process = Process::random(&mut random);
        let (tiles, rounds) = (random.random_range(1..6), random.random_range(1..5));
        let mut groups = Groups::new();
        for _ in 0..rounds {
            groups.push(process.wanted.iter().map(|_| random.random_range(0..tiles)).collect());
        }
        let left = process.run(&groups, tiles, rule, fault, &mut random);
        for (block, left) in left.iter().enumerate() {
            let singles = left.iter().map(|&packet| vec![packet]);
            let some = (0..20).map(|_| left.iter().copied().filter(|_| random.random()).collect());
            let sets: Vec<Vec<usize>> = some.chain(singles).chain([left.clone()]).collect();
            for set in sets.iter().filter(|set| !set.is_empty()) {
                least = least.min(process.slack(&groups, block, set));
            }
        }
    }
    least
}

const RULES: [Rule; 4] = [Rule::Prefix, Rule::Random, Rule::Adversary, Rule::Adaptive];

#[test]
fn what_is_alive_met_few_groups_whatever_the_rule() {
    for rule in RULES {
        // The inequality is attained: no constant could be better.
        assert_eq!(least_slack(rule, Fault::None), 0, "{rule:?}");
    }
}

#[test]
fn a_process_with_a_fault_is_found_out() {
    for fault in
        [Fault::TakesTooFew, Fault::ForgetsToMark, Fault::InstancesCollide, Fault::MissesAVisit]
    {
        for rule in RULES {
            let least = least_slack(rule, fault);
            assert!(least < 0, "{rule:?}, {fault:?}: {least}");
        }
    }
}
