//! Finds into how many equal parts something may be cut.

/// Primes up to here are found. Numbers up to 2^26, the nodes of the largest machine, have one greater at most.
const GREATEST_PRIME: usize = 1 << 13;

/// The divisors of a number, increasing. What is left without its primes up to 2^13 is taken for one prime, so that up to 2^26 all are
/// found, and beyond in a time polynomial in the logarithm of the number.
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

/// The least even number from `least` on that [`divisors`] has among those of its multiples: it has no prime above 2^13.
pub(super) fn found_from(least: usize) -> usize {
    let twos = (2 * least.div_ceil(GREATEST_PRIME)).next_power_of_two();
    least.max(1).next_multiple_of(twos)
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
        let large = [1 << 20, 3 << 10, 9973, 8191 * 8191, (1 << 26) - 5, 8209 * 8171, 1 << 30];
        for number in (1..=400_usize).chain(large) {
            assert_eq!(divisors(number), all(number), "{number}");
        }
    }

    #[test]
    fn what_has_two_great_primes_has_no_great_divisor_but_itself() {
        let [one, other] = [8209, 8219];
        assert_eq!(all(one * other), [1, one, other, one * other]);
        assert_eq!(divisors(one * other), [1, one * other]);
        let product = one * other;
        let of_six = [1, 2, 3, 6, product, 2 * product, 3 * product, 6 * product];
        assert_eq!(divisors(6 * product), of_six);
    }

    /// The number is at most a few thousandths larger, and a divisor of its multiples, whatever the other factor.
    #[test]
    fn a_number_that_is_found_is_near() {
        for least in (1..=20_000).chain([1 << 20, (1 << 25) + 1, (1 << 30) - 35, 1 << 30]) {
            let found = found_from(least);
            assert!(found.is_multiple_of(2) && found >= least);
            assert!(found - least <= 1 + least / 2048, "{least}: {found}");
            for other in [2, 8209, 8209 * 8219] {
                assert!(divisors(found * other).contains(&found), "{found} × {other}");
            }
        }
    }
}
