//! Finds the smallest box around nodes.

/// The nodes between two corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cuboid {
    pub(super) low: Vec<usize>,
    pub(super) high: Vec<usize>,
}

impl Cuboid {
    /// The smallest box around some nodes, of which there is one.
    pub(super) fn around<'a>(first: &[usize], others: impl Iterator<Item = &'a [usize]>) -> Self {
        let mut cuboid = Self { low: first.to_vec(), high: first.to_vec() };
        for node in others {
            cuboid = cuboid.with(node);
        }
        cuboid
    }

    /// The smallest box around this one and a node.
    pub(super) fn with(&self, node: &[usize]) -> Self {
        let low = self.low.iter().zip(node).map(|(low, at)| *low.min(at)).collect();
        let high = self.high.iter().zip(node).map(|(high, at)| *high.max(at)).collect();
        Self { low, high }
    }

    pub(super) fn contains(&self, node: &[usize]) -> bool {
        let sides = self.low.iter().zip(&self.high).zip(node);
        sides.into_iter().all(|((low, high), at)| (low..=high).contains(&at))
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        let apart =
            |low: &[usize], high: &[usize]| low.iter().zip(high).any(|(low, high)| low > high);
        !apart(&self.low, &other.high) && !apart(&other.low, &self.high)
    }

    /// How many nodes are in it.
    pub(super) fn nodes(&self) -> usize {
        self.low.iter().zip(&self.high).map(|(low, high)| high - low + 1).product()
    }
}
