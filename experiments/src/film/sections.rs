//! Holds the bytes of a film in named sections.

/// Sections by name, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    parts: Vec<(&'static str, usize)>,
    bytes: Vec<u8>,
}

impl Sections {
    /// Adds a section.
    pub(super) fn add(&mut self, name: &'static str, bytes: &[u8]) {
        self.parts.push((name, bytes.len()));
        self.bytes.extend_from_slice(bytes);
    }

    /// The bytes of a section.
    #[cfg(test)]
    pub(super) fn get(&self, name: &str) -> &[u8] {
        let mut start = 0;
        for &(part, length) in &self.parts {
            if part == name {
                return &self.bytes[start..start + length];
            }
            start += length;
        }
        &[]
    }

    /// The names of the sections and their bytes.
    pub(crate) fn parts(&self) -> &[(&'static str, usize)] {
        &self.parts
    }

    /// All sections, one after the other.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Appends a number in groups of seven bits, the lowest first, as LEB128 does.
pub(super) fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative: d ≥ 0 as 2d, d < 0 as −2d − 1.
pub(super) fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push(bytes, (number << 1 ^ number >> 63) as u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_in_the_lowest_bit() {
        let mut bytes = Vec::new();
        for number in [0, -1, 1, -2, 2, 63, -64] {
            push_signed(&mut bytes, number);
        }
        assert_eq!(bytes, [0, 1, 2, 3, 4, 126, 127]);
    }

    #[test]
    fn numbers_take_a_byte_for_seven_bits() {
        let mut bytes = Vec::new();
        for number in [0, 127, 128, 300, u64::MAX] {
            push(&mut bytes, number);
        }
        let most = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
        assert_eq!(bytes, [&[0, 127, 128, 1, 172, 2][..], &most].concat());
    }
}
