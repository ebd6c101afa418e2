//! What the counting lemma supposes of a round, claimed of the machine while it makes one.
//!
//! Of X packets that want a block before some rounds, and the set Y of those that still want it afterwards, every one was
//! passed over in all rounds, and each time as many others of X were served as the block has nodes: by its own
//! group, so that no two visits count the same. That is so if (1) a packet is in one group a round, (2) each group visits
//! each tile once, (3) for each block a visit selects as many packets as want it, or as it has nodes, with all that they
//! have for it, and (4) marks them at once. Nothing here knows how packets are selected.

use super::{MASTER, MOVING};
use meshcast_engine::{Falsehood, Node, Overview, Shape, Tile, Tiling};

/// What the claims on the groups of a round say.
pub(super) const ONE_GROUP: &str = "a packet is in one group a round, with one place";
pub(super) const ONE_VISIT: &str =
    "a group visits every tile once a round, and all its packets come along";
pub(super) const STAYS_SERVED: &str = "a destination that was served is open no more";
/// What the claim on a visit says.
pub(super) const ALL_IT_CAN: &str =
    "a visit selects for every block as many packets as want it, or as it has nodes";

/// The word of an open destination.
const OPEN: u32 = 0;

/// The groups of a round, as far as claims have seen them.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Of every message whose packet is in the network, by number: its group if it has one, and its open destinations.
    packets: Vec<Option<(Option<usize>, usize)>>,
    /// Packets of every group.
    sizes: Vec<usize>,
    /// Of every group the tiles that it has visited.
    visited: Vec<Vec<bool>>,
}

impl Groups {
    /// The groups that begin in the cores of the tiles.
    pub(super) fn form(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        let tiles = tiling.tiles().len();
        let mut group_of = vec![None; all.shape().nodes()];
        for (group, &tile) in tiling.tiles().iter().enumerate() {
            places(all.shape(), tile, core).for_each(|node| group_of[node] = Some(group));
        }
        (self.sizes, self.visited) = (vec![0; tiles], vec![vec![false; tiles]; tiles]);
        for (node, group) in all.nodes().zip(group_of) {
            let Some(packet) = node.packet(MASTER) else { continue };
            let message = packet.message() as usize;
            self.packets.resize(self.packets.len().max(message + 1), None);
            if self.packets[message].replace((group, open(&node))).is_some() {
                return Err(Falsehood { node: node.index(), actual: 2, claimed: 1 });
            }
            group.into_iter().for_each(|group| self.sizes[group] += 1);
        }
        Ok(())
    }

    /// Every group is in a tile where it has not been.
    pub(super) fn visit(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        for (number, &tile) in tiling.tiles().iter().enumerate() {
            let mut present = None;
            let mut count = 0;
            for node in places(all.shape(), tile, core) {
                let Some(packet) = all.node(node).packet(MASTER) else { continue };
                let group = self.packets[packet.message() as usize].and_then(|packet| packet.0);
                if group.is_none() || present.is_some_and(|present| Some(present) != group) {
                    return Err(Falsehood { node, actual: 2, claimed: 1 });
                }
                (present, count) = (group, count + 1);
            }
            let Some(group) = present else { continue };
            let visits = 1 + u64::from(std::mem::replace(&mut self.visited[group][number], true));
            let node = all.shape().index(tile.first_row, tile.first_col);
            if visits > 1 {
                return Err(Falsehood { node, actual: visits, claimed: 1 });
            }
            if count != self.sizes[group] {
                let (actual, claimed) = (count as u64, self.sizes[group] as u64);
                return Err(Falsehood { node, actual, claimed });
            }
        }
        Ok(())
    }

