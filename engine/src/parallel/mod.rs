//! One program on many disjoint tiles at once.
//!
//! A tile is a machine of its own: [`tile`] cuts it out and puts it back, [`window`] says which of the mesh's nodes are its own, and
//! [`totals`] adds what it has counted to the machine that it belongs to.

mod tile;
mod totals;
mod window;

use crate::geometry::{Tile, Tiling};
use crate::machine::Machine;
use crate::told::Control;
use crate::variable::Variable;
use crate::violation::{Rule, Violation};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use totals::TileTotals;
use window::Window;

impl Machine {
    /// Runs `program` on every tile at once, each a machine of its own with the tile's packets in its buffers. The
    /// program gets the number of its tile.
    ///
    /// Costs add up as in the paper: the steps are those of the slowest tile. Tiles cannot interact, so each runs to its
    /// end before the next starts, on any thread, with the same result.
    ///
    /// # Errors
    /// M7 if two tiles of one shape take different numbers of steps, or any two after one of them has acted on data:
    /// nobody would know when all are done. Otherwise the earliest violation of a tile, the one with the lowest number
    /// on ties.
    ///
    /// # Panics
    /// If the tiling divides another mesh, or the program puts another machine in the place of a tile's.
    pub fn in_parallel(
        &mut self,
        tiling: &Tiling,
        program: impl Fn(&mut Machine, usize) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        assert!(tiling.shape() == self.shape, "the tiling is of another mesh");
        if let [tile] = tiling.tiles()
            && tile.shape == self.shape
        {
            return self.run_as_tile(|machine| program(machine, 0));
        }
        let windows: Vec<Window> =
            tiling.tiles().iter().map(|&tile| Window { tile, transposed: false }).collect();
        self.run_windows(&windows, program)
    }

    /// [`Machine::in_parallel`] for a program that works with the registers of `variable`: those of its tile.
    ///
    /// # Errors
    /// Those of [`Machine::in_parallel`].
    ///
    /// # Panics
    /// If the registers are of another machine, the tiling divides another mesh, or the program puts another machine, or
    /// registers of other nodes or of another number, in the place of a tile's.
    pub fn in_parallel_with<T: Copy + Send>(
        &mut self,
        tiling: &Tiling,
        variable: &mut Variable<T>,
        program: impl Fn(&mut Machine, &mut Variable<T>) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        let (shape, per_node) = (self.shape, variable.per_node);
        let nodes =
            |window: Window| (0..window.shape().nodes()).map(move |node| window.outer(shape, node));
        let windows = tiling.tiles().iter().map(|&tile| Window { tile, transposed: false });
        let windows: Vec<Window> = windows.collect();
        let cut = |&window: &Window| {
            Mutex::new(variable.cut_out(nodes(window), window.frame(&self.frame)))
        };
        let parts: Vec<Mutex<Variable<T>>> = windows.iter().map(cut).collect();
        self.in_parallel(tiling, |machine, tile| {
            let mut own = lock(&parts[tile]);
            program(machine, &mut own)?;
            machine.check_left(&own, per_node);
            Ok(())
        })?;
        for (&window, part) in windows.iter().zip(&parts) {
            variable.put_back(nodes(window), &lock(part));
        }
        Ok(())
    }

