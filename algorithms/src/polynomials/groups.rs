//! Groups packets by the values of polynomials at the points of a field.

use super::field::Field;

/// The groups of packets 0 … n − 1 in rounds 0, 1, …: that of packet x in round j is fₓ(zⱼ).
///
/// The digits of x in base q are the coefficients of fₓ over GF(q), the least first; zⱼ is the element with the number j modulo q. Two
/// packets are in the same group at no more points than the number of the highest digit in which they differ, counted from 0. Of any q
/// packets that differ in the lowest digit alone every group has one, so groups differ by at most one packet.
///
/// # Cost
/// A node that knows n, q and j finds the group of a packet from its number with as many additions and multiplications as there are
/// digits, and stores nothing.
///
/// # Source
/// As in Reed–Solomon codes, x ↦ (fₓ(z))_z: I. S. Reed, G. Solomon, "Polynomial codes over certain finite fields", 1960. See
/// `docs/explicit.md`.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Field, PolynomialGroups};
/// let groups = PolynomialGroups::new(Field::new(5).expect("a prime"), 25);
/// // 13 is 2·5 + 3: the polynomial 2z + 3.
/// assert_eq!([0, 1, 2, 7].map(|round| groups.group(13, round)), [3, 0, 2, 2]);
/// assert_eq!(groups.digits(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolynomialGroups {
    field: Field,
    nodes: usize,
}

impl PolynomialGroups {
    /// The groups of so many packets, as many groups as `field` has elements.
    pub fn new(field: Field, nodes: usize) -> Self {
        Self { field, nodes }
    }

    /// The field.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Digits of the packets' numbers, at least one: qᵏ ≥ n.
    pub fn digits(&self) -> usize {
        digits(self.nodes as u64, self.field.order() as u64)
    }

    /// The group of a packet in a round.
    pub fn group(&self, packet: usize, round: usize) -> usize {
        let (q, mut rest) = (self.field.order(), packet);
        let (mut value, mut power) = (0, 1);
        let point = (round % q) as u32;
        while rest > 0 {
            let term = self.field.multiply((rest % q) as u32, power);
            value = self.field.add(value, term);
            (rest, power) = (rest / q, self.field.multiply(power, point));
        }
        value as usize
    }
}

/// Digits in base q of the numbers below n, at least one.
pub(super) fn digits(nodes: u64, order: u64) -> usize {
    let powers = std::iter::successors(Some(order), |power| power.checked_mul(order));
    1 + powers.take_while(|&power| power < nodes).count()
}
