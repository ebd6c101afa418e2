//! Sends personalised messages, by routing and down a tree.

use super::branches::Branches;
use super::routing::Routing;
use meshcast_engine::{Onward, TorusProgram};

/// A message takes the path of the routing from its source to its destination: it goes along the source's output graph. The header
/// is the place where it is, seen from the destination.
pub(super) struct Routed(pub(super) Routing);

impl TorusProgram for Routed {
    type Header = u32;

    fn address(&self, to: Option<u32>) -> u32 {
        self.0.torus().difference(0, to.unwrap_or(0))
    }

    fn serve(&self, here: u32, onward: &mut Onward<u32>) -> bool {
        if here != 0 {
            let channel = self.0.hop(here);
            let torus = self.0.torus();
            onward.send(channel, torus.neighbour(here, channel), torus.distance(here));
        }
        here == 0
    }
}

/// A message goes down the source's input graph: the routing's path from the destination to the source, the other way. The
/// header is where it is and where it goes, both as labels of points seen from the source.
pub(super) struct Descending(pub(super) Branches);

impl TorusProgram for Descending {
    type Header = (u32, u32);

    fn address(&self, to: Option<u32>) -> (u32, u32) {
        (0, self.0.label(to.unwrap_or(0)))
    }

    fn serve(&self, (here, goal): (u32, u32), onward: &mut Onward<(u32, u32)>) -> bool {
        if here != goal {
            let branches = self.0.of(here);
            let behind = branches.partition_point(|branch| branch.child <= goal) - 1;
            let branch = branches[behind];
            onward.send(branch.channel, (branch.child, goal), self.0.depth_below(goal, here));
        }
        here == goal
    }
}
