//! Keeps what the nodes have done so far in the current step.

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
    /// The outgoing links with a packet or a word, a bit each.
    one_way: u64,
    /// The outgoing links with an exchange, a bit each.
    exchanged: u64,
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
    /// Uses the outgoing link of this number; returns its use before, the last one.
    pub(super) fn use_link(&mut self, link: u32, by: LinkUse) -> Option<LinkUse> {
        let bit = 1 << link;
        let before = if self.exchanged & bit != 0 {
            Some(LinkUse::Exchange)
        } else if self.one_way & bit != 0 {
            Some(LinkUse::OneWay)
        } else {
            None
        };
        self.one_way &= !bit;
        self.exchanged &= !bit;
        match by {
            LinkUse::OneWay => self.one_way |= bit,
            LinkUse::Exchange => self.exchanged |= bit,
        }
        before
    }

    /// The fewest steps that its form takes if a port carries one thing each way at a time, ports working in
    /// turn under `one_port`, and an exchange takes `exchange_steps`.
    ///
    /// A lower bound however ports are counted: a form of this node sends over each of its links and receives
    /// `received` times, and one port a step sends and receives at most once.
    pub(super) fn least_steps(&self, one_port: bool, exchange_steps: u64) -> u64 {
        let sent = u64::from((self.one_way | self.exchanged).count_ones());
        let turns = if one_port { sent.max(self.received) } else { 1 };
        if self.exchanged == 0 { turns } else { turns.max(exchange_steps) }
    }
}

/// One step: the nodes with events in it.
#[derive(Debug, Default)]
pub(super) struct Step {
    pub(super) t: u64,
    pub(super) first_line: u64,
    /// In order of the nodes, so that findings at its end come in that order.
    pub(super) nodes: BTreeMap<usize, NodeUse>,
}

impl Step {
    pub(super) fn starting(t: u64, first_line: u64) -> Self {
        Self { t, first_line, nodes: BTreeMap::new() }
    }

    /// The account of `node`, noting that it has an event at `line`.
    pub(super) fn node(&mut self, node: usize, line: u64) -> &mut NodeUse {
        let account = self.nodes.entry(node).or_default();
        account.line = line;
        account
    }
}
