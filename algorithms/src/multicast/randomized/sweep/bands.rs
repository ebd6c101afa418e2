//! Cuts the rows into bands, and says in which of them packets are in every round.

use super::band_shift::{BandShift, timetable};
use super::tour::Tour;
use super::windows::Windows;
use meshcast_engine::{Shape, Tiling};
use std::ops::Range;

/// The rows of a mesh cut into bands of rows that follow one another, their heights differing by at most one.
///
/// The rows of packets that are in one band when a phase begins are a group. Groups go round the ring 0, 2, 4, …, 5, 3, 1
/// of the bands, so none moves more than two bands at a time; in round j every group of a tour is j bands on from its
/// own. Groups keep their heights, and stand one below the other without a gap: where heights differ, the first or last
/// row of a group may lie in a neighbouring band, but its packets are for the segments of their band all the same.
///
/// No more than that row does: heights are spread evenly along the ring, so that any k neighbours on it are as high as any other k, or
/// differ by a row; and the first k bands from the top are neighbours, as the groups in them are.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    rows: usize,
    /// The bands in the order of the ring.
    ring: Vec<usize>,
    /// The first row of every band, and the row after the last.
    bounds: Vec<usize>,
}

impl Bands {
    pub(super) fn new(rows: usize, count: usize) -> Self {
        let (even, odd) = ((0..count).step_by(2), (1..count).step_by(2));
        let ring: Vec<usize> = even.chain(odd.rev()).collect();
        let mut bounds = vec![0; count + 1];
        for (place, &band) in ring.iter().enumerate() {
            bounds[band + 1] = (place + 1) * rows / count - place * rows / count;
        }
        for band in 0..count {
            bounds[band + 1] += bounds[band];
        }
        Self { rows, ring, bounds }
    }

    /// Bands, and rounds of a phase.
    pub(super) fn count(&self) -> usize {
        self.ring.len()
    }

    /// The rows of a band.
    pub(super) fn rows_of(&self, band: usize) -> Range<usize> {
        self.bounds[band]..self.bounds[band + 1]
    }

    /// By row, the rows of the band, which are those of its segments.
    pub(super) fn segments_by_row(&self) -> Vec<Range<usize>> {
        let bands = (0..self.count()).map(|band| self.rows_of(band));
        bands.flat_map(|rows| vec![rows.clone(); rows.len()]).collect()
    }

    /// The bands, cut by the windows, as tiles.
    pub(super) fn tiling(&self, shape: Shape, windows: Windows) -> Tiling {
        let rows: Vec<usize> = (1..self.count()).map(|band| self.rows_of(band).start).collect();
        let cols = (windows.width < windows.cols).then_some(windows.width);
        Tiling::cut(shape, &rows, cols.as_slice())
    }

    /// The groups of a tour from the top to the bottom of the mesh in one round: the group in each band.
    fn groups(&self, tour: Tour, round: usize) -> Vec<usize> {
        let count = self.count();
        let mut groups = vec![0; count];
        for (i, &group) in self.ring.iter().enumerate() {
            let hop = match tour {
                Tour::Forward => round % count,
                Tour::Backward => count - round % count,
            };
            groups[self.ring[(i + hop) % count]] = group;
        }
        groups
    }

    /// The band of the packets of a tour in every row.
    pub(super) fn band_at(&self, tour: Tour, round: usize) -> Vec<usize> {
        let groups = self.groups(tour, round).into_iter().enumerate();
        groups.flat_map(|(band, group)| self.rows_of(group).map(move |_| band)).collect()
    }

    /// The group's first row in a round.
    fn starts(&self, tour: Tour, round: usize) -> Vec<usize> {
        let mut starts = vec![0; self.count()];
        let mut row = 0;
        for group in self.groups(tour, round) {
            starts[group] = row;
            row += self.rows_of(group).len();
        }
        starts
    }

    /// The row to which the packets of a tour go from every row after a round.
    fn targets(&self, tour: Tour, round: usize) -> Vec<usize> {
        let (now, next) = (self.starts(tour, round), self.starts(tour, round + 1));
        let mut targets = vec![0; self.rows];
        for group in 0..self.count() {
            for i in 0..self.rows_of(group).len() {
                targets[now[group] + i] = next[group] + i;
            }
        }
        targets
    }

