//! Moves copies up and down to their destinations in one column.

use super::course::Course;
use meshcast_engine::{
    Dispatch, End, Machine, Node, Packet, Port, Service, Shape, Step, Variable, Violation, register,
};

/// The queues of packets on their way up, on their way down, and of those that are to be delivered or to turn here.
pub(super) const UP: usize = 1;
pub(super) const DOWN: usize = 2;
pub(super) const HERE: usize = 3;

/// The queue of packets that have been copied, delivered or received and have to be [sorted in](Columns::sort_in).
pub(super) const NEW: usize = 0;

/// The two ways, each with its queue, the end of it where the packet with the farthest to go is, and the port.
pub(super) const WAYS: [(usize, usize, End, Port); 2] =
    [(0, UP, End::Least, Port::North), (1, DOWN, End::Greatest, Port::South)];

/// Packets of columns in a node.
pub(super) const ROOM: usize = 9;

/// Of those, the most that rise, and the most that sink: those of one way leave room for some of the other, however many wait.
pub(super) const MOST_ONE_WAY: usize = ROOM - 3;

/// Packets that a node invites from one neighbour between two steps of credits.
const MOST_INVITED: usize = 2;

/// Places for packets of columns that a node keeps for one that it copies itself.
const RESERVE: usize = 1;

/// What a node does in a step, and what its neighbours have told it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traffic {
    /// Packets that may still come from below and from above.
    pub(super) invited: [u8; 2],
    /// Packets that may still be sent up and down.
    pub(super) credit: [u8; 2],
    /// Whether it sends a packet up, and one down.
    pub(super) sends: [bool; 2],
    pub(super) delivers: bool,
    /// Whether packets that have risen and are to sink change over.
    pub(super) turns: bool,
    /// The key of the copy that it makes of a packet of a row.
    pub(super) copies: Option<u32>,
    /// Packets of rows that had to go on though they were wanted here.
    pub(super) passed_on: u32,
}

register!(Traffic {
    invited: [u8; 2],
    credit: [u8; 2],
    sends: [bool; 2],
    delivers: bool,
    turns: bool,
    copies: Option<u32>,
    passed_on: u32,
});

/// What the columns do in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Every node invites packets of its neighbours.
    Invite,
    /// Packets move.
    Move,
}

/// The rules by which packets of columns wait and move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub(super) shape: Shape,
    /// Whether the rows are columns of the mesh.
    pub(super) transposed: bool,
}

impl Columns {
    /// The row and column of a node of the mesh.
    pub(super) fn position(self, id: u32) -> (usize, usize) {
        let (rows, cols) = (self.shape.rows() as u32, self.shape.cols() as u32);
        let (row, col) =
            if self.transposed { (id % rows, id / rows) } else { (id / cols, id % cols) };
        (row as usize, col as usize)
    }

    /// Whether a node of the mesh lies above row `row`.
    pub(super) fn is_above(self, id: u32, row: usize) -> bool {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        if self.transposed { id as usize % rows < row } else { (id as usize) < row * cols }
    }

    /// Decides how many packets every node invites, before packets of rows are copied; those that have risen and are to sink change
    /// over where there is room for all of them.
    pub(super) fn prepare_invitations(
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
    ) -> Result<(), Violation> {
        let idle = invitations([0; 2]);
        machine.compute(traffic, |node, own| {
            let own = &mut own[0];
            if node.queued() == 0 {
                (own.turns, own.invited) = (false, idle);
                return;
            }
            let mut load = loads(node);
            debug_assert!(
                load.iter().all(|&load| load <= MOST_ONE_WAY) && load[0] + load[1] <= ROOM
            );
            let turning = turning(node);
            own.turns = turning > 0 && load[1] + turning <= MOST_ONE_WAY;
            if own.turns {
                load = [load[0] - turning, load[1] + turning];
            }
            own.invited = invitations(load);
        })?;
        let turn = |node: &Node<'_>| node.own(traffic)[0].turns;
        machine.requeue_where(HERE, turn, |node, queued| {
            let mut course = Course::of(queued.packet);
            let turns = course.turns_at(node.row());
            course.rising &= !turns;
            (if turns { DOWN } else { HERE }, course.key())
        })
    }

    /// Decides whether a node copies a packet of a row, if there is room for a copy on this course. Returns the key of the copy.
    pub(super) fn copied(
        node: &Node<'_>,
        own: &mut Traffic,
        phase: Phase,
        course: Course,
    ) -> Option<u32> {
        let mut load = loads(node);
        let coming = match phase {
            Phase::Invite => [0, 0],
            Phase::Move => own.invited.map(usize::from),
        };
        if !has_room(course, load, coming) {
            return None;
        }
        if phase == Phase::Invite {
            load[usize::from(!course.rising)] += 1;
            own.invited = invitations(load);
        }
        Some(course.key())
    }

