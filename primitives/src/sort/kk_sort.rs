//! Sorts k packets a node.

use super::Plan;
use super::crossed::Crossed;
use super::phases_on_machine::{Elements, run_phases, sort_lists};
use super::stretch::Stretch;
use crate::leap_effects::nodes_along;
use meshcast_engine::{Direction, Effect, Machine, Order, Packet, Rehearsal, Shape, Violation};

/// The (k,k)-sort: every node starts with up to k packets, and they end in order, as many a node.
///
/// # Idea
/// A node holds two elements, each a sorted list of h = ⌈k/2⌉ packets, holes being greatest. On elements that are
/// single packets a [wide plan](Plan::wide) sorts; here each of its comparators becomes a merge–split, which leaves the
/// h least packets of two lists in the one and the h greatest in the other. That takes h steps: in step i item i of the
/// one list is compared with item h−1−i of the other. The lists are then in order again by local work, and so is all
/// that a plan does between the two lists of one node. A row route runs once for every item.
///
/// # Why it sorts
/// A network of comparators that sorts stays one when merge–splits take their place. Else some input of zeros and ones
/// leaves a one in a list u and a zero in a list v that should come after u. Choose these two packets, and go back
/// through the network with one chosen packet in every list: if those behind a merge–split are both ones, its lists
/// have more than h ones together, hence one each; if both are zeros, likewise; if a zero in the lesser and a one in
/// the greater list, then there were a zero in one of its lists and a one in the other. A one in the lesser beside a
/// zero in the greater list does not occur. So in front of it packets can be chosen that a comparator would have
/// brought where the chosen ones are, and in the end the comparators leave a one before a zero.
///
/// # Shape
/// Any rows × cols, k ≥ 1; packets in lanes 0 to k−1 of every node, any of them empty; the other lanes empty. Snake,
/// row-major or column-major order. At the end the packet of rank r (by key, then by message number) is in lane r mod
/// 2h of the node of rank ⌊r/2h⌋. For odd k that is k+1 packets a node: fewer nodes than before hold them all. For one
/// packet a node [`Sort`](super::Sort) spreads them evenly.
///
/// # Cost
/// | | |
/// |---|---|
/// | steps | h·T, exact, T the [steps](Plan::steps) of the wide plan, a function of shape and order |
/// | buffer | 2h + p packets, p ≤ 3 those in transit in the plan's row routes, 0 if it has none |
///
/// | side a | 8 | 16 | 32 | 64 | 128 | 256 | 512 |
/// |---|---|---|---|---|---|---|---|
/// | T, snake | 42 | 93 | 176 | 332 | 619 | 1138 | 2125 |
/// | steps/(k·a), snake, even k | 2.63 | 2.91 | 2.75 | 2.59 | 2.42 | 2.22 | 2.08 |
/// | T, row- or column-major | 44 | 102 | 198 | 372 | 705 | 1326 | 2526 |
///
/// On squares of side 1 to 128 with an even k, steps/(k·a) is at most 3.0 in snake and 3.35 in row-major order if a has
/// only the factors 2, 3 and 5, and at most 3.22 and 3.45 otherwise. Lines of a nodes take h·a steps. Every packet of
/// one half may have to go to the other half: k·a/2 steps at least.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`KkSort::capacity`] packets never is.
///
/// # Source
/// Merge–splits for comparators: G. Baudet, D. Stevenson, "Optimal sorting algorithms for parallel computers", 1978; D.
/// E. Knuth, "The Art of Computer Programming" 3, 1998, §5.3.4, exercise 38. The network is that of
/// [`Sort`](super::Sort) for twice as many columns.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::KkSort;
/// use std::sync::Arc;
/// let shape = Shape::new(1, 2)?;
/// let set = Arc::new(Messages::one_each(2)?);
/// let sort = KkSort::new(shape, 2, Order::Snake);
/// let mut machine = Machine::new(shape, set, Some(sort.capacity()), Options::default());
/// // Node 0 holds packets with keys 8 and 6, node 1 with keys 7 and 5.
/// machine.inject(0, |node| 8 - node.id());
/// machine.step(|step| step.copy(0, 1, |_| true))?;
/// machine.rekey(1, |node| node.packet(1).map(|packet| packet.key() - 2))?;
/// sort.run(&mut machine)?;
/// let outcome = machine.finish();
/// // After the copies two outer exchanges of the row of four elements.
/// assert_eq!((outcome.steps, sort.steps()), (1 + 2, 2));
/// let key = |lane, col| outcome.packet(lane, 0, col).map(|packet| packet.key());
/// assert_eq!([key(0, 0), key(1, 0), key(0, 1), key(1, 1)], [Some(5), Some(6), Some(7), Some(8)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KkSort {
    plan: Plan,
    order: Order,
    transposed: bool,
    /// Packets a list.
    depth: usize,
    rehearsal: Rehearsal,
}

