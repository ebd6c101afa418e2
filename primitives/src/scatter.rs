//! Deals packets of consecutive ranks out to lines, so that few of them get to lines next to each other.

/// Lines up to which [`excess`] is counted.
const MOST_COUNTED: usize = 1 << 10;

/// The order in which lines get packets: numbers with their bits reversed, without those that are no lines.
///
/// As in the sequence of van der Corput, any lines from the one end of the mesh on get their share of any packets of consecutive
/// ranks, up to a few: [`excess`].
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    lines: Vec<u32>,
}

impl Scatter {
    pub(crate) fn new(lines: usize) -> Self {
        let bits = bits_of(lines);
        let reversed = |number: u32| number.reverse_bits() >> (u32::BITS - bits);
        let all = (0..1 << bits).map(reversed);
        Self { lines: all.filter(|&line| (line as usize) < lines).collect() }
    }

    /// The line that gets the packet of rank `rank`.
    pub(crate) fn line(&self, rank: usize) -> usize {
        self.lines[rank % self.lines.len()] as usize
    }
}

/// The bits of a line's number.
fn bits_of(lines: usize) -> u32 {
    lines.next_power_of_two().ilog2().max(1)
}

/// How many more packets than their share any lines at one end of the mesh get at most of packets of consecutive ranks, times the number
/// of lines: of m packets y of all a lines get at most (m·y + excess)/a.
///
/// Up to 2^10 lines it is counted: where tried, at most ⅓·⌈log₂ a⌉ + 5/6 packets. Beyond, twice the number b of bits: y is a sum of at
/// most b different powers of two, and the lines below y are made up of as many ranges that differ in their last bits only. Of m
/// numbers that follow each other one in 2^i is in a range of 2^(b−i), so that all ranges get less than b more or less than their share
/// of 2^b. The same holds of all a lines, which get the m packets.
pub(crate) fn excess(lines: usize) -> usize {
    if lines > MOST_COUNTED {
        return 2 * bits_of(lines) as usize * lines;
    }
    let all = Scatter::new(lines).lines;
    let excess_below = |end: usize| {
        // Packets so far, less their share.
        let (mut now, mut least, mut most) = (0_isize, 0, 0);
        for &line in &all {
            now += if (line as usize) < end {
                (lines - end).cast_signed()
            } else {
                -end.cast_signed()
            };
            least = least.min(now);
            most = most.max(now);
        }
        (most - least).cast_unsigned()
    };
    (1..lines).map(excess_below).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_gets_its_turn() {
        for lines in 1..=130 {
            let scatter = Scatter::new(lines);
            let mut all: Vec<usize> =
                (0..lines).map(|rank| scatter.line(rank + 3 * lines)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..lines), "{lines} lines");
        }
    }

    /// Of every m packets of consecutive ranks, for lines at either end.
    #[test]
    fn no_end_gets_more_than_its_share_and_the_excess_and_some_get_that() {
        for lines in (1..=40).chain([64, 67]) {
            let (scatter, excess) = (Scatter::new(lines), excess(lines));
            let mut most = 0;
            for first in 0..lines {
                for end in 1..=lines {
                    let mut got = [0, 0];
                    for packets in 1..=lines {
                        let line = scatter.line(first + packets - 1);
                        got[0] += usize::from(line < end);
                        got[1] += usize::from(line >= lines - end);
                        for got in got {
                            most = most.max((got * lines).saturating_sub(packets * end));
                        }
                    }
                }
            }
            assert_eq!(most, excess, "{lines} lines");
        }
    }

    #[test]
    fn the_excess_is_a_few_packets_and_the_bound_for_many_lines_is_no_less() {
        for lines in (2..=256).chain([511, 512, 513, 700, 1023, 1024]) {
            let (excess, bits) = (excess(lines), bits_of(lines) as usize);
            assert!(excess <= 2 * bits * lines, "{lines} lines");
            assert!(6 * excess <= (2 * bits + 5) * lines, "{lines} lines: {excess}");
        }
    }
}
