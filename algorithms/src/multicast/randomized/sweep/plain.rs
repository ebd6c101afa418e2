//! Runs laps and drains node by node and form by form: the reference that [the fast way](super::row_laps) must equal.

use super::columns::{
    Columns, HERE, MOST_ONE_WAY, Phase, ROOM, Traffic, WAYS, has_room, invitations, is_due, loads,
    turning,
};
use super::course::Course;
use super::row_laps::{Laps, Round, Run, SERVED};
use super::windows::{EAST, Moves, SECOND_EAST, SECOND_WEST, TURNING, WEST};
use meshcast_engine::{
    Advancing, Departures, Machine, Node, Packet, Port, Step, Variable, Violation,
};

/// The slot of a copy on its way into the queues of the column.
const COPY: usize = 2;

/// The slot, for a step, of a packet that begins to turn at the east end while another one still turns.
const TURNING_NEXT: usize = 6;

/// Laps on which every node is asked by every form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain(pub(super) Laps);

impl Plain {
    /// A step in which the packets of one lane stop and every node may copy its one, while others advance. Those that are wanted still
    /// learn where they stop next.
    pub(super) fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        (stop, lane, phase): (usize, usize, Phase),
        others: &Moves,
    ) -> Result<(), Violation> {
        let Self(laps) = self;
        let run = |node: &Node<'_>| laps.wanted_run(node, lane, round, stop);
        Columns::prepare(machine, traffic, phase, |node| {
            let Run { first, last, .. } = run(node)?;
            Some(Course::from(node.row(), first, last))
        })?;
        let copies = |node: &Node<'_>, traffic: &Variable<Traffic>| node.own(traffic)[0].copies;
        self.moving(machine, others, |machine| {
            machine.step(|step| {
                step.copy_bare(lane, COPY, |node| copies(node, traffic).is_some())?;
                self.transmit(step, others)?;
                laps.columns.act(step, traffic, phase)
            })
        })?;
        machine.rekey(COPY, |node| copies(node, traffic))?;
        machine.annotate(lane, |node, words| {
            if copies(node, traffic).is_some() {
                let destinations = node.destinations(lane);
                for i in run(node).into_iter().flat_map(|run| run.listed) {
                    if laps.columns.position(destinations[i]).1 == node.col() {
                        words.set(i, SERVED);
                    }
                }
            }
        })?;
        machine.enqueue(COPY..COPY + 1, HERE)?;
        Columns::settle(machine, traffic)?;
        machine.compute(traffic, |node, own| own[0].passed_on += u32::from(run(node).is_some()))?;
        machine.rekey(lane, |node| {
            node.packet(lane).filter(|&packet| laps.halts.at(stop).are_of(packet))?;
            laps.next_key(node, lane, round, (stop, 1))
        })
    }

    /// A step in which packets of rows advance on their belts.
    pub(super) fn advance(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        moves: &Moves,
    ) -> Result<(), Violation> {
        let Laps { columns, .. } = self.0;
        Columns::prepare(machine, traffic, Phase::Move, |_| None)?;
        self.moving(machine, moves, |machine| {
            machine.step(|step| {
                self.transmit(step, moves)?;
                columns.act(step, traffic, Phase::Move)
            })
        })?;
        Columns::settle(machine, traffic)
    }

    /// Lets packets turn, which is local, before and after a step in which they advance. In the middle those of the second window are in
    /// the slots of the first one while they cross a link.
    fn moving(
        self,
        machine: &mut Machine,
        moves: &Moves,
        step: impl FnOnce(&mut Machine) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        let windows = self.0.windows;
        let turn_at_first = |machine: &mut Machine| {
            machine.swap_lanes(|node| {
                let [east, west] = windows.at_first(node.col()).filter(|_| moves.are_at(node))?;
                Some((west, east))
            })
        };
        let at_last = |node: &Node<'_>, slots| {
            (windows.is_last(node.col()) && moves.are_at(node)).then_some(slots)
        };
        let in_the_middle = |node: &Node<'_>, slots| {
            (windows.middle() == Some(node.col()) && moves.are_at(node)).then_some(slots)
        };
        match moves.advancing {
            Advancing::Eastbound => {
                machine.swap_lanes(|node| at_last(node, (EAST, TURNING)))?;
                machine.swap_lanes(|node| in_the_middle(node, (SECOND_EAST, EAST)))?;
                step(machine)
            }
            Advancing::Westbound => {
                step(machine)?;
                machine.swap_lanes(|node| in_the_middle(node, (WEST, SECOND_WEST)))?;
                machine.swap_lanes(|node| at_last(node, (TURNING, WEST)))
            }
            Advancing::All => {
                turn_at_first(machine)?;
                machine.swap_lanes(|node| at_last(node, (EAST, TURNING_NEXT)))?;
                machine.swap_lanes(|node| in_the_middle(node, (SECOND_EAST, EAST)))?;
                step(machine)?;
                machine.swap_lanes(|node| in_the_middle(node, (WEST, SECOND_WEST)))?;
                turn_at_first(machine)?;
                machine.swap_lanes(|node| at_last(node, (TURNING, WEST)))?;
                machine.swap_lanes(|node| at_last(node, (TURNING_NEXT, TURNING)))
            }
        }
    }

    /// Sends what has a link to cross.
    fn transmit(self, step: &mut Step<'_>, moves: &Moves) -> Result<(), Violation> {
        let windows = self.0.windows;
        let (lanes, ports): (_, &[Port]) = match moves.advancing {
            Advancing::Eastbound => (EAST..EAST + 1, &[Port::East]),
            Advancing::Westbound => (WEST..WEST + 1, &[Port::West]),
            Advancing::All => (EAST..WEST + 1, &[Port::East, Port::West]),
        };
        step.transmit_into(
            lanes.clone(),
            ports,
            |node, sends| {
                if !moves.are_at(node) {
                    return;
                }
                let begins = windows.at_first(node.col()).is_some();
                let ends = windows.is_last(node.col());
                let crossings =
                    [(EAST, Port::East, begins || !ends), (WEST, Port::West, ends || !begins)];
                for (lane, port, crosses) in crossings {
                    if lanes.contains(&lane) && crosses && node.packet(lane).is_some() {
                        sends.send(lane, port);
                    }
                }
            },
            |_, port| if port == Port::East { EAST } else { WEST },
        )
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
        Columns::prepare(machine, traffic, phase, |_| None)?;
        machine.step(|step| {
            columns.act(step, traffic, phase)?;
            beside(step)
        })?;
        Columns::settle(machine, traffic)
    }
}

