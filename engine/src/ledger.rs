//! Says where the steps went, span by span.

use crate::audit::SpanOccupancy;
use std::sync::Arc;

/// One line of the finished ledger: the steps charged directly inside one span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// The names of the enclosing spans and of this one, joined by `/`.
    pub path: String,
    /// How often the span was entered; of tiles in parallel, by the slowest.
    pub calls: u64,
    /// Steps charged in it and in no span inside it.
    pub steps: u64,
    /// Most packets in one buffer at the end of any of those steps.
    pub peak: u32,
    /// Whether the peak is a bound, at least for some of these steps: see [`Mode::Leap`](crate::Mode::Leap).
    pub peak_is_bound: bool,
}

#[derive(Clone, Debug)]
struct Span {
    parent: usize,
    name: Arc<str>,
    calls: u64,
    steps: u64,
    peak: u32,
    peak_is_bound: bool,
    /// Known to a full audit.
    occupancy: SpanOccupancy,
}

const ROOT: usize = 0;

/// The path in the ledger of what is charged outside all spans; no span can be called so.
pub(crate) const OUTSIDE: &str = "(outside)";

impl Span {
    fn new(parent: usize, name: Arc<str>, calls: u64) -> Self {
        let occupancy = SpanOccupancy::default();
        Self { parent, name, calls, steps: 0, peak: 0, peak_is_bound: false, occupancy }
    }
}

/// A tree of nested spans in order of first entry. Every charged step lands in exactly one span, the innermost open one.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    spans: Vec<Span>,
    open: usize,
    /// The span that was looked for last: programs enter spans in the same order again and again.
    found: usize,
    /// The span of the last step that was watched, and the packets at its end, unless tiles have run since.
    held: Option<(usize, u64)>,
    /// The names of all spans that there ever were.
    names: Vec<Arc<str>>,
}

impl Ledger {
    pub(crate) fn new() -> Self {
        let (spans, names) = (Vec::new(), Vec::new());
        let mut ledger = Self { spans, open: ROOT, found: ROOT, held: None, names };
        ledger.clear();
        ledger
    }

    /// Begins anew; only the names stay.
    pub(crate) fn clear(&mut self) {
        self.spans.clear();
        (self.open, self.found, self.held) = (ROOT, ROOT, None);
        let name = self.name("");
        self.spans.push(Span::new(ROOT, name, 1));
    }

    /// What has been counted; [`Ledger::clear`] then begins anew.
    pub(crate) fn hand_over(&mut self) -> Self {
        // The next run will have about as many spans.
        let room = Vec::with_capacity(self.spans.len());
        let spans = std::mem::replace(&mut self.spans, room);
        Self { spans, open: ROOT, found: ROOT, held: None, names: Vec::new() }
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        let known = self.names.iter().find(|known| ***known == *name).map(Arc::clone);
        known.unwrap_or_else(|| {
            let name: Arc<str> = name.into();
            self.names.push(Arc::clone(&name));
            name
        })
    }

    /// # Panics
    /// For a name that would look like several spans, or like none.
    pub(crate) fn enter(&mut self, name: &str) {
        let is_one = !name.is_empty() && !name.contains('/') && name != OUTSIDE;
        assert!(is_one, "a span has a name without \"/\", found {name:?}");
        self.open = self.child(self.open, name);
        self.spans[self.open].calls += 1;
    }

    /// The name of the open span.
    pub(crate) fn open_name(&self) -> Arc<str> {
        Arc::clone(&self.spans[self.open].name)
    }

    pub(crate) fn leave(&mut self) {
        self.open = self.spans[self.open].parent;
    }

    fn child(&mut self, parent: usize, name: &str) -> usize {
        let first = self.found.max(parent + 1).min(self.spans.len());
        let found = (first..self.spans.len())
            .chain(parent + 1..first)
            .find(|&i| self.spans[i].parent == parent && *self.spans[i].name == *name);
        self.found = found.unwrap_or_else(|| {
            let name = self.name(name);
            self.spans.push(Span::new(parent, name, 0));
            self.spans.len() - 1
        });
        self.found
    }

    pub(crate) fn charge(&mut self, steps: u64) {
        self.spans[self.open].steps += steps;
    }

    /// Raises the peak of the open span.
    pub(crate) fn observe(&mut self, peak: u32) {
        let open = &mut self.spans[self.open].peak;
        *open = (*open).max(peak);
    }

