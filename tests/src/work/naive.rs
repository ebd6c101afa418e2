//! What a researcher would write in an afternoon: a deque a node and greedy XY routing. The peer of the benchmarks.

use std::collections::VecDeque;

/// A packet and where it goes.
#[derive(Clone, Copy)]
struct Packet {
    row: usize,
    col: usize,
}

/// A mesh of unbounded queues on which packets go east or west first, then north or south.
pub struct GreedyMesh {
    side: usize,
    queues: Vec<VecDeque<Packet>>,
}

impl GreedyMesh {
    /// A side × side mesh whose node (i, j) holds a packet for node (j, i).
    pub fn transpose(side: usize) -> Self {
        let packet = |node: usize| Packet { row: node % side, col: node / side };
        let queues = (0..side * side).map(|node| VecDeque::from([packet(node)])).collect();
        Self { side, queues }
    }

    /// Steps until every packet is where it goes; returns their number.
    pub fn run(&mut self) -> usize {
        let mut steps = 0;
        while self.step() {
            steps += 1;
        }
        steps
    }

    /// Every node sends at most one packet a port; returns whether any moved.
    fn step(&mut self) -> bool {
        let mut moves = Vec::new();
        for node in 0..self.queues.len() {
            let (row, col) = (node / self.side, node % self.side);
            let mut busy = [false; 4];
            let mut stay = VecDeque::new();
            while let Some(packet) = self.queues[node].pop_front() {
                let (port, next) = if packet.col > col {
                    (0, node + 1)
                } else if packet.col < col {
                    (1, node - 1)
                } else if packet.row > row {
                    (2, node + self.side)
                } else if packet.row < row {
                    (3, node - self.side)
                } else {
                    stay.push_back(packet);
                    continue;
                };
                if busy[port] {
                    stay.push_back(packet);
                } else {
                    busy[port] = true;
                    moves.push((next, packet));
                }
            }
            self.queues[node] = stay;
        }
        let moved = !moves.is_empty();
        for (node, packet) in moves {
            self.queues[node].push_back(packet);
        }
        moved
    }
}
