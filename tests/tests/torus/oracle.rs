//! Whole runs against an oracle that shares no code with the engine.

use super::{naive, rule, torus, ways};
use meshcast_algorithms::{Communication, CommunicationGraph, QueueOrder, Routing, communicate};
use meshcast_engine::{AuditLevel, Torus, TorusAudit, TorusChannel, TorusOptions};
use meshcast_tests::oracle::{NaiveChannel, NaiveOrder, NaiveRun, Point};
use std::collections::BTreeMap;

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
                let options = TorusOptions { audit: AuditLevel::Full, ..TorusOptions::default() };
                let routing = Routing::new(torus, algorithm);
                let found = communicate(&routing, what, graph, order, 1, options);
                let kind = (found.messages.from_all, found.messages.personalized);
                let output = graph == CommunicationGraph::Output;
                let expected = naive(torus).run(rule(algorithm), kind, output, naive_order);
                let audit = found.audit.as_ref().expect("a full audit");
                let found = NaiveRun {
                    steps: found.steps,
                    peak: found.peak.into(),
                    longest_queue: found.longest_queue.into(),
                    link_uses: found.link_uses,
                    link_peak: found.link_peak.into(),
                    copies: found.copies,
                    delivered: found.delivered,
                    node_peaks: node_peaks(torus, audit),
                    uses: uses(torus, audit),
                    waiting: audit.waiting.clone(),
                };
                let name = format!("{radix}^{dims} {algorithm:?} {what:?} {graph:?} {order:?}");
                assert_eq!(found, expected, "{name}");
            }
        }
    }
}

fn point(torus: Torus, node: usize) -> Point {
    let mut point = vec![0; torus.dims()];
    torus.point(node as u32, &mut point);
    point.into_iter().map(i64::from).collect()
}

fn node_peaks(torus: Torus, audit: &TorusAudit) -> BTreeMap<Point, u64> {
    let peaks = audit.node_peaks.iter().enumerate().filter(|(_, peak)| **peak > 0);
    peaks.map(|(node, &peak)| (point(torus, node), peak.into())).collect()
}

fn uses(torus: Torus, audit: &TorusAudit) -> BTreeMap<NaiveChannel, u64> {
    let mut uses = BTreeMap::new();
    for (number, of_channel) in audit.link_uses.iter().enumerate() {
        let TorusChannel { dimension, grows } = TorusChannel::numbered(number);
        let change = if grows { 1 } else { -1 };
        for (node, &count) in of_channel.iter().enumerate().filter(|(_, count)| **count > 0) {
            uses.insert((point(torus, node), dimension, change), count.into());
        }
    }
    uses
}
