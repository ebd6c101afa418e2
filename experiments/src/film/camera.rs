//! Follows a trace line by line and takes a frame at the end of every step that is shown.

use super::packets::{Act, Packets};
use super::program::Program;
use super::sections::{Sections, push, push_signed};
use super::step::{Step, Use};
use super::{Film, Grid, Moment};
use crate::replay::{self, Event, Header, Line, Message, Network, NoTrace};
use std::io::BufRead;

/// The film of a trace that the replay has read: the steps of `grid`, as far as the trace keeps the rules.
///
/// # Errors
/// A text that is no trace.
pub(crate) fn film(trace: impl BufRead, grid: Grid) -> Result<Film, NoTrace> {
    let mut camera: Option<Camera> = None;
    let mut fault = None;
    replay::read(trace, |line| match (line, &mut camera) {
        (Line::Header(header), None) => match Camera::new(&header, grid) {
            Ok(new) => camera = Some(new),
            Err(problem) => fault = Some(problem),
        },
        (Line::Message(message), Some(camera)) => camera.message(&message),
        (Line::Event(event), Some(camera)) => camera.event(event),
        _ => {}
    })?;
    let problem = fault.unwrap_or_else(|| "the trace is empty".to_owned());
    Ok(camera.ok_or(NoTrace { line: 1, problem })?.finish())
}

/// The state of the machine as the trace tells it, and the frames so far.
struct Camera {
    network: Network,
    capacity: Option<usize>,
    grid: Grid,
    /// The current step.
    t: u64,
    /// Whether the last step that is shown is over.
    is_over: bool,
    step: Step,
    packets: Packets,
    program: Program,
    messages: u64,
    /// Links used since the last frame, a bit each, by node.
    links: Vec<u16>,
    /// What each node held in the last frame, and by the moves since, if they are kept.
    expected: Vec<i64>,
    /// Since the last frame.
    recent: Totals,
    all: Totals,
    message_bytes: Vec<u8>,
    map: Vec<u8>,
    far: Vec<u8>,
    held: Vec<u8>,
    series: Vec<Moment>,
    moves: Vec<u8>,
    acts: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    links: u64,
    deliveries: u64,
    peak: u64,
}

/// The first four links of two nodes that follow each other.
fn pair_of_links(cells: &[u8]) -> u8 {
    let [first, second] = [0, 1].map(|i| cells.get(i).map_or(0, |cell| cell >> 4));
    first | second << 4
}

impl Totals {
    fn add(&mut self, other: Self) {
        self.links += other.links;
        self.deliveries += other.deliveries;
        self.peak = self.peak.max(other.peak);
    }
}

impl Camera {
    fn new(header: &Header, grid: Grid) -> Result<Self, String> {
        let network = header.network()?;
        let nodes = network.nodes();
        Ok(Self {
            network,
            capacity: header.capacity,
            grid,
            t: 0,
            is_over: false,
            step: Step::default(),
            packets: Packets::new(nodes),
            program: Program::default(),
            messages: 0,
            links: vec![0; nodes],
            expected: vec![0; nodes],
            recent: Totals::default(),
            all: Totals::default(),
            message_bytes: Vec::new(),
            map: Vec::with_capacity(nodes * grid.frames() as usize),
            far: Vec::new(),
            held: Vec::new(),
            series: Vec::new(),
            moves: Vec::new(),
            acts: Vec::new(),
        })
    }

    fn message(&mut self, message: &Message) {
        self.messages += 1;
        push(&mut self.message_bytes, message.source as u64);
        push(&mut self.message_bytes, message.destinations.len() as u64);
        message.destinations.iter().for_each(|&node| push(&mut self.message_bytes, node as u64));
    }

