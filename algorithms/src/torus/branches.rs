//! Tells every node the channels to its children in a tree of all points with root 0.

use super::point_lists::PointLists;
use super::routing::{Routing, by_distance};
use meshcast_engine::{Torus, TorusChannel};

/// A channel to a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) channel: TorusChannel,
    /// The child's label.
    pub(super) child: u32,
    /// Channels from here to the farthest point behind this one.
    pub(super) reach: u32,
}

/// A tree whose points are labelled in preorder: those below a child have its label and the ones up to the next child's.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    /// By point.
    labels: Vec<u32>,
    /// By label: where its edges to children begin.
    starts: Vec<u32>,
    edges: Vec<Branch>,
    /// By label: the distance from the root.
    depths: Vec<u32>,
}

impl Branches {
    /// The input graph of a routing: what leads to 0, the other way round.
    pub(super) fn input(routing: &Routing) -> Self {
        Self::new(routing.torus(), |point| routing.hop(point).back())
    }

    /// The output graph of a routing: a point's parent comes before it on the path from 0 to it.
    pub(super) fn output(routing: &Routing) -> Self {
        // The path from 0 to a point is that from the opposite point to 0, moved there.
        let (torus, last) = (routing.torus(), routing.last_hops());
        Self::new(torus, |point| {
            TorusChannel::numbered(last[torus.difference(0, point) as usize].into())
        })
    }

    /// The tree in which a point other than 0 is reached over the channel that `enter` says, from nearer to 0.
    fn new(torus: Torus, enter: impl Fn(u32) -> TorusChannel) -> Self {
        let parent = |point| torus.neighbour(point, enter(point).back());
        let order = by_distance(torus);
        let mut reaches = vec![1; torus.nodes()];
        for &point in order[1..].iter().rev() {
            let above = parent(point) as usize;
            reaches[above] = reaches[above].max(reaches[point as usize] + 1);
        }
        let children =
            PointLists::new(torus.nodes(), order[1..].iter().map(|&point| (parent(point), point)));
        let (mut labels, mut preorder) =
            (vec![0; torus.nodes()], Vec::with_capacity(torus.nodes()));
        let mut stack = vec![0];
        while let Some(point) = stack.pop() {
            labels[point as usize] = preorder.len() as u32;
            preorder.push(point);
            stack.extend(children.of(point).iter().rev());
        }
        let (mut starts, mut edges) = (vec![0], Vec::with_capacity(torus.nodes() - 1));
        for &point in &preorder {
            edges.extend(children.of(point).iter().map(|&child| Branch {
                channel: enter(child),
                child: labels[child as usize],
                reach: reaches[child as usize],
            }));
            starts.push(edges.len() as u32);
        }
        let depths = preorder.iter().map(|&point| torus.distance(point)).collect();
        Self { labels, starts, edges, depths }
    }

    /// The label of a point; that of 0 is 0.
    pub(super) fn label(&self, point: u32) -> u32 {
        self.labels[point as usize]
    }

    /// The branches of a point by its label, in increasing order of labels.
    pub(super) fn of(&self, label: u32) -> &[Branch] {
        let here = label as usize;
        &self.edges[self.starts[here] as usize..self.starts[here + 1] as usize]
    }

    /// How far below one label another one lies.
    pub(super) fn depth_below(&self, label: u32, above: u32) -> u32 {
        self.depths[label as usize] - self.depths[above as usize]
    }
}
