//! Chooses how many bands a phase has.

use super::bands::BandRounds;
use super::windows::Windows;
use meshcast_engine::Shape;
use std::ops::Range;

/// Bands for a load of `load` packets a node: the fewest with (h + δ)²·load ≤ min(9/4, 7/4 + 3/√load)·n, h = rows/H.
///
/// The factor of n is computed in hundredths. The more packets, the smaller the share of them must be that is passed over: one more
/// phase with one band takes them.
pub(super) fn bands_for(shape: Shape, load: usize) -> usize {
    let (rows, load) = (shape.rows() as u128, load as u128);
    let hundredths = 225.min(175 + 300_000 / (1_000_000 * load).isqrt().max(1));
    let suffice = |bands: usize| {
        let bands = bands as u128;
        let margin = if rows.is_multiple_of(bands) { 1 } else { 3 };
        let height = rows + margin * bands;
        100 * height * height * load <= hundredths * bands * bands * shape.nodes() as u128
    };
    let most = shape.rows();
    (1..most).find(|&bands| suffice(bands)).unwrap_or(most)
}

/// Rows from which on a first phase with one band mostly leaves something if nodes get two packets.
const TALL: usize = 10;

/// Whether a first phase for this load is followed by one with one band before any survey, since it mostly leaves something:
/// where it has several bands, where packets rest meanwhile, and on all but low meshes unless nodes get one packet at most.
pub(super) fn has_second_phase(shape: Shape, load: usize) -> bool {
    let is_heavy = load > 1 && shape.rows() >= TALL;
    bands_for(shape, load) > 1 || is_heavy || Windows::new(shape.cols()).any_rests()
}

/// The rows of the bands of a first phase, for congestion `congestion` on a mesh no higher than wide.
pub(crate) fn sweep_bands(shape: Shape, congestion: usize) -> Vec<Range<usize>> {
    let bands = BandRounds::new(shape.rows(), bands_for(shape, congestion)).bands;
    (0..bands.count()).map(|band| bands.rows_of(band)).collect()
}