    /// What the columns do in a step, at the nodes with packets of columns.
    pub(super) fn dispatch(
        self,
        step: &mut Step<'_>,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
    ) -> Result<(), Violation> {
        let program = |node: &Node<'_>, own: &mut [Traffic], dispatch: &mut Dispatch| {
            if dispatch.waits(HERE)
                && is_due(node)
                && dispatch.copy_unit_is_free()
                && let Some(service) = self.service(node, NEW)
            {
                dispatch.serve(HERE, service);
            }
            if phase == Phase::Move {
                for (way, queue, end, port) in WAYS {
                    if own[0].credit[way] > 0 && dispatch.waits(queue) {
                        own[0].credit[way] -= 1;
                        dispatch.send(queue, end, port);
                    }
                }
            }
        };
        let landing = |node: &Node<'_>, packet: Packet| match Course::of(packet) {
            course if course.next == node.row() => NEW,
            course if course.rising => UP,
            _ => DOWN,
        };
        let (from, ports): (&[usize], &[Port]) = match phase {
            Phase::Invite => (&[HERE], &[]),
            Phase::Move => (&[UP, DOWN, HERE], &[Port::North, Port::South]),
        };
        step.dispatch(traffic, (from, &[UP, DOWN, NEW]), ports, program, landing)?;
        if phase == Phase::Invite { self.invite(step, traffic) } else { Ok(()) }
    }

    /// Puts every packet that has been copied, delivered or received into the queue of its way.
    pub(super) fn sort_in(machine: &mut Machine) -> Result<(), Violation> {
        machine.requeue(NEW, |node, queued| Course::of(queued.packet).sorted_at(node.row()))
    }

    /// What becomes of the packet that is due at a node: if it has another destination, it enters queue `queue`.
    pub(super) fn service(self, node: &Node<'_>, queue: usize) -> Option<Service> {
        let here = node.queue(HERE);
        let course = Course::of(here.at(End::Greatest)?);
        let rows = here.destinations_at(End::Greatest).iter().filter_map(|&id| {
            let (row, col) = self.position(id);
            (col == node.col()).then_some(row)
        });
        let onward = |next: Course| Service::Deliver((queue, next.key()));
        Some(course.after(rows).map_or(Service::DeliverLast, onward))
    }

    /// Tells the neighbours of every node how many packets it invites.
    pub(super) fn invite(
        self,
        step: &mut Step<'_>,
        traffic: &mut Variable<Traffic>,
    ) -> Result<(), Violation> {
        let shape = self.shape;
        step.words(
            traffic,
            &[Port::South, Port::North],
            |stream, row| {
                let has_neighbour = if stream == 0 { row + 1 < shape.rows() } else { row > 0 };
                0..if has_neighbour { shape.cols() } else { 0 }
            },
            |stream, _, own| u32::from(own[0].invited[stream]),
            |stream, _, own, word| own[0].credit[stream] = word as u8,
        )
    }

    /// Whether packets of columns wait at a node.
    pub(super) fn any_at(node: &Node<'_>) -> bool {
        [UP, DOWN, HERE].into_iter().any(|queue| !node.queue(queue).is_empty())
    }
}

/// The packets of columns at a node that have risen, and that sink.
pub(super) fn loads(node: &Node<'_>) -> [usize; 2] {
    let here = node.queue(HERE);
    let rising = here.packets().filter(|&packet| Course::of(packet).rising).count();
    [node.queue(UP).len() + rising, node.queue(DOWN).len() + here.len() - rising]
}

/// The packets at a node that have risen, have been delivered at the top of their way and are to sink now.
pub(super) fn turning(node: &Node<'_>) -> usize {
    node.queue(HERE).packets().filter(|&packet| Course::of(packet).turns_at(node.row())).count()
}

/// Whether a packet is to be delivered at a node.
pub(super) fn is_due(node: &Node<'_>) -> bool {
    node.queue(HERE).at(End::Greatest).is_some_and(|packet| Course::of(packet).due)
}

/// Whether a node with these loads has room for a copy on such a course, beside the packets that are still coming.
pub(super) fn has_room(course: Course, load: [usize; 2], coming: [usize; 2]) -> bool {
    let (way, waiting) = (usize::from(!course.rising), load[0] + load[1]);
    waiting + 1 < ROOM
        && waiting + coming[0] + coming[1] < ROOM
        && load[way] + coming[way] < MOST_ONE_WAY
}

/// How many packets a node with these loads lets come from below and from above: the way with fewer first, by turns.
pub(super) fn invitations(load: [usize; 2]) -> [u8; 2] {
    let mut left = ROOM.saturating_sub(load[0] + load[1] + RESERVE);
    let mut open = load.map(|load| MOST_INVITED.min(MOST_ONE_WAY.saturating_sub(load + RESERVE)));
    let mut invited = [0, 0];
    let mut way = usize::from(load[1] < load[0]);
    while left > 0 && open != [0, 0] {
        if open[way] > 0 {
            open[way] -= 1;
            invited[way] += 1;
            left -= 1;
        }
        way = 1 - way;
    }
    invited
}
