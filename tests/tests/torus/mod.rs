//! Tori: routing, measures and the four communications.

mod claims;
mod communications;
mod measures;
mod oracle;
mod replay;
mod routing;

use meshcast_algorithms::{
    Communication, CommunicationGraph, QueueOrder, Routing, TorusAlgorithm, communicate,
};
use meshcast_engine::{Torus, TorusOptions, TorusOutcome};
use meshcast_tests::oracle::{NaiveTorus, Rule, balanced_step, diagonal_step, simple_step};

fn torus(radix: usize, dims: usize) -> Torus {
    Torus::new(radix, dims).expect("a small torus")
}

fn naive(torus: Torus) -> NaiveTorus {
    NaiveTorus { radix: i64::try_from(torus.radix()).expect("a small radix"), dims: torus.dims() }
}

/// The rule of an algorithm, restated.
fn rule(algorithm: TorusAlgorithm) -> Rule {
    match algorithm {
        TorusAlgorithm::Simple => simple_step,
        TorusAlgorithm::Diagonal => diagonal_step,
        TorusAlgorithm::Balanced => balanced_step,
    }
}

/// All ways to run `communication`: by which algorithm, along which graph.
fn ways() -> impl Iterator<Item = (TorusAlgorithm, CommunicationGraph)> {
    let graphs = |algorithm| CommunicationGraph::ALL.map(|graph| (algorithm, graph));
    TorusAlgorithm::ALL.into_iter().flat_map(graphs)
}

fn run(
    torus: Torus,
    algorithm: TorusAlgorithm,
    communication: Communication,
    graph: CommunicationGraph,
    order: QueueOrder,
) -> TorusOutcome {
    let routing = Routing::new(torus, algorithm);
    communicate(&routing, communication, graph, order, 1, TorusOptions::default())
}
