//! Makes the steps: every channel carries the first message of its queue, every node serves what has come in.

use super::messages::{MAX_TORUS_DELIVERIES, TorusMessages};
use super::outcome::{TorusAudit, TorusOutcome};
use super::queues::{Queues, Waiting};
use crate::audit::AuditLevel;
use crate::geometry::{Torus, TorusChannel};
use crate::ledger::Ledger;
use crate::recorder::Recorder;
use crate::trace::{Action, Record};
use crate::trace_sink::TraceSink;

/// What the nodes do with messages. All nodes run the same program and see nothing of a message but its header, nothing of the
/// network but the channels that it names.
pub trait TorusProgram {
    /// What a message carries along.
    type Header: Copy;

    /// The header of a message that a node sends to the node displaced by `to`; `None`: to all other nodes.
    fn address(&self, to: Option<u32>) -> Self::Header;

    /// Serves a message at its source or where it has come in: passes it `onward`, and says whether it is for this node.
    fn serve(&self, header: Self::Header, onward: &mut Onward<Self::Header>) -> bool;
}

/// Where a node passes a message on.
#[derive(Debug)]
pub struct Onward<H> {
    sends: Vec<Sending<H>>,
}

/// A message on its way into a queue.
#[derive(Clone, Copy, Debug)]
struct Sending<H> {
    channel: TorusChannel,
    header: H,
    distance: u32,
}

impl<H> Onward<H> {
    /// Puts the message into the queue of `channel`, with the header that it has behind it. `distance` is how far it still has
    /// to go, this step included.
    pub fn send(&mut self, channel: TorusChannel, header: H, distance: u32) {
        self.sends.push(Sending { channel, header, distance });
    }
}

/// How a run is watched.
#[derive(Clone, Debug, Default)]
pub struct TorusOptions {
    /// What is recorded of queues and channels.
    pub audit: AuditLevel,
    /// Where the trace goes; tracing costs nothing when off.
    pub trace: Option<TraceSink>,
}

/// A message that joins the queue of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// The number of the message.
    pub message: u64,
    /// The node that it is in.
    pub node: u32,
    /// How far it still has to go, the channel included.
    pub distance: u32,
}

/// Runs `program` on `messages` until nothing waits any more, in the ledger's span `span`.
///
/// Of the messages that wait for a channel, that with the greatest `urgency` goes first, which is that with which it has joined the
/// queue; of equally urgent ones, the one that came first, of those that came at once, the one that came over the channel with the
/// least number.
///
/// # Panics
/// If there are more than [`MAX_TORUS_DELIVERIES`], or a program sends over a channel that the torus does not have.
pub fn run_torus<P: TorusProgram>(
    messages: TorusMessages,
    program: &P,
    urgency: impl Fn(Joining) -> u32,
    span: &str,
    options: TorusOptions,
) -> TorusOutcome {
    // There are no more messages or packets than deliveries: every packet of a broadcast ends with one of its own.
    assert!(
        messages.deliveries() <= MAX_TORUS_DELIVERIES,
        "messages and packets are numbered in 32 bits"
    );
    let mut network = Network::new(messages, program, urgency, options);
    network.load();
    network.enter(span);
    while network.queues.iter().any(|queues| !queues.is_empty()) {
        network.step();
    }
    network.leave();
    network.finish()
}

/// A message between two nodes.
struct Moving<H> {
    to: u32,
    header: H,
    identity: u32,
}

struct Network<'a, P: TorusProgram, U> {
    messages: TorusMessages,
    torus: Torus,
    program: &'a P,
    urgency: U,
    /// By channel number.
    queues: Vec<Queues<P::Header>>,
    /// Messages that wait in each node.
    held: Vec<u32>,
    /// Messages that wait in all.
    waiting: u64,
    /// By channel number, then by node.
    loads: Vec<Vec<u32>>,
    moving: Vec<Moving<P::Header>>,
    touched: Vec<u32>,
    onward: Onward<P::Header>,
    clock: u64,
    ledger: Ledger,
    delivered: Vec<u64>,
    outcome: TorusOutcome,
    recorder: Option<Recorder>,
    /// The message of each packet of a traced run.
    packets: Vec<u32>,
}

