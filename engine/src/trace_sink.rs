//! Takes the records of a trace out of a machine: as they come, or once the run is over.
//!
//! A program that reads the records of its own run knows everything about it. So a [sealed](TraceSink::sealed) sink lets none out
//! while the machine lives, and an outcome says so if a [live](TraceSink::live) one has let them out before.

use crate::trace::Record;
use crossbeam::channel::{Receiver, Sender, unbounded};
use std::sync::{Arc, Weak};

/// Where the records of a run go. Whoever has one can neither read nor count them.
#[derive(Clone, Debug)]
pub struct TraceSink {
    records: Sender<Record>,
    /// Held by every sink of the trace; none if it is live.
    seal: Option<Arc<()>>,
}

/// The records of a run, which can be read when it is over.
#[derive(Debug)]
pub struct SealedTrace {
    records: Receiver<Record>,
    seal: Weak<()>,
}

impl TraceSink {
    /// A sink that hands every record on at once, for traces that are larger than memory. A program that holds the other end could
    /// read what its nodes do: [`Outcome::traced_live`](crate::Outcome::traced_live) says that there was one.
    pub fn live(records: Sender<Record>) -> Self {
        Self { records, seal: None }
    }

    /// A sink that keeps the records, and what they can be read from when the run is over.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Record, Shape, TraceSink};
    /// use std::sync::Arc;
    /// let (sink, trace) = TraceSink::sealed();
    /// let set = Arc::new(Messages::one_each(1)?);
    /// let options = Options { trace: Some(sink), ..Options::default() };
    /// let machine = Machine::new(Shape::new(1, 1)?, set, Some(1), options);
    /// let trace = trace.open().expect_err("the machine may still run");
    /// drop(machine.finish());
    /// let records = trace.open().expect("the run is over");
    /// assert_eq!(records.last(), Some(&Record::End { steps: 0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sealed() -> (Self, SealedTrace) {
        let (sender, records) = unbounded();
        let seal = Arc::new(());
        let trace = SealedTrace { records, seal: Arc::downgrade(&seal) };
        (Self { records: sender, seal: Some(seal) }, trace)
    }

    /// Whether records can be read while the machine runs.
    pub(crate) fn is_live(&self) -> bool {
        self.seal.is_none()
    }

    /// Hands a record on; returns whether somebody still wants any.
    pub(crate) fn send(&self, record: Record) -> bool {
        self.records.send(record).is_ok()
    }
}

impl SealedTrace {
    /// The records.
    ///
    /// # Errors
    /// The trace itself, still sealed, as long as there is a machine or a sink that may add records.
    pub fn open(self) -> Result<Vec<Record>, Self> {
        if self.seal.strong_count() > 0 { Err(self) } else { Ok(self.records.try_iter().collect()) }
    }
}