    fn event(&mut self, event: Event) {
        let t = event.t().unwrap_or(self.grid.steps);
        self.go_on_to(t);
        if self.is_over {
            return;
        }
        match event {
            // Of a broken trace.
            Event::Inject { at, m, .. }
                if at >= self.network.nodes() || m as u64 >= self.messages => {}
            Event::Inject { at, p, m, .. } => {
                let packet = self.packets.number(p);
                self.step.act(Act::Inject { message: m, at, packet });
            }
            Event::Move { from, to, p, .. } => self.cross(from, to, Some(p)),
            Event::Exchange { a, b, pa, pb, swap, .. } => {
                self.cross(a, b, pa.filter(|_| swap));
                self.cross(b, a, pb.filter(|_| swap));
            }
            Event::Word { from, to, .. } => self.cross(from, to, None),
            Event::Copy { p, q, .. } => {
                if let Some(packet) = self.packets.named(p) {
                    let copy = self.packets.number(q);
                    self.step.act(Act::Copy { packet, copy });
                }
            }
            Event::Deliver { p, .. } => self.act_on(p, |packet| Act::Deliver { packet }),
            Event::Duplicate { p, .. } => self.act_on(p, |packet| Act::Duplicate { packet }),
            Event::Drop { p, .. } => self.act_on(p, |packet| Act::Drop { packet }),
            Event::Enter { t, path } => self.program.enter(t, &path),
            Event::Leave { t, .. } => self.program.leave(t),
            Event::Divide(division) => self.program.divide(division),
            Event::Unite { t, at } => self.program.unite(t, at),
            Event::End { .. } => {}
        }
    }

    fn cross(&mut self, from: usize, to: usize, packet: Option<u64>) {
        if let Some(link) = self.network.link(from, to) {
            let packet = packet.and_then(|packet| self.packets.named(packet));
            self.step.cross(Use { from, to, link, packet });
        }
    }

    fn act_on(&mut self, packet: u64, act: impl FnOnce(u32) -> Act) {
        if let Some(packet) = self.packets.named(packet) {
            self.step.act(act(packet));
        }
    }

    /// Ends the current step and all before step `t`.
    fn go_on_to(&mut self, t: u64) {
        while self.t < t && !self.is_over {
            self.end_step();
            // Nothing happens in the steps between, and nobody sees them.
            self.t = self.grid.next_shown(self.t).min(t).max(self.t);
        }
    }

    fn end_step(&mut self) {
        let Step { links, deliveries, .. } = self.step;
        let expected = self.grid.is_whole().then_some(self.expected.as_mut_slice());
        let nodes = (self.links.as_mut_slice(), expected);
        self.step.end(&mut self.packets, nodes, &mut self.moves, &mut self.acts);
        let peak = self.packets.fullest();
        self.recent.add(Totals { links, deliveries, peak });
        if !self.grid.is_whole() {
            // Moves of several steps do not fit together.
            self.moves.clear();
            self.acts.clear();
        }
        if self.grid.shows(self.t) {
            self.take_frame();
        }
        self.is_over = self.t == self.grid.steps;
        self.t = self.t.saturating_add(1);
    }

    fn take_frame(&mut self) {
        let is_far = self.network.radix_and_dims().is_some_and(|(_, dims)| dims > 2);
        for (node, links) in self.links.iter_mut().enumerate() {
            let held = self.packets.in_node(node);
            self.map.push(held.min(15) as u8 | (*links as u8) << 4);
            let held = i64::from(held);
            let expected = std::mem::replace(&mut self.expected[node], held);
            push_signed(&mut self.held, held - expected);
            if is_far {
                self.far.push((*links >> 4) as u8);
            }
            *links = 0;
        }
        let Totals { links, deliveries, peak } = self.recent;
        self.series.push(Moment { links, deliveries, held: self.packets.count, peak });
        self.all.add(std::mem::take(&mut self.recent));
    }

    fn finish(mut self) -> Film {
        self.go_on_to(self.grid.steps);
        if !self.is_over {
            self.end_step();
        }
        self.program.end(self.grid.steps);
        let mut message_bytes = Vec::new();
        push(&mut message_bytes, self.messages);
        message_bytes.append(&mut self.message_bytes);
        let links: Vec<u8> = self.map.chunks(2).map(pair_of_links).collect();
        let mut series = Vec::new();
        for Moment { links, deliveries, held, peak } in &self.series {
            for number in [links, deliveries, held, peak] {
                push(&mut series, *number);
            }
        }
        let mut sections = Sections::default();
        let (spans, tiles) = (self.program.spans(), self.program.tiles());
        for (name, bytes) in [
            ("links", &links),
            ("far", &self.far),
            ("held", &self.held),
            ("series", &series),
            ("moves", &self.moves),
            ("acts", &self.acts),
            ("spans", &spans),
            ("tiles", &tiles),
            ("messages", &message_bytes),
        ] {
            sections.add(name, bytes);
        }
        let Totals { links, deliveries, peak } = self.all;
        let Self { network, capacity, grid, messages, series, program, map, .. } = self;
        let (bars, names) = (program.spans, program.names);
        Film {
            network,
            capacity,
            grid,
            messages,
            links,
            deliveries,
            peak,
            series,
            bars,
            names,
            sections,
            map,
        }
    }
}