impl<'a, P: TorusProgram, U: Fn(Joining) -> u32> Network<'a, P, U> {
    fn new(messages: TorusMessages, program: &'a P, urgency: U, options: TorusOptions) -> Self {
        let torus = messages.torus;
        let (nodes, channels) = (torus.nodes(), 2 * torus.dims());
        let has = |number: &usize| {
            let channel = TorusChannel::numbered(*number);
            torus.channel(channel) == channel
        };
        let room = |number| if has(&number) { nodes } else { 0 };
        let recorder = options.trace.map(|sink| {
            let mut recorder = Recorder::new(Some(sink));
            recorder.send(Record::StartTorus { torus });
            recorder
        });
        let audit = (options.audit == AuditLevel::Full).then(|| TorusAudit {
            node_peaks: vec![0; nodes],
            waiting: Vec::new(),
            link_uses: Vec::new(),
        });
        let outcome = TorusOutcome {
            messages,
            steps: 0,
            ledger: Vec::new(),
            peak: 0,
            peak_path: String::new(),
            longest_queue: 0,
            link_uses: 0,
            link_peak: 0,
            copies: 0,
            delivered: 0,
            wrong: 0,
            audit,
        };
        Self {
            messages,
            torus,
            program,
            urgency,
            queues: (0..channels).map(|number| Queues::new(room(number))).collect(),
            held: vec![0; nodes],
            waiting: 0,
            loads: (0..channels).map(|number| vec![0; room(number)]).collect(),
            moving: Vec::new(),
            touched: Vec::new(),
            onward: Onward { sends: Vec::new() },
            clock: 0,
            ledger: Ledger::new(),
            delivered: vec![0; messages.deliveries().div_ceil(64) as usize],
            outcome,
            recorder,
            packets: Vec::new(),
        }
    }

    /// Lets the messages leave their sources' input queues.
    fn load(&mut self) {
        self.enter("inject");
        for message in 0..self.messages.count() {
            let (source, to) = self.messages.address(message);
            let header = self.program.address(to);
            let mut identity = message as u32;
            if let Some(recorder) = &mut self.recorder {
                identity = self.packets.len() as u32;
                self.packets.push(message as u32);
                recorder.record(Action::Inject {
                    at: source,
                    packet: identity,
                    message: message as u32,
                });
            }
            self.serve(&Moving { to: source, header, identity });
            self.touched.push(source);
        }
        self.settle();
        self.leave();
    }

    fn enter(&mut self, span: &str) {
        self.ledger.enter(span);
        if let Some(recorder) = &mut self.recorder {
            recorder.note(self.clock, Action::Enter { span: self.ledger.open_name() });
        }
    }

    fn leave(&mut self) {
        self.ledger.leave();
        if let Some(recorder) = &mut self.recorder {
            recorder.note(self.clock, Action::Leave);
        }
    }

    fn step(&mut self) {
        self.clock += 1;
        self.ledger.charge(1);
        for number in 0..self.queues.len() {
            let channel = TorusChannel::numbered(number);
            let Self { queues, torus, held, loads, moving, touched, recorder, .. } = self;
            let loads = &mut loads[number];
            queues[number].send_first(|from, Waiting { header, identity }| {
                let to = torus.neighbour(from, channel);
                held[from as usize] -= 1;
                loads[from as usize] += 1;
                touched.extend([from, to]);
                if let Some(recorder) = recorder {
                    recorder.record(Action::Move { from, to, packet: identity });
                }
                moving.push(Moving { to, header, identity });
            });
        }
        self.outcome.link_uses += self.moving.len() as u64;
        self.waiting -= self.moving.len() as u64;
        let mut moving = std::mem::take(&mut self.moving);
        for message in moving.drain(..) {
            self.serve(&message);
        }
        self.moving = moving;
        self.settle();
    }