    /// No packet has more open destinations than when it was last looked at.
    pub(super) fn stay_served(&mut self, all: &Overview<'_>) -> Result<(), Falsehood> {
        for node in all.nodes() {
            let Some(packet) = node.packet(MASTER) else { continue };
            let Some((_, before)) = &mut self.packets[packet.message() as usize] else { continue };
            let now = open(&node);
            if now > *before {
                let (actual, claimed) = (now as u64, *before as u64);
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
            *before = now;
        }
        Ok(())
    }

    /// All groups with packets have been everywhere, and are where they began.
    pub(super) fn part(
        &mut self,
        all: &Overview<'_>,
        tiling: &Tiling,
        core: Shape,
    ) -> Result<(), Falsehood> {
        for (number, &tile) in tiling.tiles().iter().enumerate() {
            let node = all.shape().index(tile.first_row, tile.first_col);
            let visits = self.visited[number].iter().filter(|&&visited| visited).count();
            if self.sizes[number] > 0 && visits < tiling.tiles().len() {
                let (actual, claimed) = (visits as u64, tiling.tiles().len() as u64);
                return Err(Falsehood { node, actual, claimed });
            }
            for node in places(all.shape(), tile, core) {
                let Some(packet) = all.node(node).packet(MASTER) else { continue };
                let group = self.packets[packet.message() as usize].and_then(|packet| packet.0);
                if group != Some(number) {
                    return Err(Falsehood { node, actual: 0, claimed: 1 });
                }
            }
        }
        Ok(())
    }
}

/// The nodes of the core of a tile.
fn places(mesh: Shape, tile: Tile, core: Shape) -> impl Iterator<Item = usize> {
    (0..core.nodes()).map(move |place| {
        let (row, col) = core.position(place);
        mesh.index(tile.first_row + row, tile.first_col + col)
    })
}

/// Open destinations of the packet of a node, anywhere.
fn open(node: &Node<'_>) -> usize {
    node.words(MASTER).iter().filter(|&word| word == OPEN).count()
}

/// What the packets of a tile want of its blocks before a visit.
#[derive(Debug, Default)]
pub(super) struct Demand {
    /// Of every node: where its destinations begin in the list below, and its open destinations anywhere.
    masters: Vec<(usize, usize)>,
    /// The open destinations in the tile: their numbers and blocks.
    open: Vec<(usize, usize)>,
    /// Packets that want every block.
    wanting: Vec<usize>,
}

/// The blocks of a tile, and whose packets take part there.
#[derive(Clone, Debug)]
pub(super) struct Division {
    core: Shape,
    /// Of every node its block.
    block_of: Vec<usize>,
    /// Of every block its first node and its nodes.
    blocks: Vec<(usize, usize)>,
}

impl Division {
    pub(super) fn new(blocks: &Tiling, core: Shape) -> Self {
        let tile = blocks.shape();
        let mut block_of = vec![0; tile.nodes()];
        for (number, &block) in blocks.tiles().iter().enumerate() {
            places(tile, block, block.shape).for_each(|node| block_of[node] = number);
        }
        let blocks = blocks
            .tiles()
            .iter()
            .map(|block| (tile.index(block.first_row, block.first_col), block.shape.nodes()));
        Self { core, block_of, blocks: blocks.collect() }
    }

    /// Notes what is wanted.
    pub(super) fn ask(&self, all: &Overview<'_>, demand: &mut Demand) {
        demand.wanting = vec![0; self.blocks.len()];
        for node in all.nodes() {
            demand.masters.push((demand.open.len(), open(&node)));
            if node.row() >= self.core.rows() || node.col() >= self.core.cols() {
                continue;
            }
            let (first, words) = (demand.open.len(), node.words(MASTER));
            let here = node.destinations_here(MASTER);
            let here = here.filter(|&(number, _)| words.get(number) == OPEN);
            demand.open.extend(here.map(|(number, at)| (number, self.block_of[at])));
            demand.open[first..].sort_unstable_by_key(|&(_, block)| block);
            for of_block in demand.open[first..].chunk_by(|a, b| a.1 == b.1) {
                demand.wanting[of_block[0].1] += 1;
            }
        }
        demand.masters.push((demand.open.len(), 0));
    }