    /// Takes down what `nodes` nodes hold together at the end of a form that was charged `steps` in the open span.
    pub(crate) fn hold(&mut self, packets: u64, nodes: u64, steps: u64) {
        if steps > 0 {
            let occupancy = &mut self.spans[self.open].occupancy;
            occupancy.packet_steps += steps * packets;
            occupancy.node_steps += steps * nodes;
            self.held = Some((self.open, packets));
        } else if let Some((span, before)) = &mut self.held {
            // A form that is charged nothing changes the end of the step before it.
            let sum = &mut self.spans[*span].occupancy.packet_steps;
            *sum = *sum - *before + packets;
            *before = packets;
        }
    }

    /// The peak seen so far in the open span.
    pub(crate) fn open_peak(&self) -> u32 {
        self.spans[self.open].peak
    }

    /// Adds another ledger's spans below the open span: its calls and steps if `charged`, its peaks and what
    /// its nodes held in any case.
    pub(crate) fn absorb(&mut self, other: &Ledger, charged: bool) {
        self.held = None;
        let mut place = vec![self.open; other.spans.len()];
        for (i, span) in other.spans.iter().enumerate() {
            if i != ROOT {
                place[i] = self.child(place[span.parent], &span.name);
                self.spans[place[i]].calls += if charged { span.calls } else { 0 };
            }
            let here = &mut self.spans[place[i]];
            here.steps += if charged { span.steps } else { 0 };
            here.peak = here.peak.max(span.peak);
            here.peak_is_bound |= span.peak_is_bound;
            here.occupancy.packet_steps += span.occupancy.packet_steps;
            here.occupancy.node_steps += span.occupancy.node_steps;
        }
    }

    /// Gives every span in which there were packets to be seen the same peak, or bound.
    pub(crate) fn set_peaks(&mut self, peak: u32, is_bound: bool) {
        for span in self.spans.iter_mut().filter(|span| span.peak > 0) {
            (span.peak, span.peak_is_bound) = (peak, is_bound);
        }
    }

    /// Whether any peak is a bound.
    pub(crate) fn has_bounds(&self) -> bool {
        self.spans.iter().any(|span| span.peak_is_bound)
    }

    /// The path of the open span, empty outside all.
    pub(crate) fn open_path(&self) -> String {
        self.joined(self.open)
    }

    /// The path of a span; that of what was charged outside all is [`OUTSIDE`].
    pub(crate) fn path(&self, span: usize) -> String {
        if span == ROOT { OUTSIDE.to_owned() } else { self.joined(span) }
    }

    fn joined(&self, span: usize) -> String {
        let mut names = Vec::new();
        let mut at = span;
        while at != ROOT {
            names.push(&*self.spans[at].name);
            at = self.spans[at].parent;
        }
        names.reverse();
        names.join("/")
    }

    /// The greatest peak of any span.
    pub(crate) fn peak(&self) -> u32 {
        self.spans.iter().map(|span| span.peak).max().unwrap_or(0)
    }

    /// The greatest peak that is no bound.
    pub(crate) fn seen_peak(&self) -> u32 {
        let seen = self.spans.iter().filter(|span| !span.peak_is_bound);
        seen.map(|span| span.peak).max().unwrap_or(0)
    }

    /// The path of the first span that attains the greatest peak.
    pub(crate) fn peak_path(&self) -> String {
        let peak = self.peak();
        let first = self.spans.iter().position(|span| span.peak == peak).unwrap_or(ROOT);
        self.path(first)
    }

    /// What nodes held in the spans with steps of their own.
    pub(crate) fn occupancies(&self) -> Vec<SpanOccupancy> {
        self.charged().map(|i| self.spans[i].occupancy).collect()
    }

    fn charged(&self) -> impl Iterator<Item = usize> {
        (0..self.spans.len()).filter(|&i| self.spans[i].steps > 0)
    }

    /// The spans with steps of their own, in order of first entry; their steps add up to all that was charged.
    pub(crate) fn lines(&self) -> Vec<LedgerLine> {
        self.charged()
            .map(|i| {
                let Span { calls, steps, peak, peak_is_bound, .. } = self.spans[i];
                LedgerLine { path: self.path(i), calls, steps, peak, peak_is_bound }
            })
            .collect()
    }
}
