//! Reads the lines of a trace as types.

use super::network::Network;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

/// The first line: the machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    #[serde(rename = "trace")]
    pub(crate) version: Version,
    rows: Option<usize>,
    cols: Option<usize>,
    radix: Option<usize>,
    dims: Option<usize>,
    topology: Topology,
    #[serde(deserialize_with = "required")]
    pub(crate) capacity: Option<usize>,
    pub(crate) ports: Ports,
    pub(crate) exchange_steps: u64,
    pub(crate) copy_steps: u64,
}

/// The version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Version {
    /// Without spans and divisions.
    #[serde(rename = "meshcast/1")]
    One,
    #[serde(rename = "meshcast/2")]
    Two,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Topology {
    Mesh,
    Torus,
}

/// How many ports of a node may work in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ports {
    All,
    One,
}

impl Header {
    /// The network of the machine, or why there is no such machine.
    pub(crate) fn network(&self) -> Result<Network, String> {
        match (self.topology, (self.rows, self.cols), (self.radix, self.dims)) {
            (Topology::Mesh, (Some(rows), Some(cols)), (None, None)) => Network::mesh(rows, cols)
                .ok_or_else(|| format!("there is no mesh of {rows} x {cols} nodes")),
            (Topology::Torus, (None, None), (Some(radix), Some(dims))) => {
                let is_of_a_torus = self.capacity.is_none()
                    && self.ports == Ports::All
                    && (self.exchange_steps, self.copy_steps) == (1, 0);
                if !is_of_a_torus {
                    return Err("a torus has unlimited buffers, all ports and free copies".into());
                }
                Network::torus(radix, dims)
                    .ok_or_else(|| format!("there is no torus of {radix}^{dims} nodes"))
            }
            (Topology::Mesh, ..) => Err("a mesh has `rows` and `cols`".into()),
            (Topology::Torus, ..) => Err("a torus has `radix` and `dims`".into()),
        }
    }
}

/// A message of the run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    #[serde(rename = "message")]
    pub(crate) number: usize,
    pub(crate) source: usize,
    pub(crate) destinations: Vec<usize>,
}

/// What the machine did, and the end of the run.
#[derive(Debug, Deserialize)]
#[serde(tag = "e", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Event {
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
    Enter {
        t: u64,
        path: String,
    },
    Leave {
        t: u64,
        path: String,
    },
    Divide(Division),
    Unite {
        t: u64,
        at: usize,
    },
    End {
        steps: u64,
    },
}

/// A rectangle of nodes is divided into tiles, row by row.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Division {
    pub(crate) t: u64,
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) rows: Vec<usize>,
    pub(crate) cols: Vec<usize>,
    pub(crate) apart: bool,
}

/// A line of a trace.
#[derive(Debug)]
pub(crate) enum Line {
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
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        // serde reads a list as a struct whose fields stand in order: here only objects are lines.
        if !text.trim_start().starts_with('{') {
            return Err("expected a JSON object".to_owned());
        }
        let said = |error: serde_json::Error| {
            let text = error.to_string();
            // A line is all that was parsed.
            let reason = text.rsplit_once(" at line ").map_or(&*text, |(reason, _)| reason);
            match error.column() {
                // What is missing has no place.
                0 => reason.to_owned(),
                column => format!("{reason} at column {column}"),
            }
        };
        // Nearly all lines are events, and a line that is one has no key of another kind: it would be unknown.
        let as_event = match serde_json::from_str(text) {
            Ok(event) => return Ok(Self::Event(event)),
            Err(error) => error,
        };
        let kind: Kind = serde_json::from_str(text).map_err(said)?;
        if kind.e.is_some() {
            Err(said(as_event))
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
    pub(crate) fn t(&self) -> Option<u64> {
        match *self {
            Event::Inject { t, .. }
            | Event::Move { t, .. }
            | Event::Exchange { t, .. }
            | Event::Word { t, .. }
            | Event::Copy { t, .. }
            | Event::Deliver { t, .. }
            | Event::Duplicate { t, .. }
            | Event::Drop { t, .. }
            | Event::Enter { t, .. }
            | Event::Leave { t, .. }
            | Event::Divide(Division { t, .. })
            | Event::Unite { t, .. } => Some(t),
            Event::End { .. } => None,
        }
    }

    /// Whether it says what the program does, and not what the machine does.
    pub(crate) fn is_of_program(&self) -> bool {
        matches!(
            self,
            Event::Enter { .. } | Event::Leave { .. } | Event::Divide(_) | Event::Unite { .. }
        )
    }
}
