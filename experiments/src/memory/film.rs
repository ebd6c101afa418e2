//! Predicts what a film of a trace and its page need.

/// What a film needs with so many cells, a node in a frame each, of a trace of so many bytes.
pub(crate) fn filming(cells: u64, trace: u64) -> u64 {
    // Maps and counts in lists that double as they grow, and all sections behind each other.
    const BYTES_A_CELL: u64 = 6;
    // Of the trace, moves and acts remain.
    const TRACE_BYTES_A_BYTE: u64 = 32;
    cells.saturating_mul(BYTES_A_CELL).saturating_add(trace / TRACE_BYTES_A_BYTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Peaks of `meshcast replay TRACE` less 12 MB of the program itself: of `randomized:sweep` on 64 x 64 nodes, of `hamiltonian` on
    /// 32 x 32 and of the primitive `sort` on 48 x 48.
    #[test]
    fn films_need_about_what_was_measured() {
        for (cells, trace, measured) in [
            (2_654_208, 86_283_036, 20_100_000),
            (1_050_624, 51_817_277, 9_900_000),
            (476_928, 15_048_381, 6_200_000),
        ] {
            let found = filming(cells, trace) + 1_000_000;
            assert!(2 * measured <= 3 * found && 2 * found <= 3 * measured, "{found} {measured}");
        }
    }
}
