//! Lets nodes rewrite the headers of their packets: the words in them, and whose replica a packet is.

use crate::machine::{Machine, Stage};
use crate::nodes::{HeaderWords, Node, Slot};
use crate::packet::Packet;
use crate::violation::{Fault, Rule, Violation};

impl Machine {
    /// Lets every node that holds a packet in slot `lane` rewrite the words in its header. Copies made later inherit
    /// them, unless they are [bare](crate::Step::copy_bare).
    ///
    /// # Errors
    /// M1 where a node writes a word in a header with more of them than [a link takes](crate::Options::header_words).
    /// M5 where a node writes a word and the network holds another packet with one of its destinations in the header,
    /// which would learn of the word without a link (such packets on this machine; 2 if some are in other tiles); bare
    /// copies have no words to learn from. M5 where a bare copy is written to. M5 past the local work of a step.
    pub fn annotate(
        &mut self,
        lane: usize,
        work: impl Fn(&Node<'_>, &mut HeaderWords<'_>) + Sync,
    ) -> Result<(), Violation> {
        self.write_words("annotate", lane, work)
    }

    fn write_words(
        &mut self,
        name: &'static str,
        lane: usize,
        work: impl Fn(&Node<'_>, &mut HeaderWords<'_>),
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass(name)? else { return Ok(()) };
        let stage = &mut *stage;
        let mut written = Vec::new();
        for (index, node) in stage.nodes.each().enumerate() {
            let Some(packet) = node.packet(lane) else { continue };
            let mut own = stage.nodes.header_words(packet);
            work(&node, &mut own);
            if own.is_written() {
                written.push((index, packet));
            }
        }
        stage.check_annotated(&written)
    }

    /// Gives every packet in slot `lane` for which `replica` names one the header of that replica of its message. The
    /// words come along: from then on it rewrites its own, whatever other packets of the message are about.
    ///
    /// # Errors
    /// M1 where the header has more words than [a link takes](crate::Options::header_words).
    /// M5 where the network holds another packet with that header (such packets), or other tiles that run in parallel packets of its
    /// message (2), or where the packet is a [bare copy](crate::Step::copy_bare). M5 past the local work of a step.
    ///
    /// # Panics
    /// If the messages have no [replicas](crate::Messages::with_replicas), or not so many.
    pub fn take_header(
        &mut self,
        lane: usize,
        replica: impl Fn(&Node<'_>) -> Option<usize> + Sync,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass("take_header")? else { return Ok(()) };
        let stage = &mut *stage;
        stage.nodes.check_headers_change();
        let mut taken = Vec::new();
        for (index, node) in stage.nodes.each().enumerate() {
            let Some((packet, replica)) = node.packet(lane).zip(replica(&node)) else { continue };
            let header = node.messages().replica(packet.handle(), replica);
            let header = packet.with_handle(header);
            if packet.is_bare() || header != packet {
                let words: Vec<u32> = node.words(lane).iter().collect();
                taken.push((index, header, words));
            }
        }
        if let Some(&(node, ..)) = taken.iter().find(|(_, packet, _)| packet.is_bare()) {
            return stage.breach(Rule::M5, node, 1, 0, Fault::Bare);
        }
        if let Some(&(node, ..)) =
            taken.iter().find(|&&(_, packet, _)| stage.nodes.is_scattered(packet))
        {
            return stage.breach(Rule::M5, node, 2, 1, Fault::Shared);
        }
        stage.nodes.headers_change();
        // All words have been read before the first is written.
        let mut written = Vec::with_capacity(taken.len());
        for (node, packet, words) in taken {
            stage.nodes.buffers.rewrite(Slot { lane, node }, packet);
            let mut header = stage.nodes.header_words(packet);
            words.into_iter().enumerate().for_each(|(i, word)| header.set(i, word));
            written.push((node, packet));
        }
        stage.check_written(&written)
    }

    /// Rewrites the header words of every packet in slot `into` with what `merged` makes of each and the same word of the packet
    /// in slot `from`, where a node has two packets there that are for the same destinations of one message.
    ///
    /// # Errors
    /// M1 where the header has more words than [a link takes](crate::Options::header_words).
    /// M5 where the network holds another packet that shares words with the packet in slot `into` (such packets; 2 if
    /// some are in other tiles), or where that packet is a bare copy. M5 past the local work of a step.
    pub fn merge_words(
        &mut self,
        into: usize,
        from: usize,
        merged: impl Fn(u32, u32) -> u32 + Sync,
    ) -> Result<(), Violation> {
        let is_one = |node: &Node<'_>| {
            let message = |lane| Some(node.messages().message_of(node.packet(lane)?.handle()));
            message(into).is_some() && message(into) == message(from)
        };
        self.write_words("merge_words", into, |node, words| {
            if is_one(node) {
                for (i, other) in node.words(from).iter().enumerate() {
                    words.set(i, merged(words.get(i), other));
                }
            }
        })
    }
}

impl Stage {
    /// [`Stage::check_written`]; fails also if one of the packets is a bare copy.
    pub(crate) fn check_annotated(&mut self, written: &[(usize, Packet)]) -> Result<(), Violation> {
        if let Some(&(node, _)) = written.iter().find(|(_, packet)| packet.is_bare()) {
            self.breach(Rule::M5, node, 1, 0, Fault::Bare)?;
        }
        self.check_written(written)
    }

    /// Fails unless these packets, given with their nodes, have no more words than a link takes and are the only ones with words for
    /// their destinations.
    fn check_written(&mut self, written: &[(usize, Packet)]) -> Result<(), Violation> {
        for &(node, packet) in written {
            self.check_width(node, packet)?;
        }
        match self.nodes.find_shared(written) {
            Some((node, packets)) => {
                self.breach(Rule::M5, node, u64::from(packets), 1, Fault::Shared)
            }
            None => Ok(()),
        }
    }

    /// Fails if a packet in whose header words have been written has more of them than a link takes.
    pub(crate) fn check_width(&mut self, node: usize, packet: Packet) -> Result<(), Violation> {
        let words = self.nodes.messages().listed(packet.handle()).len();
        match self.header_limit() {
            Some(limit) if words > limit => {
                self.breach(Rule::M1, node, words as u64, limit as u64, Fault::Wide)
            }
            _ => Ok(()),
        }
    }
}