impl Moves {
    /// Whether packets at a node advance.
    fn are_at(&self, node: &Node<'_>) -> bool {
        self.windows.iter().any(|window| window.contains(&node.col()))
    }
}

impl Columns {
    /// Decides what every node does in the next step: `wanted` is the course of a copy of the packet of a row that may be copied, which
    /// is made if there is room.
    fn prepare(
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
        wanted: impl Fn(&Node<'_>) -> Option<Course> + Sync,
    ) -> Result<(), Violation> {
        machine.compute(traffic, |node, own| {
            let own = &mut own[0];
            let mut load = loads(node);
            debug_assert!(
                load.iter().all(|&load| load <= MOST_ONE_WAY) && load[0] + load[1] <= ROOM
            );
            own.turns = false;
            if phase == Phase::Invite {
                own.invited = [0, 0];
                let turning = turning(node);
                own.turns = turning > 0 && load[1] + turning <= MOST_ONE_WAY;
                if own.turns {
                    load = [load[0] - turning, load[1] + turning];
                }
            }
            let coming = own.invited.map(usize::from);
            let copied = wanted(node).filter(|&course| has_room(course, load, coming));
            own.copies = copied.map(Course::key);
            if let Some(course) = copied {
                load[usize::from(!course.rising)] += 1;
            }
            own.delivers = is_due(node) && own.copies.is_none();
            match phase {
                Phase::Invite => {
                    own.sends = [false, false];
                    own.invited = invitations(load);
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
}
