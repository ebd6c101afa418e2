//! Tori in the fewest words: points are lists of coordinates, paths lists of points, queues lists that are searched.

use std::collections::{BTreeMap, BTreeSet};

/// A point of a torus.
pub type Point = Vec<i64>;

/// A function that takes a point a step nearer to 0.
pub type Rule = fn(&[i64]) -> Point;

/// K nodes in each of n dimensions.
#[derive(Clone, Copy, Debug)]
pub struct NaiveTorus {
    /// K.
    pub radix: i64,
    /// n.
    pub dims: usize,
}

/// Which message goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NaiveOrder {
    /// The one with the longest way to go.
    Farthest,
    /// The first to come.
    Fifo,
    /// The one with the shortest way to go.
    Nearest,
}

/// A directed channel: the node, the dimension from 0, and the change of the coordinate.
pub type NaiveChannel = (Point, usize, i64);

/// What a run counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NaiveRun {
    /// Steps.
    pub steps: u64,
    /// Most messages in a node at the end of a step.
    pub peak: u64,
    /// Most messages before a channel at the end of a step.
    pub longest_queue: u64,
    /// Messages over channels.
    pub link_uses: u64,
    /// Most over one.
    pub link_peak: u64,
    /// Copies.
    pub copies: u64,
    /// Pairs of a source and another node that a message of the source came for.
    pub delivered: u64,
    /// Most messages in each node at the end of a step, of the nodes that held any.
    pub node_peaks: BTreeMap<Point, u64>,
    /// Messages over each channel, of the channels that were used.
    pub uses: BTreeMap<NaiveChannel, u64>,
    /// Messages in all nodes at the start and at the end of each step.
    pub waiting: Vec<u64>,
}

/// Definition 3: the last coordinate that is not 0 goes down.
///
/// # Panics
///
/// Panics at 0, from which there is no step.
pub fn simple_step(point: &[i64]) -> Point {
    let last = point.iter().enumerate().filter(|(_, x)| **x != 0).map(|(i, _)| i).max();
    nearer(point, last.expect("a point other than 0"))
}

/// Definition 4, its misprints mended: see docs/torus.md.
///
/// # Panics
///
/// Panics at 0, from which there is no step.
pub fn diagonal_step(point: &[i64]) -> Point {
    let n = point.len();
    let s = point.iter().map(|x| x.abs()).max().expect("a dimension");
    if point.iter().all(|x| x.abs() == s) {
        let sgn = |x: i64| x.signum();
        let b: i64 =
            (1..=n).map(|k| (1 - sgn(point[0]) * sgn(point[k - 1])) / 2 * (1 << (n - k))).sum();
        return nearer(point, b as usize % n);
    }
    // Dimensions from 1, as printed.
    let fits = |p: &usize| point[p - 1].abs() < s && point[p % n].abs() == s;
    let p = (1..=n).filter(fits).max().expect("a coordinate before a greatest one");
    nearer(point, p % n)
}

/// The sum of Definition 4 as it is printed, with a plus.
pub fn printed_signs(point: &[i64]) -> i64 {
    let (n, sgn) = (point.len(), |x: i64| x.signum());
    (1..=n).map(|k| (1 + sgn(point[0]) * sgn(point[k - 1])) / 2 * (1 << (n - k))).sum()
}

/// The second case of Definition 4 as it is printed: over which dimension, from 0, a point goes that is not a diagonal one.
///
/// # Panics
///
/// Panics if all coordinates are equally large.
pub fn printed_dimension(point: &[i64]) -> usize {
    let n = point.len();
    let s = point.iter().map(|x| x.abs()).max().expect("a dimension");
    let p = (1..=n).filter(|p| point[p - 1].abs() < s).max().expect("no diagonal point");
    p % n
}

/// The smallest coordinate that is not 0; of several the one from which on the point reads as the greatest list of sizes and signs, a
/// sign being whether it is that of the first; of several such the one by the size.
///
/// # Panics
///
/// Panics at 0, from which there is no step.
pub fn balanced_step(point: &[i64]) -> Point {
    let least = point.iter().map(|x| x.abs()).filter(|&x| x != 0).min().expect("not 0");
    let reading = |from: usize| -> Vec<(i64, i64)> {
        let turned = [&point[from..], &point[..from]].concat();
        turned.iter().map(|&x| (x.abs(), (x * turned[0]).signum())).collect()
    };
    let of_least = || (0..point.len()).filter(|&i| point[i].abs() == least);
    let best = of_least().map(reading).max().expect("a coordinate");
    let places: Vec<usize> = of_least().filter(|&i| reading(i) == best).collect();
    nearer(point, places[least as usize % places.len()])
}

