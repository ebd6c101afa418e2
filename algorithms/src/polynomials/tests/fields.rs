//! The laws of fields, exhaustively for small ones, and products by another way.

use super::super::field::{Field, prime_power};

/// Orders whose laws are tried for all triples.
const SMALL: [usize; 13] = [2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27, 32, 49];

#[test]
fn all_laws_of_fields_hold_in_small_ones() {
    for order in SMALL {
        let field = Field::new(order).expect("a prime power");
        let all = || 0..order as u32;
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            assert_eq!(field.add(a, b), field.add(b, a), "{order}");
            assert_eq!(field.multiply(a, b), field.multiply(b, a), "{order}");
            assert_eq!(field.subtract(field.add(a, b), b), a, "{order}");
            assert_eq!(field.multiply(a, b) == 0, a == 0 || b == 0, "{order}");
            for c in all() {
                let of_sums = field.multiply(a, field.add(b, c));
                assert_eq!(of_sums, field.add(field.multiply(a, b), field.multiply(a, c)));
                assert_eq!(field.add(field.add(a, b), c), field.add(a, field.add(b, c)));
                let product = field.multiply(field.multiply(a, b), c);
                assert_eq!(product, field.multiply(a, field.multiply(b, c)));
            }
        }
        for a in all() {
            assert_eq!((field.add(a, 0), field.multiply(a, 1)), (a, a), "{order}");
            let inverses = all().filter(|&b| field.multiply(a, b) == 1).count();
            assert_eq!(inverses, usize::from(a > 0), "{order}");
        }
    }
}

/// Of larger fields every product with some elements, by polynomials over GF(p) that are multiplied and reduced digit by digit.
#[test]
fn products_are_those_of_polynomials() {
    for order in [4, 9, 64, 81, 121, 125, 169, 243, 256, 529, 625, 1024] {
        let field = Field::new(order).expect("a prime power");
        let (p, degree) = prime_power(order).expect("a prime power");
        let digits = |mut number: u32| -> Vec<u32> {
            let mut next = || {
                let digit = number % p;
                number /= p;
                digit
            };
            (0..degree).map(|_| next()).collect()
        };
        // x to the power of the degree: what x times the highest power below it is.
        let top = digits(field.multiply(p % order as u32, p.pow(degree - 1)));
        for a in 0..order as u32 {
            for b in [1, 2, 3, p, order as u32 / 2, order as u32 - 1] {
                let (left, right) = (digits(a), digits(b));
                let mut product = vec![0; 2 * degree as usize - 1];
                for (i, &l) in left.iter().enumerate() {
                    for (j, &r) in right.iter().enumerate() {
                        product[i + j] = (product[i + j] + l * r) % p;
                    }
                }
                while product.len() > degree as usize {
                    let highest = product.pop().expect("one");
                    let from = product.len() - degree as usize;
                    for (i, &digit) in top.iter().enumerate() {
                        product[from + i] = (product[from + i] + highest * digit) % p;
                    }
                }
                let number = product.iter().rev().fold(0, |number, digit| number * p + digit);
                assert_eq!(field.multiply(a, b), number, "{a}·{b} in GF({order})");
            }
        }
    }
}

#[test]
fn there_are_fields_of_prime_powers_only() {
    let found: Vec<usize> = (0..130).filter(|&order| Field::new(order).is_some()).collect();
    let is_power = |order: &usize| {
        let prime = |p: usize| (2..p).all(|d| !p.is_multiple_of(d));
        (2..=*order).any(|p| prime(p) && (1..8).any(|e| p.checked_pow(e) == Some(*order)))
    };
    assert_eq!(found, (0..130).filter(is_power).collect::<Vec<usize>>());
    assert!(Field::new((1 << 16) + 1).is_none(), "a prime, but too great");
}
