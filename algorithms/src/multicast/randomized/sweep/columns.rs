//! Moves copies up and down to their destinations in one column.

use super::windows::Windows;
use meshcast_engine::{
    Departures, End, Machine, Node, Packet, Port, Service, Shape, Step, Variable, Violation,
    register,
};
use std::cmp::Ordering;
use std::ops::Range;

/// The queues of packets on their way up, on their way down, and of those that are to be delivered or to turn here.
const UP: usize = 1;
const DOWN: usize = 2;
const HERE: usize = 3;

/// Packets that a node invites from one neighbour between two steps of credits.
const MOST_INVITED: usize = 2;

/// Places for packets of columns that a node keeps for one that it copies itself.
const RESERVE: usize = 1;

/// The key of a packet of a column: the row where it is delivered next, and the last one; whether it has come from below,
/// and so takes a place of those; whether it is to be delivered at the node where it is.
///
/// A packet that wants nodes above only goes up; one that wants nodes below only goes down; one that wants both goes up
/// to its last node at once, then down to all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    next: usize,
    last: usize,
    rising: bool,
    due: bool,
}

register!(Course { next: usize, last: usize, rising: bool, due: bool });

const ROW_BITS: u32 = 13;
const RISING_BIT: u32 = 1 << 30;
const DUE_BIT: u32 = 1 << 31;

/// Rows that a key can name: the shorter side of a mesh has no more.
pub(super) const MOST_ROWS: usize = 1 << ROW_BITS;

impl Course {
    /// The course of a copy made in `row` for destinations in rows of which `first` and `last` are the outermost.
    pub(super) fn from(row: usize, first: usize, last: usize) -> Self {
        let (next, last, rising) = if last <= row {
            (last, first, true)
        } else if first >= row {
            (first, last, false)
        } else {
            (first, last, true)
        };
        Self { next, last, rising, due: next == row }
    }

    fn of(packet: Packet) -> Self {
        let (key, rows) = (packet.key(), (1 << ROW_BITS) - 1);
        Self {
            next: (key >> ROW_BITS & rows) as usize,
            last: (key & rows) as usize,
            rising: key & RISING_BIT != 0,
            due: key & DUE_BIT != 0,
        }
    }

    pub(super) fn key(self) -> u32 {
        let flag = |set, bit| if set { bit } else { 0 };
        flag(self.due, DUE_BIT)
            | flag(self.rising, RISING_BIT)
            | (self.next as u32) << ROW_BITS
            | self.last as u32
    }

    /// Whether the packet, in `row`, has risen and is to sink.
    fn turns_at(self, row: usize) -> bool {
        self.rising && self.next > row
    }

    /// What remains after the delivery in row `next`, with the destinations in this column in the order of their rows. It
    /// is still marked as due: the packet has just been delivered.
    fn after(self, mut wanted: impl DoubleEndedIterator<Item = usize>) -> Option<Self> {
        let Self { next: here, last, .. } = self;
        let next = match last.cmp(&here) {
            Ordering::Equal => None,
            Ordering::Less => wanted.rfind(|&row| row < here),
            Ordering::Greater => wanted.find(|&row| row > here),
        }?;
        Some(Self { next, ..self })
    }
}

/// What a node does in a step, and what its neighbours have told it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traffic {
    /// Packets that may still come from below and from above.
    invited: [u8; 2],
    /// Packets that may still be sent up and down.
    credit: [u8; 2],
    /// Whether it sends a packet up, and one down.
    sends: [bool; 2],
    delivers: bool,
    /// Whether packets that have risen and are to sink change over.
    turns: bool,
    /// The slot of the packet of a row that is copied, and the course of the copy.
    pub(super) copies: Option<(usize, Course)>,
    /// Packets of rows that had to go on though they were wanted here.
    pub(super) passed_on: u32,
}

