//! Finds into how many equal parts a side may be cut, and a height with parts enough.

/// Primes up to here are found. Numbers up to [`ALL_FOUND`] have one greater at most.
const GREATEST_PRIME: usize = 1 << 13;

/// Numbers up to here have all their divisors found: the nodes of the largest machine.
const ALL_FOUND: usize = GREATEST_PRIME * GREATEST_PRIME;

/// The divisors of a number, increasing. What is left without its primes up to 2^13 is taken for one prime.
///
/// Since these primes are a fixed number, divisors that are found are no more than some power of the logarithm of the number.
pub(super) fn divisors(number: usize) -> Vec<usize> {
    let (mut found, mut rest, mut prime) = (vec![1], number, 2);
    while rest > 1 {
        if prime > GREATEST_PRIME || prime * prime > rest {
            prime = rest;
        }
        let (without, mut power) = (found.len(), 1);
        while rest.is_multiple_of(prime) {
            (rest, power) = (rest / prime, power * prime);
            found.extend_from_within(..without);
            let last = found.len() - without;
            found[last..].iter_mut().for_each(|divisor| *divisor *= power);
        }
        prime += 1;
    }
    found.sort_unstable();
    found
}

/// A height that two merges of about √rows blocks reach, for a mesh of so many rows: less than 2d more. Here d, the blocks of one merge,
/// is among the divisors found; it is at most √rows + 2, and beyond 2^25 rows a power of two, at most 2√rows + 2.
pub(super) fn height_of_two_merges(rows: usize) -> usize {
    let least = rows.isqrt() + 1;
    let down =
        if rows > ALL_FOUND / 2 { least.next_power_of_two() } else { least.next_multiple_of(2) };
    down * rows.div_ceil(down).next_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(number: usize) -> Vec<usize> {
        let few = (1..=number.isqrt()).filter(|part| number.is_multiple_of(*part));
        let mut all: Vec<usize> = few.flat_map(|part| [part, number / part]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn divisors_are_all_numbers_that_divide() {
        let large = [1 << 20, 8191 * 8191, 8209 * 8171, ALL_FOUND - 5, ALL_FOUND, 1 << 30];
        for number in (1..=400).chain([9973, 61_261_200]).chain(large) {
            assert_eq!(divisors(number), all(number), "{number}");
        }
    }

    #[test]
    fn primes_that_are_too_great_stay_together() {
        let product = 8209 * 8219;
        assert_eq!(divisors(product), [1, product]);
        let of_six = [1, 2, 3, 6, product, 2 * product, 3 * product, 6 * product];
        assert_eq!(divisors(6 * product), of_six);
    }

    /// Its divisors that are found make two merges of at most 2√rows + 2 blocks.
    #[test]
    fn a_height_of_two_merges_is_near_and_has_such_divisors() {
        let great = [ALL_FOUND / 2, ALL_FOUND / 2 + 1, ALL_FOUND, 16_417 * 16_417, 1 << 30];
        for rows in (1..=3000).chain(great) {
            let (height, most) = (height_of_two_merges(rows), 2 * rows.isqrt() + 2);
            assert!((rows..rows + 2 * most).contains(&height), "{rows}: {height}");
            let fits = |&down: &usize| down % 2 == 0 && down <= most && height / down <= most;
            assert!(divisors(height).iter().any(fits), "{rows}: {height}");
        }
    }
}
