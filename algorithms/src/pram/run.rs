//! Runs PRAM programs on the mesh, every step of the network charged.

use super::conflict::{Access, Forbidden, PramConflict, first_clash};
use super::memory_map::{Layout, MemoryMap};
use super::mode::PramMode;
use super::program::Program;
use meshcast_engine::{Machine, Messages, MessagesError, Outcome, Shape, Variable, Violation};
use meshcast_primitives::{Clash, Rounds, Served, SharedMemory, Sharing, reduce};
use std::sync::Arc;

/// New keys for one access before it takes several rounds instead.
const MOST_REHASHES: u32 = 4;

/// A PRAM of as many processors as a mesh has nodes, one a node, whose cells the nodes hold.
///
/// A step of the PRAM reads ([`SharedMemory::read`]), computes, which is free local work, and writes ([`SharedMemory::write`]). Steps in
/// which no processor reads, or none writes, are charged for what they do. Processor i is at the node with row-major index i.
///
/// With [`Layout::Hashed`] an overloaded tile is answered by a new map of the memory, to which all
/// cells move by as many exclusive writes as a node has cells, and the access is made again: all charged, in the span `rehash`.
/// With [`Layout::Identity`] requests go to the tiles in several rounds.
#[derive(Debug)]
pub struct Pram<'p, P> {
    program: &'p P,
    shape: Shape,
    mode: PramMode,
    layout: Layout,
    seed: u64,
    limit: Option<u64>,
    shared: SharedMemory,
}

/// What a run leaves.
#[derive(Debug)]
pub struct PramRun<S> {
    /// Steps of the PRAM.
    pub pram_steps: u64,
    /// How often the memory got new hash keys.
    pub rehashes: u32,
    /// The most rounds of an access.
    pub most_rounds: u32,
    /// Reads and writes.
    pub accesses: u64,
    processors: Variable<Processor<S>>,
    memory: Variable<u64>,
    map: MemoryMap,
}

/// What a processor has: its state and the cell that it wants to write, with the value.
type Processor<S> = (S, Option<(u32, u64)>);

/// The memory in the middle of a run.
struct Cells {
    words: Variable<u64>,
    map: MemoryMap,
    rehashes: u32,
    most_rounds: u32,
    accesses: u64,
}

impl<'p, P: Program> Pram<'p, P> {
    /// The PRAM on a mesh of `shape` for `program`.
    ///
    /// # Panics
    /// If the program has no cells, or more than 2³².
    pub fn new(program: &'p P, shape: Shape, mode: PramMode, layout: Layout, seed: u64) -> Self {
        let (side, per_node) = (SharedMemory::TILE_SIDE, SharedMemory::PER_NODE);
        let shared = SharedMemory::new(shape, program.cells(), side, per_node);
        Self { program, shape, mode, layout, seed, limit: None, shared }
    }

    /// Stops runs after so many steps of the PRAM.
    pub fn stop_after(&mut self, steps: u64) {
        self.limit = Some(steps);
    }

    /// The same with tiles of `tile_side` × `tile_side` nodes that take `per_node` requests each at a time.
    ///
    /// # Panics
    /// If a number is zero.
    #[must_use]
    pub fn with_tiles(self, tile_side: usize, per_node: usize) -> Self {
        let shared = SharedMemory::new(self.shape, self.program.cells(), tile_side, per_node);
        Self { shared, ..self }
    }

    /// The messages that a machine is to be made with: one a node, without destinations.
    ///
    /// # Errors
    /// None: a mesh has no more nodes than messages may have sources.
    pub fn messages(&self) -> Result<Arc<Messages>, MessagesError> {
        Messages::one_each(self.shape.nodes()).map(Arc::new)
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        self.shared.capacity()
    }

    /// Words of a node's part of the memory.
    pub fn memory_words(&self) -> usize {
        self.shared.words()
    }

