//! Generates the `adversarial` workload: messages that collide under given permutations.

mod colliding_groups;
mod grouping;
mod places;
mod polynomials;
#[cfg(test)]
mod tests;

pub use grouping::Grouping;

use super::error::WorkloadError;
use super::limits::{DEFAULT_CONGESTION, DEFAULT_DEGREE, MAX_SIDE};
use crate::draws::Draws;
use crate::permutation::Permutation;
use colliding_groups::colliding;
use grouping::Groups;
use meshcast_engine::{MessageLists as Lists, Messages};
use places::Places;

/// Messages on a mesh of `side` × `side` nodes that collide when they are brought to the places that the permutations in
/// `against` give them: in round j, message i is at node πⱼ(i).
///
/// A block gets copies of packets of one group at a time, few of each. The worst for it are packets that want it and are in
/// few groups, in all rounds. So *families* of c·b messages are chosen, b the nodes of the largest block: each is spread
/// over as few groups as are found, counted over all rounds, among the messages that are not in a family yet. The messages of a family
/// go to the same d blocks, one to a node of each, so that a node gets c of them; the last family has what is left. Blocks of
/// one family are apart, and those of different families beside one another, so that larger blocks are wanted by no
/// fewer packets.
///
/// With [`Grouping::Polynomials`] and no permutations messages collide under the polynomials of [`Explicit`](crate::Explicit): of several
/// attacks, multiples of a product of linear factors among them, the one that lasts longest against one block is taken.
///
/// A few permutations are the worst: messages that collide in many rounds are found only where there are many messages. The
/// answer follows from the parameters alone. It is a search, and no proof that nothing worse exists.
///
/// # Shape
/// n = `side`² nodes, 2 × 2 and larger. Groups and blocks are those of the algorithm that is to be provoked, for congestion c:
/// those of a round of visits, or the bands of a sweep. n messages of d destinations, fewer where blocks differ in size;
/// at most c messages for a node.
///
/// # Cost
/// Of n messages and G groups in R rounds, with F = ⌈n/cb⌉ families: at most 64·F·G exchanges of a group for another,
/// and for each that is tried the at most 2R²·n/G groups of their messages; memory for n·R numbers twice.
///
/// # Errors
/// A side below 2 or above 8192; a congestion or degree of 0 or at least n; a degree above the congestion; no permutation
/// or one that is not of n numbers; an order of no field whose tiles fit the mesh.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Grouping, Permutation, adversarial};
/// let against = [Permutation::random(256, 1)];
/// let set = adversarial(Grouping::Tiles, 16, None, Some(4), &against, 1)?;
/// assert_eq!((set.count(), set.degree(), set.congestion()), (256, 4, 4));
/// # Ok::<(), meshcast_algorithms::WorkloadError>(())
/// ```
pub fn adversarial(
    grouping: Grouping,
    side: usize,
    degree: Option<usize>,
    congestion: Option<usize>,
    against: &[Permutation],
    seed: u64,
) -> Result<Messages, WorkloadError> {
    if !(2..=MAX_SIDE).contains(&side) {
        return Err(WorkloadError::Side { found: side });
    }
    let nodes = side * side;
    let (degree, congestion) = check(nodes, degree, congestion)?;
    if let (Grouping::Polynomials(order), []) = (grouping, against) {
        let groups = Groups::new(grouping, side, congestion)?;
        let plan = polynomials::plan(side, congestion, order)?;
        let families = polynomials::families(&plan, &groups, congestion, &mut Draws::new(seed));
        return Ok(Messages::from_lists(nodes, lists(&groups, &families, (degree, congestion)))?);
    }
    if against.is_empty() {
        return Err(WorkloadError::AgainstNothing);
    }
    if let Some(found) = against.iter().map(Permutation::len).find(|&len| len != nodes) {
        return Err(WorkloadError::AgainstLength { nodes, found });
    }
    let groups = Groups::new(grouping, side, congestion)?;
    let families = families(&groups, congestion, against, &mut Draws::new(seed));
    Ok(Messages::from_lists(nodes, lists(&groups, &families, (degree, congestion)))?)
}

/// The degree and congestion to use, from those asked for.
fn check(
    nodes: usize,
    degree: Option<usize>,
    congestion: Option<usize>,
) -> Result<(usize, usize), WorkloadError> {
    let congestion = congestion.unwrap_or(DEFAULT_CONGESTION);
    if congestion == 0 || congestion >= nodes {
        return Err(WorkloadError::Congestion { nodes, found: congestion });
    }
    match degree.unwrap_or(DEFAULT_DEGREE.min(congestion)) {
        found if found == 0 || found >= nodes => Err(WorkloadError::Degree { nodes, found }),
        found if found > congestion => {
            Err(WorkloadError::DegreeOverCongestion { congestion, found })
        }
        degree => Ok((degree, congestion)),
    }
}

/// All messages in families of as many as the largest block can get; those of the first collide most.
fn families(
    groups: &Groups,
    congestion: usize,
    against: &[Permutation],
    draws: &mut Draws,
) -> Vec<Vec<u32>> {
    let mut free: Vec<u32> = (0..groups.of_node.len() as u32).collect();
    let largest = groups.blocks.iter().map(Vec::len).max().unwrap_or(0);
    let size = (congestion * largest).min(free.len());
    let mut families = Vec::new();
    while free.len() > size {
        let group_of = |message: usize, round: usize| {
            let node = against[round].entries()[free[message] as usize];
            groups.of_node[node as usize] as usize
        };
        let places = Places::new(free.len(), against.len(), groups.count, group_of);
        let mut chosen = colliding(&places, size, draws).into_iter().take(size).peekable();
        let is_chosen = |message: &u32| chosen.next_if_eq(message).is_some();
        let (family, rest) = (0..free.len() as u32).partition::<Vec<u32>, _>(is_chosen);
        let named = |messages: Vec<u32>| {
            messages.into_iter().map(|message| free[message as usize]).collect::<Vec<u32>>()
        };
        families.push(named(family));
        free = named(rest);
    }
    families.push(free);
    families
}

/// The destinations of all messages: block k is for family k modulo their number, as long as that has not `degree` blocks.
fn lists(groups: &Groups, families: &[Vec<u32>], (degree, congestion): (usize, usize)) -> Lists {
    let mut lists = Lists::default();
    for (first, family) in families.iter().enumerate() {
        let blocks = || groups.blocks.iter().skip(first).step_by(families.len()).take(degree);
        for (i, &message) in family.iter().enumerate() {
            let fits = |block: &&Vec<u32>| i < congestion * block.len();
            let mut of_blocks =
                blocks().filter(fits).map(|block| block[i % block.len()]).peekable();
            if of_blocks.peek().is_some() {
                lists.push(message, of_blocks);
            }
        }
    }
    lists
}
