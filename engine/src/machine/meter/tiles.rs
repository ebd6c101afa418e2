//! Adds up what tiles have counted.

use super::super::setup::Setup;
use super::{Control, Meter};
use crate::audit::Audit;
use crate::chain::Chain;
use crate::geometry::{Port, Shape};
use crate::ledger::Ledger;
use crate::nodes::{Nodes, Window, Written};
use crate::recorder::Recorder;
use crate::trace::Event;
use std::collections::BTreeMap;

/// What a tile has counted and recorded.
pub(in crate::machine) struct Totals {
    pub(in crate::machine) steps: u64,
    pub(in crate::machine) control: Control,
    local_passes: u32,
    chain: Chain,
    ledger: Ledger,
    audit: Audit,
    /// Deliveries beside those that were asked for.
    beside: Vec<(u32, u32)>,
    /// Values in output queues.
    values: BTreeMap<(u32, u32), u64>,
    events: Vec<Event>,
    new_packets: u32,
    payloads: Written,
}

impl Meter {
    /// A meter for another machine of the run, whose steps begin now.
    pub(in crate::machine) fn part(&self, setup: &Setup, shape: Shape) -> Self {
        let mut part = Self {
            clock: 0,
            local_passes: 0,
            control: Control::default(),
            chain: Chain::default(),
            ledger: Ledger::new(),
            audit: Audit::default(),
            next_packet: None,
            recorder: None,
            output: self.output.of_tile(),
            degree_before: 0,
        };
        part.begin_part(self, setup, shape);
        part
    }

    /// Begins to count for a part of `whole`; what has been counted is closed.
    pub(in crate::machine) fn begin_part(&mut self, whole: &Self, setup: &Setup, shape: Shape) {
        (self.clock, self.local_passes) = (whole.clock, whole.local_passes);
        self.control = Control::default();
        self.chain = Chain::default();
        self.ledger.clear();
        self.audit = Audit::new(setup.options.audit, shape.nodes());
        self.next_packet = whole.next_packet;
        self.recorder = whole.recorder.as_ref().map(|_| Recorder::new(None));
    }

    /// Closes what a part of `whole` has counted, whose packets carry these payloads.
    pub(in crate::machine) fn close(&mut self, whole: &Self, payloads: Written) -> Totals {
        let new_packets = self.first_new_packet() - whole.first_new_packet();
        Totals {
            steps: self.clock - whole.clock,
            control: self.control,
            local_passes: self.local_passes,
            chain: self.chain,
            ledger: self.ledger.hand_over(),
            audit: std::mem::take(&mut self.audit),
            beside: std::mem::take(&mut self.output.beside),
            values: std::mem::take(&mut self.output.values),
            events: self.recorder.take().map_or_else(Vec::new, |recorder| recorder.events),
            new_packets,
            payloads,
        }
    }

    /// The identity of the next packet, or 0.
    fn first_new_packet(&self) -> u32 {
        self.next_packet.unwrap_or(0)
    }

    /// Counts a tile that has used links, copied and claimed as one that has been rehearsed.
    pub(in crate::machine) fn repeat(&mut self, tile: &Totals) {
        self.audit.add(&tile.audit);
    }

    /// Adds what tiles have counted: the steps of the slowest, the spans of all, the events in the order of their steps.
    /// Packets that `nodes` hold are renamed where tiles have made some.
    pub(in crate::machine) fn add(
        &mut self,
        nodes: &mut Nodes,
        windows: &[Window],
        totals: Vec<Totals>,
    ) {
        let steps = totals.iter().map(|tile| tile.steps).max().unwrap_or(0);
        let slowest = totals.iter().position(|tile| tile.steps == steps);
        // The nodes of faster tiles have waited since their last local work.
        let passes = totals.iter().filter(|tile| tile.steps == steps).map(|tile| tile.local_passes);
        self.local_passes = passes.max().unwrap_or(0);
        self.control = totals.iter().map(|tile| tile.control).fold(self.control, Control::max);
        self.chain.extend(Chain::longest(totals.iter().map(|tile| tile.chain)));
        let mut events: Vec<Event> = Vec::new();
        let mut occupancy = Vec::new();
        let (mut renamed, started) = (0, self.first_new_packet());
        // The slowest tile first: its spans come in the order of its program.
        if let Some(slowest) = slowest {
            self.ledger.absorb(&totals[slowest].ledger, true);
        }
        for (i, (window, mut tile)) in windows.iter().zip(totals).enumerate() {
            if Some(i) != slowest {
                self.ledger.absorb(&tile.ledger, false);
                tile.events.retain(|event| !event.action.is_of_span());
            }
            self.audit.add(&tile.audit);
            self.output.beside.append(&mut tile.beside);
            self.output.values.append(&mut tile.values);
            // Packets made in this tile are numbered after those of the tiles before it.
            let rename = |packet: &mut u32| *packet += if *packet >= started { renamed } else { 0 };
            for event in &mut tile.events {
                event.action.rename(rename);
            }
            if self.is_identified() {
                nodes.rename(window, rename);
            }
            nodes.buffers.beside.payloads.take_in(tile.payloads, rename);
            events.append(&mut tile.events);
            renamed += tile.new_packets;
            occupancy.extend(self.add_full(nodes.shape(), window, tile.audit, steps - tile.steps));
        }
        self.clock += steps;
        if let Some(recorder) = &mut self.recorder {
            events.sort_by_key(|event| event.t);
            recorder.absorb(events);
        }
        self.next_packet = self.next_packet.map(|next| next + renamed);
        if let Some(full) = &mut self.audit.full {
            full.absorb_occupancy(&occupancy, steps);
        }
    }

    /// Adds the full audit of a tile, which then waited for so many steps; returns its histograms.
    fn add_full(
        &mut self,
        shape: Shape,
        window: &Window,
        tile: Audit,
        waited: u64,
    ) -> Option<Vec<Vec<u32>>> {
        let (whole, part) = self.audit.full.as_mut().zip(tile.full)?;
        for (node, &holds) in tile.held.iter().enumerate() {
            let at = window.outer(shape, node);
            whole.node_peaks[at] = whole.node_peaks[at].max(part.node_peaks[node]);
            // The tile's sums begin with the moment that those of the whole end with.
            let held = &mut self.audit.held[at];
            whole.node_sums[at] += part.node_sums[node] + waited * u64::from(holds);
            whole.node_sums[at] -= u64::from(*held);
            *held = holds;
            for port in Port::ALL {
                let outer = if window.transposed { port.transposed() } else { port };
                whole.link_uses[at][outer.number()] += part.link_uses[node][port.number()];
            }
        }
        Some(part.occupancy)
    }
}
