//! Says how a run is charged, watched and executed.

use crate::audit::AuditLevel;
use crate::cost::CostModel;
use crate::kernels::Kernels;
use crate::trace_sink::TraceSink;

/// Whether a machine makes every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every step is made, and every rule checked.
    #[default]
    Step,
    /// Parts of programs [leap](crate::Machine::leap). Steps, ledger, uses of links, copies and deliveries are those of
    /// [`Mode::Step`]; peaks are bounds, and of broken rules only those are found that do not depend on packets.
    Leap,
}

/// How a run is charged, watched and executed; the same for every algorithm.
#[derive(Clone, Debug)]
pub struct Options {
    /// The charges.
    pub model: CostModel,
    /// Whether every step is made.
    pub mode: Mode,
    /// What is recorded of buffers and links.
    pub audit: AuditLevel,
    /// Threads that run tiles, or bands of the rows of a large machine; the result does not depend on it.
    pub threads: usize,
    /// Where the trace goes; tracing costs nothing when off.
    pub trace: Option<TraceSink>,
    /// The instructions that inner loops use; the result does not depend on them.
    pub kernels: Kernels,
    /// The most words that the header of a packet may have if a program writes them: with the packet they cross a link in one step.
    /// `None`: a word for each of its destinations, however many these are.
    pub header_words: Option<usize>,
    /// The 64-bit words that every packet carries beside its key: see [`Machine::rewrite_payload`](crate::Machine::rewrite_payload).
    /// With any, steps that are made are made packet by packet, which takes longer.
    pub payload_words: usize,
}

impl Default for Options {
    /// The paper's charges, every step made, peaks only, one thread, no trace, headers of any length, no payloads.
    fn default() -> Self {
        Self {
            model: CostModel::default(),
            mode: Mode::default(),
            audit: AuditLevel::default(),
            threads: 1,
            trace: None,
            kernels: Kernels::default(),
            header_words: None,
            payload_words: 0,
        }
    }
}

impl Options {
    /// Whether packets have identities: to be told apart in a trace, or to carry payloads. Effects of leaps move packets without.
    pub(crate) fn identify_packets(&self) -> bool {
        self.trace.is_some() || self.payload_words > 0 && self.mode == Mode::Step
    }
}
