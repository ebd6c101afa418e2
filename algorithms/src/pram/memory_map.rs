//! Maps the addresses of cells to places: by a random bijection that a seed fixes, or as they are.

use crate::draws::mixed;

/// How addresses become places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// By a bijection that follows from a seed: any addresses are spread over the nodes.
    Hashed,
    /// A place is its address: neighbours stay together, for programs that want it and to show what that costs.
    Identity,
}

/// Rounds of the Feistel network.
const ROUNDS: u32 = 4;

/// A bijection of the numbers below some number of cells.
///
/// A Feistel network permutes the numbers of an even number of bits, at least as many numbers as there are cells, by rounds that each
/// mix one half into the other; a number past the cells is permuted again until it is one of them (M. Luby, C. Rackoff, "How to
/// construct pseudorandom permutations from pseudorandom functions", 1988; J. Black, P. Rogaway, "Ciphers with arbitrary finite
/// domains", 2002). Both ways take expected O(1) local work, and nothing is stored but the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryMap {
    cells: u64,
    half_bits: u32,
    /// None: addresses are places.
    seed: Option<u64>,
}

impl MemoryMap {
    /// The map number `version` that follows from `seed`.
    pub(super) fn new(cells: u64, layout: Layout, seed: u64, version: u32) -> Self {
        let bits = u64::BITS - (cells - 1).leading_zeros();
        let seed = match layout {
            Layout::Hashed => {
                let half = |number: u32| u64::from(mixed(seed, 2 * version + number));
                Some(half(0) << 32 | half(1))
            }
            Layout::Identity => None,
        };
        Self { cells, half_bits: bits.div_ceil(2).max(1), seed }
    }

    /// The place of an address.
    pub(super) fn place(&self, address: u32) -> u32 {
        let Some(seed) = self.seed else { return address };
        self.walk(address, |number| {
            (0..ROUNDS).fold(number, |number, round| {
                let (left, right) = self.halves(number);
                self.joined(right, left ^ self.mix(seed, round, right))
            })
        })
    }

    /// The address of a place.
    pub(super) fn address(&self, place: u32) -> u32 {
        let Some(seed) = self.seed else { return place };
        self.walk(place, |number| {
            (0..ROUNDS).rev().fold(number, |number, round| {
                let (left, right) = self.halves(number);
                self.joined(right ^ self.mix(seed, round, left), left)
            })
        })
    }

    /// Permutes a number until it is one of the cells.
    fn walk(&self, number: u32, permuted: impl Fn(u64) -> u64) -> u32 {
        let mut number = permuted(number.into());
        while number >= self.cells {
            number = permuted(number);
        }
        number as u32
    }

    fn mix(&self, seed: u64, round: u32, half: u64) -> u64 {
        let mixed = mixed(seed ^ u64::from(round), half as u32);
        u64::from(mixed) & self.low_bits()
    }

    fn low_bits(&self) -> u64 {
        (1 << self.half_bits) - 1
    }

    fn halves(&self, number: u64) -> (u64, u64) {
        (number >> self.half_bits, number & self.low_bits())
    }

    fn joined(&self, left: u64, right: u64) -> u64 {
        left << self.half_bits | right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_a_place_of_its_own_and_back() {
        for cells in [1, 2, 3, 4, 5, 16, 17, 100, 1000, 4096, 5000] {
            for layout in [Layout::Hashed, Layout::Identity] {
                for version in 0..3 {
                    let map = MemoryMap::new(cells, layout, 7, version);
                    let mut places: Vec<u32> =
                        (0..cells as u32).map(|address| map.place(address)).collect();
                    assert!(
                        (0..).zip(&places).all(|(address, &place)| map.address(place) == address)
                    );
                    places.sort_unstable();
                    assert!(places.into_iter().eq(0..cells as u32), "{cells} cells, {layout:?}");
                }
            }
        }
    }

    #[test]
    fn the_largest_memory_has_addresses_of_32_bits() {
        let map = MemoryMap::new(1 << 32, Layout::Hashed, 1, 0);
        for address in [0, 1, u32::MAX, u32::MAX - 1, 1 << 31] {
            assert_eq!(map.address(map.place(address)), address);
        }
    }

    #[test]
    fn versions_and_seeds_map_differently() {
        let places = |seed, version| {
            let map = MemoryMap::new(1000, Layout::Hashed, seed, version);
            (0..1000).map(|address| map.place(address)).collect::<Vec<_>>()
        };
        assert_ne!(places(1, 0), places(1, 1));
        assert_ne!(places(1, 0), places(2, 0));
    }

    /// Of 10,000 seeds those with which a tile of `nodes`/`tiles` nodes has more than twice as many of `nodes` cells in a row.
    fn overloads(nodes: u32, tiles: u32) -> usize {
        let cells = 64 * u64::from(nodes);
        let overloads = |&seed: &u64| {
            let map = MemoryMap::new(cells, Layout::Hashed, seed, 0);
            let mut loads = vec![0; tiles as usize];
            for address in 0..nodes {
                let tile = u64::from(map.place(address)) * u64::from(tiles) / cells;
                loads[tile as usize] += 1;
            }
            loads.iter().any(|&load| load > 2 * nodes / tiles)
        };
        (0..10_000).filter(overloads).count()
    }

    /// Chernoff's bound on the share of seeds, were places drawn one by one: more than 2b of an expected b.
    fn bound(tiles: f64, b: f64) -> f64 {
        let excess = (2.0 * b + 1.0) / b;
        tiles * (-b * (excess * excess.ln() - excess + 1.0)).exp()
    }

    #[test]
    fn overloads_of_tiles_are_as_rare_as_the_bound_says() {
        let found = overloads(1024, 64);
        let expected = 10_000.0 * bound(64.0, 16.0);
        assert!(found > 0 && (found as f64) < expected, "{found} of at most {expected}");
        assert_eq!(overloads(1024, 16), 0, "of at most {}", 10_000.0 * bound(16.0, 64.0));
    }
}