fn nearer(point: &[i64], dimension: usize) -> Point {
    let mut next = point.to_vec();
    next[dimension] -= next[dimension].signum();
    next
}

impl NaiveTorus {
    /// All points, the last coordinate running fastest.
    pub fn points(self) -> Vec<Point> {
        let mut points = vec![Vec::new()];
        for _ in 0..self.dims {
            let longer = |point: &Point| {
                let with = |x| [point.as_slice(), &[x]].concat();
                self.coordinates().map(with).collect::<Vec<_>>()
            };
            points = points.iter().flat_map(longer).collect();
        }
        points
    }

    fn coordinates(self) -> std::ops::RangeInclusive<i64> {
        let least = -((self.radix - 1) / 2);
        least..=least + self.radix - 1
    }

    /// a + b, or a − b for a `sign` of −1, around the torus.
    ///
    /// # Panics
    ///
    /// Never: every residue has a coordinate.
    pub fn add(self, a: &[i64], b: &[i64], sign: i64) -> Point {
        let around = |(a, b): (&i64, &i64)| {
            let sum = a + sign * b;
            self.coordinates().find(|x| (x - sum) % self.radix == 0).expect("a coordinate")
        };
        a.iter().zip(b).map(around).collect()
    }

    /// The points of a path from `from` to 0, both included.
    pub fn path(self, rule: Rule, from: &[i64]) -> Vec<Point> {
        let mut path = vec![from.to_vec()];
        while path[path.len() - 1].iter().any(|&x| x != 0) {
            path.push(rule(&path[path.len() - 1]));
        }
        path
    }

    /// The path from 0 to `to` that a message takes: along the output graph of 0 its own path, along the input graph that of `to`
    /// to 0 backwards.
    pub fn way(self, rule: Rule, to: &[i64], output: bool) -> Vec<Point> {
        if output {
            let start = self.add(&vec![0; self.dims], to, -1);
            self.path(rule, &start).iter().map(|point| self.add(point, to, 1)).collect()
        } else {
            self.path(rule, to).into_iter().rev().collect()
        }
    }

    /// A channel: the node and the change of a coordinate. Where K = 2 both changes are one channel.
    fn channel(self, from: &[i64], to: &[i64]) -> NaiveChannel {
        let change = self.add(to, from, -1);
        let dimension = change.iter().position(|&x| x != 0).expect("a step");
        (from.to_vec(), dimension, change[dimension])
    }

    /// Runs a communication: from 0 or from all, to all or to each.
    pub fn run(
        self,
        rule: Rule,
        (from_all, to_each): (bool, bool),
        output: bool,
        order: NaiveOrder,
    ) -> NaiveRun {
        let origin = vec![0; self.dims];
        let others: Vec<Point> = self.points().into_iter().filter(|p| *p != origin).collect();
        // A message is a list of displacements that it has to reach, and a tree: of each its parent.
        let parents: BTreeMap<Point, Point> = others
            .iter()
            .map(|to| {
                let way = self.way(rule, to, output);
                (to.clone(), way[way.len() - 2].clone())
            })
            .collect();
        let mut world = World {
            torus: self,
            order,
            run: NaiveRun::default(),
            delivered: BTreeSet::new(),
            queues: BTreeMap::new(),
            clock: 0,
            came: 0,
        };
        let mut sources: Vec<Point> = if from_all { self.points() } else { vec![origin.clone()] };
        sources.sort();
        for source in &sources {
            if to_each {
                for to in &others {
                    world.spread(source, Load::Path(self.way(rule, to, output)));
                }
            } else {
                world.spread(source, Load::Tree(origin.clone(), &parents));
            }
        }
        world.observe();
        while world.queues.values().any(|queue| !queue.is_empty()) {
            world.step();
            world.observe();
        }
        world.run.delivered = world.delivered.len() as u64;
        world.run.link_peak = world.run.uses.values().copied().max().unwrap_or(0);
        world.run
    }
}

