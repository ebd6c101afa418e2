//! Predicted memory against what there is, before anything large is allocated.

use meshcast_algorithms::{DEFAULT_CONGESTION, DEFAULT_DEGREE, QueueOrder, Workload};
use meshcast_engine::{Messages, Shape, Torus, TorusMessages};
use std::fs;
use std::path::Path;
use thiserror::Error;

/// A run that would not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{subject}: expected a need of at most {} of memory, which is what is available, found about {}",
    Size(*.available),
    Size(*.needed)
)]
pub(crate) struct MemoryError {
    subject: String,
    needed: u64,
    available: u64,
}

/// Bytes in a unit that keeps the number short.
struct Size(u64);

impl std::fmt::Display for Size {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut size, mut unit) = (self.0 as f64, 0);
        while size >= 1024.0 {
            size /= 1024.0;
            unit += 1;
        }
        let decimals = usize::from(unit > 0);
        write!(out, "{size:.decimals$} {}", UNITS[unit])
    }
}

/// Packets a buffer of a circulation on any shape: its capacity is known once it is planned, which takes memory itself.
pub(crate) const CIRCULATING: usize = 4;

/// Refuses a `need` in bytes above the memory that the system has available, where the system tells.
pub(crate) fn check(subject: impl FnOnce() -> String, need: u64) -> Result<(), MemoryError> {
    check_against(subject, need, available())
}

/// Who sees to it that something fits in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// What the system has available now.
    Available,
    /// Whoever set memory aside for it before: the runs of a sweep share what there was when it began, and what is available while
    /// they go on is less than that by what they use themselves.
    Granted,
}

impl Room {
    /// Refuses a `need` in bytes that there is no room for.
    pub(crate) fn check(
        self,
        subject: impl FnOnce() -> String,
        need: u64,
    ) -> Result<(), MemoryError> {
        match self {
            Self::Available => check(subject, need),
            Self::Granted => Ok(()),
        }
    }
}

fn check_against(
    subject: impl FnOnce() -> String,
    needed: u64,
    available: Option<u64>,
) -> Result<(), MemoryError> {
    match available {
        Some(available) if needed > available => {
            Err(MemoryError { subject: subject(), needed, available })
        }
        _ => Ok(()),
    }
}

/// Memory that can be had without swapping, as Linux estimates it; `None` on other systems.
pub(crate) fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// What reading the file at `path` needs at most: entries of four characters and up become pairs of 8 bytes, mirrored
/// where the file is symmetric, in arrays that double as they grow, and then a message set.
pub(crate) fn reading(path: &Path) -> u64 {
    const BYTES_A_CHARACTER: u64 = 9;
    let length = fs::metadata(path).map_or(0, |file| if file.is_file() { file.len() } else { 0 });
    length.saturating_mul(BYTES_A_CHARACTER)
}

/// What generating a workload on n = side² nodes needs at most.
pub(crate) fn generating(
    workload: Workload,
    shape: Shape,
    degree: Option<usize>,
    congestion: Option<usize>,
) -> u64 {
    // Permutations, loads and the like.
    const BYTES_A_NODE: u64 = 64;
    const BYTES_A_DELIVERY: u64 = 4;
    let SetSize { deliveries, congestion, .. } =
        SetSize::predicted(workload, shape, degree, congestion);
    let nodes = shape.nodes() as u64;
    // Lists of sources in another order are put in order in a second array; almost all pairs are chosen by those that are not.
    let arrays = match workload {
        Workload::Uniform if 2 * congestion > nodes => 2,
        Workload::Uniform | Workload::Permutation | Workload::Transpose => 1,
        _ => 2,
    };
    nodes * BYTES_A_NODE + deliveries * arrays * BYTES_A_DELIVERY
}

/// What generating messages that collide under `rounds` permutations needs at most.
pub(crate) fn colliding(shape: Shape, degree: Option<usize>, rounds: usize) -> u64 {
    // Blocks, families and the like.
    const BYTES_A_NODE: u64 = 64;
    // A permutation, the groups of messages and the messages of groups, and what has been read of a file of 8 bytes a number.
    const BYTES_A_PLACE: u64 = 3 * 4 + 8;
    const BYTES_A_DELIVERY: u64 = 4;
    // Lists of sources in another order are put in order in a second array; arrays double as they grow.
    const ARRAYS: u64 = 3;
    let nodes = shape.nodes() as u64;
    let degree = degree.map_or(DEFAULT_DEGREE as u64, |degree| (degree as u64).min(nodes));
    let places = nodes.saturating_mul(rounds as u64);
    nodes * BYTES_A_NODE
        + places.saturating_mul(BYTES_A_PLACE)
        + nodes * degree * ARRAYS * BYTES_A_DELIVERY
}

/// What a set for a primitive and the lists or pairs that it is made of need together.
pub(crate) fn building(set: SetSize) -> u64 {
    const BYTES_A_MESSAGE: u64 = 64;
    const BYTES_A_DELIVERY: u64 = 12;
    set.messages * BYTES_A_MESSAGE + set.deliveries * BYTES_A_DELIVERY
}

