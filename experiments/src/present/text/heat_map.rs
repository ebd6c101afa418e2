//! Draws the peak of every node on the mesh in characters.

use crate::console::terminal::Shades;
use meshcast_engine::Shape;
use std::fmt::Write as _;

/// Cells in a row or column of the map. A cell is two characters wide, which makes it about square.
const CELLS: usize = 32;

/// From few packets to many.
const BLOCKS: [char; 4] = ['░', '▒', '▓', '█'];
const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
/// Digits in use once they no longer suffice for the number itself.
const DIGIT_BANDS: usize = 5;
const NOTHING: char = '.';

/// The map of the peaks of all nodes, or of squares of `square` x `square` nodes, row-major, with its legend. A cell that stands
/// for several nodes shows the greatest.
pub(super) fn heat_map(peaks: &[u32], shape: Shape, square: usize, shades: Shades) -> String {
    let scale = Scale::new(peaks.iter().copied().max().unwrap_or(0), shades);
    let side = shape.rows().max(shape.cols()).div_ceil(CELLS);
    let cell = match side * square {
        1 => "a cell is a node".to_owned(),
        nodes => format!("a cell is {nodes} x {nodes} nodes and shows the greatest"),
    };
    let mut text = format!("  peak buffer of every node ({cell})\n");
    for first_row in (0..shape.rows()).step_by(side) {
        text.push_str("  ");
        for first_col in (0..shape.cols()).step_by(side) {
            let rows = first_row..(first_row + side).min(shape.rows());
            let cols = first_col..(first_col + side).min(shape.cols());
            let nodes = rows.flat_map(|row| cols.clone().map(move |col| shape.index(row, col)));
            let shade = scale.shade(nodes.map(|node| peaks[node]).max().unwrap_or(0));
            text.extend(match shades {
                Shades::Blocks => [shade, shade],
                Shades::Digits => [shade, ' '],
            });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("  ");
    text.push_str(&scale.legend());
    text.push('\n');
    text
}

/// Which shade stands for how many packets: a shade each where they suffice, bands of equal width otherwise.
struct Scale {
    shades: &'static [char],
    peak: u32,
}

impl Scale {
    fn new(peak: u32, shades: Shades) -> Self {
        let shades: &[char] = match shades {
            // However few the bands, the greatest peak is the darkest block.
            Shades::Blocks => &BLOCKS[BLOCKS.len().saturating_sub(peak as usize)..],
            Shades::Digits if peak as usize <= DIGITS.len() => &DIGITS[..peak as usize],
            Shades::Digits => &DIGITS[..DIGIT_BANDS],
        };
        Self { shades, peak }
    }

    /// The band of `packets`, from 0.
    fn band(&self, packets: u32) -> usize {
        (packets as usize * self.shades.len()).div_ceil(self.peak as usize) - 1
    }

    fn shade(&self, packets: u32) -> char {
        if packets == 0 { NOTHING } else { self.shades[self.band(packets)] }
    }

    fn legend(&self) -> String {
        let mut text = format!("packets:  {NOTHING} 0");
        let mut first = 1;
        for (band, shade) in self.shades.iter().enumerate() {
            let last = (first..=self.peak).take_while(|&held| self.band(held) == band).last();
            let Some(last) = last else { continue };
            // Writing to memory cannot fail.
            let _ = match last - first {
                0 => write!(text, "   {shade} {last}"),
                _ => write!(text, "   {shade} {first}-{last}"),
            };
            first = last + 1;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: usize, cols: usize, peaks: &[u32], shades: Shades) -> Vec<String> {
        let shape = Shape::new(rows, cols).unwrap();
        heat_map(peaks, shape, 1, shades).lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn a_small_mesh_shows_every_node() {
        let digits = map(2, 3, &[0, 1, 2, 3, 0, 1], Shades::Digits);
        assert_eq!(digits[0], "peak buffer of every node (a cell is a node)");
        assert_eq!(digits[1..3], [". 1 2", "3 . 1"]);
        assert_eq!(digits[3], "packets:  . 0   1 1   2 2   3 3");
        let blocks = map(2, 3, &[0, 1, 2, 3, 0, 1], Shades::Blocks);
        assert_eq!(blocks[1..3], ["..▒▒▓▓", "██..▒▒"]);
        assert_eq!(blocks[3], "packets:  . 0   ▒ 1   ▓ 2   █ 3");
    }

    #[test]
    fn no_peak_is_lost_in_a_large_mesh() {
        let (rows, cols) = (70, 100);
        let mut peaks = vec![1; rows * cols];
        peaks[69 * cols + 99] = 7;
        peaks[5] = 3;
        let lines = map(rows, cols, &peaks, Shades::Digits);
        assert_eq!(
            lines[0],
            "peak buffer of every node (a cell is 4 x 4 nodes and shows the greatest)"
        );
        assert_eq!(lines.len(), 1 + 18 + 1);
        assert!(lines[1].starts_with("1 3 1 1"));
        assert!(lines[18].ends_with("1 1 7"));
        assert!(lines[1..19].iter().all(|line| line.chars().count() <= 2 * CELLS));
    }

    #[test]
    fn squares_of_nodes_are_told_from_nodes() {
        let shape = Shape::new(1, 64).unwrap();
        let text = heat_map(&[1; 64], shape, 4, Shades::Digits);
        assert!(text.starts_with(
            "  peak buffer of every node (a cell is 8 x 8 nodes and shows the greatest)\n"
        ));
    }

    #[test]
    fn bands_cover_every_number_of_packets_in_order() {
        for peak in 1..=300 {
            for shades in [Shades::Blocks, Shades::Digits] {
                let scale = Scale::new(peak, shades);
                let bands: Vec<usize> = (1..=peak).map(|packets| scale.band(packets)).collect();
                assert!(bands.is_sorted());
                assert_eq!((bands[0], bands[peak as usize - 1]), (0, scale.shades.len() - 1));
                assert!(scale.legend().chars().count() <= 78, "{}", scale.legend());
            }
        }
    }

    #[test]
    fn wide_bands_name_their_range() {
        let scale = Scale::new(10, Shades::Blocks);
        let expected = "packets:  . 0   ░ 1-2   ▒ 3-5   ▓ 6-7   █ 8-10";
        assert_eq!(scale.legend(), expected);
    }

    #[test]
    fn empty_buffers_have_a_map_too() {
        assert_eq!(map(1, 2, &[0, 0], Shades::Digits)[1..], [". .", "packets:  . 0"]);
    }
}
