//! Broadcasts along a tree.

use super::branches::Branches;
use meshcast_engine::{Onward, TorusProgram};

/// A node passes a message on to every child of the point that it is, seen from the source. The header is that point's label.
pub(super) struct Broadcast(pub(super) Branches);

impl TorusProgram for Broadcast {
    type Header = u32;

    fn address(&self, _: Option<u32>) -> u32 {
        0
    }

    fn serve(&self, here: u32, onward: &mut Onward<u32>) -> bool {
        for branch in self.0.of(here) {
            onward.send(branch.channel, branch.child, branch.reach);
        }
        here != 0
    }
}
