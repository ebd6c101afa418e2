//! Lets nodes that have packets in queues do all that they do with these in one step: serve one, and send others.

use crate::geometry::Port;
use crate::machine::{Errand, Errands, Footprint, Stage, Step};
use crate::nodes::{End, Node, QUEUES, Variable, queue_bit, queue_bits};
use crate::packet::{Held, Packet};
use crate::register::{Register, keep};
use crate::service::Service;
use crate::violation::{Fault, Rule, Violation};
use std::fmt;

/// What one node does with the packets of its queues in one step, as its program says it.
#[derive(Clone, Copy)]
pub struct Dispatch {
    unit_is_free: bool,
    /// The queues with packets in them, a bit each.
    waiting: u8,
    services: [(usize, Service); Dispatch::SERVICES],
    served: u8,
    departures: [(usize, End, Port); Dispatch::DEPARTURES],
    sent: u8,
}

impl fmt::Debug for Dispatch {
    /// Leaves out what nodes before this one do, which is still behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatch")
            .field("services", &self.services())
            .field("departures", &self.departures())
            .finish_non_exhaustive()
    }
}

impl Dispatch {
    /// Services that are looked at: a node has one copy unit.
    const SERVICES: usize = 2;
    /// Departures that are looked at: a lawful one has a port each.
    const DEPARTURES: usize = 5;

    fn none() -> Self {
        Self {
            unit_is_free: true,
            waiting: 0,
            services: [(0, Service::DeliverLast); Self::SERVICES],
            served: 0,
            departures: [(0, End::Least, Port::East); Self::DEPARTURES],
            sent: 0,
        }
    }

    #[inline]
    fn clear(&mut self, unit_is_free: bool, waiting: u8) {
        (self.unit_is_free, self.waiting, self.served, self.sent) = (unit_is_free, waiting, 0, 0);
    }

    #[inline]
    fn services(&self) -> &[(usize, Service)] {
        &self.services[..usize::from(self.served)]
    }

    #[inline]
    fn departures(&self) -> &[(usize, End, Port)] {
        &self.departures[..usize::from(self.sent)]
    }

    /// Whether no earlier form of this step has made the node copy or deliver.
    #[inline]
    pub fn copy_unit_is_free(&self) -> bool {
        self.unit_is_free
    }

    /// Whether packets wait in queue `queue`, one of those that the form serves.
    ///
    /// # Panics
    /// If there is no queue of that number.
    #[inline]
    pub fn waits(&self, queue: usize) -> bool {
        self.waiting & queue_bit(queue) != 0
    }

    /// The greatest packet of queue `from` is copied or delivered. What a node asks for past two services is left out.
    ///
    /// # Panics
    /// If there is no queue of that number.
    #[inline]
    pub fn serve(&mut self, from: usize, service: Service) {
        assert!(from < QUEUES, "a node has {QUEUES} queues");
        if let Some(place) = self.services.get_mut(usize::from(self.served)) {
            *place = (from, service);
            self.served += 1;
        }
    }

    /// The packet at `end` of queue `from` leaves over `port`, after services and earlier departures. What a node asks for past
    /// five departures is left out: two of those share a port.
    ///
    /// # Panics
    /// If there is no queue of that number.
    #[inline]
    pub fn send(&mut self, from: usize, end: End, port: Port) {
        assert!(from < QUEUES, "a node has {QUEUES} queues");
        if let Some(place) = self.departures.get_mut(usize::from(self.sent)) {
            *place = (from, end, port);
            self.sent += 1;
        }
    }

    /// The queues of the packets that act.
    #[inline]
    fn queues(&self) -> impl Iterator<Item = usize> {
        let served = self.services().iter().map(|&(queue, _)| queue);
        served.chain(self.departures().iter().map(|&(queue, ..)| queue))
    }
}

/// The queues and ports that packets of a dispatch may leave.
#[derive(Clone, Copy)]
struct Ways<'a> {
    from: &'a [usize],
    ports: &'a [Port],
}

