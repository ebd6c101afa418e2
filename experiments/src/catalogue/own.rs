//! Puts algorithms of others beside the shipped ones.

use super::SHIPPED;
use super::algorithm::Algorithm;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, QUEUED, SLOT};
use super::findings::Findings;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::Congestion;
use meshcast_engine::{Machine, Shape, Violation};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The algorithms that the process was started with, beside the shipped ones: said once, before anything is run.
static OWN: OnceLock<Vec<OwnAlgorithm>> = OnceLock::new();

type Capacity = dyn Fn(&Known) -> Option<usize> + Send + Sync;
type Program = dyn Fn(&Known, &mut Machine) -> Result<(), Violation> + Send + Sync;

/// A multicast algorithm of your own, for [`run`](crate::run): `route`, `compare`, `audit` and sweeps then know it by its name.
///
/// Its program gets a machine with all messages in their input queues, and what nodes [know](Known) beforehand. The message set it
/// does not get. Its deliveries are checked like those of the shipped algorithms. A process has one set of own algorithms, those of its
/// first command line, by which others of the same names are not replaced; [`run`](crate::run) refuses names that are taken or misspelt.
///
/// ```
/// use meshcast::OwnAlgorithm;
/// use meshcast_primitives::Circulation;
///
/// let tour = OwnAlgorithm::new(
///     "tour",
///     "Every message tours the mesh",
///     |_| Some(4),
///     |_, machine| {
///         machine.inject(0, |_| 0);
///         Circulation::new(machine.shape()).run(machine)
///     },
/// );
/// let args = "meshcast route --algorithm tour --workload transpose --side 4 --format json";
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let args = args.split(' ').map(Into::into);
/// let terminal = meshcast::Terminal::default();
/// assert_eq!(meshcast::command_line(&[tour], args, &mut out, &mut err, terminal), 0);
/// assert!(String::from_utf8_lossy(&out).contains("\"steps\":17,"));
/// ```
#[derive(Clone)]
pub struct OwnAlgorithm {
    name: &'static str,
    description: &'static str,
    capacity: Arc<Capacity>,
    payload_words: usize,
    program: Arc<Program>,
}

impl OwnAlgorithm {
    /// The same, with packets that carry so many [words](meshcast_engine::Options::payload_words) beside their keys. It does not leap.
    #[must_use]
    pub fn with_payload(self, words: usize) -> Self {
        Self { payload_words: words, ..self }
    }

    /// An algorithm of this name, of lower-case letters, digits and hyphens, with the idea in a few words. `capacity` gives the packets
    /// that a buffer may hold, `None` for no limit; it must not depend on the seed. `program` injects the messages and delivers them.
    pub fn new(
        name: &'static str,
        description: &'static str,
        capacity: impl Fn(&Known) -> Option<usize> + Send + Sync + 'static,
        program: impl Fn(&Known, &mut Machine) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        let (capacity, program) = (Arc::new(capacity), Arc::new(program));
        Self { name, description, capacity, payload_words: 0, program }
    }
}

impl fmt::Debug for OwnAlgorithm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("OwnAlgorithm").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What all nodes know before a run, beside the program. Every number but those of the shape is a gift that is not charged, so the
/// result says which of them the program asked for (`"knows"`).
pub struct Known {
    shape: Shape,
    seed: u64,
    messages: usize,
    degree: usize,
    congestion: usize,
    asked: RefCell<Vec<&'static str>>,
}

impl fmt::Debug for Known {
    /// Leaves out what is a gift.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Known").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl Known {
    /// Rows and columns, which every node knows in any case.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The seed: nodes draw the same random numbers.
    pub fn seed(&self) -> u64 {
        self.asked_for("seed", self.seed)
    }

    /// The number of messages.
    pub fn messages(&self) -> usize {
        self.asked_for("messages", self.messages)
    }

    /// The degree d: the most destinations of a message.
    pub fn degree(&self) -> usize {
        self.asked_for("degree", self.degree)
    }

    /// The congestion c: the most messages for one node. With `--congestion-known false` it is the average in its place, rounded up.
    pub fn congestion(&self) -> usize {
        self.asked_for("congestion", self.congestion)
    }

