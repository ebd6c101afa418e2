//! Counts the packets that cross a line of nodes to the far end, from each node on.

/// The packets that start at nodes ≤ i and are for nodes ≥ j, less i, for every i from their first start to before j; j falls.
///
/// A binary tree: every node has the greatest number below it, less what has been added above it.
#[derive(Clone, Debug)]
pub(super) struct Crossings {
    /// Nodes of the line, with as many more as make a power of two.
    leaves: usize,
    /// The first start, or j if there is none before it.
    first: usize,
    greatest: Vec<isize>,
    added: Vec<isize>,
}

/// Less than any number.
const NONE: isize = isize::MIN / 2;

impl Crossings {
    /// Of no packets, for j after the last of so many nodes.
    pub(super) fn new(nodes: usize) -> Self {
        let leaves = nodes.next_power_of_two();
        Self { leaves, first: nodes, greatest: vec![NONE; 2 * leaves], added: vec![0; 2 * leaves] }
    }

    /// Takes in a packet for nodes ≥ j that starts before j.
    pub(super) fn add(&mut self, start: usize) {
        for node in start..self.first {
            self.change(node, -node.cast_signed());
        }
        self.first = self.first.min(start);
        let mut node = self.leaves + start;
        self.grow(node);
        while node > 1 {
            if node.is_multiple_of(2) {
                self.grow(node + 1);
            }
            node = self.lift(node);
        }
    }

    /// Goes on to j = `node`.
    pub(super) fn fall_to(&mut self, node: usize) {
        self.first = self.first.min(node);
        self.change(node, NONE);
    }

    /// The greatest number, if there is one.
    pub(super) fn greatest(&self) -> Option<isize> {
        Some(self.greatest[1]).filter(|&greatest| greatest > NONE / 2)
    }

    /// Gives a node a number, whatever has been added to it.
    fn change(&mut self, node: usize, number: isize) {
        let mut node = self.leaves + node;
        let above =
            std::iter::successors(Some(node / 2), |&above| (above > 1).then_some(above / 2));
        let added: isize = above.map(|above| self.added[above]).sum();
        self.greatest[node] = number - added;
        while node > 1 {
            node = self.lift(node);
        }
    }

    fn grow(&mut self, node: usize) {
        self.greatest[node] += 1;
        self.added[node] += 1;
    }

    /// Counts anew what is above a node, and returns it.
    fn lift(&mut self, node: usize) -> usize {
        let above = node / 2;
        let below = self.greatest[2 * above].max(self.greatest[2 * above + 1]);
        self.greatest[above] = below + self.added[above];
        above
    }
}
