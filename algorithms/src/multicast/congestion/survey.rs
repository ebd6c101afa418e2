//! Counts what is left to be delivered, and numbers the packets that are left.

use crate::multicast::inject::injected;
use meshcast_engine::{Effect, Machine, Messages, Node, Shape, Tiling, Variable, Violation};
use meshcast_primitives::{
    CENSUS_IN_TRANSIT, Migration, all_reduce, all_reduce_steps, census, census_steps,
};

/// What a survey finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast) struct Left {
    /// Packets at the nodes that have taken part.
    pub(in crate::multicast) packets: u32,
    /// Their open destinations.
    pub(in crate::multicast) open: u32,
    /// Open destinations for each node on the average, rounded up, or if blocks were counted, the greatest load.
    pub(in crate::multicast) load: u32,
    /// The packets that want the block that the most want for each of its nodes, and these nodes; all packets if no blocks were counted.
    pub(in crate::multicast) most: (u32, u32),
}

impl Left {
    /// Everything, as all nodes know it.
    pub(in crate::multicast) fn all_of(messages: &Messages) -> Self {
        let (packets, load) = (injected(messages) as u32, messages.congestion() as u32);
        Self { packets, open: messages.deliveries() as u32, load, most: (packets, 1) }
    }

    /// Open destinations of a packet, on the average.
    pub(in crate::multicast) fn degree(&self) -> f64 {
        f64::max(1.0, f64::from(self.open) / f64::from(self.packets.max(1)))
    }

    /// Packets that want a block at most, for each of its nodes.
    pub(in crate::multicast) fn crowding(&self) -> f64 {
        f64::from(self.most.0) / f64::from(self.most.1)
    }

    /// Rounds with one tile after which nothing is left.
    pub(in crate::multicast) fn rounds(&self) -> u64 {
        u64::from(self.most.0.div_ceil(self.most.1))
    }
}

/// How nodes learn what is left to be delivered, on one mesh: by a reduction of the packets and their open destinations
/// and, if blocks are counted, of the packets and open destinations of each block, one step apart.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct Survey {
    shape: Shape,
    /// Of every node its block.
    block_of: Vec<u32>,
    /// The nodes of every block.
    sizes: Vec<u32>,
}

impl Survey {
    /// The survey of packets and open destinations alone.
    pub(in crate::multicast) fn without_blocks(shape: Shape) -> Self {
        Self { shape, block_of: Vec::new(), sizes: Vec::new() }
    }

    /// The survey of some blocks.
    pub(in crate::multicast) fn of(blocks: &Tiling) -> Self {
        let shape = blocks.shape();
        let mut block_of = vec![0; shape.nodes()];
        for (number, block) in (0..).zip(blocks.tiles()) {
            for node in 0..block.shape.nodes() {
                let (row, col) = block.shape.position(node);
                block_of[shape.index(block.first_row + row, block.first_col + col)] = number;
            }
        }
        let sizes = blocks.tiles().iter().map(|block| block.shape.nodes() as u32).collect();
        Self { shape, block_of, sizes }
    }

    /// Steps of a run.
    pub(in crate::multicast) fn steps(&self) -> u64 {
        all_reduce_steps(self.shape, self.waves())
    }

    /// Steps of a [census](Self::census).
    pub(in crate::multicast) fn census_steps(&self) -> u64 {
        census_steps(self.shape, self.waves())
    }

    /// Those of blocks, and that of all.
    fn waves(&self) -> usize {
        self.sizes.len() + 1
    }

    /// Lets all nodes learn what is left of the packets in some lanes; destinations are open whose words are 0.
    pub(in crate::multicast) fn run(
        &self,
        machine: &mut Machine,
        lanes: &[usize],
    ) -> Result<Left, Violation> {
        machine.span("survey", |machine| {
            let mut found = Found::nothing(machine)?;
            let part = SurveyOf { blocks: self.sizes.len() };
            let leap = machine.leap(&machine.rehearsal(part), 0..0, |machine| {
                let mut counts = machine.variable(self.waves(), |_, _| (0, 0))?;
                machine.compute(&mut counts, |node, counts| self.count(node, lanes, counts))?;
                all_reduce(machine, &mut counts, |a, b| (a.0 + b.0, a.1 + b.1))?;
                found.learn(machine, |node| self.find(node.own(&counts)))
            })?;
            if let Some(effect) = leap {
                let mut counts = vec![(0, 0); self.waves()];
                for node in 0..self.shape.nodes() {
                    self.count(&effect.node(node), lanes, &mut counts);
                }
                found.fill(&effect, self.find(&counts));
            }
            found.agree(machine)
        })
    }

