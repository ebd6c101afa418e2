//! Runs `meshcast expander generate`, which draws permutations and writes them.

use super::edges::edges;
use super::error::ExpanderError;
use crate::console::reply::Reply;
use crate::flags::{GenerateArgs, InputsArgs};
use crate::input::{SCHEMA, SideFile, check_place, npy, side_of};
use crate::output::{OutputError, check_files, check_suffix, is_stream, shown, write_whole};
use crate::present::text;
use crate::results::{COMMIT, VERSION, json};
use meshcast_algorithms::Permutation;
use std::io;
use std::path::Path;

/// Writes a random permutation and its side file. What goes to standard output or through a device has no side file.
pub(super) fn generate(args: &GenerateArgs) -> Result<Reply, ExpanderError> {
    check_suffix("--out", &args.out, &["npy"])?;
    let is_stream = is_stream(&args.out);
    let inputs = args.inputs;
    let of_inputs = InputsArgs { inputs, degree: args.degree.unwrap_or(1) };
    let edges = edges(&of_inputs, args.outputs.unwrap_or(0), args.run.threads())?;
    let path = side_of(&args.out);
    if !is_stream {
        let writes = [("--out", Some(args.out.as_path())), ("its side file", Some(path.as_path()))];
        check_files(&[], &writes)?;
        check_place(&path).map_err(|error| unwritten(&path, error))?;
    }
    let permutation = Permutation::random(edges, args.run.seed);
    let (sha256, piped) =
        npy::write(&permutation, &args.out).map_err(|error| unwritten(&args.out, error))?;
    let side = SideFile {
        schema: SCHEMA,
        file: named(&args.out, is_stream),
        inputs,
        outputs: args.outputs,
        degree: args.degree,
        seed: args.run.seed,
        sha256,
        version: VERSION,
        commit: COMMIT,
    };
    if !is_stream {
        write_whole(&path, &json(&side)).map_err(|error| unwritten(&path, error))?;
    }
    Ok(Reply::showing(args.run.format, &side, text::generated).piping(piped))
}

/// The file's name in its folder, or what takes its place.
fn named(path: &Path, is_stream: bool) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_stream { shown(path).to_string() } else { name.into_owned() }
}

fn unwritten(path: &Path, source: io::Error) -> OutputError {
    OutputError::Unwritten { flag: "--out", file: shown(path), source }
}
