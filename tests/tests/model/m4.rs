//! M4: an exchange has both directed links of its edge to itself.

use super::{Setting, broken};
use meshcast_engine::{Direction, Fold, Machine, Port, Rule, Violation};
use meshcast_tests::replay::ReplayRule::EdgeTwice;

/// A word to the neighbour over `port` from the nodes of row 0 and column 0, with an exchange along rows beside it.
fn exchange_beside_words(
    machine: &mut Machine,
    port: Port,
    words_first: bool,
) -> Result<(), Violation> {
    let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
    machine.step(|step| {
        let fold = Fold::of_width(3);
        if !words_first {
            step.exchange_rows(fold, 3_usize, |_| Direction::Ascending)?;
        }
        step.words(
            &mut values,
            &[port],
            |_, row| 0..usize::from(row == 0),
            |_, _, value: &[u32]| value[0],
            |_, _, value, word| value[0] = word,
        )?;
        if words_first {
            step.exchange_rows(fold, 3_usize, |_| Direction::Ascending)?;
        }
        Ok(())
    })
}

#[test]
fn an_exchange_and_words_along_one_axis() {
    let mesh = Setting::new(2, 2, 2);
    for words_first in [false, true] {
        mesh.refuses_and_replay_finds(
            |machine| exchange_beside_words(machine, Port::East, words_first),
            broken(Rule::M4, 1, None, 2, 1),
            EdgeTwice,
        );
        mesh.allows(|machine| exchange_beside_words(machine, Port::South, words_first));
    }
}

#[test]
fn both_lanes_exchanged_over_the_same_edges() {
    let exchange = |machine: &mut Machine, first_col: usize, parity: [usize; 2]| {
        machine
            .step(|step| step.exchange_columns(Fold { first_col, ..Fold::of_width(2) }, 2, parity))
    };
    let mesh = Setting::new(3, 2, 2);
    mesh.refuses_and_replay_finds(
        |machine| exchange(machine, 1, [0, 2]),
        broken(Rule::M4, 1, None, 2, 1),
        EdgeTwice,
    );
    mesh.allows(|machine| exchange(machine, 1, [0, 1]));
    mesh.allows(|machine| exchange(machine, 1, [1, 0]));
}

#[test]
fn two_arrays_exchanged_over_the_same_edges() {
    let exchange = |machine: &mut Machine, transposed: bool| {
        machine.step(|step| {
            let fold = Fold::of_width(3);
            step.exchange_rows(fold, 3_usize, |_| Direction::Ascending)?;
            let other = Fold { lane: 2, transposed, ..fold };
            step.exchange_rows(other, 3_usize, |_| Direction::Ascending)
        })
    };
    let mesh = Setting::new(2, 2, 4);
    mesh.refuses_and_replay_finds(
        |machine| exchange(machine, false),
        broken(Rule::M4, 1, None, 2, 1),
        EdgeTwice,
    );
    // Along the rows of the one and the columns of the other.
    mesh.allows(|machine| exchange(machine, true));
}

#[test]
fn a_fold_of_one_column_has_one_lane_to_exchange() {
    let fold = Fold::of_width(1);
    let mesh = Setting::new(3, 2, 1);
    mesh.allows(|machine| machine.step(|step| step.exchange_columns(fold, 3, [1, 1])));
}
