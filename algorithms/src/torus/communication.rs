//! Runs the four communications, and bounds their steps from below.

use super::branches::Branches;
use super::broadcast::Broadcast;
use super::personalized::{Descending, Routed};
use super::queue_order::QueueOrder;
use super::routing::Routing;
use meshcast_engine::{Torus, TorusMessages, TorusOptions, TorusOutcome, run_torus};

/// What the nodes want of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Communication {
    /// Node 0 has a message for all.
    Broadcast,
    /// Node 0 has a message for each.
    Personalized,
    /// Every node has a message for all.
    AllToAll,
    /// Every node has a message for each.
    AllToAllPersonalized,
}

/// Which of a node's graphs its messages take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommunicationGraph {
    /// The input graph: the paths to the node, the other way round.
    Input,
    /// The output graph: the paths from the node.
    Output,
}

impl CommunicationGraph {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Input, Self::Output];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

impl Communication {
    /// All four.
    pub const ALL: [Self; 4] =
        [Self::Broadcast, Self::Personalized, Self::AllToAll, Self::AllToAllPersonalized];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Broadcast => "broadcast",
            Self::Personalized => "personalized",
            Self::AllToAll => "all-to-all",
            Self::AllToAllPersonalized => "all-to-all-personalized",
        }
    }

    /// The graph that the paper's §2 has it take: a broadcast goes down the input graph of its source, and any other message takes the
    /// routing's path, which lies in the output graph of its source.
    pub fn usual_graph(self) -> CommunicationGraph {
        match self {
            Self::Broadcast | Self::AllToAll => CommunicationGraph::Input,
            Self::Personalized | Self::AllToAllPersonalized => CommunicationGraph::Output,
        }
    }

    /// Its messages on `torus`.
    pub fn messages(self, torus: Torus) -> TorusMessages {
        let (from_all, personalized) = match self {
            Self::Broadcast => (false, false),
            Self::Personalized => (false, true),
            Self::AllToAll => (true, false),
            Self::AllToAllPersonalized => (true, true),
        };
        TorusMessages { torus, from_all, personalized }
    }

    /// Steps that it takes at least, whatever the routing.
    ///
    /// A message has the diameter to go; a node sends or receives K^n − 1 messages over 2n channels; and between all pairs of
    /// nodes lie K^n · n · K^(n−1) ⌊K²/4⌋ channels, of which 2n · K^n work in a step. For odd K: n(K−1)/2;
    /// max(⌈(K^n−1)/2n⌉, diameter); the same; K^(n−1)(K²−1)/8. For K = 2 a node has n channels.
    ///
    /// ```
    /// use meshcast_algorithms::Communication;
    /// use meshcast_engine::Torus;
    /// let torus = Torus::new(5, 2)?;
    /// assert_eq!(Communication::ALL.map(|what| what.lower_bound(torus)), [4, 6, 6, 15]);
    /// # Ok::<(), meshcast_engine::TorusError>(())
    /// ```
    pub fn lower_bound(self, torus: Torus) -> u64 {
        let (nodes, degree) = (torus.nodes() as u64, torus.degree() as u64);
        let (dims, radix, diameter) =
            (torus.dims() as u64, torus.radix() as u64, torus.diameter() as u64);
        match self {
            Self::Broadcast => diameter,
            Self::Personalized | Self::AllToAll => diameter.max((nodes - 1).div_ceil(degree)),
            Self::AllToAllPersonalized => {
                let distances = dims * (nodes / radix) * (radix * radix / 4);
                diameter.max(distances.div_ceil(degree))
            }
        }
    }
}

/// Runs a communication on the torus of `routing`, along the graphs that it makes; `seed` fixes a random order.
///
/// # Shape
/// Any torus, either graph, any order of service.
///
/// # Cost
/// Counted step by step; queues have no limit. At least [`Communication::lower_bound`], and:
///
/// | communication | steps |
/// |---|---|
/// | broadcast | the diameter: the paths are shortest ones |
/// | broadcast from all | at least the greatest number of messages that a channel carries, m |
/// | to each | at least m |
///
/// For a broadcast from all, m is the greatest `first_hop` of [`Measures`](super::Measures) along input graphs, and of
/// `subtrees` along output graphs. Farthest first it took no more than m steps in all cases tried but one (`docs/torus.md`).
///
/// # Panics
/// If there are more than [`MAX_TORUS_DELIVERIES`](meshcast_engine::MAX_TORUS_DELIVERIES).
///
/// # Source
/// Jerebic and Trobec, "Optimal broadcasting in toroidal networks", COMPEURO 1992, §2. The paper takes output graphs for trees, since
/// its routing needs only where a message is and where it goes. That makes the paths *to* a node a tree; those *from* a node
/// form none for the diagonal algorithm on `T_5^2`, say. A broadcast along the output graph therefore takes the tree
/// in which a point's parent comes before it on its own path. A personalised message takes its path itself.
///
/// # Example
/// ```
/// use meshcast_algorithms::{
///     Communication, CommunicationGraph, QueueOrder, Routing, TorusAlgorithm, communicate,
/// };
/// use meshcast_engine::{Torus, TorusOptions};
/// // On the ring of five nodes every node hears from two nodes on either side.
/// let routing = Routing::new(Torus::new(5, 1)?, TorusAlgorithm::Simple);
/// let (what, graph) = (Communication::AllToAll, CommunicationGraph::Input);
/// let options = TorusOptions::default();
/// let outcome = communicate(&routing, what, graph, QueueOrder::Farthest, 1, options);
/// assert_eq!((outcome.steps, outcome.delivered, outcome.wrong), (2, 20, 0));
/// # Ok::<(), meshcast_engine::TorusError>(())
/// ```
pub fn communicate(
    routing: &Routing,
    communication: Communication,
    graph: CommunicationGraph,
    order: QueueOrder,
    seed: u64,
    options: TorusOptions,
) -> TorusOutcome {
    let messages = communication.messages(routing.torus());
    let (urgency, span) = (order.urgency(seed), communication.name());
    match (messages.personalized, graph) {
        (false, CommunicationGraph::Input) => {
            let program = Broadcast(Branches::input(routing));
            run_torus(messages, &program, urgency, span, options)
        }
        (false, CommunicationGraph::Output) => {
            let program = Broadcast(Branches::output(routing));
            run_torus(messages, &program, urgency, span, options)
        }
        (true, CommunicationGraph::Input) => {
            let program = Descending(Branches::input(routing));
            run_torus(messages, &program, urgency, span, options)
        }
        (true, CommunicationGraph::Output) => {
            run_torus(messages, &Routed(routing.clone()), urgency, span, options)
        }
    }
}