/// What reading the permutation in the file at `path` needs at most: 4 bytes or 8 become 4, in an array that doubles as it grows.
pub(crate) fn reading_permutation(path: &Path) -> u64 {
    const TIMES_THE_FILE: u64 = 3;
    let length = fs::metadata(path).map_or(0, |file| if file.is_file() { file.len() } else { 0 });
    length.saturating_mul(TIMES_THE_FILE)
}

/// What a graph with this many edges and outputs needs, the permutation, the file and the verification included.
pub(crate) fn graph(edges: usize, outputs: usize, threads: usize) -> u64 {
    const BYTES_AN_EDGE: u64 = 32;
    const BYTES_AN_OUTPUT: u64 = 32;
    const BYTES_AN_OUTPUT_AND_THREAD: u64 = 4;
    let of_outputs = BYTES_AN_OUTPUT + BYTES_AN_OUTPUT_AND_THREAD * threads as u64;
    edges as u64 * BYTES_AN_EDGE + outputs as u64 * of_outputs
}

/// What a run keeps beside its machine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Records {
    /// Whether the audit is full.
    pub(crate) audit: bool,
    /// Whether the run is traced.
    pub(crate) trace: bool,
    /// Steps that the run will take, for the audit.
    pub(crate) steps: u64,
    /// Steps whose events are held back until a part of the run is over, for the trace.
    pub(crate) held_steps: u64,
    /// Whether parts of the run leap: they need no registers.
    pub(crate) leaps: bool,
    /// Permutations of the nodes from files.
    pub(crate) permutations: usize,
    /// 64-bit words a node in registers.
    pub(crate) registers: u64,
}

/// How large a message set is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetSize {
    pub(crate) messages: u64,
    pub(crate) deliveries: u64,
    pub(crate) degree: u64,
    pub(crate) congestion: u64,
}

impl SetSize {
    pub(crate) fn of(messages: &Messages) -> Self {
        Self {
            messages: messages.count() as u64,
            deliveries: messages.deliveries() as u64,
            degree: messages.degree() as u64,
            congestion: messages.congestion() as u64,
        }
    }

    /// That of a workload at most, on n = side² nodes.
    pub(crate) fn predicted(
        workload: Workload,
        shape: Shape,
        degree: Option<usize>,
        congestion: Option<usize>,
    ) -> Self {
        // Values out of range are refused by the generator; here they only must not overflow.
        let nodes = shape.nodes() as u64;
        let clamp = |value: usize| (value as u64).min(nodes);
        let congestion = clamp(congestion.unwrap_or(DEFAULT_CONGESTION));
        let asked = clamp(degree.unwrap_or(DEFAULT_DEGREE));
        let (degree, deliveries) = match workload {
            Workload::Permutation | Workload::Transpose | Workload::LowerBound => (1, nodes),
            Workload::HotBlock => (clamp(degree.unwrap_or(1)), nodes),
            Workload::Uniform | Workload::Cluster => (congestion, nodes * congestion),
            Workload::Broadcast => (nodes, nodes * congestion),
            Workload::Sparse => (asked, nodes * asked),
            // The mean of Zipf(2) up to n is below ln n.
            Workload::PowerLaw => (nodes, nodes * congestion.min(u64::from(nodes.ilog2()) + 1)),
        };
        Self { messages: nodes, deliveries, degree, congestion }
    }
}

/// What running on `shape` with buffers of `capacity` packets needs, the lower bound and the check included.
pub(crate) fn running(shape: Shape, capacity: usize, set: SetSize, records: Records) -> u64 {
    let nodes = shape.nodes() as u64;
    let slots = nodes * (capacity as u64 + 2);
    // Stations of a circuit, cells of a bound, scratch.
    let machine = slots * 8 + nodes * (32 + 8 * records.registers);
    // A bit for a delivery and one for its check; marks and numbers of parts.
    let books = set.deliveries.div_ceil(4) + set.messages * 20;
    let audit = if records.audit { nodes * 20 + records.steps.saturating_mul(80) } else { 0 };
    // Identities, and events: a word over every link at most.
    let events = (1 + records.held_steps).saturating_mul(nodes * 4 * 40);
    let trace = if records.trace { events.saturating_add(slots * 4) } else { 0 };
    machine.saturating_add(books).saturating_add(audit).saturating_add(trace)
}

/// What the routing of a torus and its measures, or the trees of a broadcast, need.
pub(crate) fn routing(torus: Torus) -> u64 {
    // Hops, labels, branches of a tree and lists of its children.
    const BYTES_A_NODE: u64 = 64;
    // By level and direction.
    let counts = (torus.diameter() + 1) as u64 * (2 * torus.dims() as u64 * 8 + 32);
    torus.nodes() as u64 * BYTES_A_NODE + counts
}

