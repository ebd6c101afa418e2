//! Numbers channels and ports.

use super::flight::Need;
use crate::wormhole::{Hold, Ports, Resource, Worm};

/// Channels have their own numbers; the ports of sources follow, then those of destinations.
pub(super) struct Numbers<'a> {
    channels: u32,
    nodes: u32,
    ports: Ports<'a>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(ports: Ports<'a>, channels: usize) -> Self {
        let nodes = ports.ends.iter().map(|&(from, to)| from.max(to) + 1).max().unwrap_or(0);
        Self { channels: channels as u32, nodes, ports }
    }

    /// How many there are.
    pub(super) fn all(&self) -> u32 {
        self.channels + 2 * self.nodes
    }

    /// Whether what a worm needs is limited.
    pub(super) fn has(&self, need: Need) -> bool {
        match need {
            Need::Channel(_) => true,
            Need::Injection => self.ports.inject_one,
            Need::Consumption(_) => self.ports.consume_one,
        }
    }

    /// The number of what a worm needs.
    pub(super) fn of(&self, worm: &Worm, need: Need) -> u32 {
        let channel = |buffer: u32| worm.path[buffer as usize];
        let ends = |channel: u32| self.ports.ends[channel as usize];
        match need {
            Need::Channel(buffer) => channel(buffer),
            Need::Consumption(buffer) => self.channels + self.nodes + ends(channel(buffer - 1)).1,
            Need::Injection => self.channels + ends(channel(0)).0,
        }
    }

    /// The request of what a worm needs.
    pub(super) fn hold(&self, worm: &Worm, need: Need, requested: u64) -> Hold {
        let hop = match need {
            Need::Channel(buffer) => buffer + 1,
            Need::Injection | Need::Consumption(_) => need.buffer(),
        };
        let resource = self.resource(self.of(worm, need));
        Hold { resource, hop, requested, granted: None, released: None }
    }

    /// What has a number.
    pub(super) fn resource(&self, number: u32) -> Resource {
        match number.checked_sub(self.channels) {
            None => Resource::Channel(number),
            Some(node) if node < self.nodes => Resource::InjectionPort(node),
            Some(node) => Resource::ConsumptionPort(node - self.nodes),
        }
    }
}
