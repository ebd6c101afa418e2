//! `meshcast torus table`: the paper's comparison over K and n, run.

use super::error::TorusError;
use super::size::{countable, subject};
use super::timing::timing;
use crate::console::progress::watch_parts;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::TorusTableArgs;
use crate::memory;
use crate::present::text;
use crate::results::torus::{Cell, Row, TableResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{
    Communication, CommunicationGraph, Measures, QueueOrder, Routing, TorusAlgorithm, communicate,
    twice_theorem_5,
};
use meshcast_engine::{Torus, TorusOptions};
use std::time::Instant;

/// Makes the table that `args` ask for.
pub(super) fn table(args: &TorusTableArgs, terminal: Terminal) -> Result<Reply, TorusError> {
    no_number_twice("--radix", &args.radix)?;
    no_number_twice("--dims", &args.dims)?;
    let sizes = args.dims.iter().flat_map(|&dims| args.radix.iter().map(move |&k| (k, dims)));
    let tori: Vec<Torus> =
        sizes.map(|(radix, dims)| Torus::new(radix, dims)).collect::<Result<_, _>>()?;
    for &torus in &tori {
        let messages = Communication::AllToAllPersonalized.messages(torus);
        countable(messages)?;
        // Every message is a packet, along whichever path.
        let (order, algorithm) = (args.order.order(), TorusAlgorithm::Simple);
        let need = memory::communicating(messages, algorithm, order, false);
        memory::check(|| subject(torus, "table"), need)?;
    }
    let start = Instant::now();
    let (order, seed) = (args.order.order(), args.run.seed);
    let all = tori.iter().map(|&torus| ROWS_OF_A_TORUS * worth(torus)).sum();
    let rows = watch_parts(all, terminal.progress, |bar| {
        let rows = |&torus| rows(torus, order, seed, || bar.inc(worth(torus)));
        tori.iter().flat_map(rows).collect::<Vec<_>>()
    });
    let undelivered: u64 = rows.iter().flat_map(Row::cells).map(|cell| cell.undelivered).sum();
    let timing = timing(rows.iter().map(Row::node_steps).sum(), start.elapsed());
    let result = TableResult {
        schema: "meshcast.torus-table/1",
        version: VERSION,
        commit: COMMIT,
        order: order.name(),
        seed,
        rows,
        timing,
    };
    let reply = Reply::showing(args.run.format, &result, text::torus_table);
    let complaint = (undelivered > 0)
        .then(|| format!("expected every message where it is due, found {undelivered} missing"));
    Ok(reply.complaining(complaint))
}

fn no_number_twice(flag: &'static str, numbers: &[usize]) -> Result<(), TorusError> {
    let twice = numbers.iter().enumerate().find(|&(i, number)| numbers[..i].contains(number));
    twice.map_or(Ok(()), |(_, &found)| Err(TorusError::NumberTwice { flag, found }))
}

/// Every algorithm along every graph.
const ROWS_OF_A_TORUS: u64 = (TorusAlgorithm::ALL.len() * CommunicationGraph::ALL.len()) as u64;

/// How long a row of a torus takes beside others: most of it are the hops from all nodes to each. Only the bar depends on it.
fn worth(torus: Torus) -> u64 {
    let nodes = torus.nodes() as u64;
    nodes.saturating_mul(nodes).saturating_mul(torus.diameter() as u64)
}

/// The rows of a torus; each is reported when it is there.
fn rows(torus: Torus, order: QueueOrder, seed: u64, done: impl Fn()) -> Vec<Row> {
    let mut rows = Vec::new();
    for algorithm in TorusAlgorithm::ALL {
        let routing = Routing::new(torus, algorithm);
        let measures = Measures::of(&routing);
        let of_diagonal = (algorithm == TorusAlgorithm::Diagonal).then_some(torus);
        for graph in CommunicationGraph::ALL {
            let cell = |communication: Communication| {
                let options = TorusOptions::default();
                let outcome = communicate(&routing, communication, graph, order, seed, options);
                Cell {
                    steps: outcome.steps,
                    lower_bound: communication.lower_bound(torus),
                    undelivered: outcome.messages.deliveries() - outcome.delivered,
                    peak: outcome.peak,
                }
            };
            rows.push(Row {
                radix: torus.radix(),
                dims: torus.dims(),
                algorithm: algorithm.name(),
                tree: graph.name(),
                delta: measures.delta,
                theorem_5: of_diagonal.and_then(twice_theorem_5).map(|twice| twice as f64 / 2.0),
                lambda: measures.lambda.iter().copied().max().unwrap_or(0),
                lambda_first_hop: measures.lambda_first_hop.iter().copied().max().unwrap_or(0),
                broadcast: cell(Communication::Broadcast),
                personalized: cell(Communication::Personalized),
                all_to_all: cell(Communication::AllToAll),
                all_to_all_personalized: cell(Communication::AllToAllPersonalized),
            });
            done();
        }
    }
    rows
}
