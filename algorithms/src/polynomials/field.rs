//! Computes in a finite field of any small order.

/// The greatest order, so that tables stay small.
const MOST: usize = 1 << 16;

/// The finite field GF(q), q = pᵉ for a prime p.
///
/// Its elements are the numbers 0 … q − 1. The digits of a number in base p are the coefficients of a polynomial over GF(p), the
/// least first, and products are reduced modulo xᵉ − r. The polynomial r of degree below e is the first, in the order of its number, for
/// which the powers of x are all elements but zero; then xᵉ − r is irreducible. So the field is the same wherever it is made.
///
/// # Cost
/// Two tables of q numbers. A sum takes e operations modulo p, a product two look-ups.
///
/// # Example
/// ```
/// use meshcast_algorithms::Field;
/// let field = Field::new(4).expect("a prime power");
/// assert_eq!((field.add(2, 3), field.multiply(2, 3)), (1, 1));
/// assert!(Field::new(6).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    prime: u32,
    degree: u32,
    /// x⁰ … x^(q − 2).
    powers: Vec<u32>,
    /// Of every element but zero the exponent of x that gives it.
    exponents: Vec<u32>,
}

impl Field {
    /// The field of so many elements; none if there is no such field, or if it has more than 2¹⁶.
    pub fn new(order: usize) -> Option<Self> {
        let (prime, degree) = prime_power(order).filter(|_| order <= MOST)?;
        (1..order as u32).find_map(|remainder| Self::reduced_by(prime, degree, remainder))
    }

    /// The field in which xᵉ is `remainder`, if the powers of x are all elements but zero.
    fn reduced_by(prime: u32, degree: u32, remainder: u32) -> Option<Self> {
        let order = prime.pow(degree);
        let mut field = Self {
            prime,
            degree,
            powers: Vec::with_capacity(order as usize - 1),
            exponents: vec![0; order as usize],
        };
        let top = prime.pow(degree - 1);
        let mut power = 1;
        for exponent in 0..order - 1 {
            if power == 0 || power == 1 && exponent > 0 {
                return None;
            }
            field.powers.push(power);
            field.exponents[power as usize] = exponent;
            // Times x.
            power = field.add(power % top * prime, field.times(remainder, power / top));
        }
        (power == 1).then_some(field)
    }

    /// The number of elements, q.
    pub fn order(&self) -> usize {
        self.exponents.len()
    }

    /// The sum of two elements.
    pub fn add(&self, a: u32, b: u32) -> u32 {
        self.by_digits(a, b, |prime, a, b| (a + b) % prime)
    }

    /// The element that gives `a` when `b` is added.
    pub fn subtract(&self, a: u32, b: u32) -> u32 {
        self.by_digits(a, b, |prime, a, b| (a + prime - b) % prime)
    }

    /// The product of two elements.
    pub fn multiply(&self, a: u32, b: u32) -> u32 {
        if a == 0 || b == 0 {
            return 0;
        }
        let sum = self.exponents[a as usize] + self.exponents[b as usize];
        self.powers[sum as usize % self.powers.len()]
    }

    /// `a` added up so many times.
    fn times(&self, a: u32, times: u32) -> u32 {
        self.by_digits(a, 0, |prime, a, _| a * times % prime)
    }

    fn by_digits(&self, mut a: u32, mut b: u32, digit: impl Fn(u32, u32, u32) -> u32) -> u32 {
        let (mut sum, mut place) = (0, 1);
        for _ in 0..self.degree {
            sum += place * digit(self.prime, a % self.prime, b % self.prime);
            (a, b, place) = (a / self.prime, b / self.prime, place * self.prime);
        }
        sum
    }
}

/// The prime p and the exponent e ≥ 1 with pᵉ = `order`, if there are such.
pub(crate) fn prime_power(order: usize) -> Option<(u32, u32)> {
    let prime = (2..=order.isqrt()).find(|&p| order.is_multiple_of(p));
    let prime = prime.unwrap_or(order);
    if order < 2 {
        return None;
    }
    let (mut rest, mut exponent) = (order, 0);
    while rest.is_multiple_of(prime) {
        (rest, exponent) = (rest / prime, exponent + 1);
    }
    (rest == 1).then_some((u32::try_from(prime).ok()?, exponent))
}
