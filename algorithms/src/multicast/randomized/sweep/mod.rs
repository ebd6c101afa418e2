//! `randomized --variant sweep`: packets run along their rows, copies along their columns.

mod bands;
mod columns;
mod lap;
mod start;
mod windows;

use bands::{Rounds, SHIFT_LANES};
use columns::{Columns, MOST_ROWS, Traffic};
use lap::Laps;
use meshcast_engine::{Machine, Messages, Shape, Variable, Violation};
use meshcast_primitives::reduce_lines;
use std::sync::Arc;
use windows::Windows;

/// Sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    messages: Arc<Messages>,
    shape: Shape,
    /// Whether rows and columns change places: the mesh is then no higher than wide.
    transposed: bool,
    congestion: usize,
    /// Messages with destinations.
    packets: usize,
    seed: u64,
}

/// What a run of [`Sweep`] has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepRun {
    /// Bands of every phase.
    pub bands: Vec<usize>,
    /// Packets left for the columns, by reduction: the most pairs of a packet and a segment in one column that found no room.
    pub leftovers: Vec<u32>,
}

impl Sweep {
    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = 8;

    /// The algorithm for `messages` on `shape`, whose congestion is known to all nodes.
    pub fn new(shape: Shape, messages: &Messages, seed: u64) -> Self {
        let transposed = shape.rows() > shape.cols();
        let inner = if transposed { shape.transposed() } else { shape };
        assert!(inner.rows() <= MOST_ROWS, "a mesh has at most 2^26 nodes");
        let windows = Windows::new(inner.cols());
        let position = |node: u32| {
            let (row, col) = shape.position(node as usize);
            if transposed { (col, row) } else { (row, col) }
        };
        let is_left = |node| windows.is_left(position(node).1);
        let arranged = messages.arranged(|node| {
            let (row, col) = position(node);
            u64::from(!is_left(node)) << 63 | (row as u64) << 32 | col as u64
        });
        Self {
            messages: Arc::new(
                arranged.in_parts_where(|_, one, next| is_left(one) != is_left(next)),
            ),
            shape: inner,
            transposed,
            congestion: messages.congestion(),
            packets: messages.iter().filter(|(_, destinations)| !destinations.is_empty()).count(),
            seed,
        }
    }

    /// The messages as their headers list them: what the machine is to be made with.
    pub fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<SweepRun, Violation> {
        machine.inject(0, |_| 0);
        machine.span("strip", |machine| {
            machine.step(|step| step.discard(0, |node| node.destinations(0).is_empty()))
        })?;
        if self.packets == 0 {
            return Ok(SweepRun::default());
        }
        if self.transposed {
            machine.transposed(|machine| self.route(machine))
        } else {
            self.route(machine)
        }
    }

    fn route(&self, machine: &mut Machine) -> Result<SweepRun, Violation> {
        assert_eq!(machine.shape(), self.shape, "the algorithm is for another shape");
        let windows = Windows::new(self.shape.cols());
        machine.span("shuffle", |machine| start::shuffle(machine, self.seed, self.packets))?;
        machine.span("split", |machine| windows.fill(machine))?;
        let columns = Columns {
            shape: self.shape,
            transposed: self.transposed,
            room: Self::CAPACITY - SHIFT_LANES,
            narrow: windows.uneven().then_some(windows.left),
        };
        let laps = Laps { shape: self.shape, windows, columns };
        let mut traffic = machine.variable(1, |_, _| Traffic::default())?;
        let mut run = SweepRun::default();
        let mut load = self.congestion;
        loop {
            let bands = self.bands_for(load);
            self.phase(machine, laps, &mut traffic, bands, &mut run)?;
            if run.bands.len() == 1 && bands > 1 {
                self.phase(machine, laps, &mut traffic, 1, &mut run)?;
            }
            loop {
                machine.span("drain", |machine| {
                    laps.drain(machine, &mut traffic, self.shape.rows() / 2 + 1)
                })?;
                let (left, what) = survey(machine, &mut traffic)?;
                run.leftovers.push(left);
                if what & OPEN != 0 {
                    load = (left as usize).div_ceil(self.shape.rows());
                    break;
                }
                if what & WAITING == 0 {
                    return Ok(run);
                }
            }
        }
    }

    /// Bands for a load of `load` packets a node.
    fn bands_for(&self, load: usize) -> usize {
        // The least H with H² ≥ 9/16 of the load.
        let x: usize = std::env::var("X").map_or(9, |x| x.parse().unwrap());
        let enough = |bands: usize| 16 * bands * bands >= x * load;
        let most = self.shape.rows();
        (1..most).find(|&bands| enough(bands)).unwrap_or(most)
    }

    fn phase(
        &self,
        machine: &mut Machine,
        laps: Laps,
        traffic: &mut Variable<Traffic>,
        bands: usize,
        run: &mut SweepRun,
    ) -> Result<(), Violation> {
        let Rounds { bands, shifts } = Rounds::new(self.shape.rows(), bands);
        run.bands.push(bands.count());
        machine.span("phase", |machine| {
            if laps.windows.uneven() {
                laps.windows.admit(machine)?;
            }
            for round in 0..bands.count() {
                if round > 0 {
                    machine.span("band shift", |machine| shifts[round - 1].run(machine))?;
                }
                machine.span("lap", |machine| laps.run(machine, traffic, &bands, round))?;
            }
            Laps::retire(machine)
        })
    }
}

/// What is left: packets with open destinations, packets of columns.
const OPEN: u32 = 1;
const WAITING: u32 = 2;

/// The most pairs refused in one column since the last time, and what is left at any node: a reduction along the columns,
/// then along the rows.
fn survey(machine: &mut Machine, traffic: &mut Variable<Traffic>) -> Result<(u32, u32), Violation> {
    let mut values = machine.map(traffic, |node, own| {
        let open = if Laps::any_open(node) { OPEN } else { 0 };
        (own.passed_on, open | if Columns::any_at(node) { WAITING } else { 0 })
    })?;
    machine.compute(traffic, |_, own| own[0].passed_on = 0)?;
    machine.transposed_with(&mut values, |machine, values| {
        reduce_lines(
            machine,
            values,
            |a, b| (a.0 + b.0, a.1 | b.1),
            |a, b| (a.0.max(b.0), a.1 | b.1),
        )?;
        Ok(())
    })?;
    machine.agree(&values)
}
