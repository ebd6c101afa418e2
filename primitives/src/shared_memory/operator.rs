//! Combines the values of writes to one cell, in words that leave room for a flag.

/// How values that are written to one cell at a time are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Their sum modulo 2⁶⁴.
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Their bits, or-ed.
    Or,
    /// Their bits, and-ed.
    And,
    /// Their bits, xor-ed.
    Xor,
}

/// Words in which a value is combined, at most.
pub(super) const MOST_WORDS: usize = 3;

/// The greatest number of 63 bits: what is left of a word beside a flag.
const LIMIT: u64 = (1 << 63) - 1;

impl Operator {
    /// Two values combined.
    pub fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Sum => a.wrapping_add(b),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Or => a | b,
            Self::And => a & b,
            Self::Xor => a ^ b,
        }
    }

    /// Words in which a value is combined.
    pub(super) fn words(self) -> usize {
        match self {
            Self::Min | Self::Max => 3,
            Self::Sum | Self::Or | Self::And | Self::Xor => 2,
        }
    }

    /// A value as numbers of 63 bits that are combined each for itself: its halves, which leave room for carries; or for the least of
    /// values, itself if its top bit is clear, the rest of it if that is set, and this bit.
    pub(super) fn split(self, value: u64) -> [u64; MOST_WORDS] {
        match self {
            Self::Sum | Self::Or | Self::And | Self::Xor => [value & 0xffff_ffff, value >> 32, 0],
            Self::Min if value <= LIMIT => [value, LIMIT, 0],
            Self::Min => [LIMIT, value & LIMIT, 1],
            Self::Max => Self::Min.split(!value),
        }
    }

    /// Two numbers of 63 bits combined.
    pub(super) fn combine(self, a: u64, b: u64) -> u64 {
        match self {
            Self::Sum => a + b,
            Self::Min | Self::Max => a.min(b),
            Self::Or => a | b,
            Self::And => a & b,
            Self::Xor => a ^ b,
        }
    }

    /// The value of combined numbers.
    pub(super) fn join(self, words: [u64; MOST_WORDS]) -> u64 {
        let [low, high, top] = words;
        match self {
            Self::Sum => low.wrapping_add(high << 32),
            Self::Or | Self::And | Self::Xor => low | high << 32,
            Self::Min if top == 0 => low,
            Self::Min => high | 1 << 63,
            Self::Max => !Self::Min.join(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined(operator: Operator, values: &[u64]) -> u64 {
        let words = values.iter().map(|&value| operator.split(value));
        let all = words.reduce(|a, b| std::array::from_fn(|i| operator.combine(a[i], b[i])));
        operator.join(all.unwrap())
    }

    #[test]
    fn words_combined_apart_make_the_value() {
        let edges = [0, 1, LIMIT - 1, LIMIT, LIMIT + 1, u64::MAX - 1, u64::MAX, 0x1234_5678_9abc];
        for a in edges {
            for b in edges {
                for c in edges {
                    let values = [a, b, c];
                    let sum = a.wrapping_add(b).wrapping_add(c);
                    assert_eq!(combined(Operator::Sum, &values), sum);
                    assert_eq!(combined(Operator::Min, &values), a.min(b).min(c));
                    assert_eq!(combined(Operator::Max, &values), a.max(b).max(c));
                    assert_eq!(combined(Operator::Or, &values), a | b | c);
                    assert_eq!(combined(Operator::And, &values), a & b & c);
                    assert_eq!(combined(Operator::Xor, &values), a ^ b ^ c);
                }
            }
        }
    }
}
