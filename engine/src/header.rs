//! Words in the headers of packets: the marks and ranks that a program keeps with them.

use crate::machine::Machine;
use crate::node::Node;
use crate::packet::Packet;
use crate::violation::{Rule, Violation};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The header words of all packets, one a delivery: packets of one message share them, since all inherited the same; its
/// [replicas](crate::Messages::with_replicas) have their own.
///
/// Shared by a machine and its tiles. While tiles run, a header whose packets are in one of them belongs to that tile;
/// the words of one whose packets are in several cannot change.
#[derive(Debug, Default)]
pub(crate) struct Headers {
    /// In the order of all deliveries, then for every replica once more; takes memory when first written, 0 until then.
    words: OnceLock<Vec<AtomicU32>>,
    /// By [piece](crate::messages::Messages::pieces) of a header, [`SPREAD`] while its packets are in several tiles
    /// that run in parallel; otherwise scratch of the machine or tile that has them all, 0 between uses.
    marks: OnceLock<Vec<AtomicU32>>,
}

const SPREAD: u32 = u32::MAX;

/// Words that are looked at together.
const FEW: usize = 8;

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
        let word = |words: &'a [AtomicU32], i: usize| words[i].load(Ordering::Relaxed);
        (0..self.count).map(move |i| self.words.map_or(0, |words| word(words, i)))
    }
}

/// The words in the header of a message's only packet, for the node that holds it to rewrite.
#[derive(Debug)]
pub struct HeaderWords<'a> {
    words: &'a [AtomicU32],
    /// Whether the packet is a bare copy, which has no words.
    bare: bool,
    written: bool,
}

impl HeaderWords<'_> {
    /// Words: as many as the packet has destinations.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the packet has no destinations.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    pub fn get(&self, i: usize) -> u32 {
        if self.bare { 0 } else { self.words[i].load(Ordering::Relaxed) }
    }

    /// Writes another word in the place of each for which `word` gives one.
    pub fn replace(&mut self, word: impl Fn(u32) -> Option<u32>) {
        let before = |place: &AtomicU32| if self.bare { 0 } else { place.load(Ordering::Relaxed) };
        let mut written = false;
        // Most words of a long header stay: whether any of a few changes takes no branch a word.
        for places in self.words.chunks(FEW) {
            let changes = |any, place| any | word(before(place)).is_some();
            if !places.iter().fold(false, changes) {
                continue;
            }
            for place in places {
                if let Some(after) = word(before(place)) {
                    place.store(after, Ordering::Relaxed);
                }
            }
            written = true;
        }
        self.written |= written;
    }

    /// Writes the word of destination `i`.
    ///
    /// # Panics
    /// If there is no such destination.
    pub fn set(&mut self, i: usize, word: u32) {
        self.words[i].store(word, Ordering::Relaxed);
        self.written = true;
    }
}

impl<'a> Node<'a> {
    /// The header words of the packet in slot `lane`; none if the slot is empty, all 0 if it is a
    /// [bare copy](crate::Step::copy_bare).
    #[inline]
    pub fn words(&self, lane: usize) -> Words<'a> {
        let packet = self.packet(lane);
        let of = packet.map_or(0..0, |packet| self.messages.words_range(packet.handle()));
        let count = of.len();
        let words = self.headers.words.get().filter(|_| !packet.is_some_and(Packet::is_bare));
        Words { words: words.map(|words| &words[of]), count }
    }
}

/// Gives a header a new mark unless it is spread.
fn remark(mark: &AtomicU32, next: impl Fn(u32) -> u32) {
    let before = mark.load(Ordering::Relaxed);
    if before != SPREAD {
        mark.store(next(before), Ordering::Relaxed);
    }
}

fn zeros(count: usize) -> Vec<AtomicU32> {
    std::iter::repeat_with(AtomicU32::default).take(count).collect()
}

impl Machine {
    /// Lets every node that holds a packet in slot `lane` rewrite the words in its header. Copies made later inherit
    /// them, unless they are [bare](crate::Step::copy_bare).
    ///
    /// # Errors
    /// M5 where a node writes a word and the network holds another packet with one of its destinations in the header,
    /// which would learn of the word without a link (such packets on this machine; 2 if some are in other tiles); bare
    /// copies have no words to learn from. M5 where a bare copy is written to. M5 past the local work of a step.
    pub fn annotate(
        &mut self,
        lane: usize,
        work: impl Fn(&Node<'_>, &mut HeaderWords<'_>) + Sync,
    ) -> Result<(), Violation> {
        if !self.local_pass()? {
            return Ok(());
        }
        let mut written = Vec::new();
        let all = self.all_words();
        for (index, node) in self.each_node().enumerate() {
            let Some(packet) = node.packet(lane) else { continue };
            let words = &all[self.messages.words_range(packet.handle())];
            let mut own = HeaderWords { words, bare: packet.is_bare(), written: false };
            work(&node, &mut own);
            if own.written {
                written.push((index, packet));
            }
        }
        if let Some(&(node, _)) = written.iter().find(|(_, packet)| packet.is_bare()) {
            self.breach(Rule::M5, node, 1, 0)?;
        }
        self.check_only(&written)
    }

