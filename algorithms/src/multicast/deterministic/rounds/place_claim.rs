//! Claims that scattered packets stand where the proof says they stand in that round.

use super::permutations::Permutations;
use crate::guarantee::StoredWords;
use crate::multicast::visits::MASTER;
use meshcast_engine::{Falsehood, Machine, Violation, Witness};

/// What is claimed when packets have been scattered.
const IN_PLACE: &str = "a packet stands where the permutation of the round puts it";

/// A stage, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StageSoFar {
    /// Rounds that it may have.
    pub(super) most: usize,
    /// Rounds in which it has scattered packets.
    pub(super) made: usize,
}

/// Claims that the packet of every node is the master of the node that `places` says.
pub(in crate::multicast::deterministic) fn claim_places(
    machine: &mut Machine,
    places: Vec<u32>,
) -> Result<(), Violation> {
    machine.claim(IN_PLACE, &mut Witness::new(places), |all, places| {
        for node in all.nodes() {
            let Some(source) = node.source(MASTER) else { continue };
            let (actual, claimed) = (u64::from(node.id()), u64::from(places[source as usize]));
            if actual != claimed {
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
        }
        Ok(())
    })
}

/// Of every node where its packet has to stand after these stages, with so many permutations.
///
/// With one for each round, in round j of a stage that is node πⱼ(i) for the packet of node i. With one for all, a stage of R
/// rounds turns indices in segments of 2^⌈lg R⌉, two at least: j rounds take the index of place o in a segment to place o + j,
/// and the packet stands at the node that π gives its index, which was its own at first.
pub(super) fn expected_places(
    permutations: &Permutations,
    nodes: usize,
    count: usize,
    stages: &[StageSoFar],
) -> Vec<u32> {
    match permutations.kind() {
        StoredWords::All => {
            let round = stages.last().map_or(0, |stage| stage.made - 1);
            permutations.get(round % count, nodes).entries().to_vec()
        }
        StoredWords::One => {
            let permutation = permutations.get(0, nodes);
            let mut places = vec![0; nodes];
            for (index, &source) in permutation.entries().iter().enumerate() {
                let turned = stages.iter().fold(index, |index, stage| turned(index, *stage, nodes));
                places[source as usize] = permutation.entries()[turned];
            }
            places
        }
    }
}

/// The index of `nodes` to which a stage has brought `index`.
fn turned(index: usize, StageSoFar { most, made }: StageSoFar, nodes: usize) -> usize {
    // ⌈lg R⌉.
    let bits = usize::BITS - (most.max(2) - 1).leading_zeros();
    let first = index >> bits << bits;
    let length = (nodes - first).min(1 << bits);
    first + (index - first + made) % length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::falsehood::falsehood;
    use crate::permutation::Permutation;
    use meshcast_engine::{Messages, Node, Options, Port, Shape};
    use meshcast_primitives::Migration;
    use std::sync::Arc;

    /// Masters at home.
    fn machine() -> Machine {
        let set = Arc::new(Messages::one_each(12).expect("small"));
        let shape = Shape::new(3, 4).expect("small");
        let mut machine = Machine::new(shape, set, Some(Migration::CAPACITY), Options::default());
        machine.inject(MASTER, |_| 0);
        machine
    }

    /// The claim that packets stand where a round of six puts them, of permutations that leave them at home in the first and
    /// bring them to the next node in the second.
    fn claim(machine: &mut Machine, round: usize) -> Result<(), Violation> {
        let one_on = |by: u32| Permutation::new((0..12).map(|node| (node + by) % 12).collect());
        let each = [one_on(0), one_on(1)].map(|given| given.expect("a permutation"));
        let stages = [StageSoFar { most: 6, made: round }];
        let each = Permutations::Each(Arc::from(each));
        claim_places(machine, expected_places(&each, 12, 2, &stages))
    }

    fn caught(found: Result<(), Violation>) -> (u32, u64, u64) {
        falsehood(&found.expect_err("broken"), IN_PLACE)
    }

    #[test]
    fn packets_that_have_not_been_scattered_are_caught() {
        assert_eq!(claim(&mut machine(), 1), Ok(()));
        assert_eq!(caught(claim(&mut machine(), 2)), (0, 0, 1));
        assert_eq!(claim(&mut machine(), 3), Ok(()), "the first permutation again");
    }

    #[test]
    fn packets_that_have_changed_places_are_caught() {
        let mut machine = machine();
        let toward = |node: &Node<'_>| match node.id() {
            5 => Some(Port::East),
            6 => Some(Port::West),
            _ => None,
        };
        let exchanged = machine.step(|step| {
            let ports = [Port::East, Port::West];
            step.carry_into(MASTER..MASTER + 1, &ports, |node, _, _| toward(node), |_, _| MASTER)
        });
        exchanged.expect("lawful");
        assert_eq!(caught(claim(&mut machine, 1)), (5, 5, 6));
    }
}
