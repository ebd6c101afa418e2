//! Gathers what happens in one step, and applies it at its end: all of it starts from the state before.

use super::packets::{Act, Packets};
use super::sections::push;

/// A link that is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The link by its number at its node.
    pub(super) link: u32,
    /// The packet that crosses it, if one does.
    pub(super) packet: Option<u32>,
}

/// What has happened so far in the current step.
#[derive(Debug, Default)]
pub(super) struct Step {
    uses: Vec<Use>,
    acts: Vec<Act>,
    drops: Vec<Act>,
    /// Uses of links, each as often as the trace has it.
    pub(super) links: u64,
    pub(super) deliveries: u64,
}

impl Step {
    pub(super) fn cross(&mut self, used: Use) {
        self.links += 1;
        self.uses.push(used);
    }

    pub(super) fn act(&mut self, act: Act) {
        self.deliveries += u64::from(matches!(act, Act::Deliver { .. }));
        let of_its_kind = if act.is_drop() { &mut self.drops } else { &mut self.acts };
        of_its_kind.push(act);
    }

    /// Applies the step to the packets and begins the next; notes the links that were used and how moves
    /// change what nodes hold, and writes down moves and acts.
    pub(super) fn end(
        &mut self,
        packets: &mut Packets,
        (links, mut expected): (&mut [u16], Option<&mut [i64]>),
        moves: &mut Vec<u8>,
        acts: &mut Vec<u8>,
    ) {
        let mut step = std::mem::take(self);
        step.uses.sort_by_key(|used| (used.from, used.link));
        let mut lawful = Vec::with_capacity(step.uses.len());
        let mut jumps = Vec::new();
        let mut last = None;
        for Use { from, to, link, packet } in step.uses {
            let is_first = last.replace((from, link)) != Some((from, link));
            let is_here = |&packet: &u32| packets.place(packet) == Some(from);
            let crossing = packet.filter(is_here).filter(|_| is_first);
            if let Some(packet) = packet.filter(|_| crossing.is_none()) {
                jumps.push(Act::Jump { packet, to });
            }
            if is_first {
                links[from] |= 1 << link;
                let rank = crossing.and_then(|packet| packets.rank(packet));
                push(moves, rank.map_or(0, |rank| rank as u64 + 1));
                lawful.extend(crossing.map(|packet| (packet, from, to)));
            }
        }
        for (packet, from, to) in lawful {
            packets.put(packet, Some(to));
            if let Some(expected) = &mut expected {
                expected[from] -= 1;
                expected[to] += 1;
            }
        }
        let all = || jumps.iter().chain(&step.acts).chain(&step.drops);
        push(acts, all().count() as u64);
        for act in all() {
            act.write(acts);
            act.apply(packets);
        }
    }
}
