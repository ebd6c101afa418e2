//! Takes every packet past every node, and delivers it where it is wanted: circulation.

use meshcast_engine::{
    Circuit, Effect, Machine, Node, Rehearsal, Shape, StreamLanes, Violation, Way,
};

/// The lanes of the packets that go forward, and of their copies that go backward.
const FORWARD: StreamLanes = StreamLanes { home: 0, relay: 2 };
const BACKWARD: StreamLanes = StreamLanes { home: 1, relay: 3 };

/// The key of a packet that is not wanted any more.
const DONE: u32 = u32::MAX;

/// A circulation on one shape, ready to run on any machine or tile of that shape.
///
/// Every packet is copied once. The original goes forward along the [`Circuit`] and its copy backward, half the way round
/// each. They take turns: while one moves, the other is offered for delivery at the node where it is, so a hop costs
/// two steps, and two hops are made in them. A packet's key is the hop after which it is wanted next.
///
/// # Shape
/// Any rows × cols. At most one packet a node, in lane 0; lanes 1 to 3 empty. The circuit has L stations: n where n is
/// even and both sides are at least 2, n+1 on odd × odd, 2(n−1) on a line of n.
///
/// # Cost
/// | shape | steps, exact | buffer |
/// |---|---|---|
/// | one node | 1 | 1 |
/// | n even, both sides ≥ 2 | L + 1 = n + 1 | 2 |
/// | odd × odd, both ≥ 3 | L + 1 = n + 2 | 4 at the relay, 2 elsewhere |
/// | 1 × n, n × 1 | L + 1 = 2n − 1 | 4 |
///
/// # Source
/// Step 2(b) of the algorithm of Theorem 3 in K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing
/// on the mesh", 2006: packets circulate along a Hamiltonian cycle (their Fact 1). Deviations: a copy each way round,
/// which halves the steps; relays are stations, see [`Circuit`].
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::Circulation;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(0, vec![0, 1, 3]), (2, vec![1])])?);
/// let mut machine = Machine::new(shape, set, Some(2), Options::default());
/// machine.inject(0, |_| 0);
/// Circulation::new(shape).run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 5);
/// assert_eq!(outcome.deliveries.sorted(), [(0, 0), (0, 1), (0, 3), (1, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Circulation {
    circuit: Circuit,
    rehearsal: Rehearsal,
}

impl Circulation {
    /// The circulation on `shape`.
    pub fn new(shape: Shape) -> Self {
        Self { circuit: Circuit::new(shape), rehearsal: Rehearsal::default() }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        Self::steps_on(self.circuit.shape())
    }

