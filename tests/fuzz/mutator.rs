//! Mutants of text files: bytes, words, lines and whole files cut, copied, swapped and joined at random.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The most bytes of a mutant: growth by copying ends here.
const LENGTH_LIMIT: usize = 4096;

/// Words that any format of numbers trips over.
const COMMON: [&str; 15] = [
    "0",
    "1",
    "-1",
    "+1",
    "67108863",
    "67108864",
    "67108865",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "\n",
    "\r\n",
    " ",
    "\0",
    "\u{feff}",
];

/// A seeded source of mutants.
pub(crate) struct Mutator {
    random: Xoshiro256PlusPlus,
    words: Vec<&'static str>,
}

impl Mutator {
    /// A source of mutants that knows the `words` of a format.
    pub(crate) fn new(seed: u64, words: &[&'static str]) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { random, words: [words, &COMMON].concat() }
    }

    /// A file of `pool` with a change, and as often as not another, and so on.
    pub(crate) fn mutant(&mut self, pool: &[Vec<u8>]) -> Vec<u8> {
        let mut file = self.pick(pool).clone();
        loop {
            self.change(&mut file, pool);
            file.truncate(LENGTH_LIMIT);
            if self.random.random() {
                return file;
            }
        }
    }

    fn change(&mut self, file: &mut Vec<u8>, pool: &[Vec<u8>]) {
        let place = self.random.random_range(0..=file.len());
        match self.random.random_range(0..10) {
            0 => file.truncate(place),
            1 => file.insert(place, self.random.random()),
            2 => flip(file, place, self.random.random_range(0..8)),
            3 => drop(file.drain(place..(place + self.random.random_range(1..9)).min(file.len()))),
            4 => {
                let word = *self.pick(&self.words.clone());
                file.splice(place..place, word.bytes());
            }
            5 => self.replace_number(file, place),
            6 => {
                // The beginning of this file and the end of another.
                let other = self.pick(pool);
                let from = self.random.random_range(0..=other.len());
                file.truncate(place);
                file.extend_from_slice(&other[from..]);
            }
            7 => self.edit_lines(file, |lines, from, _| drop(lines.remove(from))),
            8 => self.edit_lines(file, |lines, from, to| lines.insert(to, lines[from].clone())),
            _ => self.edit_lines(file, |lines, from, to| lines.swap(from, to)),
        }
    }

    /// Puts a word in the place of the digits from `place` on, or of the first after it.
    fn replace_number(&mut self, file: &mut Vec<u8>, place: usize) {
        let Some(skip) = file[place..].iter().position(u8::is_ascii_digit) else { return };
        let from = place + skip;
        let length = file[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let small = self.random.random_range(0..9u8).to_string();
        let word = if self.random.random() { small } else { (*self.pick(&COMMON)).to_owned() };
        file.splice(from..from + length, word.bytes());
    }

    /// Edits the lines of `file` at two random places.
    fn edit_lines(&mut self, file: &mut Vec<u8>, edit: impl Fn(&mut Vec<Vec<u8>>, usize, usize)) {
        let mut lines: Vec<Vec<u8>> =
            file.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        if lines.is_empty() {
            return;
        }
        let (from, to) =
            (self.random.random_range(0..lines.len()), self.random.random_range(0..lines.len()));
        edit(&mut lines, from, to);
        *file = lines.concat();
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.random.random_range(0..from.len())]
    }
}

/// Flips a bit of the byte at `place`, if there is one.
fn flip(file: &mut [u8], place: usize, bit: u32) {
    if let Some(byte) = file.get_mut(place) {
        *byte ^= 1 << bit;
    }
}