    /// Whether the packets of a tour wait before they leave a row after a round: those of an end of the ring's path that
    /// go one band only wait for those of the other tour, which go two over the same links.
    fn late(&self, tour: Tour, round: usize) -> Vec<bool> {
        let count = self.count();
        let [now, next] = [round, round + 1].map(|round| self.groups(tour, round));
        let is_late = |band: usize, group: usize| {
            let at_end = band == 0 || band + 1 == count;
            let to = next.iter().position(|&other| other == group);
            at_end
                && to.is_some_and(|to| to.abs_diff(band) == 1)
                && (count > 2 || tour == Tour::Backward)
        };
        let rows = |(band, &group): (usize, &usize)| {
            self.rows_of(group).map(|_| is_late(band, group)).collect::<Vec<bool>>()
        };
        now.iter().enumerate().flat_map(rows).collect()
    }

    /// The way of all packets from the bands of one round to those of the next; `None` if more than [`SHIFT_LANES`]
    /// packets would meet in a node, as happens for some uneven bands of one and two rows.
    fn shift(&self, round: usize) -> Option<BandShift> {
        let height = self.rows.div_ceil(self.count());
        let targets = Tour::BOTH.map(|tour| self.targets(tour, round));
        let late = Tour::BOTH.map(|tour| self.late(tour, round));
        let planned = |delay| timetable(&targets, &late, delay, 3 * height + 3);
        let ways = targets.iter().flat_map(|targets| targets.iter().enumerate());
        let soonest = ways.map(|(from, &to)| to.abs_diff(from)).max().unwrap_or(0);
        // The late ones wait for a band to pass; where bands are uneven, a step or two more or less.
        let mut best: Option<BandShift> = None;
        for shift in (height.saturating_sub(1)..=height + 4).filter_map(planned) {
            if best.as_ref().is_none_or(|best| shift.steps < best.steps) {
                best = Some(shift);
            }
            if best.as_ref().is_some_and(|best| best.steps == soonest) {
                break;
            }
        }
        best.or_else(|| (0..=2 * height + 2).find_map(planned))
    }

    /// The shifts between the rounds of a phase.
    fn all_shifts(&self) -> Option<Vec<BandShift>> {
        (1..self.count()).map(|next| self.shift(next - 1)).collect()
    }
}

/// A phase of rounds: its bands, and the shifts between its rounds.
#[derive(Clone, Debug)]
pub(in crate::multicast::randomized) struct BandRounds {
    pub(super) bands: Bands,
    pub(in crate::multicast::randomized) shifts: Vec<BandShift>,
}

impl BandRounds {
    /// The least number of bands from `least` on between which packets can be shifted; bands of one row always can.
    pub(in crate::multicast::randomized) fn new(rows: usize, least: usize) -> Self {
        (least..=rows)
            .find_map(|count| {
                let bands = Bands::new(rows, count);
                bands.all_shifts().map(|shifts| Self { bands, shifts })
            })
            .expect("bands of one row can be shifted")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_once_in_every_band() {
        for (rows, count) in [(1, 1), (5, 1), (4, 2), (7, 3), (9, 4), (23, 7), (40, 11), (8, 8)] {
            let bands = Bands::new(rows, count);
            for tour in Tour::BOTH {
                let mut seen = vec![vec![0; count]; count];
                for round in 0..count {
                    for (band, group) in bands.groups(tour, round).into_iter().enumerate() {
                        seen[group][band] += 1;
                    }
                }
                assert!(seen.iter().flatten().all(|&times| times == 1), "{rows} rows, {count}");
            }
        }
    }

    #[test]
    fn no_more_than_a_row_of_a_group_is_outside_its_band() {
        for rows in 1..=60 {
            for count in 1..=rows {
                let bands = Bands::new(rows, count);
                for (tour, round) in
                    Tour::BOTH.into_iter().flat_map(|tour| (0..count).map(move |at| (tour, at)))
                {
                    let starts = bands.starts(tour, round);
                    for (band, group) in bands.groups(tour, round).into_iter().enumerate() {
                        let of = bands.rows_of(band);
                        let end = starts[group] + bands.rows_of(group).len();
                        let most = of.start.abs_diff(starts[group]).max(of.end.abs_diff(end));
                        assert!(most <= 1, "{rows} rows, {count} bands: {most} rows apart");
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_take_about_two_bands() {
        for rows in 1..=50 {
            for least in 1..=rows {
                let BandRounds { bands, shifts } = BandRounds::new(rows, least);
                let (count, height) = (bands.count(), rows.div_ceil(bands.count()));
                assert!(count == least || height < 3, "{rows} rows: {count} bands for {least}");
                let most = if rows % count == 0 { 2 * height } else { 2 * height + 4 };
                let steps = shifts.iter().map(|shift| shift.steps).max().unwrap_or(0);
                assert!(steps <= most, "{rows} rows, {count} bands: {steps} steps");
            }
        }
    }
}