    /// Serves a message in the node that it starts from or has come to.
    fn serve(&mut self, message: &Moving<P::Header>) {
        let Moving { to: node, header, identity } = *message;
        if self.program.serve(header, &mut self.onward) {
            self.deliver(node, identity);
        }
        let mut sends = std::mem::take(&mut self.onward.sends);
        let copies = sends.len().saturating_sub(1);
        let message = self.message(identity);
        self.outcome.copies += copies as u64;
        for (i, &Sending { channel, header, distance }) in sends.iter().enumerate() {
            let identity = if i < copies { self.copy(node, identity) } else { identity };
            let channel = self.torus.channel(channel);
            let urgency = (self.urgency)(Joining { message, node, distance });
            let waiting = Waiting { header, identity };
            self.queues[channel.number()].push(node, urgency, waiting);
        }
        self.held[node as usize] += sends.len() as u32;
        self.waiting += sends.len() as u64;
        if sends.is_empty()
            && let Some(recorder) = &mut self.recorder
        {
            recorder.record(Action::Drop { at: node, packet: identity });
        }
        sends.clear();
        self.onward.sends = sends;
    }

    /// The message that goes by this number, or the one of the packet in a traced run.
    fn message(&self, identity: u32) -> u64 {
        let message = match self.recorder {
            Some(_) => self.packets[identity as usize],
            None => identity,
        };
        message.into()
    }

    fn copy(&mut self, node: u32, identity: u32) -> u32 {
        let Some(recorder) = &mut self.recorder else { return identity };
        let copy = self.packets.len() as u32;
        self.packets.push(self.packets[identity as usize]);
        recorder.record(Action::Copy { at: node, packet: identity, copy });
        copy
    }

    fn deliver(&mut self, node: u32, identity: u32) {
        let due = self.messages.due(self.message(identity), node);
        let is_new = due.is_some_and(|due| {
            let (word, bit) = (&mut self.delivered[(due / 64) as usize], 1 << (due % 64));
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        });
        self.outcome.delivered += u64::from(is_new);
        self.outcome.wrong += u64::from(!is_new);
        if let Some(recorder) = &mut self.recorder {
            recorder.record(Action::Deliver { at: node, packet: identity });
        }
    }

    /// Ends a step: what nodes hold that neither sent nor received is nothing.
    fn settle(&mut self) {
        let mut peak = 0;
        for &node in &self.touched {
            let held = self.held[node as usize];
            peak = held.max(peak);
            if let Some(audit) = &mut self.outcome.audit {
                let seen = &mut audit.node_peaks[node as usize];
                *seen = held.max(*seen);
            }
        }
        self.touched.clear();
        self.ledger.observe(peak);
        if let Some(audit) = &mut self.outcome.audit {
            audit.waiting.push(self.waiting);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.stamp(self.clock);
        }
    }

    fn finish(mut self) -> TorusOutcome {
        if let Some(recorder) = &mut self.recorder {
            recorder.send(Record::End { steps: self.clock });
        }
        let ledger = self.ledger.lines();
        debug_assert_eq!(ledger.iter().map(|line| line.steps).sum::<u64>(), self.clock);
        let audit =
            self.outcome.audit.map(|audit| TorusAudit { link_uses: self.loads.clone(), ..audit });
        TorusOutcome {
            steps: self.clock,
            ledger,
            peak: self.ledger.peak(),
            peak_path: self.ledger.peak_path(),
            longest_queue: self.queues.iter().map(|queues| queues.longest).max().unwrap_or(0),
            link_peak: self.loads.iter().flatten().copied().max().unwrap_or(0),
            audit,
            ..self.outcome
        }
    }
}
