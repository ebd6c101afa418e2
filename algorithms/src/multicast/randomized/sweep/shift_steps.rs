//! Counts the steps of all shifts of a phase, without their timetables where bands are tall.

use super::bands::BandRounds;

/// Rows of a band from which on every further row makes all shifts two steps longer.
const TALL_BAND: usize = 8;

/// The steps of all shifts of a phase with `least` bands or, where packets cannot be shifted between so few, some more; also on meshes
/// for formulas alone.
pub(in crate::multicast::randomized) fn shift_steps(rows: usize, least: usize) -> usize {
    let more = (rows / least).saturating_sub(TALL_BAND);
    let BandRounds { shifts, .. } = BandRounds::new(rows - more * least, least);
    shifts.iter().map(|shift| shift.steps + 2 * more).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_more_in_tall_bands_is_two_steps_more_in_every_shift() {
        let few = (1..=9).flat_map(|least| (1..=150).map(move |rows| (rows, least)));
        let many = [10, 12, 17]
            .into_iter()
            .flat_map(|least| [8, 9, 11].map(|tall| (least * tall + least / 3, least)));
        for (rows, least) in few.chain(many) {
            if least <= rows {
                let BandRounds { shifts, .. } = BandRounds::new(rows, least);
                let steps: usize = shifts.iter().map(|shift| shift.steps).sum();
                assert_eq!(shift_steps(rows, least), steps, "{rows} rows, {least} bands");
            }
        }
    }
}
