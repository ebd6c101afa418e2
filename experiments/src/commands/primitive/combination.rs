//! Combines values for scans and reductions: every value and its place matters.

/// The map x -> ax + b modulo 2^16, with a in the upper half of a word and b in the lower.
///
/// Maps compose associatively but not commutatively, and since a is odd every one can be undone: no wrong value anywhere is
/// lost on the way to the end.
pub(super) fn map_of(number: u32, wave: usize) -> u32 {
    let factor = number.wrapping_mul(2).wrapping_add(1);
    let shift = (number >> 15).wrapping_add(wave as u32).wrapping_add(1);
    factor << 16 | (shift & 0xffff)
}

/// First `first`, then `second`.
pub(super) fn compose(first: u32, second: u32) -> u32 {
    let factor = (first >> 16).wrapping_mul(second >> 16);
    let shift = (second >> 16).wrapping_mul(first & 0xffff).wrapping_add(second & 0xffff);
    factor << 16 | (shift & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_is_associative_and_not_commutative() {
        let [a, b, c] = [map_of(5, 0), map_of(70_000, 3), map_of(1 << 25, 1)];
        assert_eq!(compose(compose(a, b), c), compose(a, compose(b, c)));
        assert_ne!(compose(a, b), compose(b, a));
    }
}