    /// Every block has copies of as many packets as wanted it, or as it has nodes; these packets have marked all that they
    /// had for it, and nothing else is marked.
    pub(super) fn compare(&self, all: &Overview<'_>, demand: &Demand) -> Result<(), Falsehood> {
        let mut selected = vec![Vec::new(); self.blocks.len()];
        for (node, window) in all.nodes().zip(demand.masters.windows(2)) {
            let ((first, before), (end, _)) = (window[0], window[1]);
            let words = node.words(MASTER);
            let mut marked = 0;
            for of_block in demand.open[first..end].chunk_by(|a, b| a.1 == b.1) {
                let still = of_block.iter().filter(|&&(number, _)| words.get(number) == OPEN);
                let still = still.count();
                if still == of_block.len() {
                    continue;
                }
                if still > 0 {
                    let (actual, claimed) = (still as u64, 0);
                    return Err(Falsehood { node: node.index(), actual, claimed });
                }
                marked += of_block.len();
                selected[of_block[0].1].extend(node.packet(MASTER).map(|packet| packet.message()));
            }
            let now = open(&node);
            if now + marked != before {
                let (actual, claimed) = (now as u64, (before - marked) as u64);
                return Err(Falsehood { node: node.index(), actual, claimed });
            }
        }
        let mut copied = vec![Vec::new(); self.blocks.len()];
        for node in all.nodes() {
            let copy = node.packet(MOVING).map(|packet| packet.message());
            copied[self.block_of[node.index()]].extend(copy);
        }
        let blocks = self.blocks.iter().zip(&demand.wanting);
        for ((&(node, nodes), &wanting), lists) in blocks.zip(selected.iter_mut().zip(&mut copied))
        {
            let (selected, copied) = lists;
            selected.sort_unstable();
            copied.sort_unstable();
            if selected.len() != wanting.min(nodes) {
                let (actual, claimed) = (selected.len() as u64, wanting.min(nodes) as u64);
                return Err(Falsehood { node, actual, claimed });
            }
            if selected != copied {
                let (actual, claimed) = (copied.len() as u64, selected.len() as u64);
                return Err(Falsehood { node, actual, claimed });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{Machine, Messages, Options, Rule, Violation, Witness};
    use meshcast_primitives::Migration;
    use std::sync::Arc;

    const TILE: Shape = match Shape::new(4, 4) {
        Ok(shape) => shape,
        Err(_) => panic!("small"),
    };

    /// Masters of a tile of four blocks, of which the first is wanted by all, at two of its nodes, and each other one by
    /// the last six.
    fn machine() -> Machine {
        let wanted = |source: u32| if source < 10 { vec![0, 5] } else { vec![0, 5, 3, 12, 15] };
        let set = Messages::new(16, (0..16).map(|source| (source, wanted(source))));
        let set = Arc::new(set.expect("small"));
        let mut machine = Machine::new(TILE, set, Some(Migration::CAPACITY), Options::default());
        machine.inject(MASTER, |_| 0);
        machine
    }

    /// What comes of the claim on a visit in which `select` selects.
    fn claimed(select: impl Fn(&mut Machine) -> Result<(), Violation>) -> Result<(), Violation> {
        let division = Division::new(&Tiling::grid(TILE, 2, 2), TILE);
        let (mut machine, mut demand) = (machine(), Witness::new(Demand::default()));
        machine.claim(ALL_IT_CAN, &mut demand, |all, demand| {
            division.ask(all, demand);
            Ok(())
        })?;
        select(&mut machine)?;
        machine.claim(ALL_IT_CAN, &mut demand, |all, demand| division.compare(all, demand))
    }

    /// At a node, how many of the destinations of the master are there than was claimed.
    fn caught(select: impl Fn(&mut Machine) -> Result<(), Violation>) -> (u32, u64, u64) {
        let Violation { rule, node, actual, limit, .. } = claimed(select).expect_err("broken");
        assert_eq!(rule, Rule::Claim(ALL_IT_CAN));
        (node, actual, limit)
    }

    fn exact(machine: &mut Machine) -> Result<(), Violation> {
        Migration::exact(TILE, TILE, (2, 2)).run(machine)
    }

    /// Lets a node write its master's words, as no migration does.
    fn rewrite(machine: &mut Machine, at: u32, number: usize, word: u32) -> Result<(), Violation> {
        machine.step(|step| {
            step.discard(MOVING, |node| {
                node.packet(MOVING).map(|packet| packet.message()) == Some(at)
            })
        })?;
        machine.annotate(MASTER, |node, words| {
            if node.id() == at {
                words.set(number, word);
            }
        })
    }

    #[test]
    fn an_exact_migration_selects_all_that_it_can() {
        assert_eq!(claimed(exact), Ok(()));
    }

    /// Its masters want 34 copies of 16 nodes, so that the last ones are left out, and blocks that only they want.
    #[test]
    fn a_migration_that_leaves_a_master_out_is_caught() {
        let plain = |machine: &mut Machine| Migration::new(TILE, 2, 2).run(machine);
        // The second block begins at node 2; it is wanted by six packets and has four nodes.
        assert_eq!(caught(plain), (2, 2, 4));
        assert_eq!(caught(|_| Ok(())), (0, 0, 4));
    }

    #[test]
    fn a_packet_that_is_selected_beyond_room_is_caught() {
        let too_many = |machine: &mut Machine| {
            exact(machine)?;
            rewrite(machine, 4, 0, 1)?;
            rewrite(machine, 4, 1, 1)
        };
        assert_eq!(caught(too_many), (0, 5, 4));
    }

    #[test]
    fn a_packet_that_is_served_in_part_is_caught() {
        let in_part = |machine: &mut Machine| {
            exact(machine)?;
            rewrite(machine, 3, 1, OPEN)
        };
        assert_eq!(caught(in_part), (3, 1, 0));
    }

    /// The mark says that it was selected, and no copy went.
    #[test]
    fn a_mark_without_a_copy_is_caught() {
        let unsent = |machine: &mut Machine| {
            exact(machine)?;
            rewrite(machine, 3, 1, 1)
        };
        assert_eq!(caught(unsent), (0, 3, 4));
    }

    #[test]
    fn two_copies_of_a_packet_in_a_block_are_caught() {
        let twice = |machine: &mut Machine| {
            exact(machine)?;
            // The copy of message 3 in the first block gives way to one of message 2.
            machine.step(|step| step.discard(MOVING, |node| node.id() == 5))?;
            machine.step(|step| step.copy(MOVING, 1, |node| node.id() == 4))?;
            machine.step(|step| {
                step.carry(1..2, &[meshcast_engine::Port::East], |_, _, _| {
                    Some(meshcast_engine::Port::East)
                })
            })?;
            machine.swap_lanes(|node| (node.id() == 5).then_some((MOVING, 1)))
        };
        assert_eq!(caught(twice), (0, 4, 4));
    }

    #[test]
    fn a_destination_that_is_open_again_is_caught() {
        let (mut machine, mut groups) = (machine(), Witness::new(Groups::default()));
        let tiles = Tiling::grid(TILE, 1, 1);
        let claims = |machine: &mut Machine, groups: &mut Witness<Groups>| {
            machine.claim(STAYS_SERVED, groups, |all, groups| groups.stay_served(all))
        };
        machine
            .claim(ONE_GROUP, &mut groups, |all, groups| groups.form(all, &tiles, TILE))
            .and_then(|()| rewrite(&mut machine, 7, 0, 1))
            .and_then(|()| claims(&mut machine, &mut groups))
            .and_then(|()| rewrite(&mut machine, 7, 0, OPEN))
            .expect("true");
        let found = claims(&mut machine, &mut groups).expect_err("open again");
        assert_eq!((found.rule, found.node), (Rule::Claim(STAYS_SERVED), 7));
        assert_eq!((found.actual, found.limit), (2, 1));
    }

    /// Tiles of two rows; the groups should change places and come back.
    #[test]
    fn groups_that_do_not_go_round_are_caught() {
        let tiles = Tiling::grid(TILE, 2, 1);
        let core = Shape::new(2, 4).expect("small");
        let begin = || {
            let (mut machine, mut groups) = (machine(), Witness::new(Groups::default()));
            machine
                .claim(ONE_GROUP, &mut groups, |all, groups| groups.form(all, &tiles, core))
                .expect("true");
            (machine, groups)
        };
        let visit = |machine: &mut Machine, groups: &mut Witness<Groups>| {
            machine.claim(ONE_VISIT, groups, |all, groups| groups.visit(all, &tiles, core))
        };
        let part = |machine: &mut Machine, groups: &mut Witness<Groups>| {
            machine.claim(ONE_VISIT, groups, |all, groups| groups.part(all, &tiles, core))
        };
        let of = |found: Result<(), Violation>| {
            let Violation { node, actual, limit, .. } = found.expect_err("not round");
            (node, actual, limit)
        };
        let (mut machine, mut groups) = begin();
        visit(&mut machine, &mut groups).expect("true");
        assert_eq!(of(visit(&mut machine, &mut groups)), (0, 2, 1));
        let (mut machine, mut groups) = begin();
        visit(&mut machine, &mut groups).expect("true");
        assert_eq!(of(part(&mut machine, &mut groups)), (0, 1, 2));
        // One packet stays behind.
        let (mut machine, mut groups) = begin();
        machine.step(|step| step.discard(MASTER, |node| node.id() == 9)).expect("lawful");
        assert_eq!(of(visit(&mut machine, &mut groups)), (8, 7, 8));
    }
}
