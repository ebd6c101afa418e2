//! Whole runs against an oracle that shares no code with the engine.

use super::{naive, rule, run, torus, ways};
use meshcast_algorithms::{Communication, CommunicationGraph, QueueOrder};
use meshcast_tests::oracle::{NaiveOrder, NaiveRun};

const ORDERS: [(QueueOrder, NaiveOrder); 3] = [
    (QueueOrder::Farthest, NaiveOrder::Farthest),
    (QueueOrder::Fifo, NaiveOrder::Fifo),
    (QueueOrder::Nearest, NaiveOrder::Nearest),
];

#[test]
fn every_count_of_every_communication_is_the_oracles() {
    let sizes = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2)];
    for (radix, dims) in sizes {
        let torus = torus(radix, dims);
        for ((algorithm, graph), what) in
            ways().flat_map(|way| Communication::ALL.map(|what| (way, what)))
        {
            for (order, naive_order) in ORDERS {
                let found = run(torus, algorithm, what, graph, order);
                let kind = (found.messages.from_all, found.messages.personalized);
                let output = graph == CommunicationGraph::Output;
                let expected = naive(torus).run(rule(algorithm), kind, output, naive_order);
                let found = NaiveRun {
                    steps: found.steps,
                    peak: found.peak.into(),
                    longest_queue: found.longest_queue.into(),
                    link_uses: found.link_uses,
                    link_peak: found.link_peak.into(),
                    copies: found.copies,
                    delivered: found.delivered,
                };
                let name = format!("{radix}^{dims} {algorithm:?} {what:?} {graph:?} {order:?}");
                assert_eq!(found, expected, "{name}");
            }
        }
    }
}
