//! Makes a clone for every destination in the tile, and routes the clones there: steps 2(d) and 2(e).

use super::queues::{HOME, WAITING};
use super::tessellation::Tessellation;
use meshcast_engine::{
    Copied, Effect, End, Machine, Node, Rehearsal, Room, Service, Shape, Violation,
};
use meshcast_primitives::{Journey, KkCost, KkRouting, Ways, all_reduce, reduce};

/// How tiles of one shape make their clones and route them.
pub(super) struct Cloning {
    /// Most clones of a node.
    most: usize,
    routing: KkRouting,
    rehearsal: Rehearsal,
}

impl Cloning {
    /// At most `most` clones a node and `congestion` for one, with a buffer of `capacity` packets.
    pub(super) fn new(shape: Shape, most: usize, congestion: usize, capacity: usize) -> Self {
        let (blocks, ways, _) = cheapest(shape, most, congestion, capacity);
        let routing = KkRouting::with_ways(shape, most, congestion, blocks, ways);
        let routing = routing.expect("its cost is known");
        Self { most, routing, rehearsal: Rehearsal::default() }
    }

    /// Makes the clones of the packets of a tile and delivers them.
    pub(super) fn run(
        &self,
        tessellation: &Tessellation,
        tile: &mut Machine,
    ) -> Result<(), Violation> {
        // A routing has room for the packets that it starts with.
        let room = Room::with_queues(0..self.routing.capacity());
        let leap = tile.leap(&self.rehearsal, room, |tile| {
            make(tessellation, self.most, tile)?;
            self.routing.deliver(tile)
        })?;
        if let Some(mut effect) = leap {
            self.deliver_all(tessellation, &mut effect);
        }
        Ok(())
    }

    /// What clones bring about.
    fn deliver_all(&self, tessellation: &Tessellation, effect: &mut Effect<'_>) {
        let mut journeys: Vec<Journey> = Vec::new();
        for from in 0..effect.shape().nodes() {
            for queue in [HOME, WAITING] {
                for packet in effect.take_queued(queue, from) {
                    let (node, destinations) = (effect.node(from), effect.destinations(packet));
                    let region = tessellation.region(node.id());
                    let here = tessellation.within(destinations, region..region + 1);
                    let before = journeys.len();
                    let to = |&id: &u32| target(&node, id) as usize;
                    journeys.extend(here.iter().map(|id| Journey { from, to: to(id) }));
                    let clones = &journeys[before..];
                    effect.count_copies(clones.len() as u64 - 1);
                    for clone in clones {
                        effect.deliver_at(packet, clone.to);
                    }
                }
            }
        }
        effect.count_hops(self.routing.hops(&journeys));
    }
}

/// Tells packets that are to be cloned from those with one destination in the tile, which are clones already: local work.
pub(super) fn begin(tessellation: &Tessellation, tile: &mut Machine) -> Result<(), Violation> {
    tile.requeue(HOME, |node, queued| {
        let region = tessellation.region(node.id());
        let here = tessellation.within(queued.destinations(), region..region + 1);
        place(node, here, here.len() as u32 - 1)
    })
}

/// Clones of the packets that a node holds.
pub(super) fn count(node: &Node<'_>) -> u32 {
    let waiting = node.queue(WAITING).packets().map(|packet| packet.key() + 1);
    node.queue(HOME).len() as u32 + waiting.sum::<u32>()
}

/// The most clones for one node, known everywhere then: those for each node of a tile are counted by a reduction of their
/// own, a step apart, in all tiles at once.
pub(super) fn most_for_a_node(
    tessellation: &Tessellation,
    machine: &mut Machine,
) -> Result<usize, Violation> {
    let tiling = tessellation.tiles();
    let mut own = machine.variable(1, |_, _| 0_u32)?;
    machine.span("count", |machine| {
        machine.in_parallel_with(&tiling, &mut own, |tile, own| {
            let region = |node: &Node<'_>| tessellation.region(node.id());
            let mut counts = tile.variable(tile.shape().nodes(), |_, _| 0_u32)?;
            tile.compute(&mut counts, |node, counts| {
                for queue in [HOME, WAITING] {
                    for (_, destinations) in node.queue(queue).iter() {
                        let region = region(node);
                        for &id in tessellation.within(destinations, region..region + 1) {
                            counts[target(node, id) as usize] += 1;
                        }
                    }
                }
            })?;
            all_reduce(tile, &mut counts, |a, b| a + b)?;
            tile.compute(own, |node, own| own[0] = node.own(&counts)[node.index()])
        })
    })?;
    Ok(reduce(machine, &mut own, u32::max)? as usize)
}

/// Makes the clones, at most `most` a node, each with a destination of its own: a copy a step.
fn make(tessellation: &Tessellation, most: usize, tile: &mut Machine) -> Result<(), Violation> {
    tile.span("clone", |tile| {
        for _ in 1..most {
            tile.step(|step| {
                step.serve((WAITING, &[WAITING, HOME]), |node| {
                    let waiting = node.queue(WAITING);
                    let left = waiting.at(End::Greatest)?.key();
                    let destinations = waiting.destinations_at(End::Greatest);
                    let here = tessellation.starting(destinations, tessellation.region(node.id()));
                    Some(Service::Copy(Copied {
                        original: place(node, here, left - 1),
                        copy: (HOME, target(node, here[left as usize])),
                    }))
                })
            })?;
        }
        Ok(())
    })
}

/// Where a packet is, and its key, while other clones are still to be made for `left` of its destinations, those from
/// the second of the tile on. The last clone, for the first one, is the packet itself.
fn place(node: &Node<'_>, here: &[u32], left: u32) -> (usize, u32) {
    match left {
        0 => (HOME, target(node, here[0])),
        _ => (WAITING, left),
    }
}

/// The key of the clone for the node `id` of the whole mesh.
fn target(node: &Node<'_>, id: u32) -> u32 {
    node.locate(id).expect("the region of a node is its tile") as u32
}

/// The blocks a side of the routing that the capacity is for.
fn usual_blocks(shape: Shape) -> usize {
    KkRouting::BLOCKS.max(KkRouting::least_blocks(shape))
}

/// The steps in which a tile makes at most so many clones a node, and routes them with a buffer of `capacity` packets.
pub(super) fn steps(tile: Shape, clones: usize, congestion: usize, capacity: usize) -> u64 {
    (clones - 1) as u64 + cheapest(tile, clones, congestion, capacity).2.delivery_steps
}

/// The blocks, the ways and the cost of the routing of the clones that takes the fewest steps among those with a buffer of at most
/// `capacity` packets.
fn cheapest(
    shape: Shape,
    clones: usize,
    congestion: usize,
    capacity: usize,
) -> (usize, Ways, KkCost) {
    let least = KkRouting::least_blocks(shape);
    [1, 2, usual_blocks(shape), 6, 8, 16]
        .into_iter()
        .filter(|&blocks| blocks >= least)
        .flat_map(|blocks| [Ways::One, Ways::Two].map(|ways| (blocks, ways)))
        .filter_map(|(blocks, ways)| {
            let cost = KkRouting::cost_on(shape, clones, congestion, blocks, ways)?;
            (cost.capacity <= capacity).then_some((blocks, ways, cost))
        })
        .min_by_key(|(.., cost)| (cost.delivery_steps, cost.capacity))
        .expect("the capacity is that of such a routing")
}

/// The packets that a buffer must hold, so that clones can be routed one way.
pub(super) fn least_capacity(shape: Shape, clones: usize, congestion: usize) -> usize {
    KkRouting::capacity_one_way(shape, clones, congestion, usual_blocks(shape))
}