impl KkSort {
    /// The sort of up to `k` packets a node on `shape` with the fewest steps known.
    ///
    /// # Panics
    /// If k is 0.
    pub fn new(shape: Shape, k: usize, order: Order) -> Self {
        assert!(k > 0, "a node holds at least one packet");
        let (transposed, planned) = Self::turned(shape, order);
        let plan = Plan::wide(if transposed { shape.transposed() } else { shape }, planned);
        Self { plan, order, transposed, depth: k.div_ceil(2), rehearsal: Rehearsal::default() }
    }

    /// Steps of [`KkSort::new`] on `shape`, as [`Plan::steps_on`] counts them.
    pub fn steps_on(shape: Shape, k: usize, order: Order) -> u64 {
        let (transposed, planned) = Self::turned(shape, order);
        let shape = if transposed { shape.transposed() } else { shape };
        k.div_ceil(2) as u64 * Plan::wide_steps_on(shape, planned)
    }

    /// The steps of a run by the lines of the mesh along which they use links.
    pub(crate) fn stretches(&self) -> Vec<Stretch> {
        let of_lists = |stretch: Stretch| stretch.of_lists(self.depth, self.transposed);
        self.plan.stretches().into_iter().map(of_lists).collect()
    }

    /// Those of [`KkSort::new`], row- or column-major, without planning it.
    pub(crate) fn stretches_on(shape: Shape, k: usize, order: Order) -> Vec<Stretch> {
        let (transposed, planned) = Self::turned(shape, order);
        let seen = if transposed { shape.transposed() } else { shape };
        let stretches = Plan::wide_stretches_on(seen, planned);
        stretches.iter().map(|stretch| stretch.of_lists(k.div_ceil(2), transposed)).collect()
    }

    /// The sort of the packets of k lanes from `lane` on, for a machine that makes another one at the same time.
    pub(crate) fn crossed(&self, lane: usize) -> Crossed<'_> {
        let elements = Elements { depth: self.depth, lane, transposed: self.transposed };
        Crossed { plan: &self.plan, elements }
    }

    /// Whether the transposed mesh is sorted, and in which order.
    fn turned(shape: Shape, order: Order) -> (bool, Order) {
        // A line is sorted along its rows, whatever the order.
        let transposed = shape.cols() == 1 || (order == Order::ColumnMajor && shape.rows() > 1);
        match order {
            Order::Snake if !transposed => (false, Order::Snake),
            _ => (transposed, Order::RowMajor),
        }
    }

    /// The phases for single packets as elements; in column-major order and on a single column, those of the transposed
    /// mesh.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        (self.depth * self.plan.steps()) as u64
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        2 * (self.depth - 1) + self.plan.peak()
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
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..self.capacity(), |machine| {
            machine.span("kk-sort", |machine| {
                if self.transposed {
                    machine.transposed(|machine| self.run_plan(machine))
                } else {
                    self.run_plan(machine)
                }
            })
        })?;
        if let Some(mut effect) = leap {
            self.put_in_order(&mut effect);
        }
        Ok(())
    }

    /// What a run brings about: packets that compare equal are of one message, and none can be told from another.
    fn put_in_order(&self, effect: &mut Effect<'_>) {
        let (nodes, slots) = (effect.shape().nodes(), 2 * self.depth);
        let all = (0..nodes).flat_map(|node| (0..slots).map(move |lane| (lane, node)));
        let (shape, held) = (effect.shape(), all.clone());
        let held = held.filter(|&(lane, node)| effect.node(node).packet(lane).is_some());
        let hops = self.hops(held.map(|(lane, node)| (lane, shape.position(node))));
        effect.count_hops(hops);
        let mut packets: Vec<Packet> =
            all.filter_map(|(lane, node)| effect.take(lane, node)).collect();
        packets.sort_unstable();
        for (node, packets) in nodes_along(effect, self.order).zip(packets.chunks(slots)) {
            for (lane, &packet) in packets.iter().enumerate() {
                effect.put(lane, node, packet, packet.key());
            }
        }
    }

    fn run_plan(&self, machine: &mut Machine) -> Result<(), Violation> {
        let elements = Elements::of_depth(self.depth);
        let fold = elements.fold(&self.plan);
        sort_lists(machine, fold)?;
        run_phases(machine, &self.plan, elements)?;
        // Along a row that a snake passes from right to left, the right list of a node is the lesser one.
        machine.exchange_inside(fold, 2_usize, |_| Direction::Ascending)
    }
}
