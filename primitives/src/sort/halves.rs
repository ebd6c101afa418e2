//! Splits sorted lists into halves that hold nearly the same, and says how far apart the halves are once each has been sorted.

/// How the lists of a sort are split: two of `depth` packets a node, at least two packets each.
///
/// # Split
/// Blocks of the mesh are sorted. Of every list, which is sorted, one half gets the items with even numbers, and the other half those
/// with odd ones; where `depth` is even, they change places in every other block, as on a checkerboard. So each half has lists
/// of its own, of ⌈depth/2⌉ and ⌊depth/2⌋ packets, of which again two are in every node, and which are sorted in every block.
///
/// # How far apart
/// By the 0–1 principle, count ones. Lists of a block are all zeros or all ones but for one of them, which ends in s ones, 0 ≤ s ≤ h =
/// `depth`. Divide the ones of each half by its packets a node: let u and v be what comes out, in nodes full of ones.
///
/// - h even, h packets a node in either half: of s ones the half that gets the last item has ⌈s/2⌉, the other one ⌊s/2⌋. With L blocks
///   it is the one half in ⌈L/2⌉ of them at most, and likewise the other, so that u and v are at most ⌈L/2⌉/h apart.
/// - h odd, h+1 and h−1 packets a node: ⌈s/2⌉/(h+1) and ⌊s/2⌋/(h−1) differ by at most 1/(h+1). So u and v are at most L/(h+1) apart.
///
/// # Join
/// Each half is then sorted along the snake, zeros first. Call a node *mixed* from the first that has a one to the last that has a zero.
/// If there are several, one half, the *greater*, has ones in all of them, and the other one zeros: the first mixed node has ones of
/// the greater half only, the last has zeros of the other half only, and between them every node has as many ones as the greater half has
/// packets. They are w at most: for an odd h one more than ⌈L/(h+1)⌉, for an even one one more than ⌈(⌈L/2⌉−1)/h⌉, since there both
/// halves fill nodes packet by packet alike.
///
/// Now every node sorts its packets into a lesser and a greater list of h each, and neighbours along the snake merge and split the greater
/// list of the one and the lesser list of the next, all pairs at once. That is a round. A node with p ones has min(p, h) of them in
/// its greater list, and a merge–split leaves of s ones as many in the list of the later node as fit, min(s, h).
///
/// - h even: the first mixed node has p ≤ h ones, and the next one, with h, none in its lesser list. So all p go there, and all
///   h of the next one go on: the first mixed node is clean, and the second one has p ones instead. Likewise, by zeros, at the other end. A
///   round leaves two mixed nodes fewer, as long as there are two: ⌊w/2⌋ rounds.
/// - h odd: let the greater half have h+1 packets a node; if it has h−1, look at zeros and from the other end. All mixed nodes but the
///   first have h+1 ones or more. The last one with q ones gets h for its lesser list, becomes clean, and leaves q−h ones to the node
///   before it, whose lesser list becomes full, too: it has q ones now. The first has p ≤ h+1. If p < h, it becomes clean, and the second
///   one has p+2; otherwise it keeps one or two, and the second one its h+1. So of (h+1)/2 rounds that follow each other one at most
///   leaves the first mixed node mixed: r rounds leave 2r − ⌈2r/(h+1)⌉ mixed nodes fewer, and w−1 fewer are enough. So is
///   r ≥ ((w−1)(h+1)/h + 1)/2, since ⌈2r/(h+1)⌉ ≤ (2r+h)/(h+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves {
    pub(super) depth: usize,
    /// Rows and element columns of a block.
    pub(super) block: (usize, usize),
}

impl Halves {
    /// Packets a list of each half.
    pub(super) fn depths(self) -> [usize; 2] {
        [self.depth.div_ceil(2), self.depth / 2]
    }

    /// The half that gets the items with even numbers of the list in `row` and element column `x`.
    pub(super) fn of_even_items(self, row: usize, x: usize) -> usize {
        let (height, width) = self.block;
        if self.depth.is_multiple_of(2) { (row / height + x / width) % 2 } else { 0 }
    }