    /// The same of the packets in one lane; those without open destinations leave, and the nodes of the others learn how many come before
    /// them, row-major.
    pub(in crate::multicast) fn census(
        &self,
        machine: &mut Machine,
        lane: usize,
    ) -> Result<(Left, Variable<u32>), Violation> {
        machine.span("survey", |machine| {
            let mut found = Found::nothing(machine)?;
            let mut ranks = machine.variable(1, |_, _| 0)?;
            let part = CensusOf { blocks: self.sizes.len() };
            let leap = machine.leap(&machine.rehearsal(part), lane..lane + 1, |machine| {
                let registers = CENSUS_IN_TRANSIT + self.waves();
                let mut counts = machine.variable(registers, |_, _| (0, 0))?;
                machine.compute(&mut counts, |node, counts| {
                    self.count_open(node, lane, &mut counts[CENSUS_IN_TRANSIT..]);
                })?;
                let is_open = |node: &Node<'_>| Migration::is_open(node, lane);
                let before = census(machine, lane, is_open, &mut counts)?;
                machine.compute(&mut ranks, |node, rank| rank[0] = node.own(&before)[0])?;
                found.learn(machine, |node| self.find(&node.own(&counts)[CENSUS_IN_TRANSIT..]))
            })?;
            if let Some(mut effect) = leap {
                let mut counts = vec![(0, 0); self.waves()];
                for node in 0..self.shape.nodes() {
                    effect.values(&mut ranks)[node] = counts[self.sizes.len()].0;
                    self.count_open(&effect.node(node), lane, &mut counts);
                    if !Migration::is_open(&effect.node(node), lane) {
                        effect.take(lane, node);
                    }
                }
                found.fill(&effect, self.find(&counts));
            }
            Ok((found.agree(machine)?, ranks))
        })
    }

    /// Adds the packet of a node in a lane to the counts, if it has open destinations.
    fn count_open(&self, node: &Node<'_>, lane: usize, counts: &mut [(u32, u32)]) {
        if Migration::is_open(node, lane) {
            self.count(node, &[lane], counts);
        }
    }

    /// Adds the packets of a node in some lanes to the counts of blocks, and to that of all, which is the last.
    fn count(&self, node: &Node<'_>, lanes: &[usize], counts: &mut [(u32, u32)]) {
        let all = self.sizes.len();
        for &lane in lanes.iter().filter(|&&lane| node.packet(lane).is_some()) {
            let listed = node.destinations(lane).iter().zip(node.words(lane).iter());
            let open = listed.filter(|&(_, word)| word == 0).map(|(&to, _)| to as usize);
            let mut wanted = Vec::new();
            for to in open {
                counts[all].1 += 1;
                if let Some(&block) = self.block_of.get(to) {
                    counts[block as usize].1 += 1;
                    wanted.push(block as usize);
                }
            }
            counts[all].0 += 1;
            wanted.sort_unstable();
            wanted.dedup();
            for block in wanted {
                counts[block].0 += 1;
            }
        }
    }

    /// What follows from the counts of all nodes: all packets and open destinations, the load, and the packets and nodes of the
    /// most crowded block.
    fn find(&self, counts: &[(u32, u32)]) -> [(u32, u32); 3] {
        let (blocks, all) = (&counts[..self.sizes.len()], counts[self.sizes.len()]);
        let of_blocks = || blocks.iter().copied().zip(self.sizes.iter().copied());
        let load = of_blocks().map(|(counts, size)| load_of(counts, size)).max();
        let most = of_blocks().map(|((messages, _), size)| (messages, size)).reduce(more_crowded);
        let average = || all.1.div_ceil(self.shape.nodes() as u32);
        [all, (load.unwrap_or_else(average), 0), most.unwrap_or((all.0, 1))]
    }
}

/// What all nodes find out: the same.
struct Found([Variable<(u32, u32)>; 3]);

impl Found {
    fn nothing(machine: &mut Machine) -> Result<Self, Violation> {
        let nothing = |machine: &mut Machine| machine.variable(1, |_, _| (0, 0));
        Ok(Self([nothing(machine)?, nothing(machine)?, nothing(machine)?]))
    }

    /// Every node keeps what it finds.
    fn learn(
        &mut self,
        machine: &mut Machine,
        find: impl Fn(&Node<'_>) -> [(u32, u32); 3] + Sync,
    ) -> Result<(), Violation> {
        let mut variables = self.0.iter_mut().enumerate();
        variables.try_for_each(|(number, variable)| {
            machine.compute(variable, |node, own| own[0] = find(node)[number])
        })
    }

    /// That of a leap.
    fn fill(&mut self, effect: &Effect<'_>, found: [(u32, u32); 3]) {
        for (variable, word) in self.0.iter_mut().zip(found) {
            effect.values(variable).fill(word);
        }
    }

    fn agree(&self, machine: &mut Machine) -> Result<Left, Violation> {
        let [totals, load, most] = &self.0;
        let (packets, open) = machine.agree(totals)?;
        let ((load, _), most) = (machine.agree(load)?, machine.agree(most)?);
        Ok(Left { packets, open, load, most })
    }
}

/// What the steps of a survey follow from.
#[derive(Debug, PartialEq)]
struct SurveyOf {
    blocks: usize,
}

/// What the steps of a census follow from.
#[derive(Debug, PartialEq)]
struct CensusOf {
    blocks: usize,
}

/// The load of a block of `size` nodes for which there are so many messages and deliveries.
fn load_of((messages, deliveries): (u32, u32), size: u32) -> u32 {
    let (messages, deliveries) = (messages.div_ceil(size), deliveries.div_ceil(size));
    deliveries.min(messages.max(messages.saturating_mul(messages) / 4))
}

/// That of two blocks which more packets want for each of its nodes.
fn more_crowded(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    let beside = |a: (u32, u32), b: (u32, u32)| u64::from(a.0) * u64::from(b.1);
    if beside(b, a) > beside(a, b) { b } else { a }
}
