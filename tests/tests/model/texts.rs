//! A violation says what was found, where, and in which form: one fault, one sentence.

use super::Setting;
use meshcast_engine::{
    Departures, Direction, End, Fold, Machine, Node, Options, Port, Sends, Step, Tiling, Violation,
};

/// What `forms`, called in one step in the span `visit`, are refused with on a line of three nodes with buffers for `capacity`
/// packets.
fn refusal(capacity: usize, forms: impl Fn(&mut Step<'_>) -> Result<(), Violation>) -> String {
    refusal_after(capacity, |_| Ok(()), forms)
}

/// The same, with `work` before the step.
fn refusal_after(
    capacity: usize,
    work: impl Fn(&mut Machine) -> Result<(), Violation>,
    forms: impl Fn(&mut Step<'_>) -> Result<(), Violation>,
) -> String {
    let mut machine = Setting::new(1, 3, capacity).machine(Options::default());
    machine.step(|_| Ok(())).expect("lawful");
    work(&mut machine).expect("lawful");
    let found = machine.span("visit", |machine| machine.step(&forms));
    found.expect_err("unlawful").to_string()
}

/// What node 1 is refused with if it sends so.
fn sent(sends: impl Fn(&mut Sends) + Sync) -> String {
    refusal(2, |step| {
        let ports = [Port::East, Port::South];
        step.transmit(0..2, &ports, |node, list| {
            if node.id() == 1 {
                sends(list);
            }
        })
    })
}

const M1: &str = "(a directed link carries at most one packet or word a step)";
const M3: &str = "(a packet takes part in one action a step)";
const M5: &str = "(a node works only with what it holds)";
const M6: &str = "(a buffer holds at most its capacity at the end of a step)";

#[test]
fn every_wrong_send_has_its_own_sentence() {
    let at = "rule M5 broken in step 2 at node 1 (transmit, span visit)";
    assert_eq!(sent(|list| list.send(1, Port::East)), format!("{at}: slot 1 is empty {M5}"));
    assert_eq!(
        sent(|list| list.send(2, Port::East)),
        format!("{at}: the form does not name slot 2 {M5}")
    );
    assert_eq!(
        sent(|list| list.send(0, Port::West)),
        format!("{at}: the form does not name port West {M5}")
    );
    assert_eq!(
        sent(|list| list.send(0, Port::South)),
        format!("{at}: no link leaves over port South {M5}")
    );
    let twice = sent(|list| [0, 1].into_iter().for_each(|lane| list.send(lane, Port::East)));
    let at = "rule M1 broken in step 2 at node 1 (transmit, span visit)";
    assert_eq!(twice, format!("{at}: a second one over port East {M1}"));
    let both_ways = refusal(1, |step| {
        step.transmit(0..1, &[Port::East, Port::West], |node, list| {
            if node.id() == 1 {
                list.send(0, Port::East);
                list.send(0, Port::West);
            }
        })
    });
    let at = "rule M3 broken in step 2 at node 1 (transmit, span visit)";
    assert_eq!(both_ways, format!("{at}: the packet acts twice {M3}"));
}

#[test]
fn a_node_that_asks_for_many_sends_is_refused_and_not_by_a_panic() {
    let many = sent(|list| (0..9).for_each(|_| list.send(0, Port::East)));
    assert!(many.starts_with("rule M1 broken in step 2 at node 1"), "{many}");
    let nine = |_: &Node<'_>, list: &mut Departures| {
        (0..9).for_each(|_| list.send(End::Least, Port::East));
    };
    let of_a_queue = refusal_after(
        1,
        |machine| machine.enqueue(0..1, 0),
        |step| step.stream((0, &[0]), &[Port::East], nine, |_, _| 0),
    );
    let at = "rule M1 broken in step 2 at node 0 (stream, span visit)";
    assert_eq!(of_a_queue, format!("{at}: a second one over port East {M1}"));
}

#[test]
fn forms_that_are_in_each_others_way_are_named_without_a_node() {
    let exchange = |step: &mut Step<'_>| {
        step.exchange_rows(Fold::of_width(3), 3_usize, |_| Direction::Ascending)
    };
    let lanes = refusal(2, |step| {
        exchange(step)?;
        step.copy(0, 1, |_| true)
    });
    let expected = "rule M3 broken in step 2 (copy, span visit): an earlier form of the step uses one of the slots";
    assert_eq!(lanes, format!("{expected} {M3}"));
    let gone = refusal(2, |step| {
        step.discard(0, |_| true)?;
        exchange(step)
    });
    let expected = "rule M3 broken in step 2 (exchange_rows, span visit): an earlier form of the step has discarded packets";
    assert_eq!(gone, format!("{expected} {M3}"));
    let send = |step: &mut Step<'_>, lane| step.transmit(lane..lane + 1, &[Port::East], |_, _| {});
    let ports = refusal(2, |step| {
        send(step, 0)?;
        send(step, 1)
    });
    let expected = "rule M1 broken in step 2 (transmit, span visit): an earlier form of the step uses port East";
    assert_eq!(ports, format!("{expected} {M1}"));
}

#[test]
fn a_slot_that_is_not_there_or_taken_is_no_packet_too_many() {
    let exchange =
        refusal(1, |step| step.exchange_rows(Fold::of_width(3), 3_usize, |_| Direction::Ascending));
    let expected =
        "rule M6 broken in step 2 (exchange_rows, span visit): it needs 2 slots; a buffer has 1";
    assert_eq!(exchange, format!("{expected} {M6}"));
    let copy = |to| move |step: &mut Step<'_>| step.copy(0, to, |node| node.id() == 2);
    let expected =
        "rule M6 broken in step 2 at node 2 (copy, span visit): it needs 5 slots; a buffer has 4";
    assert_eq!(refusal(4, copy(4)), format!("{expected} {M6}"));
    let mut machine = Setting::new(1, 3, 4).machine(Options::default());
    machine.step(copy(1)).expect("lawful");
    let taken = machine.step(copy(1)).expect_err("taken").to_string();
    let expected =
        "rule M6 broken in step 2 at node 2 (copy): slot 1 is taken; the node holds 2 packets";
    assert_eq!(taken, format!("{expected} {M6}"));
}

#[test]
fn a_violation_in_a_tile_names_the_spans_around_it() {
    let mut machine = Setting::new(1, 4, 1).machine(Options::default());
    let found = machine.span("outer", |machine| {
        let tiles = Tiling::grid(machine.shape(), 1, 2);
        machine.in_parallel(&tiles, |tile: &mut Machine, number| {
            tile.span("inner", |tile| {
                tile.step(|step| step.copy(0, 1, |node| number == 1 && node.col() == 1))
            })
        })
    });
    let found = found.expect_err("too many");
    assert_eq!((&*found.span, found.form, found.node), ("outer/inner", "copy", Some(3)));
}
