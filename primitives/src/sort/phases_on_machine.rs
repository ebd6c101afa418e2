//! Runs the phases of a plan on the machine, step by step.

use super::{Direction, Exchanges, LANES, NO_LANE, Phase, Plan, RowRoute};
use meshcast_engine::{Fold, Machine, Node, Port, Sends, Step, Violation};
use std::ops::Range;

/// Lanes of a node that a route of single packets keeps for elements; the others are for packets in transit.
const RESTING: usize = 2;

/// Runs the phases of `plan` on elements that are sorted lists of `depth` packets: every exchange is a merge–split,
/// every route moves whole lists.
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
    match phase {
        Phase::Exchanges(exchanges) => exchange(machine, fold, *exchanges),
        Phase::Route(route) => run_route(machine, fold.depth, route),
    }
}

fn exchange(machine: &mut Machine, fold: Fold, exchanges: Exchanges) -> Result<(), Violation> {
    match exchanges {
        Exchanges::Rows { slices, steps, direction } => {
            let along = |row| direction.of_row(row);
            for _ in 0..steps {
                machine.exchange_inside(fold, slices, along)?;
                split(machine, fold, |step, fold| step.exchange_rows(fold, slices, along))?;
            }
            machine.exchange_inside(fold, slices, along)
        }
        Exchanges::Columns { height, steps } => (0..steps).try_for_each(|t| {
            split(machine, fold, |step, fold| step.exchange_columns(fold, height, [t, t + 1]))?;
            sort_lists(machine, fold)
        }),
        Exchanges::Snake { width, height, steps } => {
            let along = |row| Direction::Alternate.of_row(row);
            for _ in 0..steps {
                machine.exchange_inside(fold, width, along)?;
                split(machine, fold, |step, fold| step.exchange_snake(fold, width, height))?;
            }
            machine.exchange_inside(fold, width, along)
        }
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
    machine.exchange_inside(fold, 1_usize, |_| meshcast_engine::Direction::Ascending)
}

/// Routes the lists item by item.
fn run_route(machine: &mut Machine, depth: usize, route: &RowRoute) -> Result<(), Violation> {
    if depth == 1 {
        // Known to the compiler, the lanes of single packets cost nothing.
        run_steps(machine, route, LANES, usize::from)?;
    } else {
        for item in 0..depth {
            let lanes = lane_of_item(depth, LANES as u8, 0);
            run_steps(machine, route, lanes, |lane| lane_of_item(depth, lane, item))?;
            if route.steps() > 0 {
                settle(machine, depth, item..item + 1, route)?;
            }
        }
    }
    if depth == 1 || route.steps() == 0 {
        // Without steps, lists change places inside nodes: all items at once.
        settle(machine, depth, 0..depth, route)?;
    }
    Ok(())
}

/// The machine's lane for `lane` of a route of single packets, when it routes item `item`: the two lists of a node come
/// first, then the lanes for packets in transit.
fn lane_of_item(depth: usize, lane: u8, item: usize) -> usize {
    let lane = usize::from(lane);
    if lane < RESTING { lane * depth + item } else { (depth - 1) * RESTING + lane }
}

/// The steps of a route in the first `lanes` lanes, where `lane_of` finds those of the route.
fn run_steps(
    machine: &mut Machine,
    route: &RowRoute,
    lanes: usize,
    lane_of: impl Fn(u8) -> usize + Sync,
) -> Result<(), Violation> {
    // A node asks for the route of its row in every step.
    let lines: Vec<_> = (0..machine.shape().rows()).map(|row| route.of_row(row)).collect();
    for t in 0..route.steps() {
        let landing = |node: &Node<'_>, sent_over| {
            let landing = lines[node.row()].landing(t, node.col());
            lane_of(match sent_over {
                Port::East => landing.from_west,
                _ => landing.from_east,
            })
        };
        machine.step(|step| {
            let ports = [Port::East, Port::West];
            // A hole travels like a packet, but costs no link.
            if lanes > LANES {
                // Of all items of a list one is under way: nodes look where that is.
                let program = |node: &Node<'_>, sends: &mut Sends| {
                    let send = lines[node.row()].send(t, node.col());
                    for (sent, port) in [send.east, send.west].into_iter().zip(ports) {
                        if sent != NO_LANE && node.packet(lane_of(sent)).is_some() {
                            sends.send(lane_of(sent), port);
                        }
                    }
                };
                return step.transmit_into(0..lanes, &ports, program, landing);
            }
            let rule = |node: &Node<'_>, lane, _| {
                let send = lines[node.row()].send(t, node.col());
                let leaves = |sent: u8| sent != NO_LANE && lane_of(sent) == lane;
                match (leaves(send.east), leaves(send.west)) {
                    (true, _) => Some(Port::East),
                    (_, true) => Some(Port::West),
                    _ => None,
                }
            };
            step.carry_into(0..lanes, &ports, rule, landing)
        })?;
    }
    Ok(())
}

/// Brings the packets of some items to their lanes after the last step of a route.
fn settle(
    machine: &mut Machine,
    depth: usize,
    items: Range<usize>,
    route: &RowRoute,
) -> Result<(), Violation> {
    machine.swap_lanes(|node: &Node<'_>| {
        let swaps = route.of_row(node.row()).settle_at(node.col());
        items.clone().flat_map(move |item| {
            let lane = move |lane| lane_of_item(depth, lane, item);
            swaps.iter().map(move |swap| (lane(swap.a), lane(swap.b)))
        })
    })
}
