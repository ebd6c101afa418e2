//! Replays a trace line by line: opens and closes steps, and checks what is left at the end.

use super::event::{Event, Header, Line, Message, Ports};
use super::mesh::Mesh;
use super::step::Step;
use super::{Finding, Replay, ReplayRule};
use std::collections::{BTreeSet, HashMap};

/// A packet that the trace has made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) message: usize,
    pub(super) node: usize,
    /// The step in which it came to its node.
    pub(super) since: u64,
    /// The step of its last action.
    pub(super) acted: Option<u64>,
    pub(super) dropped: Option<u64>,
}

/// A message and what became of it in its input queue.
#[derive(Debug)]
pub(super) struct Queued {
    pub(super) source: usize,
    /// Increasing.
    pub(super) destinations: Vec<usize>,
    pub(super) injected: bool,
}

/// The state of the machine as the trace tells it, and the findings so far.
#[derive(Debug)]
pub(super) struct Checker {
    pub(super) mesh: Mesh,
    one_port: bool,
    exchange_steps: u64,
    pub(super) free_copies: bool,
    pub(super) messages: Vec<Queued>,
    /// All packets ever made, dropped ones too: an id is never used again.
    pub(super) packets: HashMap<u64, Packet>,
    /// Packets in each node's buffer.
    pub(super) occupancy: Vec<usize>,
    /// The last closed step in which each node had an event.
    last_event: Vec<u64>,
    pub(super) delivered: BTreeSet<(usize, usize)>,
    pub(super) step: Step,
    /// The largest `t` so far; none before the first event.
    last_t: Option<u64>,
    ended: bool,
    pub(super) line: u64,
    pub(super) seen: Replay,
}

impl Checker {
    /// The state before the first message line, or why there is no such machine.
    pub(super) fn new(header: &Header) -> Result<Self, String> {
        let mesh = Mesh::new(header.rows, header.cols)
            .ok_or_else(|| format!("no mesh of {} x {} nodes", header.rows, header.cols))?;
        if !(1..=2).contains(&header.exchange_steps) || header.copy_steps > 1 {
            return Err(format!(
                "expected exchange_steps 1 or 2 and copy_steps 0 or 1, found {} and {}",
                header.exchange_steps, header.copy_steps
            ));
        }
        let seen = Replay {
            rows: mesh.rows(),
            cols: mesh.cols(),
            capacity: header.capacity,
            peak_per_node: vec![0; mesh.nodes()],
            ..Replay::default()
        };
        Ok(Self {
            mesh,
            one_port: header.ports == Ports::One,
            exchange_steps: header.exchange_steps,
            free_copies: header.copy_steps == 0,
            messages: Vec::new(),
            packets: HashMap::new(),
            occupancy: vec![0; mesh.nodes()],
            last_event: vec![0; mesh.nodes()],
            delivered: BTreeSet::new(),
            step: Step::default(),
            last_t: None,
            ended: false,
            line: 1,
            seen,
        })
    }

    /// Takes the next line of the trace.
    pub(super) fn line(&mut self, line: Result<Line, String>) {
        self.line += 1;
        match line {
            Err(text) => self.find_outside_steps(ReplayRule::Format, text),
            Ok(_) if self.ended => {
                self.find_outside_steps(ReplayRule::Order, "nothing may follow the end");
            }
            Ok(Line::Header(_)) => {
                self.find_outside_steps(ReplayRule::Order, "the header comes once, first");
            }
            Ok(Line::Message(message)) => self.message(message),
            Ok(Line::Event(Event::End { steps })) => self.end(steps),
            Ok(Line::Event(event)) => self.event(&event),
        }
    }

    fn message(&mut self, message: Message) {
        let Message { number, source, mut destinations } = message;
        if self.last_t.is_some() {
            self.find_outside_steps(ReplayRule::Order, "messages come before the events");
        }
        if number != self.messages.len() {
            let text = format!("expected message {}, found {number}", self.messages.len());
            self.find_outside_steps(ReplayRule::Format, text);
        }
        let given = destinations.len();
        destinations.sort_unstable();
        destinations.dedup();
        if destinations.len() < given {
            let text = format!("message {number} names a destination twice");
            self.find_outside_steps(ReplayRule::Format, text);
        }
        let nodes = self.mesh.nodes();
        if let Some(outside) = destinations.iter().chain([&source]).find(|&&node| node >= nodes) {
            let text = format!("node {outside} of message {number} is outside {nodes} nodes");
            self.find_outside_steps(ReplayRule::Format, text);
        }
        destinations.retain(|&node| node < nodes);
        self.messages.push(Queued { source, destinations, injected: false });
    }

