//! Sets what nodes know about the congestion, and surveys more.

use meshcast_engine::{Machine, Node, Shape, Tiling, Violation};
use meshcast_primitives::{all_reduce, all_reduce_steps};

/// What nodes know of the congestion c of a message set: the most messages for one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Congestion {
    /// All nodes know it.
    #[default]
    Known,
    /// No node knows it. The first guess is the average, which a reduction finds, and as long as guesses turn out to be too
    /// low, the next one is four times as high.
    Doubled,
    /// No node knows it. Deliveries to every block of about √n nodes and the messages with destinations there are counted
    /// by pipelined reductions. The guess is the greatest *load* of a block: with D deliveries and P messages for each of
    /// its nodes, min(D, max(P, P²/4)).
    ///
    /// Tiles as many as the guess g are cut into blocks of 2√(n/g) nodes. A message for one of the counted blocks is for at most
    /// √g/2 of these, one if g ≤ 4, and those for any one of them are fewer than P·√g/2 on the average for each of its
    /// nodes, at most g if g ≥ P²/4. There are at most D deliveries for each node.
    ///
    /// D is never more than c. It is less where the nodes with the most messages are fewer than a block has, or lie in several.
    Counted,
}

impl Congestion {
    /// The guess for the next phase, if the one for `guess` has left `left` of `before` and the next were to be for `fewer`
    /// had the guess been right: four times the guess if more than a quarter is left, of the open destinations or, if blocks
    /// are counted, of the load; otherwise `fewer`, or the load.
    ///
    /// It is never more than p²/4n for p packets, rounded up: of so many tiles on n nodes each has a group of packets no
    /// larger than a block of 2√(tile) nodes, and none can be left.
    pub(super) fn next(
        self,
        guess: usize,
        fewer: usize,
        (before, left): (Left, Left),
        nodes: usize,
    ) -> usize {
        let (had, has, fewer) = match self {
            Self::Counted => (before.load, left.load, left.load as usize),
            Self::Known | Self::Doubled => (before.open, left.open, fewer),
        };
        let next = if 4 * u64::from(has) > u64::from(had) { 4 * guess } else { fewer };
        let packets = left.packets as usize;
        next.clamp(1, (packets * packets).div_ceil(4 * nodes).max(1))
    }
}

/// What a survey finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// Packets at the nodes that have taken part.
    pub(super) packets: u32,
    /// Their open destinations.
    pub(super) open: u32,
    /// Open destinations for each node on the average, rounded up, or if blocks were counted, the greatest load.
    pub(super) load: u32,
}

/// How nodes learn what is left to be delivered, on one mesh: by a reduction of the packets and their open destinations
/// and, if blocks are counted, of the packets and open destinations of each block, one step apart.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    shape: Shape,
    /// Of every node its block.
    block_of: Vec<u32>,
    /// The nodes of every block.
    sizes: Vec<u32>,
}

impl Survey {
    /// The survey that goes with `congestion`: about √n blocks on `shape`, or none.
    pub(super) fn new(shape: Shape, congestion: Congestion) -> Self {
        match congestion {
            Congestion::Known | Congestion::Doubled => Self::without_blocks(shape),
            Congestion::Counted => {
                Self::of(&Tiling::grid(shape, shape.rows().isqrt(), shape.cols().isqrt()))
            }
        }
    }

    /// The survey of packets and open destinations alone.
    pub(super) fn without_blocks(shape: Shape) -> Self {
        Self { shape, block_of: Vec::new(), sizes: Vec::new() }
    }

    /// The survey of some blocks.
    pub(super) fn of(blocks: &Tiling) -> Self {
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
    pub(super) fn steps(&self) -> u64 {
        all_reduce_steps(self.shape, self.sizes.len() + 1)
    }

    /// Lets all nodes learn what is left of the packets in some lanes; destinations are open whose words are 0.
    pub(super) fn run(&self, machine: &mut Machine, lanes: &[usize]) -> Result<Left, Violation> {
        machine.span("survey", |machine| {
            let blocks = self.sizes.len();
            let mut counts = machine.variable(blocks + 1, |_, _| (0_u32, 0_u32))?;
            machine.compute(&mut counts, |node, counts| {
                for &lane in lanes {
                    self.count(node, lane, counts);
                }
            })?;
            all_reduce(machine, &mut counts, |a, b| (a.0 + b.0, a.1 + b.1))?;
            let totals = machine.variable(1, |node, _| node.own(&counts)[blocks])?;
            let (packets, open) = machine.agree(&totals)?;
            if blocks == 0 {
                return Ok(Left { packets, open, load: open.div_ceil(self.shape.nodes() as u32) });
            }
            let greatest = machine.variable(1, |node, _| {
                let counts = node.own(&counts)[..blocks].iter();
                let loads = counts.zip(&self.sizes).map(|(&counts, &size)| load(counts, size));
                loads.max().unwrap_or(0)
            })?;
            let load = machine.agree(&greatest)?;
            Ok(Left { packets, open, load })
        })
    }

    /// Adds the packet in slot `lane` to the counts of a node: those of the blocks, then that of all.
    fn count(&self, node: &Node<'_>, lane: usize, counts: &mut [(u32, u32)]) {
        if node.packet(lane).is_none() {
            return;
        }
        let blocks = self.sizes.len();
        let mut wanted = vec![false; blocks];
        let words = node.words(lane).iter();
        for (&to, _) in node.destinations(lane).iter().zip(words).filter(|&(_, word)| word == 0) {
            counts[blocks].1 += 1;
            if let Some(&block) = self.block_of.get(to as usize) {
                counts[block as usize].1 += 1;
                wanted[block as usize] = true;
            }
        }
        counts[blocks].0 += 1;
        for (count, wanted) in counts.iter_mut().zip(wanted) {
            count.0 += u32::from(wanted);
        }
    }
}

/// The load of a block of `size` nodes for which there are so many messages and deliveries.
fn load((messages, deliveries): (u32, u32), size: u32) -> u32 {
    let (messages, deliveries) = (messages.div_ceil(size), deliveries.div_ceil(size));
    deliveries.min(messages.max(messages.saturating_mul(messages) / 4))
}
