//! Says what a transmission may send: by what program, from which slots, over which ports.

use crate::geometry::{Port, Shape};
use crate::machine::{RowSends, lane_number};
use crate::nodes::{Node, Nodes};
use std::fmt;
use std::ops::Range;

/// What one node sends in one step, as its program says it.
#[derive(Clone, Copy)]
pub struct Sends {
    list: [(u16, Port); Sends::MOST],
    count: u8,
}

impl fmt::Debug for Sends {
    /// Leaves out what nodes before this one have sent, which is still behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list()).finish()
    }
}

impl Sends {
    /// Sends a program may ask of one node; a lawful one needs at most four.
    const MOST: usize = 8;

    pub(super) fn none() -> Self {
        Self { list: [(0, Port::East); Self::MOST], count: 0 }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Lanes and ports, in the order in which the program asked.
    #[inline]
    pub(super) fn list(&self) -> &[(u16, Port)] {
        &self.list[..usize::from(self.count)]
    }

    /// The packet in slot `lane` leaves over `port`. What a node asks for past eight sends is left out: two of those share a port.
    ///
    /// # Panics
    /// For a lane past 65 535.
    #[inline]
    pub fn send(&mut self, lane: usize, port: Port) {
        if let Some(place) = self.list.get_mut(usize::from(self.count)) {
            *place = (lane_number(lane), port);
            self.count += 1;
        }
    }
}

/// What the nodes of a transmission send.
pub(super) trait Program: Sync {
    /// What programs call the form.
    const NAME: &'static str;

    /// What one node sends.
    fn ask(&self, node: &Node<'_>, sends: &mut Sends);

    /// Lists what all nodes of a row send, none of it from an empty slot; false if only [`Program::ask`] can tell.
    fn ask_row(&self, _nodes: &Nodes, _row: usize, _sends: &mut RowSends) -> bool {
        false
    }
}

impl<T: Fn(&Node<'_>, &mut Sends) + Sync> Program for T {
    const NAME: &'static str = "transmit";

    #[inline]
    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        self(node, sends);
    }
}

/// Which slot an arrival takes.
pub(super) trait Landing: Sync {
    /// Whether every arrival takes the lowest empty slot.
    const IN_LOWEST: bool;

    /// The lane that a receiver names, for what was sent over a port; none for the lowest empty slot.
    fn lane(&self, node: &Node<'_>, port: Port) -> Option<usize>;
}

/// The lowest empty slot.
pub(super) struct Lowest;

impl Landing for Lowest {
    const IN_LOWEST: bool = true;

    fn lane(&self, _node: &Node<'_>, _port: Port) -> Option<usize> {
        None
    }
}

impl<T: Fn(&Node<'_>, Port) -> usize + Sync> Landing for T {
    const IN_LOWEST: bool = false;

    #[inline]
    fn lane(&self, node: &Node<'_>, port: Port) -> Option<usize> {
        Some(self(node, port))
    }
}

/// The slots and links that a transmission may use.
pub(super) struct Route<'a> {
    pub(super) lanes: Range<usize>,
    pub(super) ports: &'a [Port],
}

impl Route<'_> {
    /// The lanes that an arrival may take if its receiver has named `lane`, or none.
    #[inline]
    pub(super) fn landing_lanes(&self, lane: Option<usize>) -> Range<usize> {
        lane.map_or_else(|| self.lanes.clone(), |lane| lane..lane + 1)
    }

    pub(super) fn ports_of(&self, shape: Shape, row: usize) -> RowPorts {
        let bit = |port: Port| 1 << port.number();
        let mut inner = self.ports.iter().fold(0, |bits, &port| bits | bit(port));
        if row == 0 {
            inner &= !bit(Port::North);
        }
        if row + 1 == shape.rows() {
            inner &= !bit(Port::South);
        }
        RowPorts { inner, last_col: shape.cols() - 1 }
    }
}

/// The ports over which the nodes of one row may send, a bit each.
#[derive(Clone, Copy)]
pub(super) struct RowPorts {
    /// Those of a node with neighbours on both sides.
    inner: u8,
    last_col: usize,
}

impl RowPorts {
    #[inline]
    pub(super) fn at(self, col: usize) -> u8 {
        let west = u8::from(col == 0) << Port::West.number();
        let east = u8::from(col == self.last_col) << Port::East.number();
        self.inner & !(west | east)
    }
}
