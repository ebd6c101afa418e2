//! Keeps the packets that wait in one queue of every node of a column.

use crate::multicast::randomized::sweep::columns::ROOM;
use meshcast_engine::Packet;

/// Packets for which a queue has places: no node of a column holds more.
const DEPTH: usize = ROOM;

/// The queues of one number along a column, each in the order of its packets.
#[derive(Debug)]
pub(super) struct Line {
    /// [`DEPTH`] places a row; those past the length hold any packet.
    places: Vec<Packet>,
    lengths: Vec<u8>,
    /// A bit for every row where packets wait.
    waiting: Vec<u64>,
}

impl Line {
    /// Empty queues of so many rows; `any` is any packet.
    pub(super) fn new(rows: usize, any: Packet) -> Self {
        let (places, lengths) = (vec![any; rows * DEPTH], vec![0; rows]);
        Self { places, lengths, waiting: vec![0; rows.div_ceil(64)] }
    }

    #[inline]
    pub(super) fn len(&self, row: usize) -> usize {
        usize::from(self.lengths[row])
    }

    /// The packets of a row, least first.
    #[inline]
    pub(super) fn packets(&self, row: usize) -> &[Packet] {
        &self.places[row * DEPTH..row * DEPTH + self.len(row)]
    }

    /// A bit for every row from `64 * word` on where packets wait.
    #[inline]
    pub(super) fn waiting(&self, word: usize) -> u64 {
        self.waiting[word]
    }

    #[inline]
    pub(super) fn insert(&mut self, row: usize, packet: Packet) {
        let length = self.len(row);
        let places = &mut self.places[row * DEPTH..(row + 1) * DEPTH];
        let mut place = length;
        while place > 0 && places[place - 1] > packet {
            places[place] = places[place - 1];
            place -= 1;
        }
        places[place] = packet;
        self.lengths[row] += 1;
        self.waiting[row / 64] |= 1 << (row % 64);
    }

    /// Takes out the packet at a place of a row, where there must be one.
    #[inline]
    pub(super) fn take(&mut self, row: usize, place: usize) -> Packet {
        let length = self.len(row);
        let places = &mut self.places[row * DEPTH..row * DEPTH + length];
        let packet = places[place];
        places.copy_within(place + 1.., place);
        self.lengths[row] -= 1;
        if length == 1 {
            self.waiting[row / 64] &= !(1 << (row % 64));
        }
        packet
    }
}

/// The rows that bits of words name.
pub(super) fn rows_of(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let row = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(row)
    })
}