/// What a communication on a torus needs at most, when every message waits, or all copies of one.
pub(crate) fn communicating(messages: TorusMessages, order: QueueOrder, traced: bool) -> u64 {
    // Its queue and its load.
    const BYTES_A_CHANNEL: u64 = 12;
    const BYTES_A_NODE: u64 = 16;
    // A cell of 16 bytes in an array that doubles as it grows, and a bit that says whether it was delivered.
    const BYTES_A_DELIVERY: u64 = 16 * 3 + 1;
    // A class of a queue, in a list that doubles.
    const BYTES_A_CLASS: u64 = 12 * 3;
    // A queue's list with room for some classes.
    const BYTES_A_LIST: u64 = 24 * 3 + 48;
    let torus = messages.torus;
    let (nodes, deliveries) = (torus.nodes() as u64, messages.deliveries());
    let channels = nodes * torus.degree() as u64;
    let lists = channels.min(deliveries) * BYTES_A_LIST;
    let of_classes = if order == QueueOrder::Random { BYTES_A_CLASS } else { 0 };
    // The message of a packet; copies are packets.
    let of_trace = if traced { 8 } else { 0 };
    routing(torus)
        + nodes * BYTES_A_NODE
        + channels * BYTES_A_CHANNEL
        + lists
        + deliveries * (BYTES_A_DELIVERY + of_classes + of_trace)
}

/// What comparing ways of multicast needs at most on so many sets, each with `samples` bytes of results, beside the sets that are worked at.
pub(crate) fn comparing(sets: usize, samples: usize) -> u64 {
    // The job, its result in two lists, a block of memory, and a pair of numbers with a logarithm for a test.
    const BYTES_A_SET: u64 = 128;
    (sets as u64).saturating_mul(BYTES_A_SET.saturating_add(samples as u64))
}

/// What so many multicasts by worms to `size` destinations need at once, each destination at most a `leg` from the one before it.
pub(crate) fn loading(multicasts: u64, size: usize, leg: usize) -> u64 {
    // A set and a plan.
    const BYTES_A_MULTICAST: u64 = 1024;
    // Of a set, a plan and at most a worm with what it waits for, in lists that double as they grow.
    const BYTES_A_DESTINATION: u64 = 640;
    // A node of a path, a channel of a worm, and its grant.
    const BYTES_A_HOP: u64 = 16;
    let destination = (leg as u64).saturating_mul(BYTES_A_HOP).saturating_add(BYTES_A_DESTINATION);
    let multicast = (size as u64).saturating_mul(destination).saturating_add(BYTES_A_MULTICAST);
    multicasts.saturating_mul(multicast)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(needed: u64, available: Option<u64>) -> Option<String> {
        check_against(|| "uniform".to_owned(), needed, available).err().map(|e| e.to_string())
    }

    #[test]
    fn a_need_above_what_is_available_is_refused_with_both_numbers() {
        let expected = "uniform: expected a need of at most 1.5 KiB of memory, which is what is available, \
                        found about 16.0 EiB";
        assert_eq!(refusal(u64::MAX, Some(1536)).as_deref(), Some(expected));
        assert_eq!(refusal(1536, Some(1536)), None);
    }

    /// Peaks of `meshcast worm experiment --load 1 --messages M --sizes K --sets 1 --mesh SHAPE --threads 1`, less 9 MB of the program itself.
    #[test]
    fn loads_need_no_less_than_was_measured() {
        for (nodes, messages, size, leg, bytes) in [
            (4, 20_000, 1, 4, 993),
            (4, 10_000, 3, 4, 2_984),
            (16, 4_000, 3, 8, 2_252),
            (64, 2_000, 1, 16, 963),
            (64, 1_000, 4, 16, 3_282),
            (64, 600, 8, 16, 5_312),
            (64, 1_000, 4, 12, 2_912),
            (256, 60, 16, 32, 8_485),
            (1024, 40, 4, 64, 4_098),
        ] {
            let multicasts = nodes * messages;
            let (found, measured) = (loading(multicasts, size, leg), multicasts * bytes);
            assert!(measured <= found && found <= 4 * measured, "{found} {measured}");
        }
    }

    #[test]
    fn a_system_that_does_not_tell_refuses_nothing() {
        assert_eq!(refusal(u64::MAX, None), None);
    }

    #[test]
    fn what_was_granted_is_not_asked_for_again() {
        let subject = || "uniform".to_owned();
        assert_eq!(Room::Granted.check(subject, u64::MAX), Ok(()));
        assert_eq!(Room::Available.check(subject, u64::MAX).is_ok(), available().is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells() {
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn no_parameter_overflows_a_prediction() {
        let shape = Shape::new(8192, 8192).unwrap();
        for workload in Workload::ALL {
            let most = generating(workload, shape, Some(usize::MAX), Some(usize::MAX));
            assert!(most >= generating(workload, shape, Some(1), Some(1)), "{workload}");
        }
    }
}
