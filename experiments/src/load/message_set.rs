//! Reads or generates the message set that flags name, and places it on its mesh.

use super::error::LoadError;
use super::permutations::of_file as permutation;
use crate::catalogue::{AdmissionError, Algorithm};
use crate::flags::{FlagError, Generated, MessageSetArgs};
use crate::input::{self, Block, MatrixEntry, Seating, SetFile, place, place_in_blocks};
use crate::memory::Sketch;
use crate::message_set::MessageSet;
use crate::readable::Printed;
use meshcast_algorithms::{
    ExplicitPlan, Grouping, Permutation, Popularity, adversarial, generate, mixture_of_experts,
};
use meshcast_engine::{Messages, Shape};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The message set that the flags ask for, on which some algorithms are to be run. What is known of it before it is made is shown to
/// `admit`, which may refuse it: nothing of its size has been allocated then.
pub(crate) fn load(
    args: &MessageSetArgs,
    algorithms: &[Algorithm],
    seed: u64,
    admit: &dyn Fn(&Sketch) -> Result<(), AdmissionError>,
) -> Result<MessageSet, LoadError> {
    loaded(args, algorithms, seed, admit, false).map(|(set, _)| set)
}

/// A matrix whose multicast is a message set. Rows and columns have the numbers of its file, or those of nodes without one.
#[derive(Debug)]
pub(crate) struct Matrix {
    /// The message of every column with an entry: the rows with one.
    pub(crate) columns: Arc<Messages>,
    /// The entries, if they are from the file.
    pub(crate) entries: Option<Vec<MatrixEntry>>,
    /// Where rows stand, and columns of the same numbers with them.
    pub(crate) seating: Seating,
}

/// The same set with its matrix.
pub(crate) fn load_matrix(
    args: &MessageSetArgs,
    algorithms: &[Algorithm],
    seed: u64,
    admit: &dyn Fn(&Sketch) -> Result<(), AdmissionError>,
) -> Result<(MessageSet, Matrix), LoadError> {
    let (set, read) = loaded(args, algorithms, seed, admit, true)?;
    let (columns, entries) = match read {
        Some((columns, entries)) => (Arc::new(columns), entries),
        None => (Arc::clone(&set.messages), None),
    };
    // A file that fits has one row a node however blocks are dealt.
    let block = args.block.unwrap_or(Block::Cyclic);
    let placement = args.placement.unwrap_or_default();
    let seating = Seating::new(columns.nodes(), set.shape, block, placement, seed);
    Ok((set, Matrix { columns, entries, seating }))
}

/// A set as it is in its file, with the entries if it is a matrix whose values were read and kept.
type InFile = (Messages, Option<Vec<MatrixEntry>>);

fn loaded(
    args: &MessageSetArgs,
    algorithms: &[Algorithm],
    seed: u64,
    admit: &dyn Fn(&Sketch) -> Result<(), AdmissionError>,
    with_values: bool,
) -> Result<(MessageSet, Option<InFile>), LoadError> {
    args.refuse_others()?;
    match (&args.input, args.workload) {
        (None, None) => Err(LoadError::NoMessageSet),
        (Some(_), Some(_)) => Err(LoadError::TwoMessageSets),
        (Some(path), None) => {
            let (set, read) = read(path, args, seed, admit, with_values)?;
            Ok((set, Some(read)))
        }
        (None, Some(workload)) => Ok((generated(workload, args, algorithms, seed, admit)?, None)),
    }
}

fn read(
    path: &Path,
    args: &MessageSetArgs,
    seed: u64,
    admit: &dyn Fn(&Sketch) -> Result<(), AdmissionError>,
    with_values: bool,
) -> Result<(MessageSet, InFile), LoadError> {
    for (flag, value) in [("--degree", args.degree), ("--congestion", args.congestion)] {
        if value.is_some() {
            let (needs, with) = ("--workload", "--input");
            return Err(FlagError::Misplaced { flag, needs, with }.into());
        }
    }
    if args.block.is_some() && args.side.is_none() {
        let (flag, needs, with) = ("--block", "--side", "a mesh that is as large as the file");
        return Err(FlagError::Misplaced { flag, needs, with }.into());
    }
    let name = input::name_of_set(path);
    let file = if with_values { SetFile::open_with_values(path)? } else { SetFile::open(path)? };
    let sketch = file.sketch();
    let nodes = sketch.nodes.unwrap_or(0);
    // A mesh that cannot be is refused with the nodes of the file, once these are known.
    let shape = mesh_of_file(args, nodes).ok().map(|(shape, _)| shape);
    // In blocks the set is not of the size that the file says.
    let shape = shape.filter(|_| (nodes > 0 || args.side.is_some()) && args.block.is_none());
    let what = format!("--input {}", Printed::of(&name));
    admit(&Sketch::of_file(what, shape, sketch))?;
    let (read, entries) = if with_values { file.read_with_values()? } else { (file.read()?, None) };
    let (shape, flags) = mesh_of_file(args, read.nodes())?;
    let placement = args.placement.unwrap_or_default();
    let placed = match args.block {
        None => place(&read, shape, placement, seed)
            .map_err(|error| LoadError::Placement { flags, error })?,
        Some(block) => place_in_blocks(&read, shape, block, placement, seed)?,
    };
    let messages = Arc::new(placed);
    Ok((MessageSet { source: name, shape, messages, against: Vec::new() }, (read, entries)))
}

