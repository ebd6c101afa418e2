//! Writes the step trace: every event of a run as a line of JSON, for anyone to replay.

use crate::output::{OutputError, Piped, WholeFile, shown};
use crate::readable::{copy_steps, exchange_steps, ports};
use crossbeam::channel::{Receiver, bounded};
use meshcast_engine::{
    Action, CostModel, Division, Event, Messages, Record, Torus, TorusMessages, TraceSink,
};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Records under way between the machine and the writer; a machine that is further ahead waits.
const RECORDS: usize = 1 << 12;

/// Lets `run` work with a sink whose records are written to the file at `path`, if there is one, while it runs.
///
/// The file appears when the run has succeeded, whole; after a run that failed there is none. What is for standard output is returned.
pub(crate) fn traced<T, E>(
    path: Option<&Path>,
    messages: &Messages,
    run: impl FnOnce(Option<TraceSink>) -> Result<T, E>,
) -> Result<Result<(T, Option<Piped>), E>, OutputError> {
    traced_by(path, |out, records| write_trace(out, records, messages), run)
}

/// The same for a run on a torus.
pub(crate) fn traced_torus<T, E>(
    path: Option<&Path>,
    messages: TorusMessages,
    run: impl FnOnce(Option<TraceSink>) -> Result<T, E>,
) -> Result<Result<(T, Option<Piped>), E>, OutputError> {
    traced_by(path, |out, records| write_torus_trace(out, records, messages), run)
}

