//! Runs `meshcast replay`, which writes a page that replays a trace, or a run that it makes.

use super::routing::{Routing, RoutingError};
use crate::console::reply::{Reply, violated};
use crate::console::terminal::Terminal;
use crate::film::{FilmError, Grid, film};
use crate::flags::{AuditName, ReplayArgs};
use crate::input::{self, InputError};
use crate::memory::{self, MemoryError};
use crate::output::{OutputError, Piped, check_files, check_suffix, shown, write_whole};
use crate::present::{
    Caption, MOST_PICTURE_CELLS, film_page, film_picture, film_tracks, is_drawable, text,
};
use crate::readable::Printed;
use crate::replay::{self, NoTrace, Verdict};
use crate::results::replay::ReplayResult;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek as _};
use std::path::Path;
use tempfile::TempDir;
use thiserror::Error;

/// Why there is no page. Its `Display` is one line that names the file and line, or the flag.
#[derive(Debug, Error)]
pub(crate) enum ReplayError {
    #[error("{file}:{line}: no line of a trace: {problem}; use a whole file that --trace wrote")]
    NoTrace { file: Printed, line: u64, problem: Printed },
    #[error("the trace cannot be kept in a temporary file: {0}")]
    Temporary(#[source] io::Error),
    #[error(
        "--svg: {nodes} nodes in {frames} frames make a picture that is too large: use --frames {} or fewer, on two dimensions at most",
        MOST_PICTURE_CELLS / nodes
    )]
    Picture { nodes: u64, frames: u64 },
    #[error(transparent)]
    Routing(#[from] RoutingError),
    #[error(transparent)]
    Film(#[from] FilmError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Writes the page of the run that `args` name.
pub(crate) fn replay(args: &ReplayArgs, terminal: Terminal) -> Result<Reply, ReplayError> {
    let mut reads = args.routing.files();
    reads.extend(args.trace.clone().map(|trace| ("TRACE", trace)));
    let writes = [
        ("--out", Some(args.out.as_path())),
        ("--svg", args.svg.as_deref()),
        ("--perfetto", args.perfetto.as_deref()),
    ];
    check_files(&reads, &writes)?;
    if let Some(svg) = &args.svg {
        check_suffix("--svg", svg, &["svg"])?;
    }
    match &args.trace {
        Some(trace) if trace.as_os_str() == STANDARD_INPUT => {
            page_of(&Source::of_input().map_err(ReplayError::Temporary)?, "A run", args)
        }
        Some(trace) => {
            let title = trace.file_stem().unwrap_or_default().to_string_lossy();
            page_of(&Source::File(trace), &title, args)
        }
        None => page_of_run(args, terminal),
    }
}

/// Makes the run, with its trace in a temporary file.
fn page_of_run(args: &ReplayArgs, terminal: Terminal) -> Result<Reply, ReplayError> {
    let audit = AuditName::Peak;
    let routing = Routing::load(&args.routing, audit, Some("replay"), terminal)?;
    let folder = TempDir::new().map_err(ReplayError::Temporary)?;
    let trace = folder.path().join("trace.ndjson");
    let run = match routing.run(audit, Some(&trace), terminal)? {
        Ok((run, _)) => run,
        Err(violation) => return Ok(violated(&violation, args.routing.run.format)),
    };
    let title = format!("{} on {}", run.algorithm.label(), routing.set.source);
    let reply = page_of(&Source::File(&trace), &title, args)?;
    Ok(match run.complaint() {
        None => reply,
        complaint => reply.complaining(complaint),
    })
}

fn page_of(source: &Source<'_>, title: &str, args: &ReplayArgs) -> Result<Reply, ReplayError> {
    let no_trace = |NoTrace { line, problem }: NoTrace| ReplayError::NoTrace {
        file: source.name(),
        line,
        problem: Printed::of(&problem),
    };
    let verdict = replay::check(source.open()?).map_err(no_trace)?;
    let frames = args.frames.map(|frames| frames as u64);
    let grid = Grid::new((verdict.nodes, verdict.dims), verdict.steps, frames)?;
    let (nodes, frames) = (verdict.nodes, grid.frames());
    let subject =
        || format!("a page of {frames} frames of {nodes} nodes, of which --frames has fewer,");
    memory::check(subject, memory::filming(nodes.saturating_mul(frames), source.bytes()))?;
    let film = film(source.open()?, grid);
    let film = film.map_err(no_trace)?;
    let broken = broken(&source.name(), &verdict);
    let title = args.title.as_deref().unwrap_or(title);
    let page =
        film_page(&film, &Caption { title, note: args.note.as_deref(), broken: broken.as_deref() });
    if args.svg.is_some() && !is_drawable(&film) {
        let (nodes, frames) = (verdict.nodes, film.grid.frames());
        return Err(ReplayError::Picture { nodes, frames });
    }
    let result = ReplayResult::of(&film, &args.out, page.len());
    let file = shown(&args.out);
    let page = write("--out", Some(&args.out), || page.into_bytes())?;
    let picture = write("--svg", args.svg.as_deref(), || film_picture(&film, title).into_bytes())?;
    let tracks = write("--perfetto", args.perfetto.as_deref(), || film_tracks(&film))?;
    let piped = page.or(picture).or(tracks);
    let format = args.routing.run.format;
    let reply = Reply::showing(format, &result, |result| text::replay(result, &file.to_string()));
    Ok(reply.complaining(broken).piping(piped))
}

/// Writes an output, if there is a file for it.
fn write(
    flag: &'static str,
    path: Option<&Path>,
    content: impl FnOnce() -> Vec<u8>,
) -> Result<Option<Piped>, OutputError> {
    let Some(path) = path else { return Ok(None) };
    let written = write_whole(path, &content());
    written.map_err(|source| OutputError::Unwritten { flag, file: shown(path), source })
}

/// The broken rule in one line.
fn broken(name: &Printed, verdict: &Verdict) -> Option<String> {
    let finding = verdict.finding.as_ref()?;
    let (line, rule, text) = (finding.line, finding.rule.name(), &finding.text);
    let step = finding.t.map_or_else(String::new, |step| format!(" in step {step}"));
    Some(format!("{name}:{line}: rule {rule} is broken{step}: {text}; the replay ends there"))
}

/// Where a trace is read from, twice.
enum Source<'a> {
    File(&'a Path),
    /// Standard input, as it was read.
    Input(File),
}

impl Source<'_> {
    fn of_input() -> io::Result<Self> {
        let mut kept = tempfile::tempfile()?;
        io::copy(&mut io::stdin().lock(), &mut kept)?;
        Ok(Self::Input(kept))
    }

    fn open(&self) -> Result<Box<dyn BufRead + '_>, ReplayError> {
        match self {
            Self::File(path) => Ok(Box::new(input::open(path)?)),
            Self::Input(kept) => {
                let mut kept: &File = kept;
                kept.rewind().map_err(ReplayError::Temporary)?;
                Ok(Box::new(BufReader::new(kept)))
            }
        }
    }

    /// How long it is; 0 if it is no file.
    fn bytes(&self) -> u64 {
        let metadata = match self {
            Self::File(path) => fs::metadata(path),
            Self::Input(kept) => kept.metadata(),
        };
        metadata.map_or(0, |metadata| metadata.len())
    }

    fn name(&self) -> Printed {
        match self {
            Self::File(path) => Printed::of(&path.to_string_lossy()),
            Self::Input(_) => Printed::of("standard input"),
        }
    }
}