    /// Steps of a run on `shape`, from the table above alone: no circuit is built, so it costs neither time nor memory on any mesh.
    ///
    /// ```
    /// # use meshcast_engine::{MAX_NODES, Shape};
    /// # use meshcast_primitives::Circulation;
    /// assert_eq!(Circulation::steps_on(Shape::new(8192, 8192)?), MAX_NODES as u64 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps_on(shape: Shape) -> u64 {
        match Circuit::length(shape) {
            1 => 1,
            stations => stations as u64 + 1,
        }
    }

    /// Copies made of every packet.
    pub fn copies(&self) -> u64 {
        u64::from(self.stations() > 1)
    }

    /// Hops that every packet makes together with its copy: half the way round each, but for the copy's last hop.
    pub fn hops(&self) -> u64 {
        u64::from(self.stations()) - 1
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        match (self.stations(), self.circuit.relays().len()) {
            (1, _) => 1,
            (_, 0) => 2,
            _ => 4,
        }
    }

    /// Circulates the packets of lane 0, delivers each at all its destinations on this machine, and discards it.
    ///
    /// # Errors
    /// None of its own; M6 where a buffer is too small; one for [`Circulation::capacity`] packets never is.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        self.run_where(machine, |_, _, _| true)
    }

    /// [`Circulation::run`] where a packet is delivered only at those of its destinations that are wanted: `wanted` gets
    /// a node, the slot of a packet there, and the number of one of its destinations. The answer must depend on the
    /// packet's message and header only.
    ///
    /// # Errors
    /// None of its own; M6 where a buffer is too small; one for [`Circulation::capacity`] packets never is.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run_where(
        &self,
        machine: &mut Machine,
        wanted: impl Fn(&Node<'_>, usize, usize) -> bool + Sync,
    ) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..self.capacity(), |machine| {
            self.circulate(machine, &wanted)
        })?;
        if let Some(mut effect) = leap {
            self.deliver_all(&mut effect, &wanted);
        }
        Ok(())
    }

    /// What a round brings about.
    fn deliver_all(&self, effect: &mut Effect<'_>, wanted: &impl Wanted) {
        let mut to = Vec::new();
        for at in 0..effect.shape().nodes() {
            let node = effect.node(at);
            let here = node.destinations_here(FORWARD.home);
            let here = here.map(|(number, _)| number);
            to.extend(here.filter(|&number| wanted(&node, FORWARD.home, number)));
            let Some(packet) = effect.take(FORWARD.home, at) else { continue };
            to.drain(..).for_each(|number| effect.deliver(packet, number));
            effect.count_copies(self.copies());
            effect.count_hops(self.hops());
        }
    }

    fn circulate(&self, machine: &mut Machine, wanted: &impl Wanted) -> Result<(), Violation> {
        machine.span("circulate", |machine| {
            if self.stations() == 1 {
                return machine.step(|step| {
                    step.deliver(FORWARD.home, |node| {
                        let mut to = node.destinations(FORWARD.home).iter();
                        let own = to.position(|&to| to == node.id())?;
                        wanted(node, FORWARD.home, own).then_some(DONE)
                    })?;
                    step.discard(FORWARD.home, |_| true)
                });
            }
            self.split(machine, wanted)?;
            let half = self.stations() / 2;
            for hop in 1..=half {
                machine.step(|step| {
                    step.shift(&self.circuit, Way::Forward, FORWARD)?;
                    step.deliver(BACKWARD.home, |node| {
                        self.offer(node, wanted, (Way::Backward, hop - 1))
                    })
                })?;
                machine.step(|step| {
                    step.deliver(FORWARD.home, |node| {
                        self.offer(node, wanted, (Way::Forward, hop))
                    })?;
                    if hop < half {
                        return step.shift(&self.circuit, Way::Backward, BACKWARD);
                    }
                    let relays = !self.circuit.relays().is_empty();
                    for lanes in [FORWARD, BACKWARD] {
                        step.discard(lanes.home, |_| true)?;
                        if relays {
                            step.discard(lanes.relay, |_| true)?;
                        }
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    /// Copies every packet and writes into both headers where they are wanted first.
    fn split(&self, machine: &mut Machine, wanted: &impl Wanted) -> Result<(), Violation> {
        machine.step(|step| {
            step.copy(FORWARD.home, BACKWARD.home, |node| node.packet(FORWARD.home).is_some())
        })?;
        // The originals look into their headers for the copies, which are in the same nodes.
        let stops = machine.variable(1, |node, _| {
            node.packet(FORWARD.home).map(|_| self.first_stops(node, wanted))
        })?;
        machine.rekey(FORWARD.home, |node| node.own(&stops)[0].map(|(forward, _)| forward))?;
        machine.rekey(BACKWARD.home, |node| node.own(&stops)[0].map(|(_, backward)| backward))
    }

    /// Whether the packet on its way past `node` after `hop` hops is wanted here; then the key that says where next.
    #[inline]
    fn offer(&self, node: &Node<'_>, wanted: &impl Wanted, (way, hop): (Way, u32)) -> Option<u32> {
        let packet = node.packet(home(way))?;
        (packet.key() == hop).then(|| self.next_stop(node, wanted, (way, hop)))
    }

    /// The hops at which the packet at `node`, which has made none yet, is wanted first on its way forward, and its copy on
    /// its way backward.
    fn first_stops(&self, node: &Node<'_>, wanted: &impl Wanted) -> (u32, u32) {
        let mut first = (DONE, DONE);
        for hops in self.hops_ahead(node, wanted, Way::Forward) {
            // What is not ahead is behind.
            let behind = if hops == 0 { 0 } else { self.stations() - hops };
            if hops > 0 && hops <= self.last(Way::Forward) {
                first.0 = first.0.min(hops);
            } else if behind <= self.last(Way::Backward) {
                first.1 = first.1.min(behind);
            }
        }
        first
    }

    /// The hop at which the packet at `node`, which has made `hop` hops, is wanted next after that.
    ///
    /// Nodes it has passed are more than half a round away and are left to the copy, as are those beyond its half.
    #[inline(never)]
    fn next_stop(&self, node: &Node<'_>, wanted: &impl Wanted, (way, hop): (Way, u32)) -> u32 {
        let last = self.last(way);
        self.hops_ahead(node, wanted, way)
            .filter(|&hops| hops > 0 && hop + hops <= last)
            .min()
            .map_or(DONE, |hops| hop + hops)
    }

    /// The hops from `node` to all nodes of this machine at which its packet is wanted.
    fn hops_ahead(
        &self,
        node: &Node<'_>,
        wanted: &impl Wanted,
        way: Way,
    ) -> impl Iterator<Item = u32> {
        let (homes, stations, lane) = (self.circuit.homes(), self.stations(), home(way));
        let here = homes[node.index()];
        node.destinations_here(lane).filter(move |&(number, _)| wanted(node, lane, number)).map(
            move |(_, destination)| {
                let there = homes[destination];
                let (from, to) = match way {
                    Way::Forward => (here, there),
                    Way::Backward => (there, here),
                };
                if to >= from { to - from } else { to + stations - from }
            },
        )
    }

    /// The last hop of a way.
    fn last(&self, way: Way) -> u32 {
        match way {
            Way::Forward => self.stations() / 2,
            Way::Backward => self.stations() / 2 - 1,
        }
    }

    fn stations(&self) -> u32 {
        self.circuit.stations().len() as u32
    }
}

/// Whether a packet is wanted at one of its destinations.
trait Wanted: Fn(&Node<'_>, usize, usize) -> bool + Sync {}

impl<T: Fn(&Node<'_>, usize, usize) -> bool + Sync> Wanted for T {}

fn home(way: Way) -> usize {
    match way {
        Way::Forward => FORWARD.home,
        Way::Backward => BACKWARD.home,
    }
}
