//! Finds places for names where no worm passes and nothing else stands.

use super::canvas::{Area, Point};

/// From a line to what is free.
const APART: f64 = 2.0;

/// What is in the way of names.
#[derive(Debug, Default)]
pub(super) struct Room {
    lines: Vec<[Point; 2]>,
    areas: Vec<Area>,
}

impl Room {
    /// Takes room for lines from place to place.
    pub(super) fn take_lines(&mut self, lines: &[Vec<Point>]) {
        let pairs = lines.iter().flat_map(|line| line.windows(2));
        self.lines.extend(pairs.map(|pair| [pair[0], pair[1]]));
    }

    /// Takes room for what reaches so far around a place.
    pub(super) fn take_around(&mut self, at: Point, reach: f64) {
        let reach = Point { x: reach, y: reach };
        self.areas.push(Area { low: at - reach, high: at + reach });
    }

    /// Takes the first area that is free, or the first of all, and says which.
    pub(super) fn take_first_free(&mut self, areas: &[Area]) -> usize {
        let place = areas.iter().position(|area| self.is_free(area)).unwrap_or(0);
        self.areas.extend(areas.get(place));
        place
    }

    fn is_free(&self, area: &Area) -> bool {
        let apart = Point { x: APART, y: APART };
        let wide = Area { low: area.low - apart, high: area.high + apart };
        !self.lines.iter().any(|line| wide.is_crossed(line))
            && !self.areas.iter().any(|other| area.overlaps(other))
    }
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        let meet = |low: f64, high: f64, other: (f64, f64)| low < other.1 && other.0 < high;
        meet(self.low.x, self.high.x, (other.low.x, other.high.x))
            && meet(self.low.y, self.high.y, (other.low.y, other.high.y))
    }

    /// Whether a line has a point inside: the parts of it that are inside in each dimension meet.
    fn is_crossed(&self, [from, to]: &[Point; 2]) -> bool {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let way = *to - *from;
        for (at, way, low, high) in
            [(from.x, way.x, self.low.x, self.high.x), (from.y, way.y, self.low.y, self.high.y)]
        {
            if way == 0.0 {
                if at < low || high < at {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - at) / way, (high - at) / way);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        enter <= leave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(low: (f64, f64), high: (f64, f64)) -> Area {
        Area { low: Point { x: low.0, y: low.1 }, high: Point { x: high.0, y: high.1 } }
    }

    #[test]
    fn names_keep_off_lines_and_each_other() {
        let mut room = Room::default();
        room.take_lines(&[vec![Point { x: 0.0, y: 0.0 }, Point { x: 100.0, y: 50.0 }]]);
        room.take_around(Point { x: 10.0, y: 40.0 }, 5.0);
        let (on_the_line, beside_it) =
            (area((40.0, 15.0), (60.0, 30.0)), area((40.0, 0.0), (60.0, 10.0)));
        let at_a_mark = area((0.0, 30.0), (8.0, 42.0));
        assert_eq!(room.take_first_free(&[on_the_line, at_a_mark, beside_it]), 2);
        // It is taken now, and nothing is left.
        assert_eq!(room.take_first_free(&[on_the_line, beside_it]), 0);
    }

    #[test]
    fn a_line_beside_a_corner_does_not_cross() {
        let square = area((0.0, 0.0), (10.0, 10.0));
        let line = |from: (f64, f64), to: (f64, f64)| {
            [Point { x: from.0, y: from.1 }, Point { x: to.0, y: to.1 }]
        };
        for (line, crosses) in [
            (line((-5.0, 5.0), (15.0, 5.0)), true),
            (line((5.0, 5.0), (6.0, 6.0)), true),
            (line((-10.0, 15.0), (5.0, 25.0)), false),
            (line((-6.0, 5.0), (5.0, -6.0)), false),
            (line((12.0, -5.0), (12.0, 15.0)), false),
        ] {
            assert_eq!(square.is_crossed(&line), crosses, "{line:?}");
        }
    }
}
