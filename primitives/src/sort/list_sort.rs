//! Sorts k packets a node as two sorted lists a node, all of them in step.

use super::Plan;
use super::crossed::Crossed;
use super::phases_on_machine::{Elements, run_phases, sort_lists};
use super::stretch::Stretch;
use crate::leap_effects::nodes_along;
use meshcast_engine::{
    Direction, Effect, Fold, Machine, Order, Packet, Rehearsal, Shape, Violation,
};

/// The sort of up to k packets a node in which every comparator of a [wide plan](Plan::wide) is a merge–split of whole lists.
#[derive(Clone, Debug)]
pub(crate) struct ListSort {
    plan: Plan,
    order: Order,
    transposed: bool,
    /// Packets a list.
    depth: usize,
    /// Packets that a buffer must hold.
    capacity: usize,
    rehearsal: Rehearsal,
}

/// Whether a plan sorts the transposed mesh, and in which order.
pub(super) fn turned(shape: Shape, order: Order) -> (bool, Order) {
    // A line is sorted along its rows, whatever the order.
    let transposed = shape.cols() == 1 || (order == Order::ColumnMajor && shape.rows() > 1);
    match order {
        Order::Snake if !transposed => (false, Order::Snake),
        _ => (transposed, Order::RowMajor),
    }
}

impl ListSort {
    /// The sort of up to `k` packets a node on `shape`.
    pub(crate) fn new(shape: Shape, k: usize, order: Order) -> Self {
        let (transposed, planned) = turned(shape, order);
        let plan = Plan::wide(if transposed { shape.transposed() } else { shape }, planned);
        let depth = k.div_ceil(2);
        let (capacity, rehearsal) = (2 * (depth - 1) + plan.peak(), Rehearsal::default());
        Self { plan, order, transposed, depth, capacity, rehearsal }
    }

    /// Steps of [`ListSort::new`] on `shape`, as [`Plan::steps_on`] counts them.
    pub(crate) fn steps_on(shape: Shape, k: usize, order: Order) -> u64 {
        let (transposed, planned) = turned(shape, order);
        let shape = if transposed { shape.transposed() } else { shape };
        k.div_ceil(2) as u64 * Plan::wide_steps_on(shape, planned)
    }

    /// The steps of a run by the lines of the mesh along which they use links.
    pub(crate) fn stretches(&self) -> Vec<Stretch> {
        let of_lists = |stretch: Stretch| stretch.of_lists(self.depth, self.transposed);
        self.plan.stretches().into_iter().map(of_lists).collect()
    }

    /// Those of [`ListSort::new`], row- or column-major, without planning it.
    pub(crate) fn stretches_on(shape: Shape, k: usize, order: Order) -> Vec<Stretch> {
        let (transposed, planned) = turned(shape, order);
        let seen = if transposed { shape.transposed() } else { shape };
        let stretches = Plan::wide_stretches_on(seen, planned);
        stretches.iter().map(|stretch| stretch.of_lists(k.div_ceil(2), transposed)).collect()
    }

    /// The sort of the packets of k lanes from `lane` on, for a machine that makes another one at the same time.
    pub(crate) fn crossed(&self, lane: usize) -> Crossed<'_> {
        let elements = Elements { depth: self.depth, lane, transposed: self.transposed };
        Crossed { plan: &self.plan, phases: self.plan.phases(), elements }
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Steps of a run.
    pub(crate) fn steps(&self) -> u64 {
        (self.depth * self.plan.steps()) as u64
    }

    /// Packets that a buffer must hold.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// The hops of packets in a run, given by their lanes and the rows and columns of their nodes: those in its routes, where
    /// only packets use links, which they do whatever their keys.
    pub(crate) fn hops(&self, packets: impl Iterator<Item = (usize, (usize, usize))>) -> u64 {
        let element = |(lane, (row, col))| {
            let (row, col) = if self.transposed { (col, row) } else { (row, col) };
            (row, 2 * col + lane / self.depth)
        };
        self.plan.route_hops(self.depth, packets.map(element))
    }

    /// Sorts the packets of lanes 0 to k−1.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..self.capacity(), |machine| {
            run_turned(machine, self.transposed, |machine| self.run_plan(machine))
        })?;
        if let Some(mut effect) = leap {
            put_in_order(&mut effect, self.order, 2 * self.depth, |packets| self.hops(packets));
        }
        Ok(())
    }

    fn run_plan(&self, machine: &mut Machine) -> Result<(), Violation> {
        let elements = Elements::of_depth(self.depth);
        let fold = elements.fold(&self.plan);
        sort_lists(machine, fold)?;
        run_phases(machine, &self.plan, self.plan.phases(), elements)?;
        sort_nodes(machine, fold)
    }
}

/// Runs the phases of a (k,k)-sort, on the transposed mesh if its plan is for that.
pub(super) fn run_turned(
    machine: &mut Machine,
    transposed: bool,
    phases: impl Fn(&mut Machine) -> Result<(), Violation> + Sync,
) -> Result<(), Violation> {
    machine.span(
        "kk-sort",
        |machine| {
            if transposed { machine.transposed(phases) } else { phases(machine) }
        },
    )
}

/// Puts both lists of every node in order: along a row that a snake passes from right to left, the right one is the lesser.
pub(super) fn sort_nodes(machine: &mut Machine, fold: Fold) -> Result<(), Violation> {
    machine.exchange_inside(fold, 2_usize, |_| Direction::Ascending)
}

/// What a sort into so many slots a node brings about, given the hops of packets in their lanes, at the rows and columns of their nodes.
/// Packets that compare equal are of one message, and none can be told from another.
pub(super) fn put_in_order(
    effect: &mut Effect<'_>,
    order: Order,
    slots: usize,
    hops: impl FnOnce(&mut dyn Iterator<Item = (usize, (usize, usize))>) -> u64,
) {
    let (nodes, shape) = (effect.shape().nodes(), effect.shape());
    let all = (0..nodes).flat_map(|node| (0..slots).map(move |lane| (lane, node)));
    let held = all.clone().filter(|&(lane, node)| effect.node(node).packet(lane).is_some());
    let hops = hops(&mut held.map(|(lane, node)| (lane, shape.position(node))));
    effect.count_hops(hops);
    let mut packets: Vec<Packet> = all.filter_map(|(lane, node)| effect.take(lane, node)).collect();
    packets.sort_unstable();
    for (node, packets) in nodes_along(effect, order).zip(packets.chunks(slots)) {
        for (lane, &packet) in packets.iter().enumerate() {
            effect.put(lane, node, packet, packet.key());
        }
    }
}
