//! Makes the input of a PRAM program, or finds out why there is none.

use super::error::PramError;
use crate::flags::{
    AccessPatternName, FlagError, MessageSetArgs, PramProgramArgs, PramProgramName,
};
use crate::load::{self, LoadError};
use crate::memory::{Room, Sketch};
use crate::message_set::MessageSet;
use meshcast_algorithms::programs::PramGraph;
use meshcast_engine::Shape;

/// The most cells of a memory.
const MOST_CELLS: u64 = 1 << 32;

/// What a program works on.
pub(super) enum Input {
    /// A mesh alone.
    Mesh(Shape),
    /// A mesh and so many cells.
    Cells(Shape, u64),
    /// A graph, an edge a processor.
    Graph(MessageSet, PramGraph),
    /// A sparse matrix, a row a processor.
    Matrix(MessageSet),
}

impl Input {
    /// The mesh.
    pub(super) fn shape(&self) -> Shape {
        match self {
            Self::Mesh(shape) | Self::Cells(shape, _) => *shape,
            Self::Graph(set, _) | Self::Matrix(set) => set.shape,
        }
    }

    /// Where it comes from, if it is a message set.
    pub(super) fn source(&self) -> Option<String> {
        match self {
            Self::Mesh(_) | Self::Cells(..) => None,
            Self::Graph(set, _) | Self::Matrix(set) => Some(set.source.clone()),
        }
    }
}

/// The input that the flags name.
pub(super) fn input(args: &PramProgramArgs, seed: u64) -> Result<Input, PramError> {
    args.set.refuse_blocks("pram run")?;
    let program = args.name;
    if program != PramProgramName::Access {
        let cells = args.kind.cells.map(|cells| ("--cells", cells.to_string()));
        let pattern = args.kind.pattern.map(|pattern| ("--pattern", pattern.name().to_owned()));
        if let Some((flag, found)) = cells.or(pattern) {
            return Err(FlagError::NoSuchParameter { flag, name: program.name(), found }.into());
        }
    }
    match program {
        PramProgramName::Spmv => Ok(Input::Matrix(messages(&args.set, seed)?)),
        _ if program.takes_messages() => graph(args, seed),
        PramProgramName::Access => {
            let shape = mesh(args)?;
            Ok(Input::Cells(shape, cells(args, shape)?))
        }
        _ => Ok(Input::Mesh(mesh(args)?)),
    }
}

/// The mesh of a program without a message set.
fn mesh(args: &PramProgramArgs) -> Result<Shape, PramError> {
    let MessageSetArgs { side, cols, .. } = args.set;
    let bare = MessageSetArgs { side, cols, ..MessageSetArgs::default() };
    if args.set != bare {
        let (flag, needs) = match (&args.set.input, args.set.workload) {
            (Some(_), _) => ("--input", "a program that takes a message set"),
            (_, Some(_)) => ("--workload", "a program that takes a message set"),
            _ => ("flags of a message set", "--input or --workload"),
        };
        return Err(FlagError::Misplaced { flag, needs, with: args.name.name() }.into());
    }
    let side = side.ok_or(PramError::NoSide { program: args.name.name() })?;
    let flags = if cols.is_some() { "--side, --cols" } else { "--side" };
    Shape::new(side, cols.unwrap_or(side)).map_err(|error| PramError::Shape { flags, error })
}

/// The cells of the program access.
fn cells(args: &PramProgramArgs, shape: Shape) -> Result<u64, PramError> {
    let cells = args.kind.cells.unwrap_or(shape.nodes() as u64);
    let pattern = args.kind.pattern.unwrap_or_default();
    let own = [AccessPatternName::Permutation, AccessPatternName::Identity];
    let needs_own = own.contains(&pattern);
    match cells {
        1..=MOST_CELLS if needs_own && cells < shape.nodes() as u64 => {
            Err(PramError::FewCells { pattern: pattern.name(), nodes: shape.nodes(), found: cells })
        }
        1..=MOST_CELLS => Ok(cells),
        found => Err(PramError::Cells { found }),
    }
}

/// The message set.
fn messages(args: &MessageSetArgs, seed: u64) -> Result<MessageSet, LoadError> {
    load::message_set(args, &[], seed, &|sketch: &Sketch| Ok(sketch.check(Room::Available)?))
}

/// The graph of a message set; on a mesh for its edges too, where no flag says how large the mesh is.
fn graph(args: &PramProgramArgs, seed: u64) -> Result<Input, PramError> {
    let mut flags = args.set.clone();
    let mut set = messages(&flags, seed)?;
    let mut graph = PramGraph::of_messages(&set.messages);
    let side = graph.processors().isqrt();
    let side = if side * side < graph.processors() { side + 1 } else { side };
    if graph.processors() > set.shape.nodes() && flags.side.is_none() && flags.cols.is_none() {
        flags.side = Some(side);
        set = messages(&flags, seed)?;
        graph = PramGraph::of_messages(&set.messages);
    }
    let (needed, nodes) = (graph.processors(), set.shape.nodes());
    if needed > nodes {
        let program = args.name.name();
        return Err(PramError::FewProcessors { program, needed, nodes, side });
    }
    Ok(Input::Graph(set, graph))
}
