//! Makes sure that the forms which act in one step use different links, lanes and copy units.

use super::guarded::Guarded;
use super::stage::Stage;
use crate::chain::Hop;
use crate::geometry::Port;
use crate::nodes::lane_bit;
use crate::violation::{Fault, Rule, Violation};

/// A step in the making. Every form called on it acts in this one step, on the state before it.
///
/// Forms of one step must use different ports and different lanes; this is checked when they are called, so that their
/// order cannot matter. Several may copy or deliver, each at other nodes; [`Step::discard`], which takes place at the
/// end of the step, comes last. It is stricter than rules M1 to M4 where two forms would use one port at different
/// nodes. For the same reason a form may not look into a lane that packets enter by an earlier one, nor into a queue
/// that they enter or leave by one, nor send words made of registers that took in words (rule M5).
#[derive(Debug)]
pub struct Step<'m> {
    pub(crate) stage: &'m mut Stage,
    /// Lanes whose packets act in this step.
    acting: u64,
    /// Lanes that packets enter in this step.
    entered: u64,
    /// Queues whose packets act in this step.
    queues_acting: u8,
    /// Queues that packets enter in this step.
    queues_entered: u8,
    ports: [Use; 4],
    /// Whether some node copies or delivers.
    copies: bool,
    ports_per_node: u64,
    exchanges: bool,
    hop: Hop,
    /// Packets have left the network: no other form may follow.
    exits: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Idle,
    Carries,
    Exchanges,
}

/// How a form uses links, if it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Traffic {
    /// Nodes send what they decide to send.
    #[default]
    Decided,
    /// Packets move on whatever is in them, and that is all.
    PassedOn,
    /// Packets are exchanged.
    Exchanged,
}

/// What a form uses of the machine.
#[derive(Default)]
pub(crate) struct Footprint<'a> {
    /// What programs call the form.
    pub(crate) name: &'static str,
    /// The lanes whose packets it lets act, a bit each.
    pub(crate) acting: u64,
    /// The lanes that packets enter, by a link or as a copy: they cannot act or leave in the same step.
    pub(crate) entered: u64,
    /// The queues whose packets it lets act, a bit each.
    pub(crate) queues_acting: u8,
    /// The queues that packets enter; they act from the next step on, so an earlier form may let others of the queue act.
    pub(crate) queues_entered: u8,
    /// The ports over which packets or words leave.
    pub(crate) ports: &'a [Port],
    /// The most ports that one node uses.
    pub(crate) ports_per_node: u64,
    /// How links are used.
    pub(crate) traffic: Traffic,
    /// Whether copies or deliveries are made.
    pub(crate) copies: bool,
    /// Whether the form keeps the packet counts of the nodes up to date.
    pub(crate) keeps_counts: bool,
}

impl<'m> Step<'m> {
    pub(super) fn new(stage: &'m mut Stage) -> Self {
        stage.nodes.unsettled.begin(stage.meter.clock() + 1);
        Self {
            stage,
            acting: 0,
            entered: 0,
            queues_acting: 0,
            queues_entered: 0,
            ports: [Use::Idle; 4],
            copies: false,
            ports_per_node: 0,
            exchanges: false,
            hop: Hop::default(),
            exits: false,
        }
    }

    /// Notes what a form uses, and returns the stage for it to act on; none in a rehearsal, which has no packets.
    pub(crate) fn claim(
        &mut self,
        form: &Footprint<'_>,
    ) -> Result<Option<Guarded<'_, Stage>>, Violation> {
        let stage = &mut *self.stage;
        stage.begin(form.name)?;
        if self.exits {
            stage.breach(Rule::M3, None, 2, 1, Fault::AfterDiscard)?;
        }
        if (self.acting | self.entered) & (form.acting | form.entered) != 0 {
            stage.breach(Rule::M3, None, 2, 1, Fault::Lanes)?;
        }
        if (self.queues_acting | self.queues_entered) & form.queues_acting != 0 {
            stage.breach(Rule::M3, None, 2, 1, Fault::Queues)?;
        }
        stage.nodes.unsettled.set(self.entered, self.queues_acting | self.queues_entered);
        if form.acting != 0 && !form.keeps_counts {
            stage.nodes.buffers.forget_counts();
        }
        self.acting |= form.acting;
        self.entered |= form.entered;
        self.queues_acting |= form.queues_acting;
        self.queues_entered |= form.queues_entered;
        let exchanges = form.traffic == Traffic::Exchanged;
        let wanted = if exchanges { Use::Exchanges } else { Use::Carries };
        for port in form.ports {
            let used = &mut self.ports[port.number()];
            if *used == Use::Exchanges || (*used == Use::Carries && exchanges) {
                stage.breach(Rule::M4, None, 2, 1, Fault::Port(*port))?;
            } else if *used == Use::Carries {
                stage.breach(Rule::M1, None, 2, 1, Fault::Port(*port))?;
            }
            *used = wanted;
        }
        if form.copies && !self.copies {
            stage.nodes.unsettled.ready_copy_units(stage.nodes.shape().nodes());
        }
        self.copies |= form.copies;
        self.ports_per_node += form.ports_per_node;
        self.exchanges |= exchanges;
        self.hop.sends |= !form.ports.is_empty();
        self.hop.acts |= form.traffic != Traffic::PassedOn;
        if stage.rehearses() {
            return Ok(None);
        }
        Ok(Some(Guarded(stage)))
    }

    /// Notes that packets of `lane` leave the network: those that entered the lane in this step cannot.
    pub(crate) fn claim_exit(
        &mut self,
        lane: usize,
    ) -> Result<Option<Guarded<'_, Stage>>, Violation> {
        let stage = &mut *self.stage;
        stage.begin("discard")?;
        if self.entered & lane_bit(lane) != 0 {
            stage.breach(Rule::M3, None, 2, 1, Fault::Lanes)?;
        }
        stage.nodes.buffers.forget_counts();
        stage.nodes.unsettled.set(self.entered, self.queues_acting | self.queues_entered);
        self.exits = true;
        self.hop.acts = true;
        Ok((!stage.rehearses()).then_some(Guarded(stage)))
    }

    /// The stage, for a form that has claimed what it uses.
    pub(crate) fn act(&mut self) -> Guarded<'_, Stage> {
        Guarded(self.stage)
    }

    /// Ends the step, whose forms have been asked for: charges it and checks what is left at the nodes. Not generic: each program
    /// would have a copy.
    pub(super) fn end(self, asked: Result<(), Violation>) -> Result<(), Violation> {
        let stage = self.stage;
        let model = stage.setup.options.model;
        let charge = model.charge(self.ports_per_node, self.exchanges, self.copies);
        asked.map_err(|violation| stage.stop(violation))?;
        stage.go_on()?;
        if let Some(node) = stage.nodes.unsettled.end() {
            // Which of the forms it was is not known.
            stage.begin("")?;
            stage.breach(Rule::M5, node, 1, 0, Fault::LookedAhead)?;
        }
        let step = stage.meter.clock() + 1;
        stage.meter.hop(self.hop);
        stage.meter.advance(charge);
        let peak = stage.observe(charge);
        stage.check_capacity(peak, step)
    }
}
