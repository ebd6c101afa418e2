//! What the nodes have done so far in the current step.

use std::collections::BTreeMap;

/// How a directed link is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkUse {
    /// By a packet or a word.
    OneWay,
    /// By an exchange, which uses the link back as well.
    Exchange,
}

/// What one node did in the step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeUse {
    /// The outgoing links, by their number.
    pub(super) links: [Option<LinkUse>; 4],
    /// Packets and words that came in.
    pub(super) received: u64,
    /// Whether it made a copy or a delivery.
    pub(super) copied: bool,
    /// The line that last put a packet into its buffer.
    pub(super) gained: Option<u64>,
    /// The line of its last event.
    pub(super) line: u64,
}

impl NodeUse {
    /// The fewest steps that its form takes if a port carries one thing each way at a time, ports working in
    /// turn under `one_port`, and an exchange takes `exchange_steps`.
    ///
    /// A lower bound however ports are counted: a form of this node sends over each of `links` and receives
    /// `received` times, and one port a step sends and receives at most once.
    pub(super) fn least_steps(&self, one_port: bool, exchange_steps: u64) -> u64 {
        let sent = self.links.iter().flatten().count() as u64;
        let turns = if one_port { sent.max(self.received) } else { 1 };
        if self.links.contains(&Some(LinkUse::Exchange)) {
            turns.max(exchange_steps)
        } else {
            turns
        }
    }
}

/// One step: the nodes with events in it.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub(super) t: u64,
    /// In order of the nodes, so that findings at its end come in that order.
    pub(super) nodes: BTreeMap<usize, NodeUse>,
}

impl Step {
    pub(super) fn starting(t: u64) -> Self {
        Self { t, nodes: BTreeMap::new() }
    }

    /// The account of `node`, noting that it has an event at `line`.
    pub(super) fn node(&mut self, node: usize, line: u64) -> &mut NodeUse {
        let account = self.nodes.entry(node).or_default();
        account.line = line;
        account
    }
}
