//! One program on many disjoint tiles at once.

use crate::audit::Audit;
use crate::buffers::Buffers;
use crate::geometry::{Port, Shape, Tile, Tiling};
use crate::ledger::Ledger;
use crate::machine::{Machine, Options};
use crate::node::Frame;
use crate::told::Control;
use crate::trace::{Event, Recorder};
use crate::variable::Variable;
use crate::violation::{Rule, Violation};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes of a tile whose memory is kept for other tiles: a small one's is soon used up, a large one's would be much.
const SPARE_NODES: usize = 1 << 12;

/// A rectangle of a machine's nodes, perhaps with rows and columns exchanged.
#[derive(Clone, Copy, Debug)]
struct Window {
    tile: Tile,
    transposed: bool,
}

/// What a tile's run adds to the books of the whole.
struct TileBooks {
    steps: u64,
    control: Control,
    local_passes: u32,
    ledger: Ledger,
    audit: Audit,
    /// Deliveries beside those that were asked for.
    beside: Vec<(u32, u32)>,
    events: Vec<Event>,
    new_packets: u32,
    occupancy: Vec<Vec<u32>>,
}

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
                let books = lock(&whole).put_back(window, machine);
                lock(&finished).push((tile, result.map(|()| books)));
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
        let books: Vec<TileBooks> =
            finished.into_iter().filter_map(|(_, result)| result.ok()).collect();
        self.check_equal_steps(windows, &books)?;
        self.close_books(windows, books);
        Ok(())
    }

    /// Runs `program`, whose steps depend on the shape only, in the first window of every shape.
    fn rehearse_windows(
        &mut self,
        windows: &[Window],
        program: impl Fn(&mut Machine, usize) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let (mut firsts, mut books): (Vec<Window>, Vec<TileBooks>) = (Vec::new(), Vec::new());
        for (tile, &window) in windows.iter().enumerate() {
            let same = firsts.iter().position(|first| first.tile.shape == window.tile.shape);
            if let Some(same) = same {
                self.audit.add(&books[same].audit);
                continue;
            }
            let mut machine = self.cut_out(window, windows.len());
            program(&mut machine, tile)
                .and_then(|()| machine.go_on())
                .map_err(|violation| self.stop(violation))?;
            books.push(self.put_back(window, machine));
            firsts.push(window);
        }
        self.close_books(&firsts, books);
        Ok(())
    }

    /// A machine for the nodes of a window, without packets.
    fn tile_machine(&mut self, window: Window, windows: usize) -> Box<Machine> {
        let recorder = self.recorder.as_ref().map(|parent| Recorder::new(None, parent.next_packet));
        let frame = window.frame(&self.frame);
        // The threads are busy with the windows; one window alone passes them on.
        let threads = if windows > 1 { 1 } else { self.options.threads };
        match self.spares.pop() {
            Some(mut spare) => {
                spare.options.threads = threads;
                spare.move_to(frame, recorder);
                spare
            }
            None => Box::new(self.blank(frame, threads, recorder)),
        }
    }

    /// A machine without packets in the same run.
    pub(crate) fn blank(
        &self,
        frame: Frame,
        threads: usize,
        recorder: Option<Recorder>,
    ) -> Machine {
        let options = Options { threads, trace: None, ..self.options.clone() };
        let messages = Arc::clone(&self.messages);
        let mut machine =
            Machine::build(frame.shape, frame, messages, self.capacity, options, recorder);
        machine.headers = Arc::clone(&self.headers);
        machine.output = self.output.of_tile();
        machine.run = Arc::clone(&self.run);
        machine.workers = Arc::clone(&self.workers);
        machine.unenforced = self.unenforced;
        machine.rehearses = self.rehearses;
        machine.rehearsals = Arc::clone(&self.rehearsals);
        machine
    }

    /// Brings another machine of the run to the same time and the same buffers.
    pub(crate) fn join(&self, machine: &mut Machine) {
        machine.clock = self.clock;
        machine.local_passes = self.local_passes;
        machine.buffers.add_lanes(self.buffers.lanes());
    }

    /// A machine that holds the packets of a window.
    fn cut_out(&mut self, window: Window, windows: usize) -> Box<Machine> {
        let shape = window.shape();
        let mut machine = self.tile_machine(window, windows);
        self.join(&mut machine);
        for lane in (0..self.buffers.open_lanes()).filter(|&lane| self.buffers.is_live(lane)) {
            machine.buffers.enliven(lane);
            window.copy(&self.buffers, &mut machine.buffers, lane, self.shape, Copying::Out);
        }
        let (outer, inner) = (&mut self.buffers.queues, &mut machine.buffers.queues);
        if outer.in_use() {
            for node in 0..shape.nodes() {
                inner.take_over(node, outer, window.outer(self.shape, node));
            }
        }
        machine.survey_fully(0);
        machine
    }

    /// Puts the packets of a window back and returns its books.
    fn put_back(&mut self, window: Window, machine: Box<Machine>) -> TileBooks {
        let mut machine = machine;
        assert!(
            machine.is_of(&self.run, window.frame(&self.frame)) && machine.clock >= self.clock,
            "a program replaced its machine"
        );
        self.buffers.add_lanes(machine.buffers.lanes());
        self.buffers.forget_counts();
        for lane in 0..self.buffers.open_lanes().max(machine.buffers.open_lanes()) {
            if self.buffers.is_live(lane) || machine.buffers.is_live(lane) {
                machine.buffers.open(lane);
                self.buffers.enliven(lane);
                window.copy(&machine.buffers, &mut self.buffers, lane, self.shape, Copying::Back);
            }
        }
        let (outer, inner) = (&mut self.buffers.queues, &mut machine.buffers.queues);
        if inner.in_use() {
            for node in 0..machine.shape.nodes() {
                outer.take_over(window.outer(self.shape, node), inner, node);
            }
        }
        let mut occupancy = Vec::new();
        if let (Some(whole), Some(part)) = (&mut self.audit.full, machine.audit.full.take()) {
            for node in 0..machine.shape.nodes() {
                let at = window.outer(self.shape, node);
                whole.node_peaks[at] = whole.node_peaks[at].max(part.node_peaks[node]);
                // The tile's sums begin with the moment that those of the whole end with.
                let held = &mut self.audit.held[at];
                whole.node_sums[at] += part.node_sums[node];
                whole.node_sums[at] -= u64::from(*held);
                *held = machine.audit.held[node];
                for port in Port::ALL {
                    let outer = if window.transposed { port.transposed() } else { port };
                    whole.link_uses[at][outer.number()] += part.link_uses[node][port.number()];
                }
            }
            occupancy = part.occupancy;
        }
        let started = self.recorder.as_ref().map_or(0, |recorder| recorder.next_packet);
        let (events, next) = machine
            .recorder
            .take()
            .map_or((Vec::new(), started), |recorder| (recorder.events, recorder.next_packet));
        let books = TileBooks {
            steps: machine.clock - self.clock,
            control: machine.control,
            local_passes: machine.local_passes,
            ledger: machine.ledger.hand_over(),
            audit: machine.audit.hand_over(),
            beside: std::mem::take(&mut machine.output.beside),
            events,
            new_packets: next - started,
            occupancy,
        };
        if machine.shape.nodes() <= SPARE_NODES && machine.go_on().is_ok() {
            self.spares.push(machine);
        }
        books
    }

    fn check_equal_steps(
        &mut self,
        windows: &[Window],
        books: &[TileBooks],
    ) -> Result<(), Violation> {
        // A number of steps fixed by the shape is known to all; one that depends on data is not.
        let by_shape = books.iter().all(|tile| tile.control == Control::Schedule);
        for (i, window) in windows.iter().enumerate() {
            let first = windows[..i]
                .iter()
                .position(|other| !by_shape || other.tile.shape == window.tile.shape);
            if let Some(first) = first.filter(|&first| books[first].steps != books[i].steps) {
                let node = self.shape.index(window.tile.first_row, window.tile.first_col);
                self.breach(Rule::M7, node, books[i].steps, books[first].steps)?;
            }
        }
        Ok(())
    }

    fn close_books(&mut self, windows: &[Window], books: Vec<TileBooks>) {
        let steps = books.iter().map(|tile| tile.steps).max().unwrap_or(0);
        let slowest = books.iter().position(|tile| tile.steps == steps);
        let waited: Vec<u64> = books.iter().map(|tile| steps - tile.steps).collect();
        // The nodes of faster tiles have waited since their last local work.
        let passes = books.iter().filter(|tile| tile.steps == steps).map(|tile| tile.local_passes);
        self.local_passes = passes.max().unwrap_or(0);
        self.control = books.iter().map(|tile| tile.control).fold(self.control, Control::max);
        let mut events: Vec<Event> = Vec::new();
        let mut occupancy = Vec::new();
        let (mut renamed, started) =
            (0, self.recorder.as_ref().map_or(0, |recorder| recorder.next_packet));
        // The slowest tile first: its spans come in the order of its program.
        if let Some(slowest) = slowest {
            self.ledger.absorb(&books[slowest].ledger, true);
        }
        for (i, mut tile) in books.into_iter().enumerate() {
            if Some(i) != slowest {
                self.ledger.absorb(&tile.ledger, false);
            }
            self.audit.add(&tile.audit);
            self.output.beside.append(&mut tile.beside);
            occupancy.push(tile.occupancy);
            // Packets made in this tile are numbered after those of the tiles before it.
            let rename = |packet: &mut u32| *packet += if *packet >= started { renamed } else { 0 };
            for event in &mut tile.events {
                event.action.rename(rename);
            }
            if let Some(identities) = &mut self.buffers.identities {
                for node in 0..windows[i].tile.shape.nodes() {
                    let at = windows[i].outer(self.shape, node);
                    for lane in identities.iter_mut() {
                        lane.get_mut(at).into_iter().for_each(rename);
                    }
                    self.buffers.queues.rename(at, rename);
                }
            }
            events.append(&mut tile.events);
            renamed += tile.new_packets;
        }
        self.clock += steps;
        if let Some(recorder) = &mut self.recorder {
            events.sort_by_key(|event| event.t);
            recorder.absorb(events);
            recorder.next_packet += renamed;
        }
        if let Some(full) = &mut self.audit.full {
            full.absorb_occupancy(&occupancy, steps);
            for (window, waited) in windows.iter().zip(waited) {
                for node in 0..window.tile.shape.nodes() {
                    let at = window.outer(self.shape, node);
                    full.node_sums[at] += waited * u64::from(self.audit.held[at]);
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Copying {
    Out,
    Back,
}

impl Window {
    fn shape(&self) -> Shape {
        if self.transposed { self.tile.shape.transposed() } else { self.tile.shape }
    }

    fn frame(&self, outer: &Frame) -> Frame {
        let first = outer.id(self.tile.first_row, self.tile.first_col) as usize;
        Frame {
            first_row: first / outer.mesh_cols,
            first_col: first % outer.mesh_cols,
            transposed: outer.transposed != self.transposed,
            mesh_cols: outer.mesh_cols,
            shape: self.shape(),
        }
    }

    /// The node of the outer machine that is node `inner` of the window.
    fn outer(&self, outer: Shape, inner: usize) -> usize {
        let (row, col) = self.shape().position(inner);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        outer.index(self.tile.first_row + row, self.tile.first_col + col)
    }

    /// Copies a lane between the window's own buffers and those of the outer machine.
    fn copy(&self, from: &Buffers, to: &mut Buffers, lane: usize, outer: Shape, copying: Copying) {
        copy_window(self, outer, copying, &from.planes[lane], &mut to.planes[lane]);
        if let (Some(from), Some(to)) = (&from.identities, &mut to.identities) {
            copy_window(self, outer, copying, &from[lane], &mut to[lane]);
        }
    }
}

fn copy_window<T: Copy>(window: &Window, outer: Shape, copying: Copying, from: &[T], to: &mut [T]) {
    let (inner, Tile { first_row, first_col, .. }) = (window.shape(), window.tile);
    for row in 0..inner.rows() {
        if window.transposed {
            for col in 0..inner.cols() {
                let i = inner.index(row, col);
                let o = outer.index(first_row + col, first_col + row);
                match copying {
                    Copying::Out => to[i] = from[o],
                    Copying::Back => to[o] = from[i],
                }
            }
        } else {
            let i = inner.index(row, 0)..inner.index(row, 0) + inner.cols();
            let o = outer.index(first_row + row, first_col);
            let o = o..o + inner.cols();
            match copying {
                Copying::Out => to[i].copy_from_slice(&from[o]),
                Copying::Back => to[o].copy_from_slice(&from[i]),
            }
        }
    }
}

/// A poisoned lock means another tile's program panicked: that panic is on its way to the caller.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