    /// Runs `program` with rows and columns exchanged, and returns what it returns: a mesh is a mesh from either side. Free
    /// in itself.
    ///
    /// # Errors
    /// Those of `program`.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a program that has not failed has returned something"
    )]
    pub fn transposed<T: Send>(
        &mut self,
        program: impl Fn(&mut Machine) -> Result<T, Violation> + Sync,
    ) -> Result<T, Violation> {
        let tile = Tile { first_row: 0, first_col: 0, shape: self.shape };
        let returned = Mutex::new(None);
        self.run_windows(&[Window { tile, transposed: true }], |machine, _| {
            *lock(&returned) = Some(program(machine)?);
            Ok(())
        })?;
        let returned = returned.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(returned.expect("the one window has run"))
    }

    /// [`Machine::transposed`] for a program that works with the registers of `variable`.
    ///
    /// # Errors
    /// Those of `program`.
    ///
    /// # Panics
    /// If the registers are of another machine, or the program puts registers of other nodes or of another number in
    /// their place.
    pub fn transposed_with<T: Copy + Send>(
        &mut self,
        variable: &mut Variable<T>,
        program: impl Fn(&mut Machine, &mut Variable<T>) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        let (turned, per_node) = (Mutex::new(variable.transposed()), variable.per_node);
        self.transposed(|machine| {
            let mut own = lock(&turned);
            program(machine, &mut own)?;
            machine.check_left(&own, per_node);
            Ok(())
        })?;
        *variable = lock(&turned).transposed();
        Ok(())
    }

    /// Runs `program` on this machine, which is its own only tile: nothing has to be cut out.
    fn run_as_tile(
        &mut self,
        program: impl FnOnce(&mut Machine) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        self.go_on()?;
        let (run, frame, clock) = (Arc::clone(&self.run), self.frame, self.clock);
        let has_input_queues = std::mem::take(&mut self.has_input_queues);
        let result = program(self);
        let same = self.is_of(&run, frame) && self.clock >= clock;
        assert!(same, "a program replaced its machine");
        self.has_input_queues = has_input_queues;
        result.and_then(|()| self.go_on()).map_err(|violation| self.stop(violation))
    }

    fn run_windows(
        &mut self,
        windows: &[Window],
        program: impl Fn(&mut Machine, usize) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        self.go_on()?;
        if self.rehearses {
            return self.rehearse_windows(windows, program);
        }
        let shape = self.shape;
        let rows_of = |window: &Window| {
            let tile = window.tile;
            (0..tile.shape.rows()).map(move |row| {
                let first = shape.index(tile.first_row + row, tile.first_col);
                first..first + tile.shape.cols()
            })
        };
        // One window has all packets of this machine.
        let spread =
            if windows.len() > 1 { self.mark_spread(windows.iter().map(rows_of)) } else { vec![] };
        let next = AtomicUsize::new(0);
        let threads = self.options.threads.clamp(1, windows.len().max(1));
        let whole = Mutex::new(&mut *self);
        let finished = Mutex::new(Vec::with_capacity(windows.len()));
        let work = || {
            loop {
                let tile = next.fetch_add(1, Ordering::Relaxed);
                let Some(&window) = windows.get(tile) else { break };
                let mut machine = lock(&whole).cut_out(window, windows.len());
                let result = program(&mut machine, tile).and_then(|()| machine.go_on());
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
        self.unmark(&spread);
        let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
        finished.sort_by_key(|&(tile, _)| tile);
        let violation = finished.iter().filter_map(|(_, result)| result.as_ref().err());
        if let Some(&first) = violation.min_by_key(|violation| violation.step) {
            return Err(self.stop(first));
        }
        let totals: Vec<TileTotals> =
            finished.into_iter().filter_map(|(_, result)| result.ok()).collect();
        self.check_equal_steps(windows, &totals)?;
        self.add_totals(windows, totals);
        Ok(())
    }

    /// Runs `program`, whose steps depend on the shape only, in the first window of every shape.
    fn rehearse_windows(
        &mut self,
        windows: &[Window],
        program: impl Fn(&mut Machine, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let (mut firsts, mut totals): (Vec<Window>, Vec<TileTotals>) = (Vec::new(), Vec::new());
        for (tile, &window) in windows.iter().enumerate() {
            let same = firsts.iter().position(|first| first.tile.shape == window.tile.shape);
            if let Some(same) = same {
                self.audit.add(&totals[same].audit);
                continue;
            }
            let mut machine = self.cut_out(window, windows.len());
            program(&mut machine, tile)
                .and_then(|()| machine.go_on())
                .map_err(|violation| self.stop(violation))?;
            totals.push(self.put_back(window, machine));
            firsts.push(window);
        }
        self.add_totals(&firsts, totals);
        Ok(())
    }

    fn check_equal_steps(
        &mut self,
        windows: &[Window],
        totals: &[TileTotals],
    ) -> Result<(), Violation> {
        // A number of steps fixed by the shape is known to all; one that depends on data is not.
        let by_shape = totals.iter().all(|tile| tile.control == Control::Schedule);
        for (i, window) in windows.iter().enumerate() {
            let first = windows[..i]
                .iter()
                .position(|other| !by_shape || other.tile.shape == window.tile.shape);
            if let Some(first) = first.filter(|&first| totals[first].steps != totals[i].steps) {
                let node = self.shape.index(window.tile.first_row, window.tile.first_col);
                self.breach(Rule::M7, node, totals[i].steps, totals[first].steps)?;
            }
        }
        Ok(())
    }
}

/// A poisoned lock means another tile's program panicked: that panic is on its way to the caller.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
