//! A mesh is a mesh from either side.

use super::run::positions;
use super::{Case, Form, Op, Run, Way, cases};
use meshcast_engine::{LeftPacket, Shape};
use meshcast_tests::replay::replay;

#[test]
fn transposed_twice_is_not_transposed() {
    for case in cases(3000..3150, 7, true) {
        let twice = vec![Op::Transposed(vec![Op::Transposed(case.ops.clone())])];
        let (straight, turned) =
            (Run::of(&case, Way::WATCHED), Run::of_ops(&case, &twice, Way::WATCHED));
        assert_eq!(straight.observed, turned.observed, "{case:#?}");
        assert_eq!(straight.audit, turned.audit, "{case:#?}");
        assert_eq!(straight.trace, turned.trace, "{case:#?}");
    }
}

#[test]
fn a_transposed_program_does_what_the_program_does_on_the_transposed_mesh() {
    for case in cases(4000..4150, 7, true) {
        let other_side = Case { ops: vec![Op::Transposed(case.ops.clone())], ..turned(&case) };
        let (straight, turned) = (Run::of(&case, Way::WATCHED), Run::of(&other_side, Way::WATCHED));
        assert_eq!(
            seen_from_above(&case, &straight),
            seen_from_the_side(&other_side, &turned),
            "{case:#?}"
        );
        let (straight_books, turned_books) = (straight.observed.unwrap(), turned.observed.unwrap());
        assert_eq!(straight_books.steps, turned_books.steps, "{case:#?}");
        assert_eq!(straight_books.ledger, turned_books.ledger, "{case:#?}");
        assert_eq!(straight_books.link_uses, turned_books.link_uses, "{case:#?}");
        assert_eq!(straight_books.peak, turned_books.peak, "{case:#?}");
        let (audit, turned_audit) = (straight.audit.unwrap(), turned.audit.unwrap());
        assert_eq!(audit.occupancy, turned_audit.occupancy, "{case:#?}");
        // Its events name nodes of the whole mesh that are neighbours there.
        assert_eq!(replay(turned.trace.unwrap().as_bytes()).findings, [], "{case:#?}");
    }
}

/// Exchanges of transposed arrays, each made instead by the transposed machine on the array as it is seen there.
fn seen_by_the_transposed_machine(ops: &[Op], changed: &mut usize) -> Vec<Op> {
    let mut from_the_side = |op: &Op| {
        let mut op = op.clone();
        let fold = match &mut op {
            Op::Inside { fold, .. } => fold,
            Op::Step(forms) => match &mut forms[..] {
                [
                    Form::ExchangeRows { fold, .. }
                    | Form::ExchangeColumns { fold, .. }
                    | Form::ExchangeSnake { fold, .. },
                ] => fold,
                _ => return op,
            },
            _ => return op,
        };
        if !std::mem::replace(&mut fold.transposed, false) {
            return op;
        }
        *changed += 1;
        Op::Transposed(vec![op])
    };
    ops.iter().map(&mut from_the_side).collect()
}

#[test]
fn a_transposed_array_is_an_array_on_the_transposed_mesh() {
    let mut changed = 0;
    for case in cases(5000..5400, 7, true) {
        let ops = seen_by_the_transposed_machine(&case.ops, &mut changed);
        let (straight, turned) =
            (Run::of(&case, Way::WATCHED), Run::of_ops(&case, &ops, Way::WATCHED));
        assert_eq!(straight.observed, turned.observed, "{case:#?}");
        assert_eq!(straight.trace, turned.trace, "{case:#?}");
    }
    assert!(changed > 100, "only {changed} exchanges were made from the side");
}

/// The index that node `node` of `shape` has when rows and columns change places.
fn other_index(shape: Shape, node: u32) -> u32 {
    let (row, col) = shape.position(node as usize);
    shape.transposed().index(col, row) as u32
}

/// The same packets and messages on the transposed mesh.
fn turned(case: &Case) -> Case {
    let shape = case.shape.transposed();
    let mut messages: Vec<(u32, u32, usize)> = (case.sources.iter().zip(&case.keys))
        .enumerate()
        .map(|(old, (&source, &key))| (other_index(case.shape, source), key, old))
        .collect();
    messages.sort_unstable();
    let renumbered = |old: u32| messages.iter().position(|message| message.2 == old as usize);
    let deliveries = (case.deliveries.iter())
        .map(|&(message, node)| {
            (renumbered(message).unwrap() as u32, other_index(case.shape, node))
        })
        .collect();
    Case {
        shape,
        sources: messages.iter().map(|message| message.0).collect(),
        keys: messages.iter().map(|message| message.1).collect(),
        deliveries,
        ..case.clone()
    }
}

/// What a run leaves, with messages named by their sources: keys and sources by node and lane, deliveries.
type Left = (Vec<Vec<Option<(u32, u32)>>>, Vec<(u32, u32)>, Vec<u64>);

fn seen_from_above(case: &Case, run: &Run) -> Left {
    seen(case, run, |shape, row, col| shape.index(row, col) as u32)
}

fn seen_from_the_side(case: &Case, run: &Run) -> Left {
    seen(case, run, |shape, row, col| shape.transposed().index(col, row) as u32)
}

fn seen(case: &Case, run: &Run, index: impl Fn(Shape, usize, usize) -> u32) -> Left {
    let seen = run.observed.as_ref().expect("the program of a case is lawful");
    let name = |node: u32| {
        let (row, col) = case.shape.position(node as usize);
        index(case.shape, row, col)
    };
    let named = |packet: LeftPacket| (packet.key(), name(case.sources[packet.message() as usize]));
    let mut order: Vec<(u32, usize)> = positions(case.shape)
        .enumerate()
        .map(|(node, (row, col))| (index(case.shape, row, col), node))
        .collect();
    order.sort_unstable();
    let packets = order
        .iter()
        .map(|&(_, node)| seen.packets[node].iter().map(|slot| slot.map(named)).collect());
    let mut deliveries: Vec<(u32, u32)> = (seen.deliveries.iter())
        .map(|&(message, node)| (name(case.sources[message as usize]), name(node)))
        .collect();
    deliveries.sort_unstable();
    (packets.collect(), deliveries, order.iter().map(|&(_, node)| seen.values[node]).collect())
}
