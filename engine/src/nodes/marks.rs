//! Marks headers, to find out whether a packet is the only one with words for its destinations.

use super::Nodes;
use super::buffers::Slot;
use super::headers::{HeaderWords, SPREAD};
use super::window::Window;
use crate::packet::Packet;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Gives a header a new mark unless it is spread.
fn remark(mark: &AtomicU32, next: impl Fn(u32) -> u32) {
    let before = mark.load(Ordering::Relaxed);
    if before != SPREAD {
        mark.store(next(before), Ordering::Relaxed);
    }
}

/// Whether any two packets of a machine have header words for the same destinations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sharing {
    /// It has not been found out since a packet came in or changed its header.
    #[default]
    Unknown,
    Never,
    Somewhere,
}

impl Nodes {
    /// Packets with header words have come in, or have other headers than before.
    pub(crate) fn headers_change(&mut self) {
        self.sharing = Sharing::Unknown;
    }

    /// The first of these packets, given with their nodes, that is not the only one with words for its destinations: its
    /// node, and how many packets have such words.
    ///
    /// All packets of the machine are looked at only if any has come in, or changed its header, since no two shared words.
    pub(crate) fn find_shared(&mut self, written: &[(usize, Packet)]) -> Option<(usize, u32)> {
        if written.is_empty() {
            return None;
        }
        if self.sharing == Sharing::Unknown {
            self.sharing = if self.all_differ() { Sharing::Never } else { Sharing::Somewhere };
        }
        if self.sharing == Sharing::Somewhere {
            return self.find_shared_here(written);
        }
        let is_spread = |mark: &AtomicU32| mark.load(Ordering::Relaxed) == SPREAD;
        let elsewhere =
            |&&(_, packet): &&(usize, Packet)| self.marks_of(packet).iter().any(is_spread);
        written.iter().find(elsewhere).map(|&(node, _)| (node, 2))
    }

    /// Whether no two packets of this machine have words for the same destinations.
    fn all_differ(&self) -> bool {
        let mut differ = true;
        self.visit_packets(self.all_nodes(), |packet| {
            for mark in self.marks_of(packet) {
                differ &= [0, SPREAD].contains(&mark.load(Ordering::Relaxed));
                remark(mark, |_| 1);
            }
        });
        self.visit_packets(self.all_nodes(), |packet| {
            self.marks_of(packet).iter().for_each(|mark| remark(mark, |_| 0));
        });
        differ
    }

    /// [`Nodes::find_shared`] by a look at all packets.
    fn find_shared_here(&self, written: &[(usize, Packet)]) -> Option<(usize, u32)> {
        let all = self.marks();
        let marks_of = |packet: Packet| &all[self.messages.pieces(packet.handle())];
        let remark_written = |to: u32| {
            let marks = written.iter().flat_map(|&(_, packet)| marks_of(packet));
            marks.for_each(|mark| remark(mark, |_| to));
        };
        remark_written(1);
        self.visit_packets(self.all_nodes(), |packet| {
            let marked = |mark: &&AtomicU32| mark.load(Ordering::Relaxed) > 0;
            marks_of(packet).iter().filter(marked).for_each(|mark| remark(mark, |n| n + 1));
        });
        let shared = written.iter().find_map(|&(node, packet)| {
            let most = marks_of(packet).iter().map(|mark| mark.load(Ordering::Relaxed)).max();
            let packets = match most.unwrap_or(0) {
                SPREAD => 2,
                mark => mark.saturating_sub(1),
            };
            (packets > 1).then_some((node, packets))
        });
        remark_written(0);
        shared
    }

    /// Has the processor fetch what is read of headers soon: destinations and words from `place` on, of the packets in a lane at those of
    /// the nodes from 64 × word on that `chosen` names. Nothing waits for one before it asks for the next.
    #[inline]
    pub(crate) fn fetch_headers(
        &self,
        (lane, word): (usize, usize),
        mut chosen: u64,
        place: &impl Fn(Packet) -> usize,
    ) {
        let mut read = 0;
        while chosen != 0 {
            let node = 64 * word + chosen.trailing_zeros() as usize;
            chosen &= chosen - 1;
            if let Some(packet) = self.buffers.packet(Slot { lane, node }) {
                let (handle, place) = (packet.handle(), place(packet));
                read ^= self.messages.listed(handle).get(place).unwrap_or(&0);
                let words = self.messages.words_range(handle);
                read ^= self.headers.word(words.start.saturating_add(place));
            }
        }
        std::hint::black_box(read);
    }

    /// The words in the header of a packet, to be written.
    #[inline]
    pub(crate) fn header_words(&self, packet: Packet) -> HeaderWords<'_> {
        let of = self.messages.words_range(packet.handle());
        self.headers.to_write(of, packet.is_bare(), || self.messages.all_words())
    }

    /// Marks the headers whose packets are in several windows, and returns their pieces: what a tile may write then depends
    /// neither on the order in which tiles run nor on what the others do with their packets.
    pub(crate) fn mark_spread(&self, windows: &[Window]) -> Vec<usize> {
        let mut spread = Vec::new();
        if windows.len() <= 1 {
            return spread;
        }
        for (tile, window) in (1..).zip(windows) {
            self.visit_packets(window.rows(self.shape()), |packet| {
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

    /// Takes the marks of [`Nodes::mark_spread`] off.
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
        std::iter::once(0..self.shape().nodes())
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
                let slots = &buffers.plane(lane)[nodes.clone()];
                slots.iter().filter_map(|&slot| Packet::in_slot(slot)).for_each(&mut visit);
            }
            if buffers.beside.queues.in_use() {
                let holding = nodes.filter(|&node| buffers.beside.queues.held(node) > 0);
                holding.flat_map(|node| buffers.beside.queues.packets(node)).for_each(&mut visit);
            }
        }
    }

    #[inline]
    fn marks_of(&self, packet: Packet) -> &[AtomicU32] {
        &self.marks()[self.messages.pieces(packet.handle())]
    }

    #[inline]
    fn marks(&self) -> &[AtomicU32] {
        self.headers.marks(|| self.messages.all_pieces())
    }
}
