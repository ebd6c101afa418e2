//! Chooses how many bands a phase has.

use super::bands::BandRounds;
use meshcast_engine::{MAX_NODES, Shape};
use std::ops::Range;

/// Loads below this let two bands carry more than any others.
const FEW: usize = 14;

/// Bands for a load of `load` packets a node: one if rows²·load ≤ 4n, otherwise the fewest with (h + 1)²·load ≤
/// min(27/10, 21/10 + 18/(5 √load))·n, h = rows/H; for two bands and a load below [`FEW`] it is 31/10·n.
///
/// So many leave little that a second phase with one band does not take; the more packets, the less room there is for chance.
pub(super) fn bands_for(shape: Shape, load: usize) -> usize {
    let rows = shape.rows();
    if (rows as u128).pow(2) * load as u128 <= 4 * shape.nodes() as u128 {
        return 1;
    }
    let hundredths = |bands| match bands {
        2 if load < FEW => 310,
        _ => 270.min(210 + 360_000 / root(load)),
    };
    (2..rows).find(|&bands| is_within(shape, load, bands, hundredths(bands))).unwrap_or(rows)
}

/// Whether a second phase mostly leaves hardly any copy under way: after two bands and a load below [`FEW`], or bands that are enough for
/// a fifth more.
pub(super) fn leaves_nothing(shape: Shape, load: usize) -> bool {
    let bands = bands_for(shape, load);
    bands == 2 && load < FEW || bands_for(shape, load + load / 5) == bands
}

/// Whether (h + 1)²·load ≤ hundredths/100·n, h = rows/bands.
fn is_within(shape: Shape, load: usize, bands: usize, hundredths: u128) -> bool {
    let (rows, bands, load) = (shape.rows() as u128, bands as u128, load as u128);
    100 * (rows + bands).pow(2) * load <= hundredths * bands.pow(2) * shape.nodes() as u128
}

/// 1000·√load.
fn root(load: usize) -> u128 {
    (1_000_000 * load as u128).isqrt().max(1)
}

/// Rows from which on a first phase with one band mostly leaves something if nodes get two packets.
const TALL: usize = 10;

/// Whether a first phase for this load is followed by one with one band before any survey, since it mostly leaves something:
/// where it has several bands and more to do than (h + 1)²·load ≤ min(23/10, 1 + 9/(2 √load))·n, and with one band on all but low meshes
/// unless nodes get one packet at most. Two phases are expected on meshes that no machine has.
pub(super) fn has_second_phase(shape: Shape, load: usize) -> bool {
    match bands_for(shape, load) {
        1 => load > 1 && shape.rows() >= TALL,
        bands => {
            let hundredths = 230.min(100 + 450_000 / root(load));
            shape.nodes() > MAX_NODES || !is_within(shape, load, bands, hundredths)
        }
    }
}

/// The rows of the bands of a first phase, for congestion `congestion` on a mesh no higher than wide.
pub(crate) fn sweep_bands(shape: Shape, congestion: usize) -> Vec<Range<usize>> {
    let bands = BandRounds::new(shape.rows(), bands_for(shape, congestion)).bands;
    (0..bands.count()).map(|band| bands.rows_of(band)).collect()
}
