//! Steps 2(d) and 2(e): every packet becomes as many clones as it has destinations in the tile, and these go there.

use super::tessellation::Tessellation;
use super::{HOME, WAITING};
use meshcast_engine::{Copied, End, Machine, Node, Violation};
use meshcast_primitives::KkRouting;

/// Clones of the packets that a node holds.
pub(super) fn count(tessellation: &Tessellation, node: &Node<'_>) -> u32 {
    let here = |destinations| in_tile(tessellation, node, destinations).len() as u32;
    node.queue(HOME).iter().map(|(_, destinations)| here(destinations)).sum()
}

/// Makes the clones, at most `most` a node, each with a destination of its own: a copy a step.
///
/// A packet waits with the number of destinations that other clones are still to be made for; the last one is itself.
pub(super) fn make(
    tessellation: &Tessellation,
    most: usize,
    tile: &mut Machine,
) -> Result<(), Violation> {
    let target = |node: &Node<'_>, destinations: &[u32], clone: u32| {
        let id = in_tile(tessellation, node, destinations)[clone as usize];
        node.locate(id).expect("the region of a node is its tile") as u32
    };
    let place = |node: &Node<'_>, destinations: &[u32], left: u32| match left {
        0 => (HOME, target(node, destinations, 0)),
        _ => (WAITING, left),
    };
    tile.span("clone", |tile| {
        tile.requeue(HOME, |node, queued| {
            let clones = in_tile(tessellation, node, queued.destinations).len() as u32;
            place(node, queued.destinations, clones - 1)
        })?;
        for _ in 1..most {
            tile.step(|step| {
                step.copy_queued((WAITING, &[WAITING, HOME]), |node| {
                    let waiting = node.queue(WAITING);
                    let left = waiting.at(End::Greatest)?.key();
                    let destinations = waiting.destinations_at(End::Greatest);
                    Some(Copied {
                        original: place(node, destinations, left - 1),
                        copy: (HOME, target(node, destinations, left)),
                    })
                })
            })?;
        }
        Ok(())
    })
}

/// The routing of the clones that takes the fewest steps among those with a buffer of at most `capacity` packets.
pub(super) fn routing(
    shape: meshcast_engine::Shape,
    clones: usize,
    congestion: usize,
    capacity: usize,
) -> KkRouting {
    let routing = |blocks| KkRouting::new(shape, clones, congestion, blocks);
    [1, 2, 4, 8, 16]
        .map(routing)
        .into_iter()
        .filter(|routing| routing.capacity() <= capacity)
        .min_by_key(KkRouting::delivery_steps)
        .expect("the capacity is that of such a routing")
}

/// The destinations of a packet in the tile of a node.
fn in_tile<'a>(tessellation: &Tessellation, node: &Node<'_>, destinations: &'a [u32]) -> &'a [u32] {
    let region = tessellation.region(node.id());
    tessellation.within(destinations, region..region + 1)
}
