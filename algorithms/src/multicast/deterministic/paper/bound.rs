//! Bounds how many packets a phase can leave alive for a block: Lemma 4 with whole numbers.

/// What the bound depends on, beside the expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockDemand {
    /// Messages for one node, c.
    pub(super) congestion: usize,
    /// Replicas of a packet, r.
    pub(super) instances: usize,
    /// Replicas of a group.
    pub(super) group: usize,
    /// Nodes of the smallest block, b.
    pub(super) block: usize,
}

impl BlockDemand {
    /// Lemma 4 in the paper's own words: c/(r·bⁱ⁻¹) packets at most are alive for a block after phase i, here counted from 0.
    pub(super) fn by_lemma_4(self, phase: usize) -> f64 {
        let spread = (self.block as f64).powi(i32::try_from(phase).unwrap_or(i32::MAX));
        self.congestion as f64 / (self.instances as f64 * spread)
    }

    /// Whether so many migrations a visit select every replica of a group that a block wants.
    pub(super) fn serves_all(self, migrations: usize) -> bool {
        migrations * self.block >= self.group
    }

    /// The most packets alive for a block after a phase with so many migrations a visit, when `before` were alive before
    /// it, or none of the class was delivered yet; `gammas[s − 1]` is a lower bound of the neighbours of s inputs.
    ///
    /// A visit with k migrations selects k·|B| replicas of a group for block B, or all that want it; with k·b at least
    /// the size of a group, all. Otherwise let S be s packets that stay alive for B. No replica of theirs has been selected for
    /// it, so |Γ(S)| groups or more have had k·|B| others selected. All replicas that want B, of c·|B| packets or of those
    /// that were alive, are more than these, since those of S are not among them: |Γ(S)|·k·|B| < c·|B|·r, or
    /// |Γ(S)|·k·|B| < `before`·r. If γ(s) is too large for that, fewer than s packets stay alive.
    pub(super) fn left(
        self,
        before: Option<u32>,
        migrations: usize,
        gammas: &[usize],
    ) -> Option<u32> {
        if self.serves_all(migrations) {
            return Some(0);
        }
        let is_excluded = |gamma: usize| match before {
            None => gamma * migrations >= self.congestion * self.instances,
            Some(before) => gamma * migrations * self.block >= before as usize * self.instances,
        };
        let fewer = gammas.iter().position(|&gamma| is_excluded(gamma)).map(|fewer| fewer as u32);
        fewer.or(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lemma_as_written_divides_by_the_block_after_every_phase() {
        let demand = BlockDemand { congestion: 64, instances: 16, group: 1024, block: 32 };
        // Powers of two, and so exact.
        for (phase, most) in [(0, 4.0_f64), (1, 0.125), (2, 0.003_906_25), (usize::MAX, 0.0)] {
            assert_eq!(demand.by_lemma_4(phase).to_bits(), most.to_bits(), "phase {phase}");
        }
    }

    /// c = 64 on n = 2^16 nodes: α = 2 with γ = 32 for the four packets of c/r.
    #[test]
    fn the_bounds_are_those_of_the_lemma() {
        let demand = BlockDemand { congestion: 64, instances: 16, group: 1024, block: 32 };
        let gammas = [16, 24, 30, 32];
        // α·r = 32 migrations would serve a whole group of 1024.
        assert_eq!(demand.left(None, 32, &gammas), Some(0));
        let demand = BlockDemand { group: 4096, ..demand };
        assert_eq!(demand.left(None, 32, &gammas), Some(3), "2 · 32 ≥ 64");
        assert_eq!(demand.left(None, 31, &gammas), None);
        // 3 · 16 ≤ 16 · 2 · 32: a single packet would have kept too many others out.
        assert_eq!(demand.left(Some(3), 2, &gammas), Some(0));
        assert_eq!(demand.left(Some(70), 2, &gammas), Some(1));
        assert_eq!(demand.left(Some(1000), 2, &gammas), Some(1000), "what is not excluded stays");
    }
}
