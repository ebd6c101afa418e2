//! Tests that each claim catches what it excludes.

use super::super::{MASTER, MOVING, Manner, Plan, Tessellation, claim_served};
use super::open_destinations::OPEN;
use super::*;
use crate::multicast::falsehood::falsehood;
use meshcast_engine::{Machine, Messages, Options, Port, Shape, Tiling, Violation, Witness};
use meshcast_primitives::Migration;
use std::sync::Arc;

fn tile() -> Shape {
    Shape::new(4, 4).expect("small")
}

/// Masters of a tile of four blocks, of which the first is wanted by all, at two of its nodes, and each other one by
/// the last six.
fn machine() -> Machine {
    let wanted = |source: u32| if source < 10 { vec![0, 5] } else { vec![0, 5, 3, 12, 15] };
    let set = Messages::new(16, (0..16).map(|source| (source, wanted(source))));
    let set = Arc::new(set.expect("small"));
    let mut machine = Machine::new(tile(), set, Some(Migration::CAPACITY), Options::default());
    machine.inject(MASTER, |_| 0);
    machine
}

/// What comes of the claim on a visit in which `select` selects.
fn claimed(select: impl Fn(&mut Machine) -> Result<(), Violation>) -> Result<(), Violation> {
    let division = Division::new(&Tiling::grid(tile(), 2, 2), tile());
    let (mut machine, mut demand) = (machine(), Witness::new(Demand::default()));
    machine.claim(ALL_IT_CAN, &mut demand, |all, demand| {
        division.ask(all, demand);
        Ok(())
    })?;
    select(&mut machine)?;
    machine.claim(ALL_IT_CAN, &mut demand, |all, demand| division.compare(all, demand))
}

/// At a node, how many of the destinations of the master are there than was claimed.
fn caught(select: impl Fn(&mut Machine) -> Result<(), Violation>) -> (u32, u64, u64) {
    falsehood(&claimed(select).expect_err("broken"), ALL_IT_CAN)
}

fn exact(machine: &mut Machine) -> Result<(), Violation> {
    Migration::exact(tile(), tile(), (2, 2)).run(machine)
}

/// Lets a node write its master's words, as no migration does.
fn rewrite(machine: &mut Machine, at: u32, number: usize, word: u32) -> Result<(), Violation> {
    machine.step(|step| step.discard(MOVING, |node| node.source(MOVING) == Some(at)))?;
    machine.annotate(MASTER, |node, words| {
        if node.id() == at {
            words.set(number, word);
        }
    })
}

#[test]
fn an_exact_migration_selects_all_that_it_can() {
    assert_eq!(claimed(exact), Ok(()));
}

/// Its masters want 34 copies of 16 nodes, so that the last ones are left out, and blocks that only they want.
#[test]
fn a_migration_that_leaves_a_master_out_is_caught() {
    let plain = |machine: &mut Machine| Migration::new(tile(), 2, 2).run(machine);
    // The second block begins at node 2; it is wanted by six packets and has four nodes.
    assert_eq!(caught(plain), (2, 1, 4));
    assert_eq!(caught(|_| Ok(())), (0, 0, 4));
}

#[test]
fn a_packet_that_is_selected_beyond_room_is_caught() {
    let too_many = |machine: &mut Machine| {
        exact(machine)?;
        rewrite(machine, 4, 0, 1)?;
        rewrite(machine, 4, 1, 1)
    };
    assert_eq!(caught(too_many), (0, 5, 4));
}

#[test]
fn a_packet_that_is_served_in_part_is_caught() {
    let in_part = |machine: &mut Machine| {
        exact(machine)?;
        rewrite(machine, 3, 1, OPEN)
    };
    assert_eq!(caught(in_part), (3, 1, 0));
}

/// The mark says that it was selected, and no copy went.
#[test]
fn a_mark_without_a_copy_is_caught() {
    let unsent = |machine: &mut Machine| {
        exact(machine)?;
        rewrite(machine, 3, 1, 1)
    };
    assert_eq!(caught(unsent), (0, 3, 4));
}

#[test]
fn two_copies_of_a_packet_in_a_block_are_caught() {
    let twice = |machine: &mut Machine| {
        exact(machine)?;
        // The copy of message 3 in the first block gives way to one of message 2.
        machine.step(|step| step.discard(MOVING, |node| node.id() == 5))?;
        machine.step(|step| step.copy(MOVING, 1, |node| node.id() == 4))?;
        machine.step(|step| step.carry(1..2, &[Port::East], |_, _, _| Some(Port::East)))?;
        machine.swap_lanes(|node| (node.id() == 5).then_some((MOVING, 1)))
    };
    assert_eq!(caught(twice), (0, 4, 4));
}

