//! Charges: what each step costs under each cost model.

use super::Setting;
use meshcast_engine::{
    Circuit, CopySteps, CostModel, Direction, ExchangeSteps, Fold, Machine, Port, Ports, Step,
    StreamLanes, Violation, Way,
};

/// All eight cost models.
fn models() -> impl Iterator<Item = CostModel> {
    (0..8).map(|bits| CostModel {
        ports: if bits & 1 == 0 { Ports::All } else { Ports::One },
        exchange_steps: if bits & 2 == 0 { ExchangeSteps::One } else { ExchangeSteps::Two },
        copy_steps: if bits & 4 == 0 { CopySteps::One } else { CopySteps::Zero },
    })
}

/// Checks what one step costs on a 3 × 3 mesh: `expected(ports is one, exchange_steps, copy_steps)`.
#[track_caller]
fn check(
    forms: impl Fn(&mut Step<'_>) -> Result<(), Violation>,
    expected: impl Fn(bool, u64, u64) -> u64,
) {
    for model in models() {
        let setting = Setting { model, ..Setting::new(3, 3, 4) };
        let (outcome, seen) = setting.replayed(|machine: &mut Machine| machine.step(&forms));
        let exchange = if model.exchange_steps == ExchangeSteps::Two { 2 } else { 1 };
        let copy = u64::from(model.copy_steps == CopySteps::One);
        let steps = expected(model.ports == Ports::One, exchange, copy);
        assert_eq!(outcome.steps, steps, "{model:?}");
        assert_eq!(seen.findings, [], "{model:?}");
    }
}

fn send_over(ports: &[Port]) -> impl Fn(&mut Step<'_>) -> Result<(), Violation> {
    move |step| {
        step.transmit(0..4, ports, |node, sends| {
            if node.id() == 4 {
                sends.send(0, ports[0]);
            }
        })
    }
}

#[test]
fn waiting_costs_a_step() {
    check(|_| Ok(()), |_, _, _| 1);
    check(|step| step.discard(0, |_| true), |_, _, _| 1);
}

#[test]
fn a_transmission_costs_the_ports_that_it_declares() {
    check(send_over(&[Port::East]), |_, _, _| 1);
    check(send_over(&[Port::East, Port::North]), |one, _, _| if one { 2 } else { 1 });
    check(send_over(&Port::ALL), |one, _, _| if one { 4 } else { 1 });
}

#[test]
fn a_shift_costs_a_port_and_one_more_where_it_has_relays() {
    let shift = |step: &mut Step<'_>| {
        let ring = Circuit::new(Setting::new(3, 3, 1).shape);
        step.shift(&ring, Way::Forward, StreamLanes { home: 0, relay: 1 })
    };
    check(shift, |one, _, _| if one { 2 } else { 1 });
    for model in models() {
        let even = Setting { model, ..Setting::new(2, 3, 1) };
        let ring = Circuit::new(even.shape);
        let lanes = StreamLanes { home: 0, relay: 1 };
        let outcome =
            even.run(|machine| machine.step(|step| step.shift(&ring, Way::Backward, lanes)));
        assert_eq!(outcome.steps, 1, "{model:?}");
    }
}

#[test]
fn an_exchange_costs_a_port_for_each_packet_and_each_way() {
    let rows = |step: &mut Step<'_>| {
        step.exchange_rows(Fold::of_width(6), 6_usize, |_| Direction::Descending)
    };
    let columns = |step: &mut Step<'_>| step.exchange_columns(Fold::of_width(6), 3, [0, 1]);
    let snake = |step: &mut Step<'_>| step.exchange_snake(Fold::of_width(6), 6, 3);
    let expected = |one: bool, exchange, _| if one { 2 * exchange } else { exchange };
    check(rows, expected);
    check(columns, expected);
    check(snake, expected);
}

#[test]
fn copies_and_deliveries_cost_a_step_or_nothing() {
    check(|step| step.copy(0, 1, |_| true), |_, _, copy| copy);
    let beside_a_port = |step: &mut Step<'_>| {
        send_over(&[Port::East])(step)?;
        step.copy(5, 6, |_| false)
    };
    check(beside_a_port, |_, _, _| 1);
    for model in models() {
        let mesh = Setting { model, ..Setting::new(1, 2, 1).with_messages([(0, &[0]), (1, &[])]) };
        let (outcome, seen) = mesh.replayed(|machine| {
            machine.step(|step| step.deliver(0, |node| (node.id() == 0).then_some(0)))
        });
        assert_eq!(outcome.steps, u64::from(model.copy_steps == CopySteps::One), "{model:?}");
        assert_eq!(seen.findings, [], "{model:?}");
    }
}

#[test]
fn words_cost_the_ports_of_all_their_streams() {
    for model in models() {
        let mesh = Setting { model, ..Setting::new(3, 3, 1) };
        let outcome = mesh.run(|machine| {
            let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
            machine.step(|step| {
                step.words(
                    &mut values,
                    &[Port::East, Port::East, Port::West],
                    |stream, _| [0..1, 1..2, 1..3][stream].clone(),
                    |_, _, value: &[u32]| value[0],
                    |_, _, value, word| value[0] += word,
                )
            })
        });
        assert_eq!(outcome.steps, if model.ports == Ports::One { 2 } else { 1 }, "{model:?}");
    }
}

#[test]
fn forms_of_one_step_cost_the_ports_of_all_of_them() {
    let transmissions = |step: &mut Step<'_>| {
        send_over(&[Port::East])(step)?;
        step.transmit(4..5, &[Port::West, Port::North], |_, _| {})
    };
    check(transmissions, |one, _, _| if one { 3 } else { 1 });
    let many = |step: &mut Step<'_>| {
        for (lane, port) in Port::ALL.into_iter().enumerate() {
            step.transmit(lane..lane + 1, &[port], |_, _| {})?;
        }
        Ok(())
    };
    check(many, |one, _, _| if one { 4 } else { 1 });
    for model in models() {
        let mesh = Setting { model, ..Setting::new(3, 3, 1) };
        let outcome = mesh.run(|machine| {
            let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
            machine.step(|step| {
                step.words(
                    &mut values,
                    &[Port::East, Port::South],
                    |_, _| 0..0,
                    |_, _, value: &[u32]| value[0],
                    |_, _, value, word| value[0] = word,
                )?;
                step.transmit(0..1, &[Port::North], |_, _| {})
            })
        });
        assert_eq!(outcome.steps, if model.ports == Ports::One { 3 } else { 1 }, "{model:?}");
    }
}