fn generated(
    workload: Generated,
    args: &MessageSetArgs,
    algorithms: &[Algorithm],
    seed: u64,
    admit: &dyn Fn(&Sketch) -> Result<(), AdmissionError>,
) -> Result<MessageSet, LoadError> {
    for (flag, given) in
        [("--placement", args.placement.is_some()), ("--block", args.block.is_some())]
    {
        if given {
            let (needs, with) = ("--input", "--workload");
            return Err(FlagError::Misplaced { flag, needs, with }.into());
        }
    }
    let side = args.side.ok_or(LoadError::NoSide { workload: workload.name() })?;
    if let Some(cols) = args.cols.filter(|&cols| cols != side) {
        return Err(LoadError::OblongWorkload { side, cols });
    }
    let shape =
        Shape::new(side, side).map_err(|error| LoadError::Shape { flags: "--side", error })?;
    let (degree, congestion) = (args.degree, args.congestion);
    let (asked, name) = ((degree, congestion), workload.name());
    let (messages, against) = match workload {
        Generated::Family(family) => {
            admit(&Sketch::of_workload(family, shape, asked))?;
            (generate(family, side, degree, congestion, seed)?, Vec::new())
        }
        Generated::Adversarial => {
            admit(&Sketch::of_adversary(name, shape, asked, args.against.len()))?;
            adversary(args, algorithms, shape, seed)?
        }
        Generated::Experts => {
            let Mixture { popularity, top } = mixture(args)?;
            admit(&Sketch::of_experts(name, shape, (popularity.experts(), top)))?;
            (mixture_of_experts(side, &popularity, top, seed)?, Vec::new())
        }
    };
    let (source, messages) = (name.to_owned(), Arc::new(messages));
    Ok(MessageSet { source, shape, messages, against })
}

/// What tokens choose, and how many of it.
struct Mixture {
    popularity: Popularity,
    top: usize,
}

/// The mixture of experts that the flags name.
fn mixture(args: &MessageSetArgs) -> Result<Mixture, LoadError> {
    let given = [("--degree", args.degree), ("--congestion", args.congestion)];
    if let Some((flag, _)) = given.into_iter().find(|(_, value)| value.is_some()) {
        return Err(LoadError::OfExperts { flag });
    }
    let top = args.top.ok_or(LoadError::NoTop)?;
    let popularity = match (&args.popularity, args.experts) {
        (None, None) => return Err(LoadError::NoExperts),
        (None, Some(experts)) => Popularity::Zipf(experts),
        (Some(path), asked) => {
            let counts = input::read_counts(path)?;
            let (file, found) = (Printed::of(&path.to_string_lossy()), counts.len());
            match asked.filter(|&experts| experts != found) {
                None => Popularity::Measured(counts),
                Some(experts) => return Err(LoadError::Counts { file, experts, found }),
            }
        }
    };
    Ok(Mixture { popularity, top })
}

/// Messages that collide, and the permutations that they collide under: those of files, or of the first rounds of polynomials.
fn adversary(
    args: &MessageSetArgs,
    algorithms: &[Algorithm],
    shape: Shape,
    seed: u64,
) -> Result<(Messages, Vec<Permutation>), LoadError> {
    let (side, degree, congestion) = (shape.rows(), args.degree, args.congestion);
    let order = algorithms.iter().find_map(|algorithm| algorithm.parameters().field);
    let are_by =
        |grouping| algorithms.iter().all(|algorithm| algorithm.entry().provoked_by() == grouping);
    let grouping = match args.against_groups {
        Some(groups) => groups.grouping(order),
        None if are_by(Grouping::Bands) => Grouping::Bands,
        None if are_by(Grouping::Polynomials(None)) => Grouping::Polynomials(order),
        None => Grouping::Tiles,
    };
    if matches!(grouping, Grouping::Polynomials(_)) && args.against.is_empty() {
        let messages = adversarial(grouping, side, degree, congestion, &[], seed)?;
        let plan = ExplicitPlan::new(shape, messages.congestion() as u64, order);
        let first = plan.iter().flat_map(ExplicitPlan::places).take(2).collect();
        return Ok((messages, first));
    }
    let against = against(args, shape)?;
    Ok((adversarial(grouping, side, degree, congestion, &against, seed)?, against))
}

/// The permutations to collide under.
fn against(args: &MessageSetArgs, shape: Shape) -> Result<Vec<Permutation>, LoadError> {
    if args.against.is_empty() {
        return Err(LoadError::NoPermutation);
    }
    let load = |path: &PathBuf| {
        let (name, stored) = permutation(path)?;
        match (shape.nodes(), stored.permutation.len()) {
            (nodes, found) if nodes == found => Ok(stored.permutation),
            (nodes, found) => {
                Err(LoadError::AgainstLength { file: Printed::of(&name), nodes, found })
            }
        }
    };
    args.against.iter().map(load).collect()
}

/// The mesh for a file of `nodes` nodes, and the flags that had a say in it.
fn mesh_of_file(args: &MessageSetArgs, nodes: usize) -> Result<(Shape, &'static str), LoadError> {
    let square = || {
        let floor = nodes.isqrt();
        if floor * floor < nodes { floor + 1 } else { floor }
    };
    let (rows, cols, flags) = match (args.side, args.cols) {
        (None, None) => (square(), square(), "--input"),
        (Some(side), None) => (side, side, "--side"),
        (None, Some(cols)) => (nodes.div_ceil(cols.max(1)), cols, "--cols"),
        (Some(side), Some(cols)) => (side, cols, "--side, --cols"),
    };
    match Shape::new(rows, cols) {
        Ok(shape) => Ok((shape, flags)),
        Err(error) => Err(LoadError::Shape { flags, error }),
    }
}
