//! Follows the packets of one column through the steps of laps and drains.

use super::line::{Line, rows_of};
use super::rows::{Rows, Stop};
use crate::multicast::randomized::sweep::columns::{
    DOWN, HERE, MOST_ONE_WAY, Phase, UP, has_room, invitations,
};
use crate::multicast::randomized::sweep::course::Course;
use crate::multicast::randomized::sweep::windows::{EAST, WEST};
use meshcast_engine::{Effect, Packet};

/// The nodes of one column and the packets in their queues.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) col: usize,
    up: Line,
    down: Line,
    here: Line,
    /// By way, then row.
    invited: [Vec<u8>; 2],
    credit: [Vec<u8>; 2],
    /// Packets that are copied, delivered or sent in a step, with the rows where they are at its end.
    moved: Vec<(usize, Packet)>,
    /// The rows whose nodes copy in a step, a bit each.
    copies: Vec<u64>,
}

impl Column {
    /// The first column, of so many rows and without packets, on a mesh where `any` is one.
    pub(super) fn new(rows: usize, any: Packet) -> Self {
        let (line, by_way) = (|| Line::new(rows, any), || [vec![0; rows], vec![0; rows]]);
        Self {
            col: 0,
            up: line(),
            down: line(),
            here: line(),
            invited: by_way(),
            credit: by_way(),
            moved: Vec::new(),
            copies: vec![0; rows.div_ceil(64)],
        }
    }

    fn line(&mut self, queue: usize) -> &mut Line {
        match queue {
            UP => &mut self.up,
            DOWN => &mut self.down,
            _ => &mut self.here,
        }
    }

    /// Puts a packet into a queue.
    pub(super) fn put(&mut self, queue: usize, row: usize, packet: Packet) {
        self.line(queue).insert(row, packet);
    }

    /// Takes all packets out, each with its queue and row.
    pub(super) fn take_all(&mut self, mut taken: impl FnMut(usize, usize, Packet)) {
        let words = self.copies.len();
        for queue in [UP, DOWN, HERE] {
            let line = self.line(queue);
            for word in 0..words {
                for row in rows_of(word, line.waiting(word)) {
                    while line.len(row) > 0 {
                        taken(queue, row, line.take(row, 0));
                    }
                }
            }
        }
    }

    /// The three steps of a stop in a lap: at `stops` packets are wanted.
    pub(super) fn stop(&mut self, stops: &[Stop], rows: &mut Rows<'_, '_>) {
        self.invite();
        self.offer(Phase::Invite, EAST, stops, rows);
        self.end_step(Phase::Invite, rows);
        self.tell();
        self.offer(Phase::Move, WEST, stops, rows);
        self.end_step(Phase::Move, rows);
        self.end_step(Phase::Move, rows);
    }

    /// The step after the stops of a lap.
    pub(super) fn end_lap(&mut self, rows: &mut Rows<'_, '_>) {
        self.end_step(Phase::Move, rows);
    }

    /// The three steps of a cycle in a drain.
    pub(super) fn drain(&mut self, rows: &mut Rows<'_, '_>) {
        self.invite();
        self.end_step(Phase::Invite, rows);
        self.tell();
        self.end_step(Phase::Move, rows);
        self.end_step(Phase::Move, rows);
    }

    /// Whether no packet is in the column.
    pub(super) fn is_empty(&self) -> bool {
        (0..self.copies.len()).all(|word| self.waiting(word) == 0)
    }

    /// The rows with packets, a bit each of those from `64 * word` on.
    fn waiting(&self, word: usize) -> u64 {
        self.up.waiting(word) | self.down.waiting(word) | self.here.waiting(word)
    }

    fn load(&self, row: usize) -> [usize; 2] {
        let here = self.here.packets(row);
        let rising = here.iter().filter(|&&packet| Course::of(packet).rising).count();
        [self.up.len(row) + rising, self.down.len(row) + here.len() - rising]
    }

    /// Lets packets turn, and decides how many every node invites.
    fn invite(&mut self) {
        for (invited, idle) in self.invited.iter_mut().zip(invitations([0; 2])) {
            invited.fill(idle);
        }
        for word in 0..self.copies.len() {
            for row in rows_of(word, self.waiting(word)) {
                self.turn(row);
                self.set_invited(row, invitations(self.load(row)));
            }
        }
    }