register!(Traffic {
    invited: [u8; 2],
    credit: [u8; 2],
    sends: [bool; 2],
    delivers: bool,
    turns: bool,
    copies: Option<(usize, Course)>,
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
    /// Packets of columns in a node.
    pub(super) room: usize,
    pub(super) windows: Windows,
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

    /// The most packets that rise or that sink through a node, and the most of both: one less where a packet may rest.
    fn limits(self, node: &Node<'_>) -> (usize, usize) {
        let rests = self.windows.rest(node.row()) == Some(node.col());
        let room = self.room - usize::from(rests);
        (room - 2, room)
    }

    /// Decides what every node does in the next step: `wanted` are the slots of the packets of rows that may be copied,
    /// with the courses of their copies; the first for which there is room is.
    pub(super) fn prepare(
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
            let fits = |&(_, course): &(usize, Course)| {
                let way = usize::from(!course.rising);
                load[way] + coming[way] < most && load[0] + load[1] + coming[0] + coming[1] < room
            };
            own.copies = wanted(node).into_iter().flatten().find(fits);
            if let Some((_, course)) = own.copies {
                load[usize::from(!course.rising)] += 1;
            }
            let is_due =
                node.queue(HERE).at(End::Greatest).is_some_and(|packet| Course::of(packet).due);
            own.delivers = is_due && own.copies.is_none();
            match phase {
                Phase::Invite => {
                    own.sends = [false, false];
                    own.invited = invitations(load, most, room);
                }
                Phase::Move => {
                    for (way, queue) in [UP, DOWN].into_iter().enumerate() {
                        own.sends[way] = own.credit[way] > 0 && !node.queue(queue).is_empty();
                        own.credit[way] -= u8::from(own.sends[way]);
                    }
                }
            }
        })
    }

    /// What the columns do in a step, as prepared.
    pub(super) fn act(
        self,
        step: &mut Step<'_>,
        traffic: &mut Variable<Traffic>,
        phase: Phase,
    ) -> Result<(), Violation> {
        step.serve((HERE, &[HERE]), |node| {
            if !node.own(traffic)[0].delivers {
                return None;
            }
            let queue = node.queue(HERE);
            let course = Course::of(queue.at(End::Greatest)?);
            let rows = queue.destinations_at(End::Greatest).iter().filter_map(|&id| {
                let (row, col) = self.position(id);
                (col == node.col()).then_some(row)
            });
            let onward = |next: Course| Service::Deliver((HERE, next.key()));
            Some(course.after(rows).map_or(Service::DeliverLast, onward))
        })?;
        match phase {
            Phase::Invite => self.invite(step, traffic),
            Phase::Move => {
                for (way, queue, end, port) in
                    [(0, UP, End::Least, Port::North), (1, DOWN, End::Greatest, Port::South)]
                {
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

    fn invite(self, step: &mut Step<'_>, traffic: &mut Variable<Traffic>) -> Result<(), Violation> {
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

    /// Puts every packet that is not to be delivered where it is into the queue of its way.
    pub(super) fn settle(
        machine: &mut Machine,
        traffic: &Variable<Traffic>,
    ) -> Result<(), Violation> {
        machine.requeue(HERE, |node, queued| {
            let mut course = Course::of(queued.packet);
            // A packet that has just been delivered was not counted among those that turn.
            let turns = node.own(traffic)[0].turns && !course.due;
            course.rising &= !(turns && course.turns_at(node.row()));
            course.due = course.next == node.row();
            let queue = match course.next.cmp(&node.row()) {
                Ordering::Equal => HERE,
                Ordering::Less => UP,
                Ordering::Greater if course.rising => HERE,
                Ordering::Greater => DOWN,
            };
            (queue, course.key())
        })
    }

    /// Whether packets of columns wait at a node.
    pub(super) fn any_at(node: &Node<'_>) -> bool {
        [UP, DOWN, HERE].into_iter().any(|queue| !node.queue(queue).is_empty())
    }

    /// Puts the copies in slots `lanes` among the packets of the columns.
    pub(super) fn take_in(machine: &mut Machine, lanes: Range<usize>) -> Result<(), Violation> {
        machine.enqueue(lanes, HERE)
    }
}

/// The packets of columns at a node that have risen, and that sink.
fn loads(node: &Node<'_>) -> [usize; 2] {
    let here = node.queue(HERE);
    let rising = here.packets().filter(|&packet| Course::of(packet).rising).count();
    [node.queue(UP).len() + rising, node.queue(DOWN).len() + here.len() - rising]
}

/// The packets at a node that have risen, have been delivered at the top of their way and are to sink now.
fn turning(node: &Node<'_>) -> usize {
    node.queue(HERE).packets().filter(|&packet| Course::of(packet).turns_at(node.row())).count()
}

/// How many packets a node with these loads lets come from below and from above: the way with fewer first, by turns.
fn invitations(load: [usize; 2], most: usize, room: usize) -> [u8; 2] {
    let mut left = room.saturating_sub(load[0] + load[1] + RESERVE);
    let mut open = load.map(|load| MOST_INVITED.min(most.saturating_sub(load + RESERVE)));
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
