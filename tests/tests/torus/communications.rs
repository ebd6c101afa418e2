//! What the four communications take.

use super::{run, torus, ways};
use meshcast_algorithms::{
    Communication, CommunicationGraph, Measures, QueueOrder, Routing, TorusAlgorithm, communicate,
};
use meshcast_engine::{AuditLevel, TorusChannel, TorusOptions};

const FARTHEST: QueueOrder = QueueOrder::Farthest;

#[test]
fn the_known_steps_are_found() {
    let usual = |radix, dims, algorithm, communication: Communication| {
        let graph = communication.usual_graph();
        run(torus(radix, dims), algorithm, communication, graph, FARTHEST).steps
    };
    let last =
        [Communication::Personalized, Communication::AllToAll, Communication::AllToAllPersonalized];
    assert_eq!(last.map(|what| usual(5, 2, TorusAlgorithm::Simple, what)), [10, 10, 18]);
    assert_eq!(last.map(|what| usual(5, 2, TorusAlgorithm::Diagonal, what)), [6, 6, 15]);
    assert_eq!(last.map(|what| what.lower_bound(torus(5, 2))), [6, 6, 15]);
    let all_to_all = |graph| {
        run(torus(5, 3), TorusAlgorithm::Diagonal, Communication::AllToAll, graph, FARTHEST).steps
    };
    assert_eq!(CommunicationGraph::ALL.map(all_to_all), [22, 26]);
}

#[test]
fn the_lower_bounds_are_those_of_the_paper_for_odd_radices() {
    for (dims, radix) in (1..=4).flat_map(|dims| [3, 5, 7, 9, 11].map(|radix| (dims, radix))) {
        let (n, k, torus) = (dims as u64, radix as u64, torus(radix, dims));
        let (nodes, diameter) = (k.pow(n as u32), n * (k - 1) / 2);
        let one_port = (nodes - 1).div_ceil(2 * n).max(diameter);
        let expected = [diameter, one_port, one_port, nodes / k * (k * k - 1) / 8];
        assert_eq!(Communication::ALL.map(|what| what.lower_bound(torus)), expected);
    }
}