fn traced_by<T, E>(
    path: Option<&Path>,
    write: impl FnOnce(&mut BufWriter<&File>, Receiver<Record>) -> io::Result<()> + Send,
    run: impl FnOnce(Option<TraceSink>) -> Result<T, E>,
) -> Result<Result<(T, Option<Piped>), E>, OutputError> {
    let Some(path) = path else { return Ok(run(None).map(|result| (result, None))) };
    let refuse = |source| OutputError::Untraced { file: shown(path), source };
    let whole = WholeFile::create(path).map_err(refuse)?;
    let (sink, records) = bounded(RECORDS);
    let (result, written) = std::thread::scope(|scope| {
        let file = whole.file();
        let writer = scope.spawn(move || write(&mut BufWriter::new(file), records));
        // The run drops its sink when it ends, which ends the writer.
        let result = run(Some(TraceSink::live(sink)));
        (result, writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    match result {
        Ok(result) => {
            let piped = written.and_then(|()| whole.complete()).map_err(refuse)?;
            Ok(Ok((result, piped)))
        }
        Err(error) => Ok(Err(error)),
    }
}

/// Writes the records of a run on `messages` as the lines of a trace.
///
/// # Errors
/// Those of the writer.
pub fn write_trace(
    out: &mut impl Write,
    records: impl IntoIterator<Item = Record>,
    messages: &Messages,
) -> io::Result<()> {
    let mut path = SpanPath::default();
    for record in records {
        if let Record::Start { shape, capacity, model } = record {
            let header = Header {
                trace: "meshcast/2",
                rows: shape.rows(),
                cols: shape.cols(),
                topology: "mesh",
                capacity,
                ports: ports(model),
                exchange_steps: exchange_steps(model),
                copy_steps: copy_steps(model),
            };
            write_line(out, &header)?;
            for (number, (source, destinations)) in messages.iter().enumerate() {
                write_line(out, &MessageLine { number, source, destinations })?;
            }
        } else {
            write_record(out, record, &mut path)?;
        }
    }
    out.flush()
}

/// Writes the records of a run on the torus of `messages` as the lines of a trace.
///
/// # Errors
/// Those of the writer.
pub fn write_torus_trace(
    out: &mut impl Write,
    records: impl IntoIterator<Item = Record>,
    messages: TorusMessages,
) -> io::Result<()> {
    let mut path = SpanPath::default();
    for record in records {
        if let Record::StartTorus { torus } = record {
            write_line(out, &TorusHeader::of(torus))?;
            for number in 0..messages.count() {
                let (source, _) = messages.address(number);
                let destinations = &messages.destinations(number);
                let number = number as usize;
                write_line(out, &MessageLine { number, source, destinations })?;
            }
        } else {
            write_record(out, record, &mut path)?;
        }
    }
    out.flush()
}

/// A record that is not the first.
fn write_record(out: &mut impl Write, record: Record, path: &mut SpanPath) -> io::Result<()> {
    match record {
        Record::Start { .. } | Record::StartTorus { .. } => Ok(()),
        Record::Event(event) => write_event(out, &event, path),
        Record::End { steps } => writeln!(out, r#"{{"e":"end","steps":{steps}}}"#),
    }
}

/// The first line of a trace.
#[derive(Serialize)]
struct Header {
    trace: &'static str,
    rows: usize,
    cols: usize,
    topology: &'static str,
    capacity: Option<usize>,
    ports: &'static str,
    exchange_steps: u8,
    copy_steps: u8,
}

/// The first line of a trace of a run on a torus, whose copies are free.
#[derive(Serialize)]
struct TorusHeader {
    trace: &'static str,
    radix: usize,
    dims: usize,
    topology: &'static str,
    capacity: Option<usize>,
    ports: &'static str,
    exchange_steps: u8,
    copy_steps: u8,
}

impl TorusHeader {
    fn of(torus: Torus) -> Self {
        Self {
            trace: "meshcast/2",
            radix: torus.radix(),
            dims: torus.dims(),
            topology: "torus",
            capacity: None,
            ports: ports(CostModel::default()),
            exchange_steps: exchange_steps(CostModel::default()),
            copy_steps: 0,
        }
    }
}

/// A message's line.
#[derive(Serialize)]
struct MessageLine<'a> {
    #[serde(rename = "message")]
    number: usize,
    source: u32,
    destinations: &'a [u32],
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// A line that says that a span begins or ends.
#[derive(Serialize)]
struct SpanLine<'a> {
    t: u64,
    e: &'static str,
    path: &'a str,
}

/// A line that says that nodes are divided into tiles.
#[derive(Serialize)]
struct DivisionLine<'a> {
    t: u64,
    e: &'static str,
    name: &'a str,
    at: u32,
    rows: &'a [u32],
    cols: &'a [u32],
    apart: bool,
}

/// The names of the open spans, joined by `/`.
#[derive(Default)]
struct SpanPath(String);

impl SpanPath {
    fn enter(&mut self, span: &str) {
        if !self.0.is_empty() {
            self.0.push('/');
        }
        self.0.push_str(span);
    }

    fn leave(&mut self) {
        self.0.truncate(self.0.rfind('/').unwrap_or(0));
    }
}

fn write_event(out: &mut impl Write, event: &Event, path: &mut SpanPath) -> io::Result<()> {
    let t = event.t;
    match &event.action {
        Action::Enter { span } => {
            path.enter(span);
            write_line(out, &SpanLine { t, e: "enter", path: &path.0 })
        }
        Action::Leave => {
            write_line(out, &SpanLine { t, e: "leave", path: &path.0 })?;
            path.leave();
            Ok(())
        }
        Action::Divide(division) => {
            let Division { name, at, rows, cols, apart } = &**division;
            let (at, apart) = (*at, *apart);
            write_line(out, &DivisionLine { t, e: "divide", name, at, rows, cols, apart })
        }
        Action::Unite { at } => writeln!(out, r#"{{"t":{t},"e":"unite","at":{at}}}"#),
        Action::Inject { at, packet, message } => {
            writeln!(out, r#"{{"t":{t},"e":"inject","at":{at},"p":{packet},"m":{message}}}"#)
        }
        Action::Move { from, to, packet } => {
            writeln!(out, r#"{{"t":{t},"e":"move","from":{from},"to":{to},"p":{packet}}}"#)
        }
        Action::Exchange { a, b, packet_a, packet_b, swap } => {
            let slot = |packet: &Option<u32>| packet.map_or("null".to_owned(), |p| p.to_string());
            let (pa, pb) = (slot(packet_a), slot(packet_b));
            writeln!(
                out,
                r#"{{"t":{t},"e":"exchange","a":{a},"b":{b},"pa":{pa},"pb":{pb},"swap":{swap}}}"#
            )
        }
        Action::Word { from, to } => {
            writeln!(out, r#"{{"t":{t},"e":"word","from":{from},"to":{to}}}"#)
        }
        Action::Copy { at, packet, copy } => {
            writeln!(out, r#"{{"t":{t},"e":"copy","at":{at},"p":{packet},"q":{copy}}}"#)
        }
        Action::Deliver { at, packet } => {
            writeln!(out, r#"{{"t":{t},"e":"deliver","at":{at},"p":{packet}}}"#)
        }
        Action::Duplicate { at, packet } => {
            writeln!(out, r#"{{"t":{t},"e":"duplicate","at":{at},"p":{packet}}}"#)
        }
        Action::Drop { at, packet } => {
            writeln!(out, r#"{{"t":{t},"e":"drop","at":{at},"p":{packet}}}"#)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{CostModel, Machine, Options, Shape};
    use std::fs;
    use std::sync::Arc;
    use tempfile::tempdir;

    fn written(records: impl IntoIterator<Item = Record>) -> String {
        let (sink, source) = bounded(RECORDS);
        records.into_iter().for_each(|record| sink.send(record).unwrap());
        drop(sink);
        let messages = Messages::new(18, [(5, vec![1, 17]), (7, vec![])]).unwrap();
        let mut out = Vec::new();
        write_trace(&mut out, source, &messages).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_header_and_the_messages_come_first() {
        let shape = Shape::new(3, 6).unwrap();
        let start = |capacity| Record::Start { shape, capacity, model: CostModel::default() };
        let header = |capacity| {
            format!(
                "{{\"trace\":\"meshcast/2\",\"rows\":3,\"cols\":6,\"topology\":\"mesh\",\"capacity\":{capacity},\
                 \"ports\":\"all\",\"exchange_steps\":1,\"copy_steps\":1}}\n\
                 {{\"message\":0,\"source\":5,\"destinations\":[1,17]}}\n\
                 {{\"message\":1,\"source\":7,\"destinations\":[]}}\n"
            )
        };
        assert_eq!(written([start(Some(5))]), header("5"));
        assert_eq!(written([start(None)]), header("null"));
    }

    #[test]
    fn every_action_has_its_line() {
        let division =
            Division { name: "bands".into(), at: 6, rows: vec![1, 1], cols: vec![6], apart: false };
        let actions = [
            Action::Inject { at: 5, packet: 0, message: 0 },
            Action::Move { from: 5, to: 6, packet: 0 },
            Action::Exchange { a: 6, b: 7, packet_a: Some(0), packet_b: None, swap: true },
            Action::Word { from: 7, to: 8 },
            Action::Copy { at: 7, packet: 0, copy: 9 },
            Action::Deliver { at: 7, packet: 0 },
            Action::Duplicate { at: 7, packet: 9 },
            Action::Drop { at: 7, packet: 9 },
            Action::Enter { span: "sort".into() },
            Action::Enter { span: "merge".into() },
            Action::Leave,
            Action::Divide(division.into()),
            Action::Unite { at: 6 },
        ];
        let events =
            actions.into_iter().zip(0..).map(|(action, t)| Record::Event(Event { t, action }));
        let expected = r#"{"t":0,"e":"inject","at":5,"p":0,"m":0}
{"t":1,"e":"move","from":5,"to":6,"p":0}
{"t":2,"e":"exchange","a":6,"b":7,"pa":0,"pb":null,"swap":true}
{"t":3,"e":"word","from":7,"to":8}
{"t":4,"e":"copy","at":7,"p":0,"q":9}
{"t":5,"e":"deliver","at":7,"p":0}
{"t":6,"e":"duplicate","at":7,"p":9}
{"t":7,"e":"drop","at":7,"p":9}
{"t":8,"e":"enter","path":"sort"}
{"t":9,"e":"enter","path":"sort/merge"}
{"t":10,"e":"leave","path":"sort/merge"}
{"t":11,"e":"divide","name":"bands","at":6,"rows":[1,1],"cols":[6],"apart":false}
{"t":12,"e":"unite","at":6}
{"e":"end","steps":8}
"#;
        assert_eq!(written(events.chain([Record::End { steps: 8 }])), expected);
    }

    #[test]
    fn a_run_that_fails_leaves_no_trace() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("run.ndjson");
        let messages = Messages::new(1, []).unwrap();
        let result = traced(Some(&path), &messages, |sink| {
            let options = Options { trace: sink, ..Options::default() };
            let shape = Shape::new(1, 1).expect("small");
            let set = Arc::new(Messages::new(1, []).expect("small"));
            let mut machine = Machine::new(shape, set, Some(1), options);
            machine.step(|step| step.copy(0, 0, |_| true)).map_err(|_| "the run broke a rule")
        })
        .unwrap();
        assert_eq!(result.unwrap_err(), "the run broke a rule");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}
