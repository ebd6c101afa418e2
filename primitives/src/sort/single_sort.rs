//! Sorts one packet a node.

use super::Plan;
use super::crossed::Crossed;
use super::phases_on_machine::{Elements, run_phases};
use super::stretch::Stretch;
use crate::leap_effects::nodes_along;
use meshcast_engine::{Machine, Order, Packet, Rehearsal, Shape, Violation};

/// The longest side of a mesh whose steps are counted where it is enough to know about how many they are.
const LONGEST_COUNTED: usize = 64;

/// A sort of one packet a node on one shape, ready to run on any machine or tile of that shape.
///
/// A [`Plan`] of oblivious phases: the mesh is folded so that every node holds two packets, blocks are sorted and
/// merged by odd–even transposition and fixed row routes, and the result is unfolded. Packets compare by key, then by
/// message number, so equal keys are no special case; nodes without a packet count as greatest and end up last.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0, the other lanes empty; snake, row-major or column-major order.
///
/// # Cost
/// [`Sort::steps`], exact, known in advance and independent of the data: the sum of the plan's phases, each documented
/// with its own formula at [`Phase`](super::Phase) and [`LineRoute`](super::LineRoute).
///
/// | side | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024 |
/// |---|---|---|---|---|---|---|---|---|
/// | snake order | 30 | 69 | 140 | 267 | 499 | 935 | 1742 | 3294 |
/// | row- or column-major order | 32 | 72 | 149 | 282 | 539 | 1011 | 1926 | 3666 |
///
/// In snake order at most 5.0 steps a side on any side to 1200, 4.5 on powers of two from 8, 4.0 at 128 and 256, 3.8 at 512; on any
/// rectangle 5 a longer side and a part that vanishes. The buffer holds at most [`Sort::CAPACITY`] = 5
/// packets, two outside of row routes. [`Sort::shearsort`] is O(side · log side) instead.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`Sort::CAPACITY`] packets never is.
///
/// # Source
/// Proposition 1 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006,
/// asks for any O(√n) sort. This one combines known parts, folding two columns onto a node, dealing sorted blocks over
/// all columns in the manner of Leighton's columnsort and Marberg and Gafni's rotations, and trimmed shearsort; see
/// [`Plan`].
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Order, Shape};
/// use meshcast_primitives::Sort;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let sort = Sort::new(shape, Order::Snake);
/// let mut machine = Machine::new(shape, set, Some(Sort::CAPACITY), Options::default());
/// machine.inject(0, |node| 9 - node.id());
/// sort.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, sort.steps());
/// let key = |row, col| outcome.packet(0, row, col).map(|packet| packet.key());
/// assert_eq!([key(0, 0), key(0, 1), key(1, 1), key(1, 0)], [Some(6), Some(7), Some(8), Some(9)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sort {
    plan: Plan,
    order: Order,
    rehearsal: Rehearsal,
}

impl Sort {
    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = super::LANES;

    /// The sort of `shape` with the fewest steps known.
    pub fn new(shape: Shape, order: Order) -> Self {
        Self::planned(shape, order, Plan::new)
    }

    /// The simple reference: trimmed folded shearsort, O(side · log side) steps.
    pub fn shearsort(shape: Shape, order: Order) -> Self {
        Self::planned(shape, order, Plan::shearsort)
    }

    /// Steps of [`Sort::new`] on `shape`, as [`Plan::steps_on`] counts them.
    pub fn steps_on(shape: Shape, order: Order) -> u64 {
        match order {
            Order::ColumnMajor if shape.nodes() > 1 => {
                Plan::steps_on(shape.transposed(), Order::RowMajor)
            }
            Order::ColumnMajor => 0,
            Order::Snake | Order::RowMajor => Plan::steps_on(shape, order),
        }
    }

    /// The most bytes that its routes take in a run that is stepped: where sides have a large prime factor nearly every row has a route of
    /// its own.
    pub fn timetable_bytes_on(shape: Shape, order: Order) -> u64 {
        match order {
            Order::ColumnMajor => Self::timetable_bytes_on(shape.transposed(), Order::RowMajor),
            Order::Snake | Order::RowMajor => Plan::timetable_bytes_on(shape, 1, order),
        }
    }

