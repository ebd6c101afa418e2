//! What tiles have counted, added up.

use super::window::Window;
use crate::audit::Audit;
use crate::ledger::Ledger;
use crate::machine::Machine;
use crate::told::Control;
use crate::trace::Event;

/// What a tile has counted and recorded.
pub(super) struct TileTotals {
    pub(super) steps: u64,
    pub(super) control: Control,
    pub(super) local_passes: u32,
    pub(super) ledger: Ledger,
    pub(super) audit: Audit,
    /// Deliveries beside those that were asked for.
    pub(super) beside: Vec<(u32, u32)>,
    pub(super) events: Vec<Event>,
    pub(super) new_packets: u32,
    pub(super) occupancy: Vec<Vec<u32>>,
}

impl Machine {
    /// Adds what tiles have counted: the steps of the slowest, the spans of all, the events in the order of their steps.
    pub(super) fn add_totals(&mut self, windows: &[Window], totals: Vec<TileTotals>) {
        let steps = totals.iter().map(|tile| tile.steps).max().unwrap_or(0);
        let slowest = totals.iter().position(|tile| tile.steps == steps);
        let waited: Vec<u64> = totals.iter().map(|tile| steps - tile.steps).collect();
        // The nodes of faster tiles have waited since their last local work.
        let passes = totals.iter().filter(|tile| tile.steps == steps).map(|tile| tile.local_passes);
        self.local_passes = passes.max().unwrap_or(0);
        self.control = totals.iter().map(|tile| tile.control).fold(self.control, Control::max);
        let mut events: Vec<Event> = Vec::new();
        let mut occupancy = Vec::new();
        let (mut renamed, started) =
            (0, self.recorder.as_ref().map_or(0, |recorder| recorder.next_packet));
        // The slowest tile first: its spans come in the order of its program.
        if let Some(slowest) = slowest {
            self.ledger.absorb(&totals[slowest].ledger, true);
        }
        for (i, mut tile) in totals.into_iter().enumerate() {
            if Some(i) != slowest {
                self.ledger.absorb(&tile.ledger, false);
            }
            self.audit.add(&tile.audit);
            self.output.beside.append(&mut tile.beside);
            occupancy.push(tile.occupancy);
            // Packets made in this tile are numbered after those of the tiles before it.
            let rename = |packet: &mut u32| *packet += if *packet >= started { renamed } else { 0 };
            for event in &mut tile.events {
                event.action.rename(rename);
            }
            if let Some(identities) = &mut self.buffers.identities {
                for node in 0..windows[i].tile.shape.nodes() {
                    let at = windows[i].outer(self.shape, node);
                    for lane in identities.iter_mut() {
                        lane.get_mut(at).into_iter().for_each(rename);
                    }
                    self.buffers.queues.rename(at, rename);
                }
            }
            events.append(&mut tile.events);
            renamed += tile.new_packets;
        }
        self.clock += steps;
        if let Some(recorder) = &mut self.recorder {
            events.sort_by_key(|event| event.t);
            recorder.absorb(events);
            recorder.next_packet += renamed;
        }
        if let Some(full) = &mut self.audit.full {
            full.absorb_occupancy(&occupancy, steps);
            for (window, waited) in windows.iter().zip(waited) {
                for node in 0..window.tile.shape.nodes() {
                    let at = window.outer(self.shape, node);
                    full.node_sums[at] += waited * u64::from(self.audit.held[at]);
                }
            }
        }
    }
}
