//! Chooses how many bands a phase has.

use super::bands::BandRounds;
use meshcast_engine::{MAX_NODES, Shape};
use std::ops::Range;

/// Bands for a load of `load` packets a node: one if rows²·load ≤ min(5, 7/2 + 7/(2 √load))·n, otherwise the fewest with
/// (h + 1)²·load ≤ min(33/10, 5/2 + 4/√load)·n, h = rows/H.
///
/// So many leave hardly ever anything that a second phase with one band does not take; the more packets, the less room there is for
/// chance.
pub(super) fn bands_for(shape: Shape, load: usize) -> usize {
    if one_carries(shape, load, most_of_one(load)) {
        return 1;
    }
    let most = most_of_several(load);
    (2..shape.rows()).find(|&bands| carry(shape, load, bands, most)).unwrap_or(shape.rows())
}

/// Whether a second phase mostly leaves no copy under way: where the limits of [`bands_for`] hold with 1/2 less for one band, 1/10 less
/// for several.
pub(super) fn leaves_nothing(shape: Shape, load: usize) -> bool {
    match bands_for(shape, load) {
        1 => one_carries(shape, load, most_of_one(load) - 50),
        bands => carry(shape, load, bands, most_of_several(load) - 10),
    }
}

/// The most of rows²·load/n, in hundredths, for one band.
fn most_of_one(load: usize) -> u128 {
    500.min(350 + 350_000 / root(load))
}

/// The most of (h + 1)²·load/n, in hundredths, for several bands.
fn most_of_several(load: usize) -> u128 {
    330.min(250 + 400_000 / root(load))
}

/// Whether rows²·load ≤ hundredths/100·n.
fn one_carries(shape: Shape, load: usize, hundredths: u128) -> bool {
    let (rows, load) = (shape.rows() as u128, load as u128);
    100 * rows.pow(2) * load <= hundredths * shape.nodes() as u128
}

/// Whether (h + 1)²·load ≤ hundredths/100·n, h = rows/bands.
fn carry(shape: Shape, load: usize, bands: usize, hundredths: u128) -> bool {
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
/// where it has several bands and more to do than (h + 1)²·load ≤ min(23/10, 27/20 + 37/(10 √load))·n, and with one band on all but low
/// meshes unless nodes get one packet at most. Two phases are expected on meshes that no machine has.
pub(super) fn has_second_phase(shape: Shape, load: usize) -> bool {
    match bands_for(shape, load) {
        1 => load > 1 && shape.rows() >= TALL,
        bands => {
            let hundredths = 230.min(135 + 370_000 / root(load));
            shape.nodes() > MAX_NODES || !carry(shape, load, bands, hundredths)
        }
    }
}

/// The rows of the bands of a first phase, for congestion `congestion` on a mesh no higher than wide.
pub(crate) fn sweep_bands(shape: Shape, congestion: usize) -> Vec<Range<usize>> {
    let bands = BandRounds::new(shape.rows(), bands_for(shape, congestion)).bands;
    (0..bands.count()).map(|band| bands.rows_of(band)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bands, and whether a second phase follows, by the documented limits in floating-point numbers.
    fn documented(rows: usize, cols: usize, load: usize) -> (usize, bool) {
        let (tall, root) = (rows as f64, (load as f64).sqrt());
        let nodes = tall * cols as f64;
        let carried = |height: f64| height.powi(2) * load as f64 / nodes;
        let of = |bands: usize| carried(tall / bands as f64 + 1.0);
        if carried(tall) <= f64::min(5.0, 3.5 + 3.5 / root) {
            return (1, load > 1 && rows >= 10);
        }
        let bands = (2..rows).find(|&bands| of(bands) <= f64::min(3.3, 2.5 + 4.0 / root));
        let bands = bands.unwrap_or(rows);
        (bands, of(bands) > f64::min(2.3, 1.35 + 3.7 / root))
    }

    /// The code rounds limits down to hundredths, so that a few loads next to a limit may differ.
    #[test]
    fn bands_and_phases_are_those_of_the_documentation() {
        let (mut tried, mut rounded) = (0, 0);
        for rows in (2..40).chain([64, 97, 256, 700]) {
            for cols in [rows, rows + 1, 3 * rows / 2, 2 * rows, 9 * rows] {
                let shape = Shape::new(rows, cols).expect("small");
                for load in (1..80).chain([100, 144, 256, 1000]).filter(|&load| load < rows * cols)
                {
                    let found = (bands_for(shape, load), has_second_phase(shape, load));
                    tried += 1;
                    rounded += usize::from(found != documented(rows, cols, load));
                }
            }
        }
        assert!(tried > 10_000 && rounded * 200 < tried, "{rounded} of {tried} differ");
    }
}
