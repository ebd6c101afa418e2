//! Says what a replay found wrong with a trace.

use std::fmt;

/// A place where a trace breaks a rule.
///
/// The first finding of a replay stands on its own; later ones may follow from it, since the replay goes on with the
/// trace's own account of where the packets are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of the trace, from 1; the line past the last where something is missing at the end.
    pub line: u64,
    /// The step of the event, where there is one.
    pub t: Option<u64>,
    /// The rule that is broken.
    pub rule: ReplayRule,
    /// What was found.
    pub text: String,
}

/// The rules of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReplayRule {
    /// A line is none of the trace format: no JSON, an unknown kind or key, a value out of range.
    Format,
    /// Lines out of order: `t` goes back, more than injections at t = 0, lines after the end, no end.
    Order,
    /// M1: a directed link carries two packets or words in a step.
    LinkTwice,
    /// M2: a node makes two copies or deliveries in a step.
    CopyTwice,
    /// M3: a packet takes two actions in a step, or acts or is dropped in the step it came.
    PacketTwice,
    /// M4: an edge carries something beside an exchange in a step.
    EdgeTwice,
    /// M5: a packet, message, node or link is not where the trace says.
    Place,
    /// M6: a buffer holds more than its capacity at the end of a step.
    Capacity,
    /// A message is delivered where it should not be, twice, or not at all.
    Delivery,
    /// The run's steps are fewer than its events need, or on a torus more than its events.
    Steps,
    /// A node's events follow each other faster than the cost model of the header charges.
    Charge,
    /// A span is entered or left that does not follow from those that are open.
    Spans,
    /// Tiles do not lie in the mesh or in a tile around them, or something crosses the border of tiles that work alone.
    Tiles,
}

impl ReplayRule {
    /// All rules.
    pub const ALL: [Self; 13] = [
        Self::Format,
        Self::Order,
        Self::LinkTwice,
        Self::CopyTwice,
        Self::PacketTwice,
        Self::EdgeTwice,
        Self::Place,
        Self::Capacity,
        Self::Delivery,
        Self::Steps,
        Self::Charge,
        Self::Spans,
        Self::Tiles,
    ];

    /// The rule as results name it: by its number in the model of the machine, where it has one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Order => "order",
            Self::LinkTwice => "M1",
            Self::CopyTwice => "M2",
            Self::PacketTwice => "M3",
            Self::EdgeTwice => "M4",
            Self::Place => "M5",
            Self::Capacity => "M6",
            Self::Delivery => "delivery",
            Self::Steps => "steps",
            Self::Charge => "charge",
            Self::Spans => "spans",
            Self::Tiles => "tiles",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(t) = self.t {
            write!(f, ", step {t}")?;
        }
        write!(f, ": {}: {}", self.rule.name(), self.text)
    }
}
