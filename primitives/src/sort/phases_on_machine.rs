//! Runs the phases of a plan on the machine, step by step.

use super::{Direction, Exchanges, LANES, LineRoute, NO_LANE, Phase, Plan, RowRoute};
use meshcast_engine::{Fold, Lines, Machine, Node, Sends, Step, Violation};
use std::ops::Range;

/// Lanes of a node that a route of single packets keeps for elements; the others are for packets in transit.
const RESTING: usize = 2;

/// Where the elements of a plan are: sorted lists of `depth` packets from lane `lane` on. The rows of the plan are columns of the
/// machine if it is `transposed`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    pub(super) depth: usize,
    pub(super) lane: usize,
    pub(super) transposed: bool,
}

impl Elements {
    /// In the first lanes, of a machine seen as the plan sees it.
    pub(super) fn of_depth(depth: usize) -> Self {
        Self { depth, lane: 0, transposed: false }
    }

    /// The array that the elements make up.
    pub(super) fn fold(self, plan: &Plan) -> Fold {
        let Self { depth, lane, transposed } = self;
        let (first_col, _) = plan.folded(0);
        Fold { first_col, lane, transposed, ..Fold::of_width(plan.columns()).of_depth(depth) }
    }
}

/// Runs `phases` on elements of `plan` that are sorted lists of packets: every exchange is a merge–split, every route moves
/// whole lists.
pub(super) fn run_phases(
    machine: &mut Machine,
    plan: &Plan,
    phases: &[Phase],
    elements: Elements,
) -> Result<(), Violation> {
    for phase in phases {
        machine.span(phase.name(), |machine| {
            let phase = PhaseOnMachine::new(machine, plan, phase, elements);
            phase.prepare(machine, 0)?;
            for t in 0..phase.steps() {
                if t > 0 {
                    phase.prepare(machine, t)?;
                }
                machine.step(|step| phase.act(step, t))?;
                phase.settle(machine, t)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// A phase as a machine runs it. Its steps are those of the phase, for every item of a list.
pub(super) struct PhaseOnMachine<'p> {
    phase: &'p Phase,
    fold: Fold,
    /// The route of every row: a node asks for it in every step.
    lines: Vec<&'p LineRoute>,
}

impl<'p> PhaseOnMachine<'p> {
    pub(super) fn new(
        machine: &Machine,
        plan: &Plan,
        phase: &'p Phase,
        elements: Elements,
    ) -> Self {
        let shape = machine.shape();
        let seen = if elements.transposed { shape.transposed() } else { shape };
        assert_eq!(seen, plan.shape(), "the sort is for another shape");
        let lines = match phase {
            Phase::Route(route) => (0..seen.rows()).map(|row| route.of_row(row)).collect(),
            Phase::Exchanges(_) => Vec::new(),
        };
        Self { phase, fold: elements.fold(plan), lines }
    }

    pub(super) fn steps(&self) -> usize {
        self.fold.depth * self.phase.steps()
    }

    /// Local work before step `t`; of a phase without steps, all its work.
    pub(super) fn prepare(&self, machine: &mut Machine, t: usize) -> Result<(), Violation> {
        match self.phase {
            Phase::Exchanges(exchanges) if t.is_multiple_of(self.fold.depth) => {
                self.order_inside(machine, *exchanges)
            }
            // Without steps, lists change places inside nodes: all items at once.
            Phase::Route(route) if route.steps() == 0 => self.land(machine, 0..self.fold.depth),
            _ => Ok(()),
        }
    }

    /// The exchanges or the hops of step `t`.
    pub(super) fn act(&self, step: &mut Step<'_>, t: usize) -> Result<(), Violation> {
        let fold = self.fold.at_item(t % self.fold.depth);
        match *self.phase {
            Phase::Exchanges(Exchanges::Rows { slices, direction, .. }) => {
                step.exchange_rows(fold, slices, |row| direction.of_row(row))
            }
            Phase::Exchanges(Exchanges::Columns { height, .. }) => {
                let round = t / fold.depth;
                step.exchange_columns(fold, height, [round, round + 1])
            }
            Phase::Exchanges(Exchanges::Snake { width, height, .. }) => {
                step.exchange_snake(fold, width, height)
            }
            Phase::Route(ref route) => self.transmit(step, route, t),
        }
    }

    /// Local work after step `t`.
    pub(super) fn settle(&self, machine: &mut Machine, t: usize) -> Result<(), Violation> {
        let depth = self.fold.depth;
        match self.phase {
            Phase::Exchanges(Exchanges::Columns { .. }) if (t + 1).is_multiple_of(depth) => {
                sort_lists(machine, self.fold)
            }
            Phase::Exchanges(exchanges) if t + 1 == self.steps() => {
                self.order_inside(machine, *exchanges)
            }
            Phase::Route(route) if (t + 1).is_multiple_of(route.steps()) => {
                let item = t / route.steps();
                self.land(machine, item..item + 1)
            }
            _ => Ok(()),
        }
    }

    /// Exchanges the elements of a row that share a node.
    fn order_inside(&self, machine: &mut Machine, exchanges: Exchanges) -> Result<(), Violation> {
        match exchanges {
            Exchanges::Rows { slices, direction, .. } => {
                machine.exchange_inside(self.fold, slices, |row| direction.of_row(row))
            }
            Exchanges::Columns { .. } => Ok(()),
            Exchanges::Snake { width, .. } => {
                machine.exchange_inside(self.fold, width, |row| Direction::Alternate.of_row(row))
            }
        }
    }

    /// Step `t` of a route, which moves the lists item by item.
    fn transmit(&self, step: &mut Step<'_>, route: &RowRoute, t: usize) -> Result<(), Violation> {
        let Fold { depth, lane: first, .. } = self.fold;
        let t_of_item = t % route.steps();
        if depth == 1 && first == 0 {
            // Known to the compiler, the lanes of single packets cost nothing.
            return self.transmit_item(step, t_of_item, 0..LANES, usize::from);
        }
        let item = t / route.steps();
        let lanes = first..first + lane_of_item(depth, LANES as u8, 0);
        self.transmit_item(step, t_of_item, lanes, |lane| first + lane_of_item(depth, lane, item))
    }

    /// Step `t` of a route of single packets in `lanes`, where `lane_of` finds those of the route.
    fn transmit_item(
        &self,
        step: &mut Step<'_>,
        t: usize,
        lanes: Range<usize>,
        lane_of: impl Fn(u8) -> usize + Sync,
    ) -> Result<(), Violation> {
        let (along, across) = self.axes();
        let ports @ [up, down] = along.ports();
        let line = |node: &Node<'_>| self.lines[across.place(node)];
        let landing = |node: &Node<'_>, sent_over| {
            let landing = line(node).landing(t, along.place(node));
            lane_of(if sent_over == up { landing.from_west } else { landing.from_east })
        };
        // A hole travels like a packet, but costs no link.
        if lanes.len() > LANES {
            // Of all items of a list one is under way: nodes look where that is.
            let program = |node: &Node<'_>, sends: &mut Sends| {
                let send = line(node).send(t, along.place(node));
                for (sent, port) in [send.east, send.west].into_iter().zip(ports) {
                    if sent != NO_LANE && node.packet(lane_of(sent)).is_some() {
                        sends.send(lane_of(sent), port);
                    }
                }
            };
            return step.transmit_into(lanes, &ports, program, landing);
        }
        let rule = |node: &Node<'_>, lane, _| {
            let send = line(node).send(t, along.place(node));
            let leaves = |sent: u8| sent != NO_LANE && lane_of(sent) == lane;
            match (leaves(send.east), leaves(send.west)) {
                (true, _) => Some(up),
                (_, true) => Some(down),
                _ => None,
            }
        };
        step.carry_into(lanes, &ports, rule, landing)
    }

    /// Brings the packets of some items to their lanes after the last step of a route.
    fn land(&self, machine: &mut Machine, items: Range<usize>) -> Result<(), Violation> {
        let Fold { depth, lane: first, .. } = self.fold;
        let (along, across) = self.axes();
        machine.swap_lanes(|node: &Node<'_>| {
            let swaps = self.lines[across.place(node)].settle_at(along.place(node));
            items.clone().flat_map(move |item| {
                let lane = move |lane| first + lane_of_item(depth, lane, item);
                swaps.iter().map(move |swap| (lane(swap.a), lane(swap.b)))
            })
        })
    }

    /// The lines of the machine that are rows of the plan, and the others. A node's place on one of the others is its row.
    fn axes(&self) -> (Lines, Lines) {
        if self.fold.transposed {
            (Lines::Columns, Lines::Rows)
        } else {
            (Lines::Rows, Lines::Columns)
        }
    }
}

/// Brings every list in order.
pub(super) fn sort_lists(machine: &mut Machine, fold: Fold) -> Result<(), Violation> {
    if fold.depth == 1 {
        return Ok(());
    }
    machine.exchange_inside(fold, 1_usize, |_| meshcast_engine::Direction::Ascending)
}

/// The machine's lane, counted from that of the first element, for `lane` of a route of single packets, when it routes item `item`:
/// the two lists of a node come first, then the lanes for packets in transit.
fn lane_of_item(depth: usize, lane: u8, item: usize) -> usize {
    let lane = usize::from(lane);
    if lane < RESTING { lane * depth + item } else { (depth - 1) * RESTING + lane }
}
