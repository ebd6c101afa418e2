//! Sorts k packets a node.

use super::Plan;
use super::halved_sort::HalvedSort;
use super::list_sort::{ListSort, turned};
use meshcast_engine::{Machine, Order, Shape, Violation};

/// The (k,k)-sort: every node starts with up to k packets, and they end in order, as many a node.
///
/// # Idea
/// A node holds two elements, each a sorted list of h = ⌈k/2⌉ packets, holes being greatest. On elements that are
/// single packets a [wide plan](Plan::wide) sorts; here each of its comparators becomes a merge–split, which leaves the
/// h least packets of two lists in the one and the h greatest in the other. That takes h steps: in step i item i of the
/// one list is compared with item h−1−i of the other. The lists are then in order again by local work, and so is all
/// that a plan does between the two lists of one node. A row route runs once for every item.
///
/// Such a plan uses links along rows and along columns in turn. For k ≥ 3 it is begun only: once blocks are sorted, every node
/// splits its lists into two halves, which hold nearly the same, and these go through the rest of the plan at the same time, the one
/// along rows while the other one goes along columns, where that is possible. Then every node joins its lists again, and what is out of
/// place is so by a few nodes along the snake: some more rounds of merge–splits. How many is proved where halves are defined
/// (`halves.rs`). From which blocks on that takes the fewest steps is counted, and whether fewer than with whole lists. In row-
/// or column-major order halves are sorted along a snake, too, and the rows that it passes backwards are turned at the end.
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
/// Halves go through the rest of a plan only. Their lists are sorted in every block already, so that the phases left out would change
/// nothing: the rest does what the whole plan would.
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
/// | steps | exact, a function of shape, order and h: h·T, T the [steps](Plan::steps) of the wide plan, or fewer in halves |
/// | buffer | 2h + 3 packets at most; in halves 2h + 6; 2h where nothing is routed |
///
/// | side a | 8 | 16 | 32 | 37 | 64 | 100 | 128 | 256 | 512 |
/// |---|---|---|---|---|---|---|---|---|---|
/// | T, snake | 42 | 93 | 176 | 238 | 332 | 504 | 619 | 1138 | 2125 |
/// | steps/(k·a), snake, k = 2 | 2.63 | 2.91 | 2.75 | 3.22 | 2.59 | 2.52 | 2.42 | 2.22 | 2.08 |
/// | k = 4 | 2.44 | 2.28 | 2.11 | 2.51 | 1.99 | 1.93 | 1.82 | 1.69 | 1.51 |
/// | k = 6 | 2.58 | 2.48 | 2.27 | 2.66 | 2.17 | 2.10 | 1.98 | 1.86 | 1.68 |
/// | k = 8 | 2.44 | 2.25 | 2.08 | 2.45 | 1.93 | 1.87 | 1.76 | 1.63 | 1.48 |
/// | k = 16 | 2.25 | 2.25 | 2.06 | 2.43 | 1.90 | 1.84 | 1.72 | 1.60 | 1.47 |
/// | T, row- or column-major | 44 | 102 | 198 | 252 | 372 | 574 | 705 | 1326 | 2526 |
/// | steps/(k·a), row-major, k = 8 | 2.75 | 2.75 | 2.58 | 2.95 | 2.43 | 2.37 | 2.26 | 2.13 | 1.98 |
///
/// In snake order, on squares of side 48 to 128 and for k = 4, 8, 12 and 16, halves save a fifth of h·T at least. That comes near 1.5·k
/// sides: for k = 16 it is 1.5·k + 6.4 sides at side 64, 1.5·k + 3.6 at side 128, 1.5·k + 1.5 at side 256, and less than 1.5·k at side
/// 512. Sides with a large prime factor take more: at most 1.5·k + 15 sides on all from 32 to 650 for k up to 16 and on 136 tried from
/// there to 1300, 1.5·k + 8.6 on side 257; for k = 4, 8, 12 and 16 at most 1.5·k + 7.4 on 112 tried from there to 4099, all primes to 1500
/// among them, and 1.5·k + 6 on 8191. On more than the 8,192 columns of the largest square machine primes take 2.8·k sides. An odd h
/// saves less, for its halves are unequal.
///
/// Lines of a nodes take h·a steps. Every packet of one half of a mesh may have to go to the other half: k·a/2 steps at least. Lists stay
/// whole for k > 120, where a step could not tell the lanes of halves apart.
///
/// # Errors
/// None of its own; M6, or M5 where lists are split, if a buffer is too small; one for [`KkSort::capacity`] packets never is.
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
pub struct KkSort(Way);

/// How it sorts.
#[derive(Clone, Debug)]
enum Way {
    Lists(ListSort),
    Halves(HalvedSort),
}

impl KkSort {
    /// The sort of up to `k` packets a node on `shape` with the fewest steps known.
    ///
    /// # Panics
    /// If k is 0.
    pub fn new(shape: Shape, k: usize, order: Order) -> Self {
        assert!(k > 0, "a node holds at least one packet");
        let whole = ListSort::steps_on(shape, k, order);
        let pays = HalvedSort::steps_on(shape, k, order).is_some_and(|steps| steps < whole);
        let halved = if pays { HalvedSort::new(shape, k, order) } else { None };
        let whole = || Way::Lists(ListSort::new(shape, k, order));
        Self(halved.map_or_else(whole, Way::Halves))
    }

    /// Steps of [`KkSort::new`] on `shape`, as [`Plan::steps_on`] counts them.
    pub fn steps_on(shape: Shape, k: usize, order: Order) -> u64 {
        let whole = ListSort::steps_on(shape, k, order);
        HalvedSort::steps_on(shape, k, order).map_or(whole, |steps| steps.min(whole))
    }

    /// The most bytes that its routes take in a run that is stepped, as [`Sort::timetable_bytes_on`](super::Sort::timetable_bytes_on).
    pub fn timetable_bytes_on(shape: Shape, order: Order) -> u64 {
        let (transposed, planned) = turned(shape, order);
        let seen = if transposed { shape.transposed() } else { shape };
        // Halves are sorted in snake order.
        let [lists, halves] =
            [planned, Order::Snake].map(|order| Plan::timetable_bytes_on(seen, 2, order));
        lists.max(halves)
    }

    /// The phases for single packets as elements; in column-major order and on a single column, those of the transposed
    /// mesh. Where lists are halved, those of the snake.
    pub fn plan(&self) -> &Plan {
        match &self.0 {
            Way::Lists(lists) => lists.plan(),
            Way::Halves(halves) => halves.plan(),
        }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        match &self.0 {
            Way::Lists(lists) => lists.steps(),
            Way::Halves(halves) => halves.steps(),
        }
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        match &self.0 {
            Way::Lists(lists) => lists.capacity(),
            Way::Halves(halves) => halves.capacity(),
        }
    }

    /// Sorts the packets of lanes 0 to k−1.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        match &self.0 {
            Way::Lists(lists) => lists.run(machine),
            Way::Halves(halves) => halves.run(machine),
        }
    }
}