    fn event(&mut self, event: &Event) {
        let t = event.t().unwrap_or(self.step.t);
        if t < self.step.t {
            // Judged as part of the current step: the state before its own is gone.
            self.find(ReplayRule::Order, format!("t goes back from {} to {t}", self.step.t));
        } else if t > self.step.t {
            self.close_step();
            self.step = Step::starting(t);
        }
        self.last_t = self.last_t.max(Some(t));
        let before_steps = match event {
            Event::Inject { .. } => true,
            Event::Copy { .. }
            | Event::Deliver { .. }
            | Event::Duplicate { .. }
            | Event::Drop { .. } => self.free_copies,
            _ => false,
        };
        if self.step.t == 0 && !before_steps {
            self.find(ReplayRule::Order, "only injections come before the first step");
        }
        self.act(event);
    }

    /// Counts the buffers at the end of the current step and checks the time that its forms took.
    fn close_step(&mut self) {
        let Step { t, nodes } = std::mem::take(&mut self.step);
        for (node, account) in nodes {
            let held = self.occupancy[node];
            self.seen.peak_buffer = self.seen.peak_buffer.max(held);
            self.seen.peak_per_node[node] = self.seen.peak_per_node[node].max(held);
            if let (Some(line), Some(capacity)) = (account.gained, self.seen.capacity)
                && held > capacity
            {
                let text = format!("node {node} holds {held} packets of at most {capacity}");
                self.report(line, Some(t), ReplayRule::Capacity, text);
            }
            let (passed, least) = (
                t - self.last_event[node],
                account.least_steps(self.one_port, self.exchange_steps),
            );
            if t > 0 && passed < least {
                let text =
                    format!("node {node} needs {least} steps, found {passed} since its last event");
                self.report(account.line, Some(t), ReplayRule::Charge, text);
            }
            self.last_event[node] = t;
        }
    }

    fn end(&mut self, steps: u64) {
        self.ended = true;
        self.seen.steps = steps;
        if let Some(t) = self.last_t.filter(|&t| t > steps) {
            let text = format!("the run has {steps} steps and an event at {t}");
            self.find_outside_steps(ReplayRule::Steps, text);
        }
    }

    /// Closes the last step and checks what is left.
    pub(super) fn finish(mut self) -> Replay {
        self.close_step();
        self.line += 1;
        if !self.ended {
            self.seen.steps = self.last_t.unwrap_or(0);
            self.find_outside_steps(ReplayRule::Order, "the trace stops without its end line");
        }
        let due = |(message, queued): (usize, &Queued)| {
            queued.destinations.iter().map(move |&node| (message, node)).collect::<Vec<_>>()
        };
        let due: Vec<_> = self.messages.iter().enumerate().flat_map(due).collect();
        for (message, node) in due {
            if !self.delivered.contains(&(message, node)) {
                self.seen.undelivered.push((message, node));
                let text = format!("message {message} was not delivered at node {node}");
                self.find_outside_steps(ReplayRule::Delivery, text);
            }
        }
        self.seen.deliveries = self.delivered.into_iter().collect();
        // Faults seen only when a step closes stand at the line that brought them about.
        self.seen.findings.sort_by_key(|finding| finding.line);
        self.seen
    }

    /// Reports a finding about the current line and step.
    pub(super) fn find(&mut self, rule: ReplayRule, text: impl Into<String>) {
        self.report(self.line, Some(self.step.t), rule, text.into());
    }

    fn find_outside_steps(&mut self, rule: ReplayRule, text: impl Into<String>) {
        self.report(self.line, None, rule, text.into());
    }

    fn report(&mut self, line: u64, t: Option<u64>, rule: ReplayRule, text: String) {
        self.seen.findings.push(Finding { line, t, rule, text });
    }
}
