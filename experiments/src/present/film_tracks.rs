//! Writes the phases and counts of a film as a trace of Perfetto, the trace viewer.
//!
//! The trace is a protobuf message `Trace`, of which `TracePacket`, `TrackDescriptor`, `CounterDescriptor` and `TrackEvent` are written
//! with the field numbers of `protos/perfetto/trace` in the sources of Perfetto. A step is a microsecond. Phases are slices on one track;
//! each count is a track of its own. Packets have no tracks: there would be too many.

use crate::film::{Bar, Film, Moment};

/// Nanoseconds on the axis of the viewer that stand for a step.
const STEP: u64 = 1000;

/// The track of the phases; those of the counts follow.
const PHASES: u64 = 1;

/// What each count is called, in the order of [`counts`].
const COUNTS: [&str; 4] = ["packets", "fullest buffer", "links used", "deliveries"];

/// Kinds of `TrackEvent`.
const SLICE_BEGIN: u64 = 1;
const SLICE_END: u64 = 2;
const COUNTER: u64 = 4;

fn counts(moment: &Moment) -> [u64; 4] {
    [moment.held, moment.peak, moment.links, moment.deliveries]
}

/// The trace.
pub(crate) fn film_tracks(film: &Film) -> Vec<u8> {
    let mut trace = Message::default();
    describe(&mut trace, PHASES, "phases", false);
    for (track, name) in (PHASES + 1..).zip(COUNTS) {
        describe(&mut trace, track, name, true);
    }
    phases(&mut trace, film);
    // What is counted of a step stands from its beginning to its end.
    let mut start = 0;
    for (frame, moment) in (0..).zip(&film.series) {
        for (track, value) in (PHASES + 1..).zip(counts(moment)) {
            event(&mut trace, start, |event| {
                event.number(9, COUNTER).number(11, track).number(30, value);
            });
        }
        start = (frame * film.grid.stride).min(film.grid.steps);
    }
    trace.0
}

/// The begin and the end of every phase, in the order of time.
fn phases(trace: &mut Message, film: &Film) {
    let mut open: Vec<u64> = Vec::new();
    let end = |trace: &mut Message, step| {
        event(trace, step, |event| {
            event.number(9, SLICE_END).number(11, PHASES);
        });
    };
    for &Bar { start, depth, end: last, name } in &film.bars {
        while open.len() as u64 > depth || open.last().is_some_and(|&last| last <= start) {
            end(trace, open.pop().unwrap_or_default());
        }
        open.push(last);
        event(trace, start, |event| {
            let name = &film.names[name as usize];
            event.number(9, SLICE_BEGIN).number(11, PHASES).bytes(23, name.as_bytes());
        });
    }
    while let Some(last) = open.pop() {
        end(trace, last);
    }
}

/// A packet that says what a track is.
fn describe(trace: &mut Message, track: u64, name: &str, counts: bool) {
    let mut descriptor = Message::default();
    descriptor.number(1, track).bytes(2, name.as_bytes());
    if counts {
        // Of things that are counted.
        descriptor.bytes(8, &Message::default().number(3, 2).0);
    }
    trace.bytes(1, &Message::default().bytes(60, &descriptor.0).0);
}

/// A packet that says what happens at the end of a step.
fn event(trace: &mut Message, step: u64, fill: impl FnOnce(&mut Message)) {
    let mut event = Message::default();
    fill(&mut event);
    let mut packet = Message::default();
    packet.number(8, step * STEP).number(10, 1).bytes(11, &event.0);
    trace.bytes(1, &packet.0);
}

/// A protobuf message in the making.
#[derive(Debug, Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Adds a number.
    fn number(&mut self, field: u64, number: u64) -> &mut Self {
        self.varint(field << 3);
        self.varint(number);
        self
    }

    /// Adds a text or a message.
    fn bytes(&mut self, field: u64, bytes: &[u8]) -> &mut Self {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{Grid, film};

    /// A field of a protobuf message: its number, and its number or bytes.
    type Field<'a> = (u64, Result<u64, &'a [u8]>);

    fn varint(bytes: &mut &[u8]) -> u64 {
        let length = bytes.iter().position(|byte| byte & 128 == 0).unwrap() + 1;
        let (number, rest) = bytes.split_at(length);
        *bytes = rest;
        number.iter().rev().fold(0, |sum, &byte| sum << 7 | u64::from(byte & 127))
    }

    fn fields(mut bytes: &[u8]) -> Vec<Field<'_>> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let key = varint(&mut bytes);
            let number = varint(&mut bytes);
            fields.push(match key & 7 {
                0 => (key >> 3, Ok(number)),
                2 => {
                    let (content, rest) = bytes.split_at(number as usize);
                    bytes = rest;
                    (key >> 3, Err(content))
                }
                wire => panic!("wire type {wire}"),
            });
        }
        fields
    }

    fn get<'a>(message: &[Field<'a>], field: u64) -> Option<Result<u64, &'a [u8]>> {
        message.iter().find(|(number, _)| *number == field).map(|(_, value)| *value)
    }

    const TRACE: &str = r#"{"trace":"meshcast/2","rows":1,"cols":2,"topology":"mesh","capacity":2,"ports":"all","exchange_steps":1,"copy_steps":1}
{"message":0,"source":0,"destinations":[1]}
{"t":0,"e":"inject","at":0,"p":0,"m":0}
{"t":0,"e":"enter","path":"go"}
{"t":1,"e":"enter","path":"go/far"}
{"t":2,"e":"move","from":0,"to":1,"p":0}
{"t":3,"e":"leave","path":"go/far"}
{"t":3,"e":"enter","path":"go/near"}
{"t":4,"e":"deliver","at":1,"p":0}
{"t":4,"e":"drop","at":1,"p":0}
{"t":4,"e":"leave","path":"go/near"}
{"t":4,"e":"leave","path":"go"}
{"e":"end","steps":4}
"#;

    #[test]
    fn phases_are_slices_that_nest_and_counts_have_a_value_a_step() {
        let film = film(TRACE.as_bytes(), Grid::new((2, 2), 4, None).unwrap()).unwrap();
        let bytes = film_tracks(&film);
        let mut described = Vec::new();
        let mut slices = Vec::new();
        let mut links = Vec::new();
        for (field, packet) in fields(&bytes) {
            assert_eq!(field, 1);
            let packet = fields(packet.unwrap_err());
            if let Some(Err(descriptor)) = get(&packet, 60) {
                let name = get(&fields(descriptor), 2).unwrap().unwrap_err();
                described.push(str::from_utf8(name).unwrap());
                continue;
            }
            let time = get(&packet, 8).unwrap().unwrap();
            let event = fields(get(&packet, 11).unwrap().unwrap_err());
            let track = get(&event, 11).unwrap().unwrap();
            match get(&event, 9).unwrap().unwrap() {
                4 if track == 4 => links.push((time, get(&event, 30).unwrap().unwrap())),
                4 => {}
                kind => {
                    let name =
                        get(&event, 23).map(|name| str::from_utf8(name.unwrap_err()).unwrap());
                    slices.push((time, kind, name.unwrap_or_default()));
                }
            }
        }
        assert_eq!(described, ["phases", "packets", "fullest buffer", "links used", "deliveries"]);
        let expected = [
            (0, 1, "go"),
            (1000, 1, "far"),
            (3000, 2, ""),
            (3000, 1, "near"),
            (4000, 2, ""),
            (4000, 2, ""),
        ];
        assert_eq!(slices, expected);
        assert_eq!(links, [(0, 0), (0, 0), (1000, 1), (2000, 0), (3000, 0)]);
    }
}