/// A round of visits of the whole mesh, which has two blocks, and what is claimed there.
fn round(machine: &mut Machine, record: &mut Witness<Record>) -> Result<(), Violation> {
    Plan::new(Tessellation::new(tile(), 1), Manner::Exact, usize::MAX).round(machine, Some(record))
}

/// What comes of a second round if `between` happens before it. In the first one the upper block, which all sixteen want,
/// takes eight packets, and the lower one the six that want it.
fn caught_in_later_round(
    between: impl Fn(&mut Machine) -> Result<(), Violation>,
) -> Option<(u32, u64, u64)> {
    let (mut machine, mut record) = (machine(), Witness::new(Record::default()));
    round(&mut machine, &mut record).expect("true");
    between(&mut machine).expect("lawful");
    Some(falsehood(&round(&mut machine, &mut record).err()?, STAYS_SERVED))
}

/// Lets a node set the words of its master.
fn set_words(
    machine: &mut Machine,
    at: u32,
    words: &'static [(usize, u32)],
) -> Result<(), Violation> {
    machine.annotate(MASTER, |node, header| {
        if node.id() == at {
            for &(number, word) in words {
                header.set(number, word);
            }
        }
    })
}

#[test]
fn rounds_that_follow_one_another_are_as_claimed() {
    assert_eq!(caught_in_later_round(|_| Ok(())), None);
}

#[test]
fn a_destination_that_is_open_again_in_a_later_round_is_caught() {
    assert_eq!(
        caught_in_later_round(|machine| set_words(machine, 0, &[(0, OPEN)])),
        Some((0, 1, 0))
    );
}

/// Message 10 has been served at nodes 12 and 15 alone: as many of its destinations are open as before.
#[test]
fn a_destination_that_is_open_again_in_the_place_of_another_is_caught() {
    let swapped = |machine: &mut Machine| set_words(machine, 10, &[(0, 1), (3, OPEN)]);
    assert_eq!(caught_in_later_round(swapped), Some((10, 1, 0)));
}

#[test]
fn a_packet_that_leaves_with_an_open_destination_is_caught() {
    let lost = |at: u32| {
        move |machine: &mut Machine| {
            machine.step(|step| step.discard(MASTER, |node| node.id() == at))
        }
    };
    assert_eq!(caught_in_later_round(lost(7)), None, "it has been served everywhere");
    assert_eq!(caught_in_later_round(lost(12)), Some((12, 0, 3)));
}

/// Tiles of two rows; the groups should change places and come back.
#[test]
fn groups_that_do_not_go_round_are_caught() {
    let tiles = Tiling::grid(tile(), 2, 1);
    let core = Shape::new(2, 4).expect("small");
    let begin = || {
        let (mut machine, mut record) = (machine(), Witness::new(Record::default()));
        claim_served(&mut machine, &mut record)
            .and_then(|()| {
                machine.claim(ONE_GROUP, &mut record, |all, record| record.form(all, &tiles, core))
            })
            .expect("true");
        (machine, record)
    };
    let visit = |machine: &mut Machine, record: &mut Witness<Record>| {
        machine.claim(ONE_VISIT, record, |all, record| record.visit(all, &tiles, core))
    };
    let part = |machine: &mut Machine, record: &mut Witness<Record>| {
        machine.claim(ONE_VISIT, record, |all, record| record.part(all, &tiles, core))
    };
    let of = |found: Result<(), Violation>| falsehood(&found.expect_err("not round"), ONE_VISIT);
    let (mut machine, mut record) = begin();
    visit(&mut machine, &mut record).expect("true");
    assert_eq!(of(visit(&mut machine, &mut record)), (0, 2, 1));
    let (mut machine, mut record) = begin();
    visit(&mut machine, &mut record).expect("true");
    assert_eq!(of(part(&mut machine, &mut record)), (0, 1, 2));
    // One packet stays behind.
    let (mut machine, mut record) = begin();
    machine.step(|step| step.discard(MASTER, |node| node.id() == 9)).expect("lawful");
    assert_eq!(of(visit(&mut machine, &mut record)), (8, 7, 8));
}
