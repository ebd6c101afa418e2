//! Runs laps and drains node by node and form by form: the reference that [the fast way](super::row_laps) must equal.

use super::columns::{
    Columns, HERE, Phase, Traffic, WAYS, first_fitting, invitations, is_due, loads, turning,
};
use super::course::Course;
use super::row_laps::{Laps, Round, Run, SERVED};
use super::windows::{EAST, WEST, landing};
use meshcast_engine::{Departures, Machine, Node, Packet, Port, Step, Variable, Violation};
use std::ops::Range;

/// The slots of copies on their way into the queues of the column: of the packet in slot [`EAST`], and of that in
/// [`WEST`].
const COPIES: Range<usize> = 2..4;

/// Laps on which every node is asked by every form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain(pub(super) Laps);

impl Plain {
    /// A stop of all packets, and the two moves to the next.
    pub(super) fn cycle(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        stop: usize,
    ) -> Result<(), Violation> {
        self.offer(machine, traffic, round, (stop, [EAST, WEST], Phase::Invite))?;
        self.offer(machine, traffic, round, (stop, [WEST, EAST], Phase::Move))?;
        self.go_on(machine, traffic, round, stop)?;
        self.advance(machine, traffic, stop)?;
        self.advance(machine, traffic, stop)
    }

    /// A step in which every node may copy one of the packets that stop there, preferably the one in the first of `lanes`.
    fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        (stop, lanes, phase): (usize, [usize; 2], Phase),
    ) -> Result<(), Violation> {
        let Self(laps) = self;
        let run = |node: &Node<'_>, lane| laps.wanted_run(node, lane, round, stop);
        laps.columns.prepare(machine, traffic, phase, |node| {
            lanes.map(|lane| {
                let Run { first, last, .. } = run(node, lane)?;
                Some((lane, Course::from(node.row(), first, last)))
            })
        })?;
        let copies = |node: &Node<'_>, traffic: &Variable<Traffic>, lane| {
            let copied = node.own(traffic)[0].copies;
            copied.filter(|&(of, _)| usize::from(of) == lane).map(|(_, key)| key)
        };
        machine.step(|step| {
            for (lane, copy) in [EAST, WEST].into_iter().zip(COPIES) {
                step.copy_bare(lane, copy, |node| copies(node, traffic, lane).is_some())?;
            }
            laps.columns.act(step, traffic, phase)
        })?;
        for (lane, copy) in [EAST, WEST].into_iter().zip(COPIES) {
            machine.rekey(copy, |node| copies(node, traffic, lane))?;
            machine.annotate(lane, |node, words| {
                if copies(node, traffic, lane).is_some() {
                    let destinations = node.destinations(lane);
                    for i in run(node, lane).into_iter().flat_map(|run| run.listed) {
                        if laps.columns.position(destinations[i]).1 == node.col() {
                            words.set(i, SERVED);
                        }
                    }
                }
            })?;
        }
        Columns::take_in(machine, COPIES)?;
        Columns::settle(machine, traffic)
    }

    /// Writes into the headers of the packets that have stopped where they stop next.
    fn go_on(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        stop: usize,
    ) -> Result<(), Violation> {
        machine.compute(traffic, |node, own| {
            let is_wanted = |&lane: &usize| self.0.wanted_run(node, lane, round, stop).is_some();
            own[0].passed_on += [EAST, WEST].iter().filter(|&lane| is_wanted(lane)).count() as u32;
        })?;
        [EAST, WEST].into_iter().try_for_each(|lane| {
            machine.rekey(lane, |node| {
                node.packet(lane).filter(|&packet| self.0.halts.at(stop).are_of(packet))?;
                self.0.next_key(node, lane, round, (stop, 1))
            })
        })
    }

    /// A step in which the packets of rows advance on their belts after stop `stop`.
    fn advance(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        stop: usize,
    ) -> Result<(), Violation> {
        let Laps { windows, columns, .. } = self.0;
        let moves = |col| stop < windows.stops(col);
        windows.turn(machine, moves)?;
        columns.prepare(machine, traffic, Phase::Move, |_| [None, None])?;
        machine.step(|step| {
            step.transmit_into(
                EAST..WEST + 1,
                &[Port::East, Port::West],
                |node, sends| {
                    if moves(node.col()) {
                        for (lane, port) in windows.departures(node).into_iter().flatten() {
                            sends.send(lane, port);
                        }
                    }
                },
                |_, port| landing(port),
            )?;
            columns.act(step, traffic, Phase::Move)
        })?;
        Columns::settle(machine, traffic)
    }

    /// A step in which only the packets of columns move, with what else it does.
    pub(super) fn drain(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
        beside: impl FnOnce(&mut Step<'_>) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let Laps { columns, .. } = self.0;
        columns.prepare(machine, traffic, phase, |_| [None, None])?;
        machine.step(|step| {
            columns.act(step, traffic, phase)?;
            beside(step)
        })?;
        Columns::settle(machine, traffic)
    }
}

