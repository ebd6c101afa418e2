//! Runs one program on many disjoint tiles at once, each a machine that [`tile`] cuts out and puts back.

mod division;
mod run;
mod tile;

use super::Machine;
use crate::geometry::{Tile, Tiling};
use crate::nodes::{Variable, Window};
use crate::register::Register;
use crate::violation::Violation;
use run::Program;
use std::sync::{Mutex, PoisonError};

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
        self.run_tiles(tiling, &program)
    }

    fn run_tiles(&mut self, tiling: &Tiling, program: &Program<'_>) -> Result<(), Violation> {
        assert!(tiling.shape() == self.shape(), "the tiling is of another mesh");
        if let [tile] = tiling.tiles()
            && tile.shape == self.shape()
        {
            return self.run_as_tile(program);
        }
        let windows: Vec<Window> =
            tiling.tiles().iter().map(|&tile| Window { tile, transposed: false }).collect();
        self.divide("tiles", tiling, true);
        self.run_windows(&windows, program)?;
        self.unite();
        Ok(())
    }

    /// [`Machine::in_parallel`] for a program that works with the registers of `variable`: those of its tile.
    ///
    /// # Errors
    /// Those of [`Machine::in_parallel`].
    ///
    /// # Panics
    /// If the registers are of another machine, the tiling divides another mesh, or the program puts another machine, or
    /// registers of other nodes or of another number, in the place of a tile's.
    pub fn in_parallel_with<T: Register>(
        &mut self,
        tiling: &Tiling,
        variable: &mut Variable<T>,
        program: impl Fn(&mut Machine, &mut Variable<T>) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        let (shape, per_node) = (self.shape(), variable.per_node());
        let nodes =
            |window: Window| (0..window.shape().nodes()).map(move |node| window.outer(shape, node));
        let windows = tiling.tiles().iter().map(|&tile| Window { tile, transposed: false });
        let windows: Vec<Window> = windows.collect();
        let cut = |&window: &Window| {
            Mutex::new(variable.cut_out(nodes(window), window.frame(self.nodes().frame())))
        };
        let parts: Vec<Mutex<Variable<T>>> = windows.iter().map(cut).collect();
        self.in_parallel(tiling, |machine, tile| {
            let mut own = lock(&parts[tile]);
            machine.nodes().adopt(&mut own);
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
        let tile = Tile { first_row: 0, first_col: 0, shape: self.shape() };
        let returned = Mutex::new(None);
        self.run_windows(&[Window { tile, transposed: true }], &|machine, _| {
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
    pub fn transposed_with<T: Register>(
        &mut self,
        variable: &mut Variable<T>,
        program: impl Fn(&mut Machine, &mut Variable<T>) -> Result<(), Violation> + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        let (turned, per_node) = (Mutex::new(variable.transposed()), variable.per_node());
        self.transposed(|machine| {
            let mut own = lock(&turned);
            machine.nodes().adopt(&mut own);
            program(machine, &mut own)?;
            machine.check_left(&own, per_node);
            Ok(())
        })?;
        let turned = lock(&turned).transposed();
        variable.set_values(turned);
        Ok(())
    }

    /// What a program leaves in the place of `per_node` registers a node is as many registers of the same nodes.
    fn check_left<T: Copy>(&self, variable: &Variable<T>, per_node: usize) {
        self.check_own(variable);
        let as_many = variable.per_node() == per_node;
        assert!(as_many, "a program changed how many registers a node has");
    }
}

/// A poisoned lock means another tile's program panicked: that panic is on its way to the caller.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
