//! Keeps at every node which tiles want its masters, and what the scans say of them.

use super::selection::Selection;
use crate::scan::{Counts, IN_TRANSIT};
use meshcast_engine::Place;

/// The tiles that a register has a bit for.
const BITS: usize = u64::BITS as usize;

/// Where the registers of a node have what: behind those of words on their way, the totals; for every master, a bit for each
/// tile; and for every master, a [`Want`] for each tile that wants it, in their order.
pub(super) struct Wants<'s> {
    selection: &'s Selection,
    tiles: usize,
    masters: usize,
    /// Registers with a bit for each tile.
    words: usize,
    /// Tiles that may want a master.
    most: usize,
}

/// What a node has about a master and a tile that wants it.
pub(super) struct Want {
    /// The number of the master's first open destination in the tile.
    pub(super) first: u32,
    /// The number of masters that the tile wants, up to this one.
    pub(super) rank: u32,
}

impl Want {
    fn of(register: u64) -> Self {
        Self { first: (register >> 32) as u32, rank: register as u32 }
    }

    fn register(self) -> u64 {
        u64::from(self.first) << 32 | u64::from(self.rank)
    }
}

impl<'s> Wants<'s> {
    pub(super) fn new(selection: &'s Selection) -> Self {
        let (tiles, masters) = (selection.tiles(), selection.masters().len());
        let (words, most) = (tiles.div_ceil(BITS), selection.tiles_of_a_master());
        Self { selection, tiles, masters, words, most }
    }

    /// Registers of a node.
    pub(super) fn registers(&self) -> usize {
        self.wants_of(self.masters)
    }

    /// Where the bits of a master begin.
    fn bits_of(&self, master: usize) -> usize {
        IN_TRANSIT + 1 + master * self.words
    }

    /// Where the wants of a master begin.
    fn wants_of(&self, master: usize) -> usize {
        self.bits_of(self.masters) + master * self.most
    }

    fn bits<'o>(&self, master: usize, own: &'o [u64]) -> &'o [u64] {
        &own[self.bits_of(master)..self.bits_of(master + 1)]
    }

    /// Notes the open destinations of a master, each with its tile, as far as they are on this machine.
    pub(super) fn ask<Open: Iterator<Item = (usize, usize)>>(
        &self,
        master: usize,
        own: &mut [u64],
        open: impl Fn() -> Open,
    ) {
        for (_, tile) in open() {
            own[self.bits_of(master) + tile / BITS] |= 1 << (tile % BITS);
        }
        let tiles = self.tiles_of(master, own) as usize;
        assert!(tiles <= self.most, "a master has no more destinations than it is said to have");
        own[self.wants_of(master)..][..tiles].fill(u64::MAX);
        for (i, tile) in open() {
            let place = self.place_of(master, own, tile).expect("a tile that wants the master");
            if own[place] == u64::MAX {
                own[place] = Want { first: i as u32, rank: 0 }.register();
            }
        }
    }

    /// How many tiles want a master.
    pub(super) fn tiles_of(&self, master: usize, own: &[u64]) -> u32 {
        self.bits(master, own).iter().map(|bits| bits.count_ones()).sum()
    }

    /// What a tile wants of a master, if anything.
    pub(super) fn of(&self, master: usize, own: &[u64], tile: usize) -> Option<Want> {
        self.place_of(master, own, tile).map(|place| Want::of(own[place]))
    }

    /// The copies and the masters that the scans have counted up to this node, in its part.
    pub(super) fn totals(own: &[u64]) -> (u32, u32) {
        let totals = Want::of(own[IN_TRANSIT]);
        (totals.first, totals.rank)
    }

    #[inline]
    fn wants(&self, master: usize, own: &[u64], tile: usize) -> bool {
        own[self.bits_of(master) + tile / BITS] >> (tile % BITS) & 1 != 0
    }

    /// The register of a master's want, if the tile wants it.
    fn place_of(&self, master: usize, own: &[u64], tile: usize) -> Option<usize> {
        if !self.wants(master, own, tile) {
            return None;
        }
        let bits = self.bits(master, own);
        let before = bits[..tile / BITS].iter().map(|bits| bits.count_ones()).sum::<u32>();
        let below = bits[tile / BITS] & ((1 << (tile % BITS)) - 1);
        Some(self.wants_of(master) + (before + below.count_ones()) as usize)
    }

    /// The masters, from number `from` on, that a tile wants.
    fn wanted_from(&self, from: usize, own: &[u64], tile: usize) -> u32 {
        (from..self.masters).map(|master| u32::from(self.wants(master, own, tile))).sum()
    }

    /// The column of parts that a wave counts, and whether it counts copies; none of a wave that is for a tile.
    fn counted(&self, wave: usize) -> Option<(usize, bool)> {
        let count = wave.checked_sub(self.tiles)?;
        Some((count / 2, count % 2 == 0))
    }
}

/// A wave for each tile, and for each column of parts one that counts copies and one that counts masters.
impl Counts for Wants<'_> {
    #[inline]
    fn value(&self, place: Place, own: &[u64], wave: usize) -> u32 {
        match self.counted(wave) {
            None => self.wanted_from(0, own, wave),
            Some((part, _)) if part != self.selection.part_cols.place_at(place.col).part => 0,
            Some((_, true)) => self.tiles_of(0, own),
            Some((_, false)) => self.tiles_of(0, own).min(1),
        }
    }

    fn begin_anew(&self, row: usize, wave: usize) -> bool {
        self.counted(wave).is_some() && self.selection.part_rows.place_at(row).offset == 0
    }

    #[inline]
    fn take_in(&self, place: Place, own: &mut [u64], wave: usize, sum: u32) {
        let Some((part, counts_copies)) = self.counted(wave) else {
            for master in 0..self.masters {
                if let Some(at) = self.place_of(master, own, wave) {
                    let rank = sum - self.wanted_from(master + 1, own, wave);
                    own[at] = Want { rank, ..Want::of(own[at]) }.register();
                }
            }
            return;
        };
        if part == self.selection.part_cols.place_at(place.col).part {
            let (copies, masters) = Self::totals(own);
            own[IN_TRANSIT] = if counts_copies {
                Want { first: sum, rank: masters }.register()
            } else {
                Want { first: copies, rank: sum }.register()
            };
        }
    }
}