#[test]
fn no_run_beats_its_lower_bound_and_all_deliveries_are_made_once() {
    let sizes = [(2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (4, 1), (4, 3), (5, 2), (6, 2), (7, 2)];
    for (radix, dims) in sizes {
        let torus = torus(radix, dims);
        for ((algorithm, graph), what) in
            ways().flat_map(|way| Communication::ALL.map(|what| (way, what)))
        {
            for order in QueueOrder::ALL {
                let found = run(torus, algorithm, what, graph, order);
                let name = format!("{radix}^{dims} {algorithm:?} {what:?} {graph:?} {order:?}");
                assert!(found.steps >= what.lower_bound(torus), "{name}");
                assert!(found.steps >= u64::from(found.link_peak), "{name}");
                assert_eq!(found.wrong, 0, "{name}");
                let nodes = torus.nodes() as u64;
                let senders = if found.messages.from_all { nodes } else { 1 };
                assert_eq!(found.delivered, senders * (nodes - 1), "{name}");
                let ledger: u64 = found.ledger.iter().map(|line| line.steps).sum();
                assert_eq!(ledger, found.steps, "{name}");
            }
        }
    }
}

#[test]
fn a_broadcast_takes_the_diameter() {
    for (radix, dims) in [(2, 6), (3, 4), (4, 3), (5, 3), (11, 2), (31, 2), (64, 1)] {
        let torus = torus(radix, dims);
        for (algorithm, graph) in ways() {
            let found = run(torus, algorithm, Communication::Broadcast, graph, FARTHEST);
            assert_eq!(found.steps, torus.diameter() as u64, "{radix}^{dims} {algorithm:?}");
            // Every node but the source hears it over one channel.
            assert_eq!(found.link_uses, torus.nodes() as u64 - 1);
        }
    }
}

/// On 5^2 the busiest channel stands idle in one step, which no order of equals helps.
const MAKES_WAIT: (TorusAlgorithm, CommunicationGraph) =
    (TorusAlgorithm::Balanced, CommunicationGraph::Output);

/// Farthest first. What the balanced algorithm is for, an odd prime number of dimensions from 3 on, has no exception either.
#[test]
fn a_broadcast_from_all_takes_the_load_of_the_busiest_channel_and_the_measures_say_which() {
    let sizes = (1..=3).flat_map(|dims| (2..=8).map(move |radix| (radix, dims)));
    for (radix, dims) in sizes.chain([(11, 1), (11, 2), (2, 4), (3, 4), (4, 4)]) {
        let torus = torus(radix, dims);
        for (algorithm, graph) in ways() {
            let found = run(torus, algorithm, Communication::AllToAll, graph, FARTHEST);
            let name = format!("{radix}^{dims} {algorithm:?} {graph:?}");
            let wait = u64::from((radix, dims) == (5, 2) && (algorithm, graph) == MAKES_WAIT);
            assert_eq!(found.steps, u64::from(found.link_peak) + wait, "{name}");
            let measures = Measures::of(&Routing::new(torus, algorithm));
            let loads = match graph {
                CommunicationGraph::Input => measures.first_hop,
                CommunicationGraph::Output => measures.subtrees,
            };
            let busiest = loads.iter().map(|&(_, points)| points).max();
            assert_eq!(Some(u64::from(found.link_peak)), busiest, "{name}");
        }
    }
}

#[test]
fn every_node_loads_its_channels_alike_and_as_the_measures_say() {
    for (radix, dims) in [(3, 3), (4, 2), (5, 3), (6, 2)] {
        let torus = torus(radix, dims);
        for (algorithm, graph) in ways() {
            let routing = Routing::new(torus, algorithm);
            let options = TorusOptions { audit: AuditLevel::Full, trace: None };
            let what = Communication::AllToAll;
            let found = communicate(&routing, what, graph, FARTHEST, 1, options);
            let audit = found.audit.expect("a full audit");
            let measures = Measures::of(&routing);
            let loads = match graph {
                CommunicationGraph::Input => &measures.first_hop,
                CommunicationGraph::Output => &measures.subtrees,
            };
            for &(direction, points) in loads {
                let dimension = direction.unsigned_abs() as usize - 1;
                // Towards 0 a positive coordinate shrinks. A broadcast goes the way of an input path backwards.
                let grows = (direction < 0) ^ (graph == CommunicationGraph::Input);
                let channel = TorusChannel { dimension, grows };
                for node in 0..torus.nodes() as u32 {
                    assert_eq!(u64::from(audit.uses(node, channel)), points, "{direction}");
                }
            }
            assert_eq!(audit.waiting.len() as u64, found.steps + 1);
            assert_eq!(audit.waiting.last(), Some(&0));
            assert_eq!(audit.node_peaks.iter().copied().max(), Some(found.peak));
        }
    }
}

/// What the paper leaves open for more than two dimensions, of which the number here is an odd prime.
#[test]
fn balanced_attains_the_bounds_in_three_and_five_dimensions() {
    let attains = |radix, dims, what: Communication| {
        let torus = torus(radix, dims);
        for graph in CommunicationGraph::ALL {
            let found = run(torus, TorusAlgorithm::Balanced, what, graph, FARTHEST);
            assert_eq!(found.steps, what.lower_bound(torus), "{radix}^{dims} {what:?} {graph:?}");
        }
    };
    for (radix, dims) in [(3, 3), (5, 3), (7, 3), (9, 3), (3, 5)] {
        attains(radix, dims, Communication::Personalized);
        attains(radix, dims, Communication::AllToAll);
    }
    attains(3, 3, Communication::AllToAllPersonalized);
    attains(5, 3, Communication::AllToAllPersonalized);
}

/// In four dimensions neither attains the bound.
#[test]
fn balanced_takes_fewer_steps_than_diagonal_along_input_graphs_in_four_dimensions() {
    let steps = |algorithm| {
        let (what, graph) = (Communication::AllToAll, CommunicationGraph::Input);
        run(torus(5, 4), algorithm, what, graph, FARTHEST).steps
    };
    let both = [TorusAlgorithm::Balanced, TorusAlgorithm::Diagonal].map(steps);
    assert_eq!((both, Communication::AllToAll.lower_bound(torus(5, 4))), ([81, 88], 78));
}

/// 1331 nodes and 1,770,230 messages.
#[test]
fn diagonal_personalised_from_all_on_eleven_to_the_third_takes_the_bound() {
    let (what, graph) = (Communication::AllToAllPersonalized, CommunicationGraph::Output);
    let found = run(torus(11, 3), TorusAlgorithm::Diagonal, what, graph, FARTHEST);
    assert_eq!((found.steps, found.delivered, found.wrong), (1815, 1_770_230, 0));
    assert_eq!(what.lower_bound(torus(11, 3)), 1815);
}

#[test]
fn diagonal_personalised_from_all_attains_the_bound_for_odd_radices() {
    for (radix, dims) in [(3, 1), (3, 2), (5, 2), (7, 2), (9, 2), (3, 3), (5, 3), (7, 3), (3, 4)] {
        let torus = torus(radix, dims);
        for graph in CommunicationGraph::ALL {
            let what = Communication::AllToAllPersonalized;
            let found = run(torus, TorusAlgorithm::Diagonal, what, graph, FARTHEST);
            assert_eq!(found.steps, what.lower_bound(torus), "{radix}^{dims} {graph:?}");
        }
    }
}

/// Theorem 3 holds for the loads of the channels and not for steps, whatever goes first.
#[test]
fn simple_personalised_from_all_takes_more_than_the_load_of_its_channels() {
    let what = Communication::AllToAllPersonalized;
    for (radix, dims) in [(3, 2), (5, 2), (7, 2), (3, 3), (5, 3)] {
        let bound = what.lower_bound(torus(radix, dims));
        for (graph, order) in CommunicationGraph::ALL
            .into_iter()
            .flat_map(|graph| QueueOrder::ALL.map(|order| (graph, order)))
        {
            let found = run(torus(radix, dims), TorusAlgorithm::Simple, what, graph, order);
            assert_eq!(u64::from(found.link_peak), bound, "{radix}^{dims} {graph:?}");
            assert!(found.steps > bound, "{radix}^{dims} {graph:?} {order:?}");
        }
    }
}

#[test]
fn a_broadcast_from_all_may_take_longer_than_its_busiest_channel_nearest_first() {
    let found = CommunicationGraph::ALL.map(|graph| {
        let (what, order) = (Communication::AllToAll, QueueOrder::Nearest);
        let found = run(torus(5, 3), TorusAlgorithm::Diagonal, what, graph, order);
        (found.steps, found.link_peak)
    });
    assert_eq!(found, [(24, 22), (37, 26)]);
}

/// 2^17 messages, and a copy for nearly every delivery.
#[test]
#[should_panic(expected = "numbered in 32 bits")]
fn more_deliveries_than_packets_have_numbers_are_not_begun() {
    let (what, graph) = (Communication::AllToAll, CommunicationGraph::Input);
    run(torus(2, 17), TorusAlgorithm::Simple, what, graph, FARTHEST);
}

#[test]
fn the_seed_decides_a_random_order_and_nothing_else() {
    let routing = Routing::new(torus(5, 2), TorusAlgorithm::Simple);
    let (what, graph) = (Communication::AllToAllPersonalized, CommunicationGraph::Input);
    let steps = |order, seed| {
        let found = communicate(&routing, what, graph, order, seed, TorusOptions::default());
        (found.steps, found.longest_queue, found.peak)
    };
    let random: Vec<_> = (0..16).map(|seed| steps(QueueOrder::Random, seed)).collect();
    assert_eq!(random, (0..16).map(|seed| steps(QueueOrder::Random, seed)).collect::<Vec<_>>());
    assert!(random.iter().any(|&found| found != random[0]), "{random:?}");
    assert_eq!(steps(FARTHEST, 1), steps(FARTHEST, 2));
}
