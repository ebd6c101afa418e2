//! Stores many lists of points in one array.

use std::ops::Range;

/// Lists of points, one after the other.
pub(super) struct PointLists {
    starts: Vec<u32>,
    points: Vec<u32>,
}

impl PointLists {
    /// From pairs of a list's number and a point, in whose order the points stay.
    pub(super) fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; lists + 1];
        for (list, _) in pairs.clone() {
            starts[list as usize + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let (mut ends, mut points) = (starts.clone(), vec![0; starts[lists] as usize]);
        for (list, point) in pairs {
            points[ends[list as usize] as usize] = point;
            ends[list as usize] += 1;
        }
        Self { starts, points }
    }

    pub(super) fn of(&self, list: u32) -> &[u32] {
        let range: Range<u32> = self.starts[list as usize]..self.starts[list as usize + 1];
        &self.points[range.start as usize..range.end as usize]
    }
}