    /// The words in the header of a packet, to be written.
    pub(crate) fn header_words(&self, packet: Packet) -> HeaderWords<'_> {
        let words = &self.all_words()[self.messages.words_range(packet.handle())];
        HeaderWords { words, bare: packet.is_bare(), written: false }
    }

    fn all_words(&self) -> &[AtomicU32] {
        self.headers.words.get_or_init(|| zeros(self.messages.all_words()))
    }

    /// Fails unless the packets at these nodes are the only ones with words for their destinations.
    pub(crate) fn check_only(&mut self, written: &[(usize, Packet)]) -> Result<(), Violation> {
        if written.is_empty() {
            return Ok(());
        }
        let all = self.marks();
        let marks_of = |packet: Packet| &all[self.messages.pieces(packet.handle())];
        for &(_, packet) in written {
            for mark in marks_of(packet) {
                remark(mark, |_| 1);
            }
        }
        self.visit_packets(self.all_nodes(), |packet| {
            let marked = |mark: &&AtomicU32| mark.load(Ordering::Relaxed) > 0;
            marks_of(packet).iter().filter(marked).for_each(|mark| remark(mark, |n| n + 1));
        });
        let mut shared = None;
        for &(node, packet) in written {
            let most = marks_of(packet).iter().map(|mark| mark.load(Ordering::Relaxed)).max();
            let packets = match most.unwrap_or(0) {
                SPREAD => 2,
                mark => mark.saturating_sub(1),
            };
            if packets > 1 {
                shared = shared.or(Some((node, packets)));
            }
        }
        for &(_, packet) in written {
            for mark in marks_of(packet) {
                remark(mark, |_| 0);
            }
        }
        match shared {
            Some((node, packets)) => self.breach(Rule::M5, node, u64::from(packets), 1),
            None => Ok(()),
        }
    }

    /// Marks the headers whose packets are in several tiles, which are given by their nodes, and returns their pieces:
    /// what a tile may write then depends neither on the order in which tiles run nor on what the others do with their
    /// packets.
    pub(crate) fn mark_spread<T: Iterator<Item = Range<usize>>>(
        &self,
        tiles: impl Iterator<Item = T>,
    ) -> Vec<usize> {
        let mut spread = Vec::new();
        for (tile, nodes) in (1..).zip(tiles) {
            self.visit_packets(nodes, |packet| {
                let header = packet.handle();
                let all = self.messages.replicas_piece(header);
                for piece in self.messages.pieces(header).chain(all) {
                    let mark = &self.marks()[piece];
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
        self.clear_marks();
        spread
    }

    /// Takes the marks of [`Machine::mark_spread`] off.
    pub(crate) fn unmark(&self, spread: &[usize]) {
        for &piece in spread {
            self.marks()[piece].store(0, Ordering::Relaxed);
        }
    }

    /// Takes all marks off the headers of this machine's packets but those that say that they are spread.
    fn clear_marks(&self) {
        self.visit_packets(self.all_nodes(), |packet| {
            self.marks_of(packet).iter().for_each(|mark| remark(mark, |_| 0));
            if let Some(all) = self.messages.replicas_piece(packet.handle()) {
                remark(&self.marks()[all], |_| 0);
            }
        });
    }

    /// Whether packets of one message, with headers of their own or not, are in several tiles that run in parallel.
    pub(crate) fn is_scattered(&self, packet: Packet) -> bool {
        let all = self.messages.replicas_piece(packet.handle());
        all.is_some_and(|all| self.marks()[all].load(Ordering::Relaxed) == SPREAD)
    }

    fn all_nodes(&self) -> std::iter::Once<Range<usize>> {
        std::iter::once(0..self.shape.nodes())
    }

    /// Hands every packet with header words at nodes that are given in runs to `visit`, in no particular order.
    fn visit_packets(
        &self,
        runs: impl Iterator<Item = Range<usize>>,
        mut visit: impl FnMut(Packet),
    ) {
        let buffers = &self.buffers;
        let mut visit = |packet: Packet| {
            if !packet.is_bare() {
                visit(packet);
            }
        };
        for nodes in runs {
            for lane in (0..buffers.open_lanes()).filter(|&lane| buffers.is_live(lane)) {
                let slots = &buffers.planes[lane][nodes.clone()];
                slots.iter().filter_map(|&slot| Packet::in_slot(slot)).for_each(&mut visit);
            }
            if buffers.queues.in_use() {
                let holding = nodes.filter(|&node| buffers.queues.held(node) > 0);
                holding.flat_map(|node| buffers.queues.packets(node)).for_each(&mut visit);
            }
        }
    }

    #[inline]
    fn marks_of(&self, packet: Packet) -> &[AtomicU32] {
        &self.marks()[self.messages.pieces(packet.handle())]
    }

    fn marks(&self) -> &[AtomicU32] {
        self.headers.marks.get_or_init(|| zeros(self.messages.all_pieces()))
    }
}
