//! Replays a trace line by line: opens and closes steps, and checks what is left at the end.

use super::divisions::Divisions;
use super::event::{Event, Header, Line, Message, Ports, Version};
use super::network::Network;
use super::outputs::Outputs;
use super::packets::Packets;
use super::spans::Spans;
use super::step::Step;
use super::{Finding, ReplayRule};

/// Which findings a replay keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    All,
    /// The one with the smallest line.
    First,
}

/// The state of the machine as the trace tells it, and the findings so far.
#[derive(Debug)]
pub(super) struct Checker {
    version: Version,
    pub(super) network: Network,
    pub(super) capacity: Option<usize>,
    one_port: bool,
    exchange_steps: u64,
    pub(super) free_copies: bool,
    pub(super) outputs: Outputs,
    pub(super) packets: Packets,
    /// Packets in each node's buffer.
    pub(super) occupancy: Vec<u32>,
    /// The most at the end of a step.
    pub(super) peaks: Vec<u32>,
    /// The last closed step in which each node had an event.
    last_event: Vec<u64>,
    pub(super) step: Step,
    pub(super) spans: Spans,
    pub(super) divisions: Divisions,
    /// The largest `t` so far; none before the first event.
    last_t: Option<u64>,
    /// Steps by the end line.
    steps: Option<u64>,
    pub(super) line: u64,
    pub(super) link_uses: u64,
    pub(super) copies: u64,
    pub(super) duplicates: u64,
    keep: Keep,
    pub(super) findings: Vec<Finding>,
}

impl Checker {
    /// The state before the first message line, or why there is no such machine.
    pub(super) fn new(header: &Header, keep: Keep) -> Result<Self, String> {
        let network = header.network()?;
        if !(1..=2).contains(&header.exchange_steps) || header.copy_steps > 1 {
            return Err(format!(
                "expected exchange_steps 1 or 2 and copy_steps 0 or 1, found {} and {}",
                header.exchange_steps, header.copy_steps
            ));
        }
        Ok(Self {
            version: header.version,
            network,
            capacity: header.capacity,
            one_port: header.ports == Ports::One,
            exchange_steps: header.exchange_steps,
            free_copies: header.copy_steps == 0,
            outputs: Outputs::default(),
            packets: Packets::default(),
            occupancy: vec![0; network.nodes()],
            peaks: vec![0; network.nodes()],
            last_event: vec![0; network.nodes()],
            step: Step::default(),
            spans: Spans::default(),
            divisions: Divisions::of(network),
            last_t: None,
            steps: None,
            line: 1,
            link_uses: 0,
            copies: 0,
            duplicates: 0,
            keep,
            findings: Vec::new(),
        })
    }

