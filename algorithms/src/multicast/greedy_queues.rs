//! Serves first come, first served, the queues of every port and of the copy unit, for both greedy rivals.

use meshcast_engine::{Departures, End, Machine, Node, Packet, Port, Service, Step, Violation};

/// The queues of packets that wait for a port: east or west, south or north.
const ROW: usize = 0;
const COLUMN: usize = 1;
/// The queue of packets that wait for the copy unit.
pub(super) const SERVICE: usize = 2;
/// The queue of packets that have come in this step.
pub(super) const ARRIVED: usize = 3;

/// Bits of a point in time.
const TIME_BITS: u32 = 27;

/// The part of a key that lets the packet of the greatest one be the first that came.
pub(super) fn earliest_first(now: u32) -> u32 {
    (1 << TIME_BITS) - 1 - now
}

/// The queue and the key of a packet that came at time `now` and waits for `port`.
///
/// Two ports share a queue. Packets for the first one have the lower keys, which rise with time, those for the second
/// one fall: at either end stands the packet that came first.
pub(super) fn waiting(port: Port, now: u32) -> (usize, u32) {
    let (queue, time) = match port {
        Port::East => (ROW, now),
        Port::West => (ROW, earliest_first(now)),
        Port::South => (COLUMN, now),
        Port::North => (COLUMN, earliest_first(now)),
    };
    (queue, (port.number() as u32) << TIME_BITS | time)
}

/// The port for which a packet waits or over which it has come.
pub(super) fn heading(packet: Packet) -> Port {
    Port::ALL[(packet.key() >> TIME_BITS) as usize]
}

/// Lets all packets go their ways until the network is empty: in every step over every port the first that came, and
/// what `serve` asks of the copy units. `settle` gives the packets that have [`ARRIVED`] a place to wait; both are
/// told the time, so many steps since the beginning.
///
/// # Panics
/// After 2²⁷ steps.
pub(super) fn run(
    machine: &mut Machine,
    serve: impl Fn(&Node<'_>, u32) -> Option<Service> + Sync,
    settle: impl Fn(&mut Machine, u32) -> Result<(), Violation>,
) -> Result<(), Violation> {
    machine.span("route", |machine| {
        let mut now = 0;
        settle(machine, now)?;
        while !machine.told_when_done()? {
            now += 1;
            assert!(now < 1 << TIME_BITS, "a run is longer than its keys can tell");
            machine.step(|step| {
                advance(step, ROW, [Port::East, Port::West])?;
                advance(step, COLUMN, [Port::South, Port::North])?;
                step.serve((SERVICE, &[ROW, COLUMN, SERVICE, ARRIVED]), |node| serve(node, now))
            })?;
            settle(machine, now)?;
        }
        Ok(())
    })
}

/// The packets at both ends of a queue leave, each over its own port.
fn advance(step: &mut Step<'_>, queue: usize, ports: [Port; 2]) -> Result<(), Violation> {
    step.stream(
        (queue, &[ARRIVED]),
        &ports,
        |node, departures: &mut Departures| {
            for (end, port) in [End::Least, End::Greatest].into_iter().zip(ports) {
                if node.queue(queue).at(end).is_some_and(|packet| heading(packet) == port) {
                    departures.send(end, port);
                }
            }
        },
        |_, _| ARRIVED,
    )
}
