//! Replicas: packets of one message that each keep header words of their own.

use crate::machine::Machine;
use crate::node::Node;
use crate::violation::{Rule, Violation};
use std::sync::Arc;

impl Machine {
    /// Gives every packet in slot `lane` for which `replica` names one the header of that replica of its message. The
    /// words come along: from then on it rewrites its own, whatever other packets of the message are about.
    ///
    /// # Errors
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
        if !self.local_pass()? {
            return Ok(());
        }
        let messages = Arc::clone(&self.messages);
        let mut taken = Vec::new();
        for (index, node) in self.each_node().enumerate() {
            let Some((packet, replica)) = node.packet(lane).zip(replica(&node)) else { continue };
            let header = packet.with_handle(messages.replica(packet.handle(), replica));
            if packet.is_bare() || header != packet {
                let words: Vec<u32> = node.words(lane).iter().collect();
                taken.push((index, header, words));
            }
        }
        if let Some(&(node, ..)) = taken.iter().find(|(_, packet, _)| packet.is_bare()) {
            return self.breach(Rule::M5, node, 1, 0);
        }
        if let Some(&(node, ..)) = taken.iter().find(|&&(_, packet, _)| self.is_scattered(packet)) {
            return self.breach(Rule::M5, node, 2, 1);
        }
        // All words have been read before the first is written.
        let mut written = Vec::with_capacity(taken.len());
        for (node, packet, words) in taken {
            self.buffers.planes[lane][node] = packet.slot();
            let mut header = self.header_words(packet);
            words.into_iter().enumerate().for_each(|(i, word)| header.set(i, word));
            written.push((node, packet));
        }
        self.check_only(&written)
    }

    /// Rewrites the header words of every packet in slot `into` with what `merged` makes of each and the same word of the packet
    /// in slot `from`, where a node has two packets there that are for the same destinations of one message.
    ///
    /// # Errors
    /// M5 where the network holds another packet that shares words with the packet in slot `into` (such packets; 2 if
    /// some are in other tiles), or where that packet is a bare copy. M5 past the local work of a step.
    pub fn merge_words(
        &mut self,
        into: usize,
        from: usize,
        merged: impl Fn(u32, u32) -> u32 + Sync,
    ) -> Result<(), Violation> {
        let messages = Arc::clone(&self.messages);
        let is_one = move |node: &Node<'_>| {
            let message =
                |lane| node.packet(lane).map(|packet| messages.message_of(packet.handle()));
            message(into).is_some() && message(into) == message(from)
        };
        self.annotate(into, |node, words| {
            if is_one(node) {
                for (i, other) in node.words(from).iter().enumerate() {
                    words.set(i, merged(words.get(i), other));
                }
            }
        })
    }
}