/// What a message carries in the oracle: its whole way to go, from where it is, or where in which tree it is.
#[derive(Clone)]
enum Load<'a> {
    Path(Vec<Point>),
    Tree(Point, &'a BTreeMap<Point, Point>),
}

struct Waiting<'a> {
    source: Point,
    load: Load<'a>,
    to_go: i64,
    came: (u64, u64),
}

struct World<'a> {
    torus: NaiveTorus,
    order: NaiveOrder,
    run: NaiveRun,
    /// Pairs of a source and a node.
    delivered: BTreeSet<(Point, Point)>,
    queues: BTreeMap<NaiveChannel, Vec<Waiting<'a>>>,
    clock: u64,
    came: u64,
}

impl<'a> World<'a> {
    /// Queues a message of `source` at every channel that it has to take from where it is.
    fn spread(&mut self, source: &[i64], load: Load<'a>) {
        let onward: Vec<(Point, Point, i64, Load<'a>)> = match load {
            Load::Path(way) if way.len() == 1 => Vec::new(),
            Load::Path(way) => {
                let to_go = i64::try_from(way.len() - 1).expect("a path within the torus");
                vec![(way[0].clone(), way[1].clone(), to_go, Load::Path(way[1..].to_vec()))]
            }
            Load::Tree(here, parents) => {
                let children = parents.iter().filter(|(_, parent)| **parent == here);
                let branch = |(child, _): (&Point, &Point)| {
                    let load = Load::Tree(child.clone(), parents);
                    (here.clone(), child.clone(), 1 + height(child, parents), load)
                };
                children.map(branch).collect()
            }
        };
        self.run.copies += (onward.len() as u64).saturating_sub(1);
        for (here, next, to_go, load) in onward {
            let at = |point: &Point| self.torus.add(source, point, 1);
            let channel = self.torus.channel(&at(&here), &at(&next));
            self.came += 1;
            let waiting =
                Waiting { source: source.to_vec(), load, to_go, came: (self.clock, self.came) };
            self.queues.entry(channel).or_default().push(waiting);
        }
    }

    fn step(&mut self) {
        self.clock += 1;
        self.run.steps += 1;
        let mut moving = Vec::new();
        for (channel, queue) in &mut self.queues {
            let order = self.order;
            let key = |waiting: &Waiting<'_>| match order {
                NaiveOrder::Farthest => (-waiting.to_go, waiting.came),
                NaiveOrder::Fifo => (0, waiting.came),
                NaiveOrder::Nearest => (waiting.to_go, waiting.came),
            };
            let first = (0..queue.len()).min_by_key(|&i| key(&queue[i]));
            if let Some(first) = first {
                *self.run.uses.entry(channel.clone()).or_default() += 1;
                self.run.link_uses += 1;
                moving.push((channel.clone(), queue.remove(first)));
            }
        }
        // Of messages that come at once, those along the first dimension are first, and of those the ones that go up.
        moving.sort_by_key(|((_, dimension, change), _)| (*dimension, -change));
        for (_, Waiting { source, load, .. }) in moving {
            let here = match &load {
                Load::Path(way) => (way.len() == 1).then(|| way[0].clone()),
                Load::Tree(here, _) => Some(here.clone()),
            };
            self.delivered.extend(here.map(|here| (source.clone(), here)));
            self.spread(&source, load);
        }
    }

    fn observe(&mut self) {
        let mut held: BTreeMap<&Point, u64> = BTreeMap::new();
        for ((node, _, _), queue) in &self.queues {
            *held.entry(node).or_default() += queue.len() as u64;
            self.run.longest_queue = self.run.longest_queue.max(queue.len() as u64);
        }
        self.run.peak = held.values().copied().max().unwrap_or(0).max(self.run.peak);
        self.run.waiting.push(held.values().sum());
        for (node, held) in held.into_iter().filter(|(_, held)| *held > 0) {
            let peak = self.run.node_peaks.entry(node.clone()).or_default();
            *peak = held.max(*peak);
        }
    }
}

fn height(point: &Point, parents: &BTreeMap<Point, Point>) -> i64 {
    let children = parents.iter().filter(|(_, parent)| *parent == point);
    children.map(|(child, _)| 1 + height(child, parents)).max().unwrap_or(0)
}