    pub(super) fn program(&self) -> &P {
        self.program
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    pub(super) fn shared(&self) -> &SharedMemory {
        &self.shared
    }

    /// The node that holds a cell at the start.
    pub(super) fn node_of(&self, cell: u32) -> u32 {
        let map = MemoryMap::new(self.program.cells(), self.layout, self.seed, 0);
        self.shared.node_of(map.place(cell))
    }

    /// Steps of a read and of a write, if no tile is overloaded.
    pub fn access_steps(&self) -> (u64, u64) {
        let write = self.shared.write_steps(self.mode.operator());
        (self.shared.read_steps(), write + self.mode.comparisons())
    }

    /// Runs the program.
    ///
    /// # Errors
    /// In the outer result a broken machine rule; in the inner one the first conflict that the mode forbids.
    ///
    /// # Panics
    /// If the machine has another shape, or its packets carry fewer than [`SharedMemory::PAYLOAD_WORDS`] words.
    pub fn run(
        &self,
        machine: &mut Machine,
    ) -> Result<Result<PramRun<P::State>, PramConflict>, Violation> {
        let program = self.program;
        machine.inject(self.shared.home_lane(), |_| 0);
        let map = MemoryMap::new(program.cells(), self.layout, self.seed, 0);
        let words = self.shared.cells(machine, |place| program.initial(map.address(place)))?;
        let mut cells = Cells { words, map, rehashes: 0, most_rounds: 0, accesses: 0 };
        let mut processors = machine.variable(1, |node, _| (program.state(node.id()), None))?;
        let mut step = 0;
        while let Some(phase) = program.phase(step).filter(|_| self.limit.is_none_or(|l| step < l))
        {
            let name = format!("step {}", step + 1);
            let ended = machine.span(&name, |machine| {
                let mut read = None;
                if phase.reads {
                    match self.read(machine, &mut cells, &processors, step)? {
                        Ok(values) => read = Some(values),
                        Err(conflict) => return Ok(Err(conflict)),
                    }
                }
                machine.compute(&mut processors, |node, own| {
                    let (state, wanted) = &mut own[0];
                    let read = read.as_ref().and_then(|read| node.own(read)[0]);
                    *wanted = program.compute(step, node.id(), state, read);
                })?;
                if phase.writes
                    && let Err(conflict) = self.write(machine, &mut cells, &processors, step)?
                {
                    return Ok(Err(conflict));
                }
                Ok(Ok(phase.asks && !self.anyone_goes_on(machine, &processors)?))
            })?;
            step += 1;
            match ended {
                Err(conflict) => return Ok(Err(conflict)),
                Ok(true) => break,
                Ok(false) => {}
            }
        }
        let Cells { words: memory, map, rehashes, most_rounds, accesses } = cells;
        let pram_steps = step;
        Ok(Ok(PramRun { pram_steps, rehashes, most_rounds, accesses, processors, memory, map }))
    }

    /// What every processor reads.
    fn read(
        &self,
        machine: &mut Machine,
        cells: &mut Cells,
        processors: &Variable<Processor<P::State>>,
        step: u64,
    ) -> Result<Result<Variable<Option<u64>>, PramConflict>, Violation> {
        let wanted = machine
            .map(processors, |node, (state, _)| self.program.read(step, node.id(), state))?;
        let sharing = self.mode.reading();
        self.access(machine, cells, (Access::Read, step), |machine, cells, rounds| {
            let places = machine.map(&wanted, |_, cell| cell.map(|cell| cells.map.place(cell)))?;
            self.shared.read(machine, &mut cells.words, &places, sharing, rounds)
        })
    }

    /// Writes what every processor wants to.
    fn write(
        &self,
        machine: &mut Machine,
        cells: &mut Cells,
        processors: &Variable<Processor<P::State>>,
        step: u64,
    ) -> Result<Result<(), PramConflict>, Violation> {
        let sharing = self.mode.writing();
        self.access(machine, cells, (Access::Write, step), |machine, cells, rounds| {
            let requests = machine.map(processors, |_, (_, wanted)| {
                wanted.map(|(cell, value)| (cells.map.place(cell), value))
            })?;
            self.shared.write(machine, &mut cells.words, &requests, sharing, rounds)
        })
    }

    /// Makes an access, again with a new map of the memory if a tile is overloaded.
    fn access<T>(
        &self,
        machine: &mut Machine,
        cells: &mut Cells,
        (access, step): (Access, u64),
        make: impl Fn(&mut Machine, &mut Cells, Rounds) -> Result<Served<T>, Violation>,
    ) -> Result<Result<T, PramConflict>, Violation> {
        cells.accesses += 1;
        for attempt in 0.. {
            let is_mapped_again = self.layout == Layout::Hashed && attempt < MOST_REHASHES;
            let rounds = if is_mapped_again { Rounds::One } else { Rounds::Any };
            match make(machine, cells, rounds)? {
                Served::Done(found, rounds) => {
                    cells.most_rounds = cells.most_rounds.max(rounds);
                    return Ok(Ok(found));
                }
                Served::Overloaded => {
                    machine.span("rehash", |machine| self.rehash(machine, cells))?;
                }
                Served::Clashes(clashes) => {
                    return self.conflict(machine, &clashes, &cells.map, (access, step)).map(Err);
                }
            }
        }
        unreachable!("several rounds serve any load")
    }

    fn conflict(
        &self,
        machine: &mut Machine,
        clashes: &Variable<Option<Clash>>,
        map: &MemoryMap,
        (access, step): (Access, u64),
    ) -> Result<PramConflict, Violation> {
        let (cell, processors) = first_clash(machine, clashes, map)?;
        let rule = match (access, self.mode.writing()) {
            (Access::Write, Sharing::Equal) => Forbidden::Difference,
            _ => Forbidden::Sharing,
        };
        Ok(PramConflict { pram_step: step + 1, cell, processors, access, rule })
    }

    /// Moves all cells to the places of a new map.
    fn rehash(&self, machine: &mut Machine, cells: &mut Cells) -> Result<(), Violation> {
        cells.rehashes += 1;
        let (program, old) = (self.program, cells.map);
        let map = MemoryMap::new(program.cells(), self.layout, self.seed, cells.rehashes);
        let mut words = self.shared.cells(machine, |_| 0)?;
        for slot in 0..self.shared.words() {
            let requests = machine.variable(1, |node, _| {
                let place = self.shared.place_at(node.id(), slot)?;
                Some((map.place(old.address(place)), node.own(&cells.words)[slot]))
            })?;
            self.shared.write(machine, &mut words, &requests, Sharing::Exclusive, Rounds::Any)?;
        }
        (cells.words, cells.map) = (words, map);
        Ok(())
    }

    /// Whether a processor goes on: all of them get to know.
    fn anyone_goes_on(
        &self,
        machine: &mut Machine,
        processors: &Variable<Processor<P::State>>,
    ) -> Result<bool, Violation> {
        machine.span("end", |machine| {
            let mut goes_on =
                machine.map(processors, |_, (state, _)| self.program.goes_on(state))?;
            reduce(machine, &mut goes_on, |a, b| a || b)
        })
    }
}

impl<S> PramRun<S> {
    /// The states of all processors and the cells by address, once the machine has finished.
    ///
    /// # Panics
    /// If `pram` or `outcome` is another one than that of the run.
    pub fn reveal<P: Program>(self, pram: &Pram<'_, P>, outcome: &Outcome) -> (Vec<S>, Vec<u64>) {
        let (words, shared) = (pram.shared.words(), &pram.shared);
        let mut cells = vec![0; pram.program.cells() as usize];
        for (i, value) in self.memory.reveal(outcome).into_iter().enumerate() {
            if let Some(place) = shared.place_at((i / words) as u32, i % words) {
                cells[self.map.address(place) as usize] = value;
            }
        }
        let processors = self.processors.reveal(outcome);
        (processors.into_iter().map(|(state, _)| state).collect(), cells)
    }
}
