//! `meshcast expander generate`.

use super::edges;
use crate::cli::{Format, GenerateArgs};
use crate::failure::Failure;
use crate::input::{Printed, SideFile, npy, side_of};
use crate::program::Report;
use crate::results::{COMMIT, VERSION, json};
use crate::text;
use crate::whole_file::WholeFile;
use meshcast_algorithms::Permutation;
use std::io::{self, Write};
use std::path::Path;

/// Writes a random permutation and its side file.
pub(super) fn generate(args: &GenerateArgs) -> Result<Report, Failure> {
    if args.out.extension().is_none_or(|suffix| suffix != "npy") {
        let found = Printed::of(&args.out.to_string_lossy());
        return Err(Failure::PermutationSuffix { found });
    }
    let edges = edges(&args.graph.of_inputs, args.graph.outputs, args.run.threads())?;
    let permutation = Permutation::random(edges, args.run.seed);
    let unwritten = |path: &Path, source| Failure::Unwritten {
        file: Printed::of(&path.to_string_lossy()),
        source,
    };
    let sha256 =
        npy::write(&permutation, &args.out).map_err(|error| unwritten(&args.out, error))?;
    let side = SideFile {
        schema: "meshcast.permutation/1",
        file: args.out.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        inputs: args.graph.of_inputs.inputs,
        outputs: args.graph.outputs,
        degree: args.graph.of_inputs.degree,
        seed: args.run.seed,
        sha256,
        version: VERSION,
        commit: COMMIT,
    };
    let path = side_of(&args.out);
    write_side(&side, &path).map_err(|error| unwritten(&path, error))?;
    Ok(Report::of(match args.run.format {
        Format::Json => json(&side),
        Format::Text => text::generated(&side).into_bytes(),
    }))
}

fn write_side(side: &SideFile, path: &Path) -> io::Result<()> {
    let whole = WholeFile::create(path)?;
    whole.file().write_all(&json(side))?;
    whole.complete()
}
