//! Claims: a false one ends the run, a true one leaves no trace but its count.

use super::{Setting, broken, stopped};
use meshcast_engine::{
    Falsehood, Machine, Mode, Options, Overview, Rehearsal, Rule, Tiling, Witness,
};

const FEW: &str = "there are few packets";

/// Two nodes of a line of four have messages.
fn line() -> Setting {
    Setting::new(1, 4, 2).with_messages([(1, &[3]), (2, &[])])
}

/// At most so many packets as the witness says, in lane 0.
fn few(all: &Overview<'_>, most: &mut u64) -> Result<(), Falsehood> {
    let holds = |node: &meshcast_engine::Node<'_>| node.packet(0).is_some();
    let actual = all.nodes().filter(holds).count() as u64;
    let last = all.nodes().filter(holds).last().map_or(0, |node| node.index());
    let claimed = *most;
    if actual <= claimed { Ok(()) } else { Err(Falsehood { node: last, actual, claimed }) }
}

#[test]
fn a_false_claim_ends_the_run_and_says_where() {
    let mut machine = line().machine(Options::default());
    machine.step(|step| step.discard(0, |_| false)).expect("lawful");
    machine.claim(FEW, &mut Witness::new(2), few).expect("true");
    let found = machine.claim(FEW, &mut Witness::new(1), few).expect_err("false");
    // A program that goes on elsewhere finds no number in it but in words.
    assert_eq!(stopped::<()>(Err(found.clone())), Err(broken(Rule::Claim(FEW), 2, None, 0, 0)));
    let text =
        "rule claim broken in step 2 at node 2 (claim): found 2, claimed 1 (there are few packets)";
    assert_eq!(found.to_string(), text);
    assert_eq!(machine.step(|step| step.discard(0, |_| false)), Err(found.clone()));
    assert_eq!(machine.claim(FEW, &mut Witness::new(2), few), Err(found));
}

#[test]
fn a_true_claim_costs_nothing_and_is_counted_in_tiles_too() {
    let mut machine = line().machine(Options::default());
    let halves = Tiling::grid(machine.shape(), 1, 2);
    machine.claim(FEW, &mut Witness::new(2), few).expect("true");
    machine
        .in_parallel(&halves, |half, _| {
            half.claim(FEW, &mut Witness::new(1), few)?;
            half.step(|step| step.discard(0, |_| true))?;
            half.claim(FEW, &mut Witness::new(0), few)
        })
        .expect("true");
    let outcome = machine.finish();
    assert_eq!((outcome.steps, outcome.claims, outcome.copies), (1, 5, 0));
    assert_eq!(outcome.link_uses, 0);
}

#[test]
fn a_false_claim_of_a_tile_names_the_node_of_the_mesh() {
    let mut machine = line().machine(Options::default());
    let halves = Tiling::grid(machine.shape(), 1, 2);
    let found = machine.in_parallel(&halves, |half, tile| {
        half.claim(FEW, &mut Witness::new(1 - tile as u64), few)
    });
    let text =
        "rule claim broken in step 1 at node 2 (claim): found 1, claimed 0 (there are few packets)";
    assert_eq!(found.map_err(|found| found.to_string()), Err(text.to_owned()));
}

#[test]
fn a_witness_remembers() {
    let mut machine = line().machine(Options::default());
    let mut seen = Witness::new(0);
    for _ in 0..2 {
        machine
            .claim("once", &mut seen, |_, seen| {
                *seen += 1;
                Ok(())
            })
            .expect("true");
    }
    let twice = machine.claim("twice", &mut seen, |_, seen| {
        let falsehood = Falsehood { node: 0, actual: *seen, claimed: 3 };
        if *seen == 3 { Ok(()) } else { Err(falsehood) }
    });
    let text = twice.expect_err("false").to_string();
    assert!(text.contains("found 2, claimed 3"), "{text}");
}

/// A rehearsal has no packets to look at.
#[test]
fn what_is_rehearsed_claims_nothing() {
    let nothing = |machine: &mut Machine| machine.claim(FEW, &mut Witness::new(0), few);
    let mut stepped = line().machine(Options::default());
    assert!(stepped.leap(&Rehearsal::default(), 0..1, nothing).is_err());
    let mut leaping = line().machine(Options { mode: Mode::Leap, ..Options::default() });
    assert!(leaping.leap(&Rehearsal::default(), 0..1, nothing).is_ok());
    assert_eq!(leaping.finish().claims, 0);
}
