//! Runs a program tile by tile, on as many threads as there are, and compares the steps that tiles take.

use super::lock;
use crate::machine::meter::{Control, Totals};
use crate::machine::{Guarded, Machine};
use crate::nodes::Window;
use crate::violation::{Fault, Rule, Violation};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The program of all tiles, which is told the number of its own. Behind a pointer: what runs tiles is not compiled for each program.
pub(super) type Program<'p> = dyn Fn(&mut Machine, usize) -> Result<(), Violation> + Sync + 'p;

impl Machine {
    /// Runs `program` on this machine, which is its own only tile: nothing has to be cut out.
    pub(super) fn run_as_tile(&mut self, program: &Program<'_>) -> Result<(), Violation> {
        self.stage.go_on()?;
        let inputs = std::mem::take(&mut self.stage.nodes.buffers.beside.inputs);
        let result = self.run(|machine| program(machine, 0));
        self.stage.nodes.buffers.beside.inputs = inputs;
        result.map_err(|violation| self.stage.stop(violation))
    }

    pub(super) fn run_windows(
        &mut self,
        windows: &[Window],
        program: &Program<'_>,
    ) -> Result<(), Violation> {
        self.stage.begin("in_parallel")?;
        if self.stage.rehearses() {
            return self.rehearse_windows(windows, program);
        }
        let spread = self.nodes().mark_spread(windows);
        let mut guarded = Guarded(self);
        let mut finished = guarded.run_each(windows, program);
        drop(guarded);
        self.stage.begin("in_parallel")?;
        self.nodes().unmark(&spread);
        finished.sort_by_key(|&(tile, _)| tile);
        let violation = finished.iter().filter_map(|(_, result)| result.as_ref().err());
        if let Some(first) = violation.min_by_key(|violation| violation.step) {
            return Err(self.stage.stop_within(first.clone()));
        }
        let totals: Vec<Totals> =
            finished.into_iter().filter_map(|(_, result)| result.ok()).collect();
        self.check_equal_steps(windows, &totals)?;
        self.stage.add(windows, totals);
        Ok(())
    }

    /// Runs `program` in every window; returns what came of each, in the order in which they ended.
    fn run_each(
        &mut self,
        windows: &[Window],
        program: &Program<'_>,
    ) -> Vec<(usize, Result<Totals, Violation>)> {
        let next = AtomicUsize::new(0);
        let threads = self.stage.threads.clamp(1, windows.len().max(1));
        let whole = Mutex::new(&mut *self);
        let finished = Mutex::new(Vec::with_capacity(windows.len()));
        let work = || {
            loop {
                let tile = next.fetch_add(1, Ordering::Relaxed);
                let Some(&window) = windows.get(tile) else { break };
                let mut machine = lock(&whole).cut_out(window, windows.len());
                let result = machine.run(|machine| program(machine, tile));
                let totals = lock(&whole).put_back(window, machine);
                lock(&finished).push((tile, result.map(|()| totals)));
            }
        };
        if threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                for worker in workers {
                    // A tile's panic goes on in the thread of the caller, with its own words.
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
            });
        }
        finished.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `program`, whose steps depend on the shape only, in the first window of every shape.
    fn rehearse_windows(
        &mut self,
        windows: &[Window],
        program: &Program<'_>,
    ) -> Result<(), Violation> {
        let (mut firsts, mut totals): (Vec<Window>, Vec<Totals>) = (Vec::new(), Vec::new());
        for (tile, &window) in windows.iter().enumerate() {
            let same = firsts.iter().position(|first| first.tile.shape == window.tile.shape);
            if let Some(same) = same {
                self.stage.meter.repeat(&totals[same]);
                continue;
            }
            let mut machine = self.cut_out(window, windows.len());
            let result = machine.run(|machine| program(machine, tile));
            result.map_err(|violation| self.stage.stop_within(violation))?;
            totals.push(self.put_back(window, machine));
            firsts.push(window);
        }
        self.stage.add(&firsts, totals);
        Ok(())
    }

    fn check_equal_steps(
        &mut self,
        windows: &[Window],
        totals: &[Totals],
    ) -> Result<(), Violation> {
        // A number of steps fixed by the shape is known to all; one that depends on data is not.
        let by_shape = totals.iter().all(|tile| tile.control == Control::Schedule);
        for (i, window) in windows.iter().enumerate() {
            let first = windows[..i]
                .iter()
                .position(|other| !by_shape || other.tile.shape == window.tile.shape);
            if let Some(first) = first.filter(|&first| totals[first].steps != totals[i].steps) {
                let node = self.shape().index(window.tile.first_row, window.tile.first_col);
                let (actual, limit) = (totals[i].steps, totals[first].steps);
                self.stage.breach(Rule::M7, node, actual, limit, Fault::Tiles)?;
            }
        }
        Ok(())
    }
}
