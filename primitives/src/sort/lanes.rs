//! Names what nodes do with the lanes that packets of a route are in.

/// The packets a node may hold while a route runs.
pub const LANES: usize = 5;

/// No lane: the node sends nothing that way in that step.
pub const NO_LANE: u8 = 15;

/// Where one packet of a route starts and ends; `lane` counts from 0 inside a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Node and lane at the start.
    pub from: (usize, usize),
    /// Node and lane at the end.
    pub to: (usize, usize),
}

/// The lanes a node sends from in one step; [`NO_LANE`] where it sends nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sends {
    /// Lane of the packet that goes to the next node.
    pub east: u8,
    /// Lane of the packet that goes to the previous node.
    pub west: u8,
}

/// The lanes that take in what reaches a node in one step; [`NO_LANE`] where nothing is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Lane for the packet from the previous node.
    pub from_west: u8,
    /// Lane for the packet from the next node.
    pub from_east: u8,
}

/// Two lanes of one node that exchange their packets, free local work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSwap {
    /// The node.
    pub node: u32,
    /// One lane.
    pub a: u8,
    /// The other lane.
    pub b: u8,
}
