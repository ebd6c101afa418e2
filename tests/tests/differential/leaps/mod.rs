//! What leaps tell is what the steps tell: the same state, deliveries, steps, ledger and copies, and peaks within the
//! bounds.

mod algorithms;
mod census;
mod k_broadcast;
mod many_packets;
mod primitives;

use meshcast_engine::{Kernels, LedgerLine, Mode, Options, Outcome};

/// Every way to leap: threads and kernels.
const LEAPS: [(usize, Kernels); 3] =
    [(1, Kernels::Widest), (4, Kernels::Widest), (1, Kernels::Portable)];

fn leaping((threads, kernels): (usize, Kernels)) -> Options {
    Options { mode: Mode::Leap, threads, kernels, ..Options::default() }
}

/// What must be the same.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    steps: u64,
    /// Path, calls and steps of every line.
    ledger: Vec<(String, u64, u64)>,
    copies: u64,
    deliveries: Vec<(u32, u32)>,
    /// Key and message of the packet in every slot.
    packets: Vec<Option<(u32, u32)>>,
}

impl Seen {
    fn of(outcome: &Outcome) -> Self {
        let lanes = outcome.capacity.unwrap_or(0);
        let slots = (0..lanes).flat_map(|lane| {
            (0..outcome.shape.nodes()).map(move |node| (lane, outcome.shape.position(node)))
        });
        let packet = |(lane, (row, col))| outcome.packet(lane, row, col);
        Self {
            steps: outcome.steps,
            ledger: (outcome.ledger.iter())
                .map(|line| (line.path.clone(), line.calls, line.steps))
                .collect(),
            copies: outcome.copies,
            deliveries: outcome.deliveries.sorted(),
            packets: slots
                .map(|slot| packet(slot).map(|packet| (packet.key(), packet.message())))
                .collect(),
        }
    }
}

/// Fails unless `leapt` tells what `stepped` tells.
fn compare(stepped: &Outcome, leapt: &Outcome, what: &str) {
    let (of_steps, of_leaps) = (Seen::of(stepped), Seen::of(leapt));
    assert_eq!((of_steps.steps, &of_steps.ledger), (of_leaps.steps, &of_leaps.ledger), "{what}");
    assert!(of_steps.deliveries == of_leaps.deliveries, "{what}: other deliveries");
    assert!(of_steps.packets == of_leaps.packets, "{what}: other packets are left");
    assert_eq!(of_steps.copies, of_leaps.copies, "{what}");
    for (stepped, leapt) in stepped.ledger.iter().zip(&leapt.ledger) {
        let is_so = stepped.peak == leapt.peak || leapt.peak_is_bound;
        assert!(is_so && stepped.peak <= leapt.peak, "{what}: {stepped:?} {leapt:?}");
    }
    assert!(stepped.peak <= leapt.peak, "{what}");
    assert!(stepped.peak == leapt.peak || leapt.peak_is_bound, "{what}");
    assert!(!stepped.peak_is_bound, "{what}");
    assert!(leapt.capacity.is_none_or(|capacity| leapt.peak as usize <= capacity), "{what}");
    let spatial = |outcome: &Outcome| (outcome.link_uses, outcome.depth, outcome.distance);
    assert_eq!(spatial(stepped), spatial(leapt), "{what}");
    assert!(stepped.depth <= stepped.distance && stepped.distance <= stepped.steps, "{what}");
}

/// The bounds of a leap: they do not depend on how it is made.
fn bounds(leapt: &Outcome) -> (Vec<LedgerLine>, u32, String) {
    (leapt.ledger.clone(), leapt.peak, leapt.peak_path.clone())
}