    fn asked_for<T>(&self, name: &'static str, number: T) -> T {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&name) {
            asked.push(name);
        }
        number
    }

    fn in_run(set: &MessageSet, setting: Setting<'_>) -> Self {
        let messages = &set.messages;
        let congestion = match setting.congestion {
            Congestion::Known => messages.congestion(),
            _ => messages.deliveries().div_ceil(set.shape.nodes()),
        };
        let (seed, degree) = (setting.seed, messages.degree());
        let (messages, asked) = (messages.count(), RefCell::default());
        Self { shape: set.shape, seed, messages, degree, congestion, asked }
    }

    fn before(run: &Extent) -> Self {
        let [messages, degree, congestion] =
            [run.size.messages, run.size.degree, run.known_congestion()]
                .map(|number| number as usize);
        let (shape, asked) = (run.shape, RefCell::default());
        Self { shape, seed: 1, messages, degree, congestion, asked }
    }
}

/// What the result says of a run.
#[derive(Debug, Serialize)]
struct Asked {
    /// What the program asked for that nodes cannot find out for free.
    knows: Vec<&'static str>,
}

impl Findings for Asked {
    fn needs_congestion(&self) -> bool {
        self.knows.contains(&"congestion")
    }

    fn remark(&self) -> String {
        if self.knows.is_empty() {
            return "knows nothing".to_owned();
        }
        format!("knows {}", self.knows.join(", "))
    }
}

impl Entry for OwnAlgorithm {
    fn label(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    /// Whatever it may do is not known before.
    fn has_constant_buffer(&self) -> bool {
        false
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::TakesAverage
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let known = Known::in_run(set, setting);
        let program = Arc::clone(&self.program);
        Plan {
            capacity: (self.capacity)(&known),
            messages: Arc::clone(&set.messages),
            payload_words: self.payload_words,
            choice: None,
            stored_words: None,
            known_to_adversary: None,
            run: Box::new(move |machine| {
                program(&known, machine)?;
                Ok(Arc::new(Asked { knows: known.asked.borrow().clone() }))
            }),
        }
    }

    /// Its buffers, and what a node commonly has in registers. What the program keeps beside its machine is not known.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        const REGISTERS: u64 = 64;
        // A map from packets to their words.
        const PAYLOAD: u64 = 48;
        let packet = match self.payload_words as u64 {
            0 => 0,
            words => PAYLOAD + 8 * words,
        };
        let buffers = match (self.capacity)(&Known::before(run)) {
            Some(capacity) => run.nodes() * (SLOT + packet) * capacity as u64,
            None => run.in_queues(run.size.deliveries, QUEUED + packet),
        };
        buffers + run.nodes() * REGISTERS
    }

    /// As most: that of a bar.
    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.root_cn().saturating_mul(16)
    }
}

/// Takes in the algorithms that the process is started with.
pub(crate) fn take_in(own: &[OwnAlgorithm]) -> Result<(), OwnError> {
    if own.is_empty() {
        return Ok(());
    }
    for (place, OwnAlgorithm { name, .. }) in own.iter().enumerate() {
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if !name.starts_with(is_letter) || !name.chars().all(|at| is_letter(at) || at == '-') {
            return Err(OwnError::Spelling { name });
        }
        let is_shipped = SHIPPED.iter().any(|algorithm| algorithm.name() == *name);
        if is_shipped || own[..place].iter().any(|other| other.name == *name) {
            return Err(OwnError::Taken { name });
        }
    }
    let names = |all: &[OwnAlgorithm]| all.iter().map(|own| own.name).collect::<Vec<_>>();
    let known = OWN.get_or_init(|| own.to_vec());
    if names(known) == names(own) { Ok(()) } else { Err(OwnError::Twice) }
}

/// The algorithms that the process was started with.
pub(super) fn own() -> impl Iterator<Item = Algorithm> {
    OWN.get().into_iter().flatten().map(|own| Algorithm::new(own))
}

/// Why algorithms are not taken in. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum OwnError {
    #[error(
        "an own algorithm: expected a name of lower-case letters, digits and hyphens, found \"{}\"",
        name.escape_debug()
    )]
    Spelling { name: &'static str },
    #[error("an own algorithm: expected a new name, found {name}")]
    Taken { name: &'static str },
    #[error("own algorithms: expected those that the process was started with, found others")]
    Twice,
}
