//! Keeps the queues of the channels. What waits lies in one array; a queue on which something waits has the list of its classes.

/// A message in a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<H> {
    /// The header that the message has behind the channel.
    pub(super) header: H,
    /// The message or, in a traced run, the packet.
    pub(super) identity: u32,
}

/// A message and the one after it.
#[derive(Clone, Copy, Debug)]
struct Cell<H> {
    waiting: Waiting<H>,
    next: u32,
}

/// The equally urgent messages of a queue: they go in the order in which they came.
#[derive(Clone, Copy, Debug)]
struct Class {
    urgency: u32,
    first: u32,
    last: u32,
}

/// No cell, or no list.
const NONE: u32 = u32::MAX;

/// All queues of the channels with one number.
#[derive(Debug)]
pub(super) struct Queues<H> {
    /// The list of each node's queue, and how long the queue is.
    places: Vec<(u32, u32)>,
    /// Classes, the most urgent last.
    lists: Vec<Vec<Class>>,
    /// Lists that no queue uses, empty.
    free_lists: Vec<u32>,
    cells: Vec<Cell<H>>,
    /// The first of the cells that nothing lies in, by [`Cell::next`].
    free_cell: u32,
    /// The nodes in whose queue something waits.
    busy: Vec<u32>,
    /// The longest queue there was at the end of a step.
    pub(super) longest: u32,
}

impl<H: Copy> Queues<H> {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            places: vec![(NONE, 0); nodes],
            lists: Vec::new(),
            free_lists: Vec::new(),
            cells: Vec::new(),
            free_cell: NONE,
            busy: Vec::new(),
            longest: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.busy.is_empty()
    }

    /// Queues a message. In a step everything is queued after everything has been sent, so that a queue is never longer than
    /// it is at the end of a step.
    pub(super) fn push(&mut self, node: u32, urgency: u32, waiting: Waiting<H>) {
        let cell = self.cell(waiting);
        let (place, length) = &mut self.places[node as usize];
        if *place == NONE {
            *place = self.free_lists.pop().unwrap_or_else(|| {
                self.lists.push(Vec::new());
                self.lists.len() as u32 - 1
            });
            self.busy.push(node);
        }
        *length += 1;
        self.longest = self.longest.max(*length);
        let list = &mut self.lists[*place as usize];
        match list.binary_search_by_key(&urgency, |class| class.urgency) {
            Ok(at) => {
                let before = std::mem::replace(&mut list[at].last, cell);
                self.cells[before as usize].next = cell;
            }
            Err(at) => list.insert(at, Class { urgency, first: cell, last: cell }),
        }
    }

    /// A cell with `waiting` in it.
    fn cell(&mut self, waiting: Waiting<H>) -> u32 {
        let (cell, content) = (self.free_cell, Cell { waiting, next: NONE });
        if cell == NONE {
            self.cells.push(content);
            self.cells.len() as u32 - 1
        } else {
            let before = std::mem::replace(&mut self.cells[cell as usize], content);
            self.free_cell = before.next;
            cell
        }
    }

    /// Takes the first message out of every queue and hands it to `send` with its node.
    pub(super) fn send_first(&mut self, mut send: impl FnMut(u32, Waiting<H>)) {
        let Self { places, lists, free_lists, cells, free_cell, busy, .. } = self;
        busy.retain(|&node| {
            let (place, length) = &mut places[node as usize];
            let list = &mut lists[*place as usize];
            if let Some(class) = list.last_mut() {
                let first = class.first;
                let cell = &mut cells[first as usize];
                class.first = cell.next;
                if cell.next == NONE {
                    list.pop();
                }
                cell.next = std::mem::replace(free_cell, first);
                *length -= 1;
                send(node, cell.waiting);
            }
            if list.is_empty() {
                free_lists.push(*place);
                *place = NONE;
            }
            *length > 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_urgent_goes_first_and_of_equals_the_first_to_come() {
        let mut queues = Queues::new(3);
        for (identity, urgency) in [(0, 5), (1, 7), (2, 5), (3, 7), (4, 0), (5, 6)] {
            queues.push(1, urgency, Waiting { header: (), identity });
        }
        let mut gone = Vec::new();
        for t in 0..8 {
            if t == 2 {
                queues.push(1, 7, Waiting { header: (), identity: 6 });
                queues.push(2, 1, Waiting { header: (), identity: 7 });
            }
            queues.send_first(|node, waiting| gone.push((node, waiting.identity)));
        }
        assert_eq!(gone, [(1, 1), (1, 3), (1, 6), (2, 7), (1, 5), (1, 0), (1, 2), (1, 4)]);
        assert!(queues.is_empty());
        // The cells of what had gone were used again.
        assert_eq!((queues.longest, queues.cells.len(), queues.lists.len()), (6, 6, 2));
    }
}
