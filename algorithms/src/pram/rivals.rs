//! Serves one read of a PRAM in other ways: by packets that go straight, with and without combining, and by a multicast.

use super::program::Program;
use super::run::Pram;
use crate::multicast::{Auto, GreedyTree, GreedyUnicast, Multicast};
use meshcast_engine::{Machine, Messages, MessagesError, Options, Shape, Violation};

/// How a read is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Every request goes along rows and columns to the node with its cell, and the value back ([`GreedyUnicast`] both ways).
    /// Buffers are unlimited, and nodes learn for free that all is done.
    Greedy,
    /// The same with combining: values go back over trees ([`GreedyTree`]), and requests come over the same trees
    /// backward, joining where values part; time reversed, the one takes the steps of the other.
    Combining,
    /// No requests: the nodes with the cells know who wants what, as in a fixed pattern, and send one multicast ([`Auto`]).
    Multicast,
}

/// What a way takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RivalRun {
    /// Steps.
    pub steps: u64,
    /// The most packets of a node.
    pub peak: u32,
    /// Whether nodes were told for free that all was done.
    pub told_when_done: bool,
}

/// The requests of a read and the values that answer them, each as messages.
#[derive(Clone, Debug)]
pub struct ReadTraffic {
    shape: Shape,
    requests: Messages,
    values: Messages,
}

impl ReadTraffic {
    /// Of the processors that read cells of a PRAM in which no node holds two cells.
    ///
    /// # Errors
    /// If a processor reads twice, or is none.
    ///
    /// # Panics
    /// If a node holds several cells: the values of one node would be several messages.
    pub fn of_read<P: Program>(
        pram: &Pram<'_, P>,
        shape: Shape,
        reads: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, MessagesError> {
        assert_eq!(pram.memory_words(), 1, "a node with several cells would send several messages");
        let reads: Vec<(u32, u32)> =
            reads.into_iter().map(|(reader, cell)| (reader, pram.node_of(cell))).collect();
        let requests = reads.iter().map(|&(reader, node)| (reader, vec![node]));
        let requests = Messages::new(shape.nodes(), requests)?;
        let values = reads.iter().map(|&(reader, node)| (node, reader)).collect();
        let values = Messages::from_pairs(shape.nodes(), values)?;
        Ok(Self { shape, requests, values })
    }

    /// Serves the read.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    pub fn serve(&self, rival: Rival, seed: u64, options: Options) -> Result<RivalRun, Violation> {
        let (shape, values) = (self.shape, &self.values);
        match rival {
            Rival::Greedy => {
                let there =
                    run(&GreedyUnicast::new(shape, &self.requests), shape, options.clone())?;
                let back = run(&GreedyUnicast::new(shape, values), shape, options)?;
                Ok(there.then(back))
            }
            Rival::Combining => {
                let back = run(&GreedyTree::new(shape, values), shape, options)?;
                Ok(back.then(back))
            }
            Rival::Multicast => run(&Auto::new(shape, values, seed), shape, options),
        }
    }
}

impl RivalRun {
    /// This and another one after it.
    fn then(self, after: Self) -> Self {
        Self {
            steps: self.steps + after.steps,
            peak: self.peak.max(after.peak),
            told_when_done: self.told_when_done || after.told_when_done,
        }
    }
}

fn run(algorithm: &impl Multicast, shape: Shape, options: Options) -> Result<RivalRun, Violation> {
    let mut machine = Machine::new(shape, algorithm.messages(), algorithm.capacity(), options);
    algorithm.run(&mut machine)?;
    let outcome = machine.finish();
    let (steps, peak, told_when_done) = (outcome.steps, outcome.peak, outcome.told_when_done);
    Ok(RivalRun { steps, peak, told_when_done })
}