    /// The packets that a half has of the first `packets` of a block in which `even` gets the items with even numbers.
    pub(super) fn share(self, half: usize, even: usize, packets: usize) -> usize {
        let (lists, rest) = (packets / self.depth, packets % self.depth);
        lists * self.depths()[half] + if half == even { rest.div_ceil(2) } else { rest / 2 }
    }

    /// The rounds after which a mesh of so many rows and element columns is in order.
    pub(super) fn rounds(self, rows: usize, columns: usize) -> u64 {
        let (height, width) = self.block;
        rounds(rows.div_ceil(height) as u64 * columns.div_ceil(width) as u64, self.depth as u64)
    }
}

/// The rounds that join halves of so many blocks.
fn rounds(blocks: u64, depth: u64) -> u64 {
    if depth.is_multiple_of(2) {
        let mixed = (blocks.div_ceil(2) - 1).div_ceil(depth) + 1;
        return mixed / 2;
    }
    let others = blocks.div_ceil(depth + 1);
    ((others * (depth + 1)).div_ceil(depth) + 1).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rounds that a line takes whose nodes have so many ones, each room for two lists.
    fn rounds_of(mut ones: Vec<usize>, depth: usize) -> u64 {
        let is_sorted = |ones: &[usize]| {
            let mixed = ones.iter().filter(|&&ones| ones > 0 && ones < 2 * depth).count();
            mixed <= 1 && ones.is_sorted()
        };
        let mut rounds = 0;
        while !is_sorted(&ones) {
            let lists = |ones: usize| [ones.saturating_sub(depth), ones.min(depth)];
            let mut all: Vec<[usize; 2]> = ones.iter().map(|&ones| lists(ones)).collect();
            for place in 1..all.len() {
                let sum = all[place - 1][1] + all[place][0];
                (all[place - 1][1], all[place][0]) = (sum.saturating_sub(depth), sum.min(depth));
            }
            ones = all.iter().map(|lists| lists.iter().sum()).collect();
            rounds += 1;
        }
        rounds
    }

    /// The ones of every node of a line whose halves have so many in all.
    fn line(nodes: usize, slots: [usize; 2], ones: [usize; 2]) -> Vec<usize> {
        let of_half = |half: usize, from_end: usize| {
            ones[half].saturating_sub(from_end * slots[half]).min(slots[half])
        };
        (0..nodes).rev().map(|place| of_half(0, place) + of_half(1, place)).collect()
    }

    /// Of every number of blocks whose partial lists have every number of ones, as far as halves tell them apart.
    #[test]
    fn rounds_are_enough_and_for_lists_of_an_even_depth_no_more_than_needed() {
        for depth in 2..=9 {
            for blocks in 1..=40 {
                let most = most_rounds(depth, blocks);
                let rounds = rounds(blocks as u64, depth as u64);
                assert!(most <= rounds, "{blocks} blocks, lists of {depth}: {most} > {rounds}");
                let slack = if depth % 2 == 0 { 0 } else { 2 };
                assert!(most + slack >= rounds, "{blocks} blocks, lists of {depth}: {most}");
            }
        }
    }

    fn most_rounds(depth: usize, blocks: usize) -> u64 {
        let halves = Halves { depth, block: (1, 1) };
        let slots = halves.depths().map(|depth| 2 * depth);
        // What all blocks may add in partial lists, as ones of the first half and of the other one.
        let mut sums = std::collections::BTreeSet::from([[0, 0]]);
        for block in 0..blocks {
            let even = halves.of_even_items(block, 0);
            let zeros = |half: usize, ones: usize| halves.share(half, even, depth - ones);
            let of = |ones: usize| [0, 1].map(|half| slots[half] / 2 - zeros(half, ones));
            sums = sums
                .iter()
                .flat_map(|sum| (0..=depth).map(move |ones| [0, 1].map(|i| sum[i] + of(ones)[i])))
                .collect();
        }
        let nodes = 2 * (blocks + 3);
        // Full lists add as many nodes to both halves, or half a node.
        let with_lists = sums.iter().flat_map(|&[first, second]| {
            (0..2).map(move |lists| [first + lists * slots[0] / 2, second + lists * slots[1] / 2])
        });
        with_lists.map(|ones| rounds_of(line(nodes, slots, ones), depth)).max().unwrap_or(0)
    }
}
