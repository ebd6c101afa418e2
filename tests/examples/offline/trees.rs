//! Chooses a tree of links for each message so that no link is in many.

use meshcast_engine::{Messages, Port, Shape};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it costs to begin a branch where the tree has one already, so that a copy is needed, in thousandths of a full link.
const BRANCH: u64 = 500;

/// A link from its node.
pub(crate) type Link = (u32, Port);

/// A tree for each message.
pub(crate) struct Forest<'a> {
    shape: Shape,
    set: &'a Messages,
    hop: u64,
    /// By message: links from the source outwards, each after the one that leads to it.
    trees: Vec<Vec<Link>>,
    /// By link: trees that it is in.
    loads: Vec<u32>,
    /// By link: what it costs a tree more.
    costs: Vec<u64>,
    /// How many trees fill a link.
    full: u64,
}

impl<'a> Forest<'a> {
    pub(crate) fn new(shape: Shape, set: &'a Messages, hop: u64) -> Self {
        // A little above what must enter the corners.
        let full = (set.congestion() * shape.nodes()).isqrt() as u64 / 3 + 1;
        let loads = vec![0; shape.nodes() * Port::ALL.len()];
        let costs = vec![0; loads.len()];
        Self { shape, set, hop, trees: vec![Vec::new(); set.count()], loads, costs, full }
    }

    pub(crate) fn tree(&self, message: usize) -> &[Link] {
        &self.trees[message]
    }

    /// The most trees that a link is in.
    pub(crate) fn busiest(&self) -> u32 {
        self.loads.iter().copied().max().unwrap_or(0)
    }

    /// Lets every message in turn choose its tree anew.
    pub(crate) fn improve(&mut self) {
        // A stride that shares no factor with the number visits all, neighbours far apart.
        let count = self.trees.len();
        let shares_none = |stride: &usize| (2..=*stride).all(|by| stride % by + count % by > 0);
        let stride = (count * 5 / 8 + 1..=count + 1).find(shares_none).expect("1 more is coprime");
        for link in 0..self.loads.len() {
            self.weigh(link);
        }
        for turn in 0..count {
            let message = turn * stride % count;
            for link in std::mem::take(&mut self.trees[message]) {
                self.loads[number(link)] -= 1;
                self.weigh(number(link));
            }
            let tree = self.grow(message);
            for &link in &tree {
                self.loads[number(link)] += 1;
                self.weigh(number(link));
            }
            self.trees[message] = tree;
        }
        self.full = u64::from(self.busiest()) * 97 / 100 + 1;
    }

    /// Sets the cost of a link: a hop, and the sixth power of its load with one tree more, in thousandths of a full link.
    fn weigh(&mut self, link: usize) {
        let power = |number: u64| u128::from(number).pow(6);
        let load = u64::from(self.loads[link]) + 1;
        self.costs[link] = self.hop + 20 + (1000 * power(load) / power(self.full)) as u64;
    }

    /// A tree to all destinations that takes the next cheapest destination each time.
    fn grow(&self, message: usize) -> Vec<Link> {
        let mut growth = Growth::new(self, message);
        while growth.missing > 0 {
            let Some((Reverse(cost), node)) = growth.open.pop() else {
                unreachable!("every node can be reached");
            };
            if cost > growth.labels[node as usize].cost {
                continue;
            }
            if growth.is_wanted[node as usize] {
                growth.join(node);
            } else {
                growth.pass_on(node);
            }
        }
        growth.links
    }
}

/// The number of a link.
fn number((node, port): Link) -> usize {
    node as usize * Port::ALL.len() + port.number()
}

/// How a node is reached from the tree so far.
#[derive(Clone, Copy)]
struct Label {
    cost: u64,
    /// The link that leads there; none for nodes of the tree.
    by: Option<Link>,
    /// Whether the cost includes that of a branch.
    branches: bool,
}

/// A tree that grows.
struct Growth<'a> {
    forest: &'a Forest<'a>,
    links: Vec<Link>,
    labels: Vec<Label>,
    open: BinaryHeap<(Reverse<u64>, u32)>,
    is_wanted: Vec<bool>,
    missing: usize,
    depths: Vec<u64>,
    /// Nodes of the tree that links lead on from.
    leads_on: Vec<bool>,
}

impl<'a> Growth<'a> {
    fn new(forest: &'a Forest<'a>, message: usize) -> Self {
        let nodes = forest.shape.nodes();
        let source = forest.set.source(message);
        let mut is_wanted = vec![false; nodes];
        for &node in forest.set.destinations(message).iter().filter(|&&node| node != source) {
            is_wanted[node as usize] = true;
        }
        let missing = is_wanted.iter().filter(|&&is_wanted| is_wanted).count();
        let unreached = Label { cost: u64::MAX, by: None, branches: false };
        let mut growth = Self {
            forest,
            links: Vec::new(),
            labels: vec![unreached; nodes],
            open: BinaryHeap::new(),
            is_wanted,
            missing,
            depths: vec![0; nodes],
            leads_on: vec![false; nodes],
        };
        growth.plant(source);
        growth
    }

    /// Makes a node one of the tree.
    fn plant(&mut self, node: u32) {
        let branches = self.leads_on[node as usize];
        let cost = self.forest.hop * self.depths[node as usize] + u64::from(branches) * BRANCH;
        self.labels[node as usize] = Label { cost, by: None, branches };
        self.open.push((Reverse(cost), node));
    }

    /// Offers the neighbours of a node the way through it.
    fn pass_on(&mut self, node: u32) {
        let shape = self.forest.shape;
        let label = self.labels[node as usize];
        let (row, col) = shape.position(node as usize);
        for port in Port::ALL {
            let Some((row, col)) = port.step(shape, row, col) else { continue };
            let to = shape.index(row, col);
            let cost = label.cost + self.forest.costs[number((node, port))];
            if cost < self.labels[to].cost && !self.is_planted(to) {
                self.labels[to] = Label { cost, by: Some((node, port)), ..label };
                self.open.push((Reverse(cost), to as u32));
            }
        }
    }

    fn is_planted(&self, node: usize) -> bool {
        self.labels[node].cost < u64::MAX && self.labels[node].by.is_none()
    }

    /// Joins a destination to the tree by the way that its label says.
    fn join(&mut self, node: u32) {
        let mut way = Vec::new();
        let mut root = node;
        while let Some(link) = self.labels[root as usize].by {
            way.push((link, root));
            root = link.0;
        }
        let label = &mut self.labels[node as usize];
        if self.leads_on[root as usize] && !label.branches {
            // The way was found before the tree led on from its root.
            label.branches = true;
            label.cost += BRANCH;
            self.open.push((Reverse(label.cost), node));
            return;
        }
        self.leads_on[root as usize] = true;
        for &(link, to) in way.iter().rev() {
            self.links.push(link);
            self.depths[to as usize] = self.depths[link.0 as usize] + 1;
            self.leads_on[to as usize] = to != node;
            self.missing -= usize::from(std::mem::take(&mut self.is_wanted[to as usize]));
            self.plant(to);
        }
    }
}