impl Columns {
    /// Decides what every node does in the next step: `wanted` are the slots of the packets of rows that may be copied,
    /// with the courses of their copies; the first for which there is room is.
    fn prepare(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
        wanted: impl Fn(&Node<'_>) -> [Option<(usize, Course)>; 2] + Sync,
    ) -> Result<(), Violation> {
        machine.compute(traffic, |node, own| {
            let own = &mut own[0];
            let mut load = loads(node);
            let (most, room) = self.limits(node);
            debug_assert!(load.iter().all(|&load| load <= most) && load[0] + load[1] <= room);
            own.turns = false;
            if phase == Phase::Invite {
                own.invited = [0, 0];
                let turning = turning(node);
                own.turns = turning > 0 && load[1] + turning <= most;
                if own.turns {
                    load = [load[0] - turning, load[1] + turning];
                }
            }
            let coming = own.invited.map(usize::from);
            let wanted = wanted(node).into_iter().flatten();
            let copied = first_fitting(wanted, load, coming, (most, room));
            own.copies = copied.map(|(lane, course)| (lane as u8, course.key()));
            if let Some((_, course)) = copied {
                load[usize::from(!course.rising)] += 1;
            }
            own.delivers = is_due(node) && own.copies.is_none();
            match phase {
                Phase::Invite => {
                    own.sends = [false, false];
                    own.invited = invitations(load, most, room);
                }
                Phase::Move => {
                    for (way, queue, ..) in WAYS {
                        own.sends[way] = own.credit[way] > 0 && !node.queue(queue).is_empty();
                        own.credit[way] -= u8::from(own.sends[way]);
                    }
                }
            }
        })
    }

    /// What the columns do in a step, as prepared.
    fn act(
        self,
        step: &mut Step<'_>,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
    ) -> Result<(), Violation> {
        step.serve((HERE, &[HERE]), |node| {
            let delivers = node.own(traffic)[0].delivers;
            delivers.then(|| self.service(node, HERE)).flatten()
        })?;
        match phase {
            Phase::Invite => self.invite(step, traffic),
            Phase::Move => {
                for (way, queue, end, port) in WAYS {
                    // The one with the farthest to go.
                    let program = |node: &Node<'_>, departures: &mut Departures| {
                        if node.own(traffic)[0].sends[way] {
                            departures.send(end, port);
                        }
                    };
                    let landing = |node: &Node<'_>, packet: Packet| {
                        if Course::of(packet).next == node.row() { HERE } else { queue }
                    };
                    step.stream((queue, &[queue, HERE]), &[port], program, landing)?;
                }
                Ok(())
            }
        }
    }

    /// Puts every packet that is not to be delivered where it is into the queue of its way.
    fn settle(machine: &mut Machine, traffic: &Variable<Traffic>) -> Result<(), Violation> {
        machine.requeue(HERE, |node, queued| {
            let mut course = Course::of(queued.packet);
            // A packet that has just been delivered was not counted among those that turn.
            let turns = node.own(traffic)[0].turns && !course.due;
            course.rising &= !(turns && course.turns_at(node.row()));
            course.sorted_at(node.row())
        })
    }

    /// Puts the copies in slots `lanes` among the packets of the columns.
    fn take_in(machine: &mut Machine, lanes: Range<usize>) -> Result<(), Violation> {
        machine.enqueue(lanes, HERE)
    }
}
