//! Words in the headers of packets: the marks and ranks that a program keeps with them.

use crate::buffers::Slot;
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::Packet;
use crate::violation::{Rule, Violation};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// The header words of all packets, one a delivery: packets of one message share them, since all inherited the same.
///
/// Shared by a machine and its tiles. While tiles run, a header whose packets are in one of them belongs to that tile;
/// the words of one whose packets are in several cannot change.
#[derive(Debug, Default)]
pub(crate) struct Headers {
    /// In the order of all deliveries; takes memory when first written, 0 until then.
    words: OnceLock<Vec<AtomicU32>>,
    /// By [piece](crate::messages::Messages::pieces) of a header, [`SPREAD`] while its packets are in several tiles
    /// that run in parallel; otherwise scratch of the machine or tile that has them all.
    marks: OnceLock<Vec<AtomicU32>>,
}

const SPREAD: u32 = u32::MAX;

/// The words in a packet's header, word i for its destination i; at first all are 0.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// None if no words were ever written.
    words: Option<&'a [AtomicU32]>,
    count: usize,
}

impl<'a> Words<'a> {
    /// Words: as many as the packet has destinations.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the packet has no destinations.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    pub fn get(&self, i: usize) -> u32 {
        assert!(i < self.count, "the packet has {} destinations", self.count);
        self.words.map_or(0, |words| words[i].load(Ordering::Relaxed))
    }

    /// All of them.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        (0..self.count).map(move |i| self.get(i))
    }
}

/// The words in the header of a message's only packet, for the node that holds it to rewrite.
#[derive(Debug)]
pub struct HeaderWords<'a>(&'a [AtomicU32]);

impl HeaderWords<'_> {
    /// Words: as many as the packet has destinations.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the packet has no destinations.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    pub fn get(&self, i: usize) -> u32 {
        self.0[i].load(Ordering::Relaxed)
    }

    /// Writes the word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    pub fn set(&mut self, i: usize, word: u32) {
        self.0[i].store(word, Ordering::Relaxed);
    }
}

impl<'a> Node<'a> {
    /// The header words of the packet in slot `lane`; none if the slot is empty.
    pub fn words(&self, lane: usize) -> Words<'a> {
        let of =
            self.packet(lane).map_or(0..0, |packet| self.messages.listed_range(packet.handle()));
        let count = of.len();
        Words { words: self.headers.words.get().map(|words| &words[of]), count }
    }
}

fn zeros(count: usize) -> Vec<AtomicU32> {
    std::iter::repeat_with(AtomicU32::default).take(count).collect()
}

impl Machine {
    /// Lets every node that holds a packet in slot `lane` rewrite the words in its header. Copies made later inherit
    /// them.
    ///
    /// # Errors
    /// M5 if the network holds another packet with one of its destinations in the header, which would learn of the word
    /// without a link (such packets on this machine; 2 if some are in other tiles). M5 past the local work of a step.
    pub fn annotate(
        &mut self,
        lane: usize,
        work: impl Fn(&Node<'_>, &mut HeaderWords<'_>) + Sync,
    ) -> Result<(), Violation> {
        self.local_pass()?;
        let headers = Arc::clone(&self.headers);
        let words = headers.words.get_or_init(|| zeros(self.messages.deliveries()));
        self.mark_packets(|_| 0);
        self.mark_packets(|packets| packets + 1);
        for node in 0..self.shape.nodes() {
            let Some(packet) = self.node(node).packet(lane) else { continue };
            let most = self.marks_of(packet).iter().map(|mark| mark.load(Ordering::Relaxed)).max();
            match most {
                Some(SPREAD) => self.breach(Rule::M5, node, 2, 1)?,
                Some(packets) if packets > 1 => {
                    self.breach(Rule::M5, node, u64::from(packets), 1)?;
                }
                _ => {}
            }
            let own = &words[self.messages.listed_range(packet.handle())];
            work(&self.node(node), &mut HeaderWords(own));
        }
        Ok(())
    }

    /// Marks the headers whose packets are in several tiles, which are given by their nodes, and returns their pieces:
    /// what a tile may write then depends neither on the order in which tiles run nor on what the others do with their
    /// packets.
    pub(crate) fn mark_spread<T: Iterator<Item = usize>>(
        &self,
        tiles: impl Iterator<Item = T>,
    ) -> Vec<usize> {
        let mut spread = Vec::new();
        self.mark_packets(|_| 0);
        for (tile, nodes) in (1..).zip(tiles) {
            self.visit_packets(nodes, |packet| {
                let pieces = self.messages.pieces(packet.handle());
                for (piece, mark) in pieces.zip(self.marks_of(packet)) {
                    match mark.load(Ordering::Relaxed) {
                        0 => mark.store(tile, Ordering::Relaxed),
                        SPREAD => {}
                        first if first == tile => {}
                        _ => {
                            mark.store(SPREAD, Ordering::Relaxed);
                            spread.push(piece);
                        }
                    }
                }
            });
        }
        spread
    }

    /// Takes the marks of [`Machine::mark_spread`] off.
    pub(crate) fn unmark(&self, spread: &[usize]) {
        for &piece in spread {
            self.marks()[piece].store(0, Ordering::Relaxed);
        }
    }

    /// Gives the pieces of every packet's header a new mark, packet by packet, unless they are marked as spread.
    fn mark_packets(&self, next: impl Fn(u32) -> u32) {
        self.visit_packets(0..self.shape.nodes(), |packet| {
            for mark in self.marks_of(packet) {
                let before = mark.load(Ordering::Relaxed);
                if before != SPREAD {
                    mark.store(next(before), Ordering::Relaxed);
                }
            }
        });
    }

    fn visit_packets(&self, nodes: impl Iterator<Item = usize>, mut visit: impl FnMut(Packet)) {
        for node in nodes {
            for lane in (0..self.buffers.open_lanes()).filter(|&lane| self.buffers.is_live(lane)) {
                self.buffers.packet(Slot { lane, node }).into_iter().for_each(&mut visit);
            }
            self.buffers.queues.packets(node).for_each(&mut visit);
        }
    }

    fn marks_of(&self, packet: Packet) -> &[AtomicU32] {
        &self.marks()[self.messages.pieces(packet.handle())]
    }

    fn marks(&self) -> &[AtomicU32] {
        self.headers.marks.get_or_init(|| zeros(self.messages.all_pieces()))
    }
}
