//! `snake-tour`: every packet goes once round the mesh, and is delivered where it is wanted.

use meshcast::OwnAlgorithm;
use meshcast_engine::{Circuit, Machine, StreamLanes, Violation, Way};

/// Packets on their way are in slot 0. Where the circuit has relay stations, a node has a second packet, in slot 1.
const LANES: StreamLanes = StreamLanes { home: 0, relay: 1 };

/// The algorithm, for `meshcast::run`.
pub fn algorithm() -> OwnAlgorithm {
    OwnAlgorithm::new(
        "snake-tour",
        "Every packet goes once round the mesh: two steps a node",
        |_| Some(2),
        |_, machine| tour(machine),
    )
}

/// A step to deliver and a step to move on, a node; the last delivery comes before the circuit is closed.
fn tour(machine: &mut Machine) -> Result<(), Violation> {
    let circuit = Circuit::new(machine.shape());
    let stations = Circuit::length(machine.shape());
    machine.inject(0, |_| 0);
    machine.span("tour", |machine| {
        for station in 0..stations {
            if station > 0 {
                machine.step(|step| step.shift(&circuit, Way::Forward, LANES))?;
            }
            machine.step(|step| {
                step.deliver(LANES.home, |node| {
                    node.destinations(LANES.home).contains(&node.id()).then_some(0)
                })
            })?;
        }
        Ok(())
    })?;
    machine.span("leave", |machine| {
        machine.step(|step| {
            step.discard(LANES.home, |_| true)?;
            step.discard(LANES.relay, |_| true)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast::Terminal;
    use meshcast_engine::{Messages, Options, Shape};
    use std::sync::Arc;

    fn meshcast(line: &str) -> (u8, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = line.split(' ').map(Into::into);
        let terminal = Terminal::default();
        let status = meshcast::command_line(&[algorithm()], args, &mut out, &mut err, terminal);
        (status, String::from_utf8([out, err].concat()).expect("text"))
    }

    /// Every node has a message for itself and two others.
    fn messages(nodes: usize) -> Arc<Messages> {
        let to = |from: usize| [from, (7 * from + 3) % nodes, nodes - 1 - from];
        let lists = (0..nodes).map(|from| (from as u32, to(from).map(|to| to as u32).to_vec()));
        Arc::new(Messages::new(nodes, lists).expect("a legal set"))
    }

    #[test]
    fn it_delivers_on_every_mesh_in_two_steps_a_station() {
        for (rows, cols) in [(1, 1), (1, 2), (2, 2), (3, 3), (4, 5), (5, 3), (1, 7), (11, 13)] {
            let shape = Shape::new(rows, cols).expect("small");
            let set = messages(shape.nodes());
            let mut machine = Machine::new(shape, set, Some(2), Options::default());
            tour(&mut machine).expect("lawful");
            let outcome = machine.finish();
            assert!(outcome.deliveries.are_as_asked(), "{rows} x {cols}");
            assert_eq!(outcome.steps, 2 * Circuit::length(shape) as u64, "{rows} x {cols}");
        }
    }

    #[test]
    fn it_stands_beside_the_others() {
        let (status, text) = meshcast("meshcast compare --workload sparse --side 6");
        assert_eq!(status, 0, "{text}");
        for name in ["hamiltonian", "buffered", "snake-tour"] {
            assert!(text.contains(&format!("  {name} ")), "{text}");
        }
    }
}