    /// Takes the next line of the trace.
    pub(super) fn line(&mut self, line: Result<Line, String>) {
        self.line += 1;
        match line {
            Err(text) => self.find_outside_steps(ReplayRule::Format, text),
            Ok(_) if self.steps.is_some() => {
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
        if number != self.outputs.count() {
            let text = format!("expected message {}, found {number}", self.outputs.count());
            self.find_outside_steps(ReplayRule::Format, text);
        }
        let given = destinations.len();
        destinations.sort_unstable();
        destinations.dedup();
        if destinations.len() < given {
            let text = format!("message {number} names a destination twice");
            self.find_outside_steps(ReplayRule::Format, text);
        }
        let nodes = self.network.nodes();
        if let Some(outside) = destinations.iter().chain([&source]).find(|&&node| node >= nodes) {
            let text = format!("node {outside} of message {number} is outside {nodes} nodes");
            self.find_outside_steps(ReplayRule::Format, text);
        }
        destinations.retain(|&node| node < nodes);
        self.outputs.add(source, &destinations);
    }

    fn event(&mut self, event: &Event) {
        let t = event.t().unwrap_or(self.step.t);
        if t < self.step.t {
            // Judged as part of the current step: the state before its own is gone.
            self.find(ReplayRule::Order, format!("t goes back from {} to {t}", self.step.t));
        } else if t > self.step.t {
            let before = self.step.t;
            self.close_step();
            self.step = Step::starting(t, self.line);
            if self.network.is_torus() && t > before + 1 {
                let text = format!("a torus moves in every step, and none follows t = {before}");
                self.find(ReplayRule::Steps, text);
            }
        }
        self.last_t = self.last_t.max(Some(t));
        let before_steps = match event {
            Event::Inject { .. } => true,
            Event::Copy { .. }
            | Event::Deliver { .. }
            | Event::Duplicate { .. }
            | Event::Drop { .. } => self.free_copies,
            _ => event.is_of_program(),
        };
        if event.is_of_program() && self.version == Version::One {
            self.find_outside_steps(ReplayRule::Format, "meshcast/1 has no spans and divisions");
        }
        if self.step.t == 0 && !before_steps {
            self.find(ReplayRule::Order, "only injections come before the first step");
        }
        if self.network.is_torus() {
            self.check_kind_on_torus(event);
        }
        self.act(event);
    }

    fn check_kind_on_torus(&mut self, event: &Event) {
        match event {
            Event::Exchange { .. }
            | Event::Word { .. }
            | Event::Duplicate { .. }
            | Event::Divide(_)
            | Event::Unite { .. } => {
                let text = "a torus has no exchanges, words, duplicates and divisions";
                self.find_outside_steps(ReplayRule::Format, text);
            }
            Event::Inject { t, .. } if *t > 0 => {
                self.find(ReplayRule::Order, "on a torus messages are injected at t = 0");
            }
            _ => {}
        }
    }

    /// Counts the buffers at the end of the current step and checks the time that its forms took.
    fn close_step(&mut self) {
        self.packets.end_step();
        let Step { t, nodes, .. } = std::mem::take(&mut self.step);
        for (node, account) in nodes {
            let held = self.occupancy[node];
            self.peaks[node] = self.peaks[node].max(held);
            if let (Some(line), Some(capacity)) = (account.gained, self.capacity)
                && held as usize > capacity
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
        self.steps = Some(steps);
        let last = self.last_t.unwrap_or(0);
        if last > steps {
            let text = format!("the run has {steps} steps and an event at t = {last}");
            self.find_outside_steps(ReplayRule::Steps, text);
        } else if last < steps && self.network.is_torus() {
            let text = format!("the run has {steps} steps and no event after t = {last}");
            self.find_outside_steps(ReplayRule::Steps, text);
        }
        if let Some(path) = self.spans.open() {
            let text = format!("the run ends in the span {path}");
            self.find_outside_steps(ReplayRule::Spans, text);
        }
    }

    /// Closes the last step and looks for what is missing.
    pub(super) fn close(&mut self) {
        self.close_step();
        self.line += 1;
        if self.steps.is_none() {
            self.find_outside_steps(ReplayRule::Order, "the trace stops without its end line");
        }
        let missing = match self.keep {
            Keep::All => self.outputs.missing().collect(),
            Keep::First => self.outputs.missing().take(1).collect::<Vec<_>>(),
        };
        for (message, node) in missing {
            let text = format!("message {message} was not delivered at node {node}");
            self.find_outside_steps(ReplayRule::Delivery, text);
        }
        if self.network.is_torus()
            && let Some((id, packet)) = self.packets.first()
        {
            let text = format!("the run ends, and packet {id} waits at node {}", packet.node);
            self.find_outside_steps(ReplayRule::Steps, text);
        }
        // Faults seen only when a step closes stand at the line that brought them about.
        self.findings.sort_by_key(|finding| finding.line);
    }

    /// Steps by the end line; the last step with an event if there is no such line.
    pub(super) fn steps(&self) -> u64 {
        self.steps.or(self.last_t).unwrap_or(0)
    }

    /// Reports a finding about the current line and step.
    pub(super) fn find(&mut self, rule: ReplayRule, text: impl Into<String>) {
        self.report(self.line, Some(self.step.t), rule, text.into());
    }

    fn find_outside_steps(&mut self, rule: ReplayRule, text: impl Into<String>) {
        self.report(self.line, None, rule, text.into());
    }

    fn report(&mut self, line: u64, t: Option<u64>, rule: ReplayRule, text: String) {
        match (self.keep, self.findings.first()) {
            (Keep::First, Some(first)) if first.line <= line => return,
            (Keep::First, _) => self.findings.clear(),
            (Keep::All, _) => {}
        }
        self.findings.push(Finding { line, t, rule, text });
    }
}
