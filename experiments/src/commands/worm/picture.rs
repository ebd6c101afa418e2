//! Draws worms into the file that a flag names.

use super::error::WormError;
use crate::commands::drawing::write_svg;
use crate::flags::WormSetArgs;
use crate::output::{Piped, check_files, check_suffix};
use crate::present::worm_picture::TooLarge;
use meshcast_algorithms::pathbased::Network;
use std::path::Path;

/// Refuses a file of `--svg` with another suffix, or one that the command reads.
pub(super) fn check_svg(set: &WormSetArgs, svg: Option<&Path>) -> Result<(), WormError> {
    let reads = [("--graph", &set.network.graph), ("--paths", &set.paths)];
    let reads = reads.into_iter().filter_map(|(flag, file)| Some((flag, file.clone()?)));
    check_files(&reads.collect::<Vec<_>>(), &[("--svg", svg)])?;
    svg.map(|svg| check_suffix("--svg", svg, &["svg"])).transpose()?;
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
        most,
        found,
        network: network.to_string(),
    })?;
    Ok(write_svg(svg, &picture)?)
}
