//! Says what rounds have to serve, on the average of all nodes.

/// What rounds have to serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::multicast) struct Load {
    /// That of packets which have been in no round, with all their destinations.
    pub(in crate::multicast) whole: Share,
    /// That of the others.
    pub(in crate::multicast) rest: Share,
}

/// A share of a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::multicast) struct Share {
    /// Open destinations at each node of a block: c at first, or fewer.
    pub(in crate::multicast) at_node: f64,
    /// Open destinations of a packet.
    pub(in crate::multicast) degree: f64,
}

impl Share {
    const NONE: Self = Self { at_node: 0.0, degree: 1.0 };

    /// That of the packets of several.
    pub(super) fn of_all(shares: [Self; 3]) -> Self {
        let at_node: f64 = shares.iter().map(|share| share.at_node).sum();
        let packets: f64 = shares.iter().map(|share| share.at_node / share.degree).sum();
        let degree = if packets > 0.0 { f64::max(1.0, at_node / packets) } else { 1.0 };
        Self { at_node, degree }
    }
}

impl Load {
    pub(super) const NONE: Self = Self { whole: Share::NONE, rest: Share::NONE };

    /// Of packets that have been in no round, or that are told apart by nothing.
    pub(in crate::multicast) fn of(at_node: f64, degree: f64) -> Self {
        Self { whole: Share { at_node, degree }, rest: Share::NONE }
    }

    /// Open destinations at each node of a block.
    pub(in crate::multicast) fn at_node(self) -> f64 {
        self.whole.at_node + self.rest.at_node
    }

    /// Packets for each node, if all blocks have that load.
    pub(super) fn packets(self) -> f64 {
        self.whole.at_node / self.whole.degree + self.rest.at_node / self.rest.degree
    }
}
