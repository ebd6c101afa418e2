//! Writes down what a machine does, step by step.

use crate::trace::{Action, Event, Record};
use crate::trace_sink::TraceSink;

/// Collects events, step by step, and hands them to the caller's sink.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Events not yet handed on; those of the step in progress have no `t` yet.
    pub(crate) events: Vec<Event>,
    sink: Option<TraceSink>,
    stamped: usize,
}

impl Recorder {
    /// A recorder for a whole mesh (`sink`) or for a tile, whose events its parent collects.
    pub(crate) fn new(sink: Option<TraceSink>) -> Self {
        Self { events: Vec::new(), sink, stamped: 0 }
    }

    pub(crate) fn record(&mut self, action: Action) {
        self.events.push(Event { t: 0, action });
    }

    /// Gives the events since the last call the time `t` and passes them on if this is a whole mesh.
    pub(crate) fn stamp(&mut self, t: u64) {
        for event in &mut self.events[self.stamped..] {
            event.t = t;
        }
        self.stamped = self.events.len();
        self.flush();
    }

    /// Writes down what begins or ends between two steps, after step `t`. Whatever a step that broke a rule did has no time.
    pub(crate) fn note(&mut self, t: u64, action: Action) {
        if self.stamped == self.events.len() {
            self.events.push(Event { t, action });
            self.stamped += 1;
            self.flush();
        }
    }

    /// Takes in events that already have their times.
    pub(crate) fn absorb(&mut self, events: Vec<Event>) {
        self.events.extend(events);
        self.stamped = self.events.len();
        self.flush();
    }

    fn flush(&mut self) {
        if self.sink.is_some() {
            for event in std::mem::take(&mut self.events) {
                self.send(Record::Event(event));
            }
            self.stamped = 0;
        }
    }

    /// Hands a record to the sink. One that hung up has its own error to report; the run is not affected.
    pub(crate) fn send(&mut self, record: Record) {
        if self.sink.as_ref().is_some_and(|sink| !sink.send(record)) {
            self.sink = None;
        }
    }
}