    /// About as many, soon found on any mesh: on one with a side beyond 64, those with both sides halved so often that none is, doubled
    /// as often.
    pub fn about_steps_on(shape: Shape, order: Order) -> u64 {
        let longer = shape.rows().max(shape.cols());
        let halvings = longer.div_ceil(LONGEST_COUNTED).next_power_of_two().ilog2();
        let halved = |side: usize| side.div_ceil(1 << halvings);
        let smaller = shape.part(halved(shape.rows()), halved(shape.cols()));
        Self::steps_on(smaller, order) << halvings
    }

    /// The steps of a run by the lines of the mesh along which they use links.
    pub(crate) fn stretches(&self) -> Vec<Stretch> {
        let transposed = self.order == Order::ColumnMajor;
        self.plan.stretches().iter().map(|stretch| stretch.of_lists(1, transposed)).collect()
    }

    /// Those of [`Sort::new`], row- or column-major, without planning it.
    pub(crate) fn stretches_on(shape: Shape, order: Order) -> Vec<Stretch> {
        let transposed = order == Order::ColumnMajor && shape.nodes() > 1;
        let seen = if transposed { shape.transposed() } else { shape };
        let stretches = Plan::stretches_on(seen, Order::RowMajor).into_iter();
        stretches.map(|stretch| stretch.of_lists(1, transposed)).collect()
    }

    /// The sort of the packets of lane `lane`, for a machine that makes another one at the same time.
    pub(crate) fn crossed(&self, lane: usize) -> Crossed<'_> {
        let transposed = self.order == Order::ColumnMajor;
        let elements = Elements { depth: 1, lane, transposed };
        Crossed { plan: &self.plan, phases: self.plan.phases(), elements }
    }

    fn planned(shape: Shape, order: Order, plan: impl Fn(Shape, Order) -> Plan) -> Self {
        // One node is the same from any side; otherwise column-major order is row-major order of the mesh seen from its other one.
        let order = if shape.nodes() == 1 { Order::RowMajor } else { order };
        let plan = match order {
            Order::ColumnMajor => plan(shape.transposed(), Order::RowMajor),
            Order::Snake | Order::RowMajor => plan(shape, order),
        };
        Self { plan, order, rehearsal: Rehearsal::default() }
    }

    /// Its phases; in column-major order, those of the transposed mesh.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        self.plan.steps() as u64
    }

    /// The hops of packets in a run, given by the rows and columns of their nodes: those in its routes, where only packets use
    /// links, which they do whatever their keys.
    pub fn hops(&self, packets: impl Iterator<Item = (usize, usize)>) -> u64 {
        let is_transposed = self.order == Order::ColumnMajor;
        let element = |(row, col)| if is_transposed { (col, row) } else { (row, col) };
        self.plan.route_hops(1, packets.map(element))
    }

    /// Sorts the packets of lane 0.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..Self::CAPACITY, |machine| {
            let run = |machine: &mut Machine| {
                run_phases(machine, &self.plan, self.plan.phases(), Elements::of_depth(1))
            };
            machine.span("sort", |machine| match self.order {
                Order::ColumnMajor => machine.transposed(run),
                Order::Snake | Order::RowMajor => run(machine),
            })
        })?;
        if let Some(mut effect) = leap {
            let (shape, nodes) = (effect.shape(), 0..effect.shape().nodes());
            let held = nodes.clone().filter(|&node| effect.node(node).packet(0).is_some());
            let hops = self.hops(held.map(|node| shape.position(node)));
            effect.count_hops(hops);
            let mut packets: Vec<Packet> = nodes.filter_map(|node| effect.take(0, node)).collect();
            packets.sort_unstable();
            for (node, packet) in nodes_along(&effect, self.order).zip(packets) {
                effect.put(0, node, packet, packet.key());
            }
        }
        Ok(())
    }
}
