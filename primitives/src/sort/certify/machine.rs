//! Runs the phases as they are documented on a plain machine, and checks the use of links and lanes.

use meshcast_engine::{Shape, Slices};

use super::super::{Direction, Exchanges, LANES, NO_LANE, Phase, Plan, RowRoute};

/// The smaller and the larger of two keys.
pub(super) type Comparator = fn(u64, u64) -> (u64, u64);

pub(super) struct Machine {
    shape: Shape,
    /// Packets that rest in a node.
    resting: usize,
    comparator: Comparator,
    /// The packets of node v in places 5v to 5v+4.
    lanes: Vec<Option<u64>>,
    /// The step in which the link below and the link right of a node last served an exchange.
    below: Vec<usize>,
    right: Vec<usize>,
    step: usize,
}

impl Machine {
    /// The keys lie row-major in the array of elements: as many in a node, from lane 0 on, as the plan has element
    /// columns for a column of nodes.
    pub(super) fn new(plan: &Plan, shape: Shape, keys: &[u64], comparator: Comparator) -> Self {
        let resting = plan.columns() / shape.cols();
        assert_eq!(keys.len(), shape.nodes() * resting);
        let mut lanes = vec![None; shape.nodes() * LANES];
        for (node, keys) in keys.chunks(resting).enumerate() {
            for (lane, &key) in keys.iter().enumerate() {
                lanes[node * LANES + lane] = Some(key);
            }
        }
        let unused = vec![0; shape.nodes()];
        Self { shape, resting, comparator, lanes, below: unused.clone(), right: unused, step: 0 }
    }

    /// The keys in the array of elements, row-major.
    pub(super) fn keys(&self) -> Vec<u64> {
        self.lanes
            .chunks(LANES)
            .flat_map(|node| {
                assert_eq!(node.iter().flatten().count(), self.resting);
                let resting = node[..self.resting].iter();
                resting.map(|key| key.expect("the packets of a node rest in its first lanes"))
            })
            .collect()
    }

    /// The key of an element column in a row of the folded mesh.
    pub(super) fn element(&self, plan: &Plan, row: usize, x: usize) -> u64 {
        let (col, lane) = plan.folded(x);
        self.lanes[(row * self.shape.cols() + col) * LANES + lane].expect("a folded packet")
    }

    pub(super) fn run(&mut self, plan: &Plan) {
        for phase in plan.phases() {
            self.run_phase(plan, phase);
        }
        assert_eq!(self.step, plan.steps(), "the plan states its steps exactly");
    }

    pub(super) fn run_phase(&mut self, plan: &Plan, phase: &Phase) {
        match phase {
            Phase::Exchanges(exchanges) => self.run_exchanges(plan, *exchanges),
            Phase::Route(route) => self.route(route),
        }
    }

    fn run_exchanges(&mut self, plan: &Plan, exchanges: Exchanges) {
        let rows = self.shape.rows();
        match exchanges {
            Exchanges::Rows { slices, steps, direction } => {
                for _ in 0..steps {
                    self.exchange_rows(plan, slices, direction, 0);
                    self.step += 1;
                    self.exchange_rows(plan, slices, direction, 1);
                }
                self.exchange_rows(plan, slices, direction, 0);
            }
            Exchanges::Columns { height, steps } => {
                for step in 0..steps {
                    self.step += 1;
                    for row in (0..rows - 1).filter(|row| (row + 1) % height != 0) {
                        for x in (0..plan.columns()).filter(|x| (row + x + step) % 2 == 0) {
                            self.exchange(plan, (row, x), (row + 1, x));
                        }
                    }
                }
            }
            Exchanges::Snake { width, height, steps } => {
                assert_eq!(width % 2, 0, "a snake slice has an even width");
                let slices = Slices::of_width(width);
                for _ in 0..steps {
                    self.exchange_rows(plan, slices, Direction::Alternate, 0);
                    self.step += 1;
                    self.exchange_rows(plan, slices, Direction::Alternate, 1);
                    for row in (0..rows - 1).filter(|row| (row + 1) % height != 0) {
                        for start in (0..plan.columns()).step_by(width) {
                            let end = (start + width).min(plan.columns());
                            let x = if row % 2 == 0 { end - 1 } else { start };
                            self.exchange(plan, (row, x), (row + 1, x));
                        }
                    }
                }
                self.exchange_rows(plan, slices, Direction::Alternate, 0);
            }
        }
    }

    /// All exchanges of columns x and x+1 of one slice with x of the given parity.
    fn exchange_rows(&mut self, plan: &Plan, slices: Slices, direction: Direction, parity: usize) {
        let is_inside = |x: &usize| slices.at(*x) == slices.at(x + 1);
        for row in 0..self.shape.rows() {
            for x in (parity..plan.columns() - 1).step_by(2).filter(is_inside) {
                if direction.is_reversed(row) {
                    self.exchange(plan, (row, x + 1), (row, x));
                } else {
                    self.exchange(plan, (row, x), (row, x + 1));
                }
            }
        }
    }

    /// Leaves the smaller key in the first of two elements, by a link not used before in this step, or inside a node.
    fn exchange(&mut self, plan: &Plan, first: (usize, usize), second: (usize, usize)) {
        let place = |(row, x): (usize, usize)| {
            let (col, lane) = plan.folded(x);
            (row * self.shape.cols() + col, lane)
        };
        let (one, other) = (place(first), place(second));
        let (node, next) = (one.0.min(other.0), one.0.max(other.0));
        if node != next {
            let links = if next == node + 1 && first.0 == second.0 {
                &mut self.right
            } else {
                assert_eq!(next, node + self.shape.cols(), "only neighbours compare");
                &mut self.below
            };
            assert!(links[node] < self.step, "a link serves one exchange a step");
            links[node] = self.step;
        }
        let (one, other) = (one.0 * LANES + one.1, other.0 * LANES + other.1);
        let (a, b) = (self.lanes[one].expect("a packet"), self.lanes[other].expect("a packet"));
        let (low, high) = (self.comparator)(a, b);
        (self.lanes[one], self.lanes[other]) = (Some(low), Some(high));
    }

    fn route(&mut self, route: &RowRoute) {
        self.step += route.steps();
        let cols = self.shape.cols();
        for row in 0..self.shape.rows() {
            let line = route.of_row(row);
            let lanes = &mut self.lanes[row * cols * LANES..(row + 1) * cols * LANES];
            assert!(line.steps() <= route.steps() && line.span().end <= cols);
            for step in 0..line.steps() {
                let mut take = |node: usize, lane: u8| {
                    (lane != NO_LANE)
                        .then(|| lanes[node * LANES + usize::from(lane)].take().expect("a packet"))
                };
                let sent: Vec<_> = (0..cols)
                    .map(|node| {
                        let send = line.send(step, node);
                        (take(node, send.east), take(node, send.west))
                    })
                    .collect();
                assert!(sent[0].1.is_none() && sent[cols - 1].0.is_none(), "off the mesh");
                for (node, lanes) in lanes.chunks_mut(LANES).enumerate() {
                    let from_west = if node > 0 { sent[node - 1].0 } else { None };
                    let from_east = if node + 1 < cols { sent[node + 1].1 } else { None };
                    for packet in [from_west, from_east].into_iter().flatten() {
                        let empty = lanes.iter().position(Option::is_none);
                        lanes[empty.expect("five lanes are enough")] = Some(packet);
                    }
                }
            }
            for swap in line.settle() {
                let node = swap.node as usize * LANES;
                lanes.swap(node + usize::from(swap.a), node + usize::from(swap.b));
            }
        }
    }
}