    fn set_invited(&mut self, row: usize, invited: [u8; 2]) {
        (self.invited[0][row], self.invited[1][row]) = (invited[0], invited[1]);
    }

    /// Lets the packets of a row that have risen and are to sink change over, if there is room for all of them.
    fn turn(&mut self, row: usize) {
        let turns = |packet: &Packet| Course::of(*packet).turns_at(row);
        let turning = self.here.packets(row).iter().filter(|packet| turns(packet)).count();
        if turning == 0 || self.load(row)[1] + turning > MOST_ONE_WAY {
            return;
        }
        while let Some(place) = self.here.packets(row).iter().position(turns) {
            let packet = self.here.take(row, place);
            let mut course = Course::of(packet);
            course.rising = false;
            self.down.insert(row, Effect::rekeyed(packet, course.key()));
        }
    }

    /// Copies the packets of a lane that stop where they are wanted and there is room.
    fn offer(&mut self, phase: Phase, lane: usize, stops: &[Stop], rows: &mut Rows<'_, '_>) {
        for &stop in stops.iter().filter(|stop| stop.lane() == lane) {
            let row = stop.row();
            let mut load = self.load(row);
            let coming = match phase {
                Phase::Invite => [0; 2],
                Phase::Move => [0, 1].map(|way| usize::from(self.invited[way][row])),
            };
            let course = rows.course(self.col, stop);
            let fits = |&course: &Course| has_room(course, load, coming);
            let Some(course) = course.filter(fits) else {
                rows.pass_on(stop);
                continue;
            };
            let (copy, is_wanted_still) = rows.copy(self.col, stop, course);
            if is_wanted_still {
                rows.pass_on(stop);
            }
            self.moved.push((row, copy));
            self.copies[row / 64] |= 1 << (row % 64);
            if phase == Phase::Invite {
                load[usize::from(!course.rising)] += 1;
                self.set_invited(row, invitations(load));
            }
        }
    }

    /// Every node that has not copied delivers what is due, and sends what its neighbours have invited.
    fn end_step(&mut self, phase: Phase, rows: &mut Rows<'_, '_>) {
        for word in 0..self.copies.len() {
            let copies = std::mem::take(&mut self.copies[word]);
            for row in rows_of(word, self.here.waiting(word) & !copies) {
                let last = self.here.len(row) - 1;
                if Course::of(self.here.packets(row)[last]).due {
                    let packet = self.here.take(row, last);
                    self.moved.extend(rows.deliver(packet, row, self.col).map(|rest| (row, rest)));
                }
            }
        }
        if phase == Phase::Move {
            self.send(rows);
        }
        let mut moved = std::mem::take(&mut self.moved);
        for (row, packet) in moved.drain(..) {
            let (queue, key) = Course::of(packet).sorted_at(row);
            self.line(queue).insert(row, Effect::rekeyed(packet, key));
        }
        // Its memory serves the next step.
        self.moved = moved;
    }

    fn send(&mut self, rows: &mut Rows<'_, '_>) {
        let before = self.moved.len();
        for word in 0..self.copies.len() {
            for row in rows_of(word, self.up.waiting(word)) {
                if self.credit[0][row] > 0 {
                    self.credit[0][row] -= 1;
                    self.moved.push((row - 1, self.up.take(row, 0)));
                }
            }
            for row in rows_of(word, self.down.waiting(word)) {
                if self.credit[1][row] > 0 {
                    self.credit[1][row] -= 1;
                    let last = self.down.len(row) - 1;
                    self.moved.push((row + 1, self.down.take(row, last)));
                }
            }
        }
        rows.hops += (self.moved.len() - before) as u64;
    }

    /// Tells every node how many packets its neighbours have invited.
    fn tell(&mut self) {
        let last = self.invited[0].len() - 1;
        self.credit[0][1..].copy_from_slice(&self.invited[0][..last]);
        self.credit[1][..last].copy_from_slice(&self.invited[1][1..]);
    }
}
