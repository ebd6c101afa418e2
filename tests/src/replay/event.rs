//! The lines of a trace, as types.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

/// The first line: the machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    #[serde(rename = "trace")]
    _version: Version,
    pub(super) rows: usize,
    pub(super) cols: usize,
    #[serde(rename = "topology")]
    _topology: Topology,
    #[serde(deserialize_with = "required")]
    pub(super) capacity: Option<usize>,
    pub(super) ports: Ports,
    pub(super) exchange_steps: u64,
    pub(super) copy_steps: u64,
}

#[derive(Debug, Deserialize)]
enum Version {
    #[serde(rename = "meshcast/1")]
    One,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Topology {
    Mesh,
}

/// How many ports of a node may work in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ports {
    All,
    One,
}

/// A message of the run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    #[serde(rename = "message")]
    pub(super) number: usize,
    pub(super) source: usize,
    pub(super) destinations: Vec<usize>,
}

/// What the machine did, and the end of the run.
#[derive(Debug, Deserialize)]
#[serde(tag = "e", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Event {
    Inject {
        t: u64,
        at: usize,
        p: u64,
        m: usize,
    },
    Move {
        t: u64,
        from: usize,
        to: usize,
        p: u64,
    },
    Exchange {
        t: u64,
        a: usize,
        b: usize,
        #[serde(deserialize_with = "required")]
        pa: Option<u64>,
        #[serde(deserialize_with = "required")]
        pb: Option<u64>,
        swap: bool,
    },
    Word {
        t: u64,
        from: usize,
        to: usize,
    },
    Copy {
        t: u64,
        at: usize,
        p: u64,
        q: u64,
    },
    Deliver {
        t: u64,
        at: usize,
        p: u64,
    },
    Duplicate {
        t: u64,
        at: usize,
        p: u64,
    },
    Drop {
        t: u64,
        at: usize,
        p: u64,
    },
    End {
        steps: u64,
    },
}

/// A line of a trace.
#[derive(Debug)]
pub(super) enum Line {
    Header(Header),
    Message(Message),
    Event(Event),
}

/// The keys that tell the kinds of lines apart.
#[derive(Deserialize)]
struct Kind {
    trace: Option<IgnoredAny>,
    message: Option<IgnoredAny>,
    e: Option<IgnoredAny>,
}

/// A key that must be there, though its value may be null: serde takes a missing `Option` for null.
fn required<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

impl Line {
    /// The line that `text` spells, or what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        // serde reads a list as a struct whose fields stand in order: here only objects are lines.
        if !text.trim_start().starts_with('{') {
            return Err("expected a JSON object".to_owned());
        }
        let said = |error: serde_json::Error| error.to_string();
        let kind: Kind = serde_json::from_str(text).map_err(said)?;
        if kind.e.is_some() {
            serde_json::from_str(text).map(Line::Event).map_err(said)
        } else if kind.message.is_some() {
            serde_json::from_str(text).map(Line::Message).map_err(said)
        } else if kind.trace.is_some() {
            serde_json::from_str(text).map(Line::Header).map_err(said)
        } else {
            Err("expected one of the keys `trace`, `message`, `e`".to_owned())
        }
    }
}

impl Event {
    /// The step of the event; none for the end.
    pub(super) fn t(&self) -> Option<u64> {
        match *self {
            Event::Inject { t, .. }
            | Event::Move { t, .. }
            | Event::Exchange { t, .. }
            | Event::Word { t, .. }
            | Event::Copy { t, .. }
            | Event::Deliver { t, .. }
            | Event::Duplicate { t, .. }
            | Event::Drop { t, .. } => Some(t),
            Event::End { .. } => None,
        }
    }
}
