//! The phases of a plan on the machine, step by step.

use super::{Direction, LANES, NO_LANE, Phase, Plan, RowRoute};
use meshcast_engine::{Fold, Machine, Node, Port, Step, Violation};

/// Lanes of a node that a route of single packets keeps for elements; the others are for packets in transit.
const RESTING: usize = 2;

/// Runs the phases of `plan` on elements that are sorted lists of `depth` packets: every exchange is a merge–split, every route
/// moves whole lists.
pub(super) fn run_phases(
    machine: &mut Machine,
    plan: &Plan,
    depth: usize,
) -> Result<(), Violation> {
    assert_eq!(machine.shape(), plan.shape(), "the sort is for another shape");
    let (first_col, _) = plan.folded(0);
    let fold = Fold { first_col, ..Fold::of_width(plan.columns()).of_depth(depth) };
    for phase in plan.phases() {
        machine.span(phase.name(), |machine| run_phase(machine, fold, phase))?;
    }
    Ok(())
}

fn run_phase(machine: &mut Machine, fold: Fold, phase: &Phase) -> Result<(), Violation> {
    match *phase {
        Phase::Rows { width, steps, direction } => {
            let along = |row| direction.of_row(row);
            for _ in 0..steps {
                machine.exchange_inside(fold, width, along)?;
                split(machine, fold, |step, fold| step.exchange_rows(fold, width, along))?;
            }
            machine.exchange_inside(fold, width, along)
        }
        Phase::Columns { height, steps } => (0..steps).try_for_each(|t| {
            split(machine, fold, |step, fold| step.exchange_columns(fold, height, [t, t + 1]))?;
            sort_lists(machine, fold)
        }),
        Phase::Snake { width, height, steps } => {
            let along = |row| Direction::Alternate.of_row(row);
            for _ in 0..steps {
                machine.exchange_inside(fold, width, along)?;
                split(machine, fold, |step, fold| step.exchange_snake(fold, width, height))?;
            }
            machine.exchange_inside(fold, width, along)
        }
        Phase::Route(ref route) => run_route(machine, fold.depth, route),
    }
}

/// One exchange of elements: a step for every item.
fn split(
    machine: &mut Machine,
    fold: Fold,
    exchange: impl Fn(&mut Step<'_>, Fold) -> Result<(), Violation>,
) -> Result<(), Violation> {
    (0..fold.depth).try_for_each(|item| machine.step(|step| exchange(step, fold.at_item(item))))
}

/// Brings every list in order.
pub(super) fn sort_lists(machine: &mut Machine, fold: Fold) -> Result<(), Violation> {
    if fold.depth == 1 {
        return Ok(());
    }
    machine.exchange_inside(fold, 1, |_| meshcast_engine::Direction::Ascending)
}

/// Routes the lists item by item.
fn run_route(machine: &mut Machine, depth: usize, route: &RowRoute) -> Result<(), Violation> {
    for item in 0..depth {
        for t in 0..route.steps() {
            machine.step(|step| route_item(step, depth, item, route, t))?;
        }
        if route.steps() > 0 {
            settle(machine, depth, item..item + 1, route)?;
        }
    }
    if route.steps() == 0 {
        // Lists change places inside nodes, all items at once.
        settle(machine, depth, 0..depth, route)?;
    }
    Ok(())
}

/// The machine's lane for `lane` of a route of single packets, when it routes item `item`: the two lists of a node come first, then
/// the lanes for packets in transit.
fn lane_of_item(depth: usize, item: usize, lane: u8) -> usize {
    let lane = usize::from(lane);
    if lane < RESTING { lane * depth + item } else { (depth - 1) * RESTING + lane }
}

/// Step `t` of the route of one item.
fn route_item(
    step: &mut Step<'_>,
    depth: usize,
    item: usize,
    route: &RowRoute,
    t: usize,
) -> Result<(), Violation> {
    step.transmit_into(
        0..(depth - 1) * RESTING + LANES,
        &[Port::East, Port::West],
        |node, sends| {
            let send = route.of_row(node.row()).send(t, node.col());
            for (lane, port) in [(send.east, Port::East), (send.west, Port::West)] {
                if lane != NO_LANE {
                    let lane = lane_of_item(depth, item, lane);
                    // A hole travels like a packet, but costs no link.
                    if node.packet(lane).is_some() {
                        sends.send(lane, port);
                    }
                }
            }
        },
        |node, sent_over| {
            let landing = route.of_row(node.row()).landing(t, node.col());
            let lane = match sent_over {
                Port::East => landing.from_west,
                _ => landing.from_east,
            };
            lane_of_item(depth, item, lane)
        },
    )
}

/// Brings the packets of some items to their lanes after the last step of a route.
fn settle(
    machine: &mut Machine,
    depth: usize,
    items: std::ops::Range<usize>,
    route: &RowRoute,
) -> Result<(), Violation> {
    machine.swap_lanes(|node: &Node<'_>| {
        let swaps = route.of_row(node.row()).settle_at(node.col());
        items.clone().flat_map(move |item| {
            swaps.iter().map(move |swap| {
                (lane_of_item(depth, item, swap.a), lane_of_item(depth, item, swap.b))
            })
        })
    })
}
