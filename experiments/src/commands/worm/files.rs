//! Writes what commands about worms are asked for beside their result: a picture of the worms, and a row for each.

use super::error::WormError;
use crate::commands::drawing::write_svg;
use crate::flags::WormReplayArgs;
use crate::output::{self, OutputError, Piped, check_suffix, save_whole, shown};
use crate::present::worm_picture::TooLarge;
use meshcast_algorithms::pathbased::Network;
use std::path::{Path, PathBuf};

/// Refuses files of `--svg`, `--csv` and `--replay` with other suffixes, or that the command reads.
pub(super) fn check_files(
    reads: &[(&'static str, PathBuf)],
    svg: Option<&Path>,
    csv: Option<&Path>,
    page: Option<&WormReplayArgs>,
) -> Result<(), OutputError> {
    let page = page.and_then(|page| page.replay.as_deref());
    output::check_files(reads, &[("--svg", svg), ("--csv", csv), ("--replay", page)])?;
    for (flag, file, suffix) in
        [("--svg", svg, "svg"), ("--csv", csv, "csv"), ("--replay", page, "html")]
    {
        file.map_or(Ok(()), |file| check_suffix(flag, file, &[suffix]))?;
    }
    Ok(())
}

/// Draws a picture into the file `svg`, if there is one; returns what is for standard output.
pub(super) fn draw(
    svg: Option<&Path>,
    network: &Network,
    picture: impl FnOnce() -> Result<String, TooLarge>,
) -> Result<Option<Piped>, WormError> {
    let Some(svg) = svg else { return Ok(None) };
    let picture = picture().map_err(|TooLarge { most, found }| WormError::LargePicture {
        flag: "--svg",
        most,
        found,
        network: network.to_string(),
    })?;
    Ok(write_svg(svg, &picture)?)
}

/// Writes rows with the names of their columns to the file `csv`, if there is one; returns what is for standard output.
pub(super) fn write_csv(
    csv: Option<&Path>,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<Option<Piped>, OutputError> {
    let Some(path) = csv else { return Ok(None) };
    let unwritten = |source| OutputError::Unwritten { flag: "--csv", file: shown(path), source };
    let written = save_whole(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(columns)?;
        for row in rows {
            writer.write_record(row)?;
        }
        writer.flush()
    });
    written.map_err(unwritten)
}
