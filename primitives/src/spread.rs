//! Spreads packets anywhere to nodes anywhere, in their order.

use crate::expansion::{expand, expansion_steps, route};
use crate::line::settle;
use meshcast_engine::{Machine, Order, Port, Shape, Variable, Violation};

/// Packets that a buffer must hold for a [`spread`].
pub const SPREAD_CAPACITY: usize = 3;

/// The steps of a [`spread`] on `shape`.
pub fn spread_steps(shape: Shape) -> u64 {
    (shape.cols() - 1) as u64 + expansion_steps(shape)
}

/// The lanes of packets that have not started, and of those on their way.
const RESTING: usize = 0;
const EASTBOUND: usize = 1;
const WESTBOUND: usize = 2;

/// Moves every packet to the node of the rank that its key says: ranks in `order`, increasing along the packets in
/// row-major order. The first register of a packet's node holds the packet's own rank among the packets, from a
/// [`scan`](crate::scan): any consecutive numbers.
///
/// Along the row to the column that is the packet's own rank modulo cols, which no other packet of the row is for; from
/// there as in an [`expansion`](crate::expansion): packets of one column are then whole rows apart, before and after,
/// and those of one target row stand in different columns. A packet need not carry its own rank: it leaves its node
/// when as many steps of the phase are left as it has columns to go, goes on until the phase ends, and is there.
/// Backwards in time that is the row phase of an expansion, so again no two meet on a link and at most two in a node.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; lanes 1 and 2 empty; row-major or snake order of the targets.
///
/// # Cost
/// | | steps | buffer |
/// |---|---|---|
/// | rows, exact | cols − 1 | 2, in three slots: one for either way |
/// | columns, exact | rows − 1 | 1 |
/// | rows, exact | cols − 1 | 2, in snake order 3 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`SPREAD_CAPACITY`] packets never is.
///
/// # Panics
/// If the order is column-major, the registers are of another machine, or ranks are not consecutive or targets do not
/// increase, unless packets have broken a rule before.
///
/// # Source
/// Step 2(a) of the t-migration in §2.2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing
/// on the mesh", 2006, by "permutation routing". Deviation: no sort, since the order stays. A compaction and an expansion
/// would take (rows − 1) steps more.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::{SPREAD_CAPACITY, spread};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(1, vec![]), (2, vec![])])?);
/// let mut machine = Machine::new(shape, set, Some(SPREAD_CAPACITY), Options::default());
/// // The packets of nodes 1 and 2, of ranks 0 and 1, go to nodes 0 and 3.
/// machine.inject(0, |node| if node.id() == 1 { 0 } else { 3 });
/// let ranks = machine.variable(1, |node, _| u32::from(node.id() == 2))?;
/// spread(&mut machine, &ranks, Order::RowMajor)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 3);
/// assert_eq!(outcome.packet(0, 0, 0).map(|packet| packet.message()), Some(0));
/// assert_eq!(outcome.packet(0, 1, 1).map(|packet| packet.message()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spread(machine: &mut Machine, ranks: &Variable<u32>, order: Order) -> Result<(), Violation> {
    let leap =
        machine.leap(&machine.rehearsal(Spread { order }), 0..SPREAD_CAPACITY, |machine| {
            machine.span("spread", |machine| {
                if machine.shape().cols() > 1 {
                    machine.span("aside", |machine| move_aside(machine, ranks))?;
                }
                route(machine, order)
            })
        })?;
    if let Some(mut effect) = leap {
        let journeys = expand(&mut effect, order);
        let hops = journeys.into_iter().map(|journey| {
            let rank = effect.node(journey.from).own(ranks)[0];
            let [from, to] = [journey.from, journey.to].map(|node| effect.shape().position(node));
            spread_hops(effect.shape(), from, to, rank)
        });
        let hops = hops.sum();
        effect.count_hops(hops);
    }
    Ok(())
}

/// The hops of a packet of rank `rank` among those of a [`spread`], from one row and column to another.
pub(crate) fn spread_hops(
    shape: Shape,
    from: (usize, usize),
    to: (usize, usize),
    rank: u32,
) -> u64 {
    let aside = rank as usize % shape.cols();
    (from.1.abs_diff(aside) + from.0.abs_diff(to.0) + aside.abs_diff(to.1)) as u64
}

/// What the steps of a spread follow from.
#[derive(Debug, PartialEq)]
struct Spread {
    order: Order,
}

/// Moves every packet along its row to the column of its own rank.
fn move_aside(machine: &mut Machine, ranks: &Variable<u32>) -> Result<(), Violation> {
    let cols = machine.shape().cols();
    let lanes = RESTING..WESTBOUND + 1;
    let targets = machine.map(ranks, |_, rank| *rank as usize % cols)?;
    for left in (1..cols).rev() {
        machine.step(|step| {
            step.carry_into(
                lanes.clone(),
                &[Port::East, Port::West],
                |node, lane, _| match lane {
                    EASTBOUND => Some(Port::East),
                    WESTBOUND => Some(Port::West),
                    _ => {
                        let (to, here) = (node.own(&targets)[0], node.col());
                        let port = if to > here { Port::East } else { Port::West };
                        (to.abs_diff(here) == left).then_some(port)
                    }
                },
                |_, sent_over| if sent_over == Port::East { EASTBOUND } else { WESTBOUND },
            )
        })?;
    }
    settle(machine, lanes)
}