impl Step<'_> {
    /// Every node with packets in one of the queues `from` serves one of them with its copy unit and sends others over
    /// `ports`, at most one a port, as `program` decides from what the node holds. It may compute with its registers in doing so. What
    /// stays enters one of the queues `into`; so does an arrival, which enters the one that `landing` names from the
    /// receiving node's place and the packet. Both act from the next step on.
    ///
    /// It is [`Step::serve`] followed by a [`Step::stream`] from every queue, with two differences: all is decided at once, and nodes
    /// without packets in these queues are not asked.
    ///
    /// # Errors
    /// M1 for a second packet on a port, or if another form of this step uses one of the ports; M2 where the node copies or
    /// delivers twice; M3 for a packet that acts twice, or where an earlier form of this step lets packets of the
    /// queues act, or enter them; M5 for an empty queue or one outside `from`, for a port outside `ports` or at the edge of the
    /// mesh, or where the registers have taken in words in this step; M6 at the end of the step.
    ///
    /// # Panics
    /// If a packet is to enter a queue outside `into`, or the registers are of another machine.
    pub fn dispatch<T: Register>(
        &mut self,
        registers: &mut Variable<T>,
        (from, into): (&[usize], &[usize]),
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut [T], &mut Dispatch) + Sync,
        landing: impl Fn(&Node<'_>, Packet) -> usize + Sync,
    ) -> Result<(), Violation> {
        self.stage.check_own(registers);
        let Some(mut stage) = self.claim(&Footprint {
            name: "dispatch",
            queues_acting: queue_bits(from),
            queues_entered: queue_bits(into),
            ports,
            ports_per_node: ports.len() as u64,
            copies: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        stage.check_unfilled(registers)?;
        let mut errands = std::mem::take(&mut stage.scratch.errands);
        stage.ask(&mut errands, registers, Ways { from, ports }, &program)?;
        stage.do_all(&mut errands);
        stage.count_links(errands.moving.len());
        stage.nodes.unsettled.change_queues(queue_bits(from) | queue_bits(into));
        stage.take_in(&mut errands, into, &landing);
        stage.scratch.errands = errands;
        Ok(())
    }
}

impl Stage {
    /// Asks all nodes, and does what they ask for once it has found it lawful: at once, for nobody sees it before the form is over. What
    /// is to be recorded is listed, so that it is done queue by queue.
    fn ask<T: Register>(
        &mut self,
        errands: &mut Errands,
        registers: &mut Variable<T>,
        ways: Ways<'_>,
        program: &impl Fn(&Node<'_>, &mut [T], &mut Dispatch),
    ) -> Result<(), Violation> {
        let mut dispatch = Dispatch::none();
        let at_once = self.enforces_all() && !self.is_watched();
        let from = queue_bits(ways.from);
        self.at_each_waiting(from, |stage, row, col| {
            let node = stage.nodes.shape().index(row, col);
            let waiting = stage.nodes.buffers.beside.queues.waiting_at(node);
            dispatch.clear(stage.nodes.unsettled.copy_unit_is_free(node), waiting & from);
            let own = registers.at_mut(node);
            program(&stage.nodes.node_at(row, col), own, &mut dispatch);
            keep(own);
            if dispatch.services().is_empty() && dispatch.departures().is_empty() {
                return Ok(());
            }
            if !stage.is_lawful((row, col), &dispatch, ways) {
                stage.check_dispatch((row, col), &dispatch, ways)?;
            }
            for &(queue, service) in dispatch.services() {
                stage.use_copy_unit(node)?;
                if at_once {
                    stage.take_served(&mut errands.served, node, queue, service);
                } else {
                    errands.services.push((node, queue, service));
                }
            }
            for &(queue, end, port) in dispatch.departures() {
                let errand = Errand { row, col, end, port };
                if at_once {
                    stage.send(&mut errands.moving, queue, &errand);
                } else {
                    errands.departures[queue].push(errand);
                }
            }
            Ok(())
        })
    }

    /// Whether there is a link for every departure and a packet for every action.
    #[inline]
    fn is_lawful(&self, (row, col): (usize, usize), dispatch: &Dispatch, ways: Ways<'_>) -> bool {
        let (shape, queues) = (self.nodes.shape(), &self.nodes.buffers.beside.queues);
        let node = shape.index(row, col);
        let (mut used, mut acting) = (0_u8, [0; QUEUES]);
        let mut acts = |queue: usize| {
            acting[queue] += 1;
            ways.from.contains(&queue) && acting[queue] <= queues.len(queue, node)
        };
        for &(queue, _, port) in dispatch.departures() {
            let is_new = used >> port.number() & 1 == 0;
            used |= 1 << port.number();
            let has_link = ways.ports.contains(&port) && port.step(shape, row, col).is_some();
            if !(is_new && has_link && acts(queue)) {
                return false;
            }
        }
        dispatch.services().iter().all(|&(queue, _)| acts(queue))
    }

    /// Rule by rule.
    #[cold]
    fn check_dispatch(
        &mut self,
        (row, col): (usize, usize),
        dispatch: &Dispatch,
        Ways { from, ports }: Ways<'_>,
    ) -> Result<(), Violation> {
        let node = self.nodes.shape().index(row, col);
        let mut used = 0_u8;
        for &(_, _, port) in dispatch.departures() {
            if !ports.contains(&port) {
                self.breach(Rule::M5, node, 1, 0, Fault::UndeclaredPort(port))?;
            } else if port.step(self.nodes.shape(), row, col).is_none() {
                self.breach(Rule::M5, node, 1, 0, Fault::NoLink(port))?;
            }
            if used >> port.number() & 1 == 1 {
                self.breach(Rule::M1, node, 2, 1, Fault::SecondOnLink(port))?;
            }
            used |= 1 << port.number();
        }
        for queue in dispatch.queues() {
            let acting = dispatch.queues().filter(|&other| other == queue).count();
            let waiting = self.nodes.buffers.beside.queues.len(queue, node);
            if waiting == 0 || !from.contains(&queue) {
                self.breach(Rule::M5, node, 1, 0, Fault::Queue(queue))?;
            } else if acting > waiting {
                self.breach(Rule::M3, node, 2, 1, Fault::PacketTwice)?;
            }
        }
        Ok(())
    }

    /// Does what is listed.
    fn do_all(&mut self, errands: &mut Errands) {
        for (node, queue, service) in errands.services.drain(..) {
            self.take_served(&mut errands.served, node, queue, service);
        }
        let at = |&(node, held, _): &(usize, Held, Service)| {
            (held.packet, self.nodes.frame().id_of(node))
        };
        self.nodes.messages().fetch_deliveries(errands.served.iter().map(at));
        for (node, held, service) in errands.served.drain(..) {
            let stays = self.served(node, held, service).into_iter().flatten();
            errands.staying.extend(stays.map(|(queue, held)| (queue, node, held)));
        }
        for (queue, departures) in errands.departures.iter_mut().enumerate() {
            for errand in departures.drain(..) {
                self.send(&mut errands.moving, queue, &errand);
            }
        }
    }

    /// Takes the greatest packet out of a queue, to be served.
    #[inline]
    fn take_served(
        &mut self,
        served: &mut Vec<(usize, Held, Service)>,
        node: usize,
        queue: usize,
        service: Service,
    ) {
        // Only a machine that does not enforce M3 or M5 finds none.
        if let Some(held) = self.nodes.buffers.beside.queues.remove(queue, node, End::Greatest) {
            served.push((node, held, service));
        }
    }

    /// Takes a packet out of a queue, to where it moves.
    #[inline]
    fn send(
        &mut self,
        moving: &mut Vec<((usize, usize), Held)>,
        queue: usize,
        &Errand { row, col, end, port }: &Errand,
    ) {
        let node = self.nodes.shape().index(row, col);
        let Some(held) = self.nodes.buffers.beside.queues.remove(queue, node, end) else { return };
        let to = self.across(port, row, col);
        self.log_move(node, to, held.identity);
        let place = port.step(self.nodes.shape(), row, col);
        moving.push((place.unwrap_or_else(|| self.nodes.shape().position(to)), held));
    }

    /// Puts what stays, then what arrives, into queues.
    fn take_in(
        &mut self,
        errands: &mut Errands,
        into: &[usize],
        landing: &impl Fn(&Node<'_>, Packet) -> usize,
    ) {
        let enter = |stage: &mut Self, queue: usize, node: usize, held: Held| {
            assert!(into.contains(&queue), "a packet enters a queue that the form did not name");
            stage.nodes.buffers.beside.queues.insert(queue, node, held);
        };
        for (queue, node, held) in errands.staying.drain(..) {
            enter(self, queue, node, held);
        }
        for ((row, col), held) in errands.moving.drain(..) {
            let queue = landing(&self.nodes.node_at(row, col), held.packet);
            enter(self, queue, self.nodes.shape().index(row, col), held);
        }
    }
}
