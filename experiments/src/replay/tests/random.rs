//! Makes random lawful traces, with the numbers that their replay must give.

use super::splitmix::Random;
use super::*;
use std::collections::BTreeSet;

#[derive(Clone, Copy)]
struct Token {
    id: u64,
    message: usize,
    node: usize,
    /// The injected packet of its message, kept to make the last deliveries.
    master: bool,
    busy: bool,
}

/// A run made up as it goes: every packet does something at random that the rules allow.
struct Run {
    random: Random,
    rows: usize,
    cols: usize,
    t: u64,
    sources: Vec<usize>,
    destinations: Vec<Vec<usize>>,
    tokens: Vec<Token>,
    next_id: u64,
    links: BTreeSet<(usize, usize)>,
    copying: BTreeSet<usize>,
    events: Vec<Value>,
    seen: Replay,
    delivered: BTreeSet<(usize, usize)>,
}

impl Run {
    fn neighbours(&self, node: usize) -> Vec<usize> {
        let (row, col) = (node / self.cols, node % self.cols);
        (0..self.rows * self.cols)
            .filter(|to| (to / self.cols).abs_diff(row) + (to % self.cols).abs_diff(col) == 1)
            .collect()
    }

    fn begin_step(&mut self) {
        self.t += 1;
        self.links.clear();
        self.copying.clear();
        for token in &mut self.tokens {
            token.busy = false;
        }
    }

    fn count_buffers(&mut self) {
        for node in 0..self.rows * self.cols {
            let held = self.tokens.iter().filter(|token| token.node == node).count();
            self.seen.peak_per_node[node] = self.seen.peak_per_node[node].max(held);
        }
    }

    fn inject(&mut self, message: usize) {
        let (id, node) = (self.fresh_id(), self.sources[message]);
        self.events.push(inject(self.t, node, id, message));
        self.tokens.push(Token { id, message, node, master: true, busy: true });
    }

    /// Ids need not come in order, nor without gaps.
    fn fresh_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id ^ 5
    }

    fn cross(&mut self, index: usize, to: usize) {
        let token = &mut self.tokens[index];
        self.links.insert((token.node, to));
        self.events.push(cross(self.t, token.node, to, token.id));
        (token.node, token.busy) = (to, true);
        self.seen.link_uses += 1;
    }

    fn exchange(&mut self, index: usize, other: usize) {
        let Token { id, node, .. } = self.tokens[index];
        let partner = (0..self.tokens.len())
            .find(|&i| self.tokens[i].node == other && !self.tokens[i].busy)
            .filter(|_| self.random.below(4) > 0);
        let swap = self.random.below(2) == 0;
        let slots = ((node, Some(id)), (other, partner.map(|i| self.tokens[i].id)));
        let (a, b) = if self.random.below(2) == 0 { slots } else { (slots.1, slots.0) };
        self.events.push(exchange(self.t, a, b, swap));
        self.links.extend([(node, other), (other, node)]);
        self.seen.link_uses += 2;
        for (i, to) in [(Some(index), other), (partner, node)] {
            if let Some(i) = i {
                self.tokens[i].busy = true;
                if swap {
                    self.tokens[i].node = to;
                }
            }
        }
    }

    fn copy(&mut self, index: usize) {
        let (token, id) = (self.tokens[index], self.fresh_id());
        self.copying.insert(token.node);
        self.events.push(copy(self.t, token.node, token.id, id));
        self.tokens[index].busy = true;
        self.tokens.push(Token { id, master: false, busy: true, ..token });
        self.seen.copies += 1;
    }

    /// Offers the packet to the output queue of its node, if the message is for it.
    fn offer(&mut self, index: usize) {
        let Token { id, message, node, .. } = self.tokens[index];
        if !self.destinations[message].contains(&node) {
            return;
        }
        self.copying.insert(node);
        self.tokens[index].busy = true;
        if self.delivered.insert((message, node)) {
            self.events.push(deliver(self.t, node, id));
        } else {
            self.events.push(duplicate(self.t, node, id));
            self.seen.duplicates += 1;
        }
    }

    /// One random thing that the packet may do now.
    fn act(&mut self, index: usize) {
        let node = self.tokens[index].node;
        let neighbours = self.neighbours(node);
        let other = neighbours[self.random.below(neighbours.len())];
        let used = [(node, other), (other, node)].map(|link| self.links.contains(&link));
        // A link back may be in use by an exchange: then both are.
        match self.random.below(8) {
            0..=2 if !used[0] => self.cross(index, other),
            3 if !used[0] && !used[1] => self.exchange(index, other),
            4 if !self.copying.contains(&node) && self.tokens.len() < 8 => self.copy(index),
            5 | 6 if !self.copying.contains(&node) => self.offer(index),
            _ => {}
        }
    }

    fn random_step(&mut self) {
        self.begin_step();
        for index in 0..self.tokens.len() {
            if !self.tokens[index].busy {
                self.act(index);
            }
        }
        let node = self.random.below(self.rows * self.cols);
        for to in self.neighbours(node) {
            if self.random.below(3) == 0 && self.links.insert((node, to)) {
                self.events.push(word(self.t, node, to));
                self.seen.link_uses += 1;
            }
        }
        // Packets that stayed may go; one that came in this step may not.
        let came: BTreeSet<u64> = self.came();
        for index in (0..self.tokens.len()).rev() {
            let Token { id, node, master, .. } = self.tokens[index];
            if !master && !came.contains(&id) && self.random.below(6) == 0 {
                self.events.push(discard(self.t, node, id));
                self.tokens.remove(index);
            }
        }
    }

    /// The packets that an event of this step brought to their node.
    fn came(&self) -> BTreeSet<u64> {
        let events = self.events.iter().filter(|event| event["t"] == self.t);
        let ids = events.flat_map(|event| match event["e"].as_str() {
            Some("move" | "inject") => vec![&event["p"]],
            Some("copy") => vec![&event["q"]],
            Some("exchange") if event["swap"] == true => vec![&event["pa"], &event["pb"]],
            _ => vec![],
        });
        ids.filter_map(Value::as_u64).collect()
    }

    /// Walks the injected packet of a message to the destinations that are left.
    fn complete(&mut self, message: usize) {
        for node in self.destinations[message].clone() {
            if self.delivered.contains(&(message, node)) {
                continue;
            }
            let master = |token: &Token| token.master && token.message == message;
            let index = self.tokens.iter().position(master).unwrap();
            while self.tokens[index].node != node {
                let (at, cols) = (self.tokens[index].node, self.cols);
                let far =
                    |n: &usize| (n / cols).abs_diff(node / cols) + (n % cols).abs_diff(node % cols);
                let to = self.neighbours(at).into_iter().min_by_key(far).unwrap();
                self.begin_step();
                self.cross(index, to);
                self.count_buffers();
            }
            self.begin_step();
            self.offer(index);
            self.count_buffers();
        }
    }
}

/// A random lawful trace, whose capacity is the peak that it needs, and what its replay must see.
pub(super) fn lawful_trace(seed: u64) -> (Vec<Value>, Replay) {
    let mut random = Random::new(seed);
    let (rows, cols) = (1 + random.below(3), 2 + random.below(3));
    let nodes = rows * cols;
    let sources: Vec<usize> = (0..nodes).filter(|_| random.below(3) == 0).collect();
    let mut destinations = Vec::new();
    for source in &sources {
        let chosen: Vec<usize> = (0..nodes).filter(|_| random.below(4) == 0).collect();
        destinations.push(if chosen.is_empty() { vec![*source] } else { chosen });
    }
    let seen = Replay { rows, cols, peak_per_node: vec![0; nodes], ..Replay::default() };
    let mut run = Run {
        random,
        rows,
        cols,
        t: 0,
        sources,
        destinations,
        tokens: vec![],
        next_id: 0,
        links: BTreeSet::new(),
        copying: BTreeSet::new(),
        events: vec![],
        seen,
        delivered: BTreeSet::new(),
    };
    let count = run.sources.len();
    let late = count.min(1);
    (late..count).for_each(|message| run.inject(message));
    run.count_buffers();
    for step in 0..6 {
        run.random_step();
        if step == 2 && late == 1 {
            run.inject(0);
        }
        run.count_buffers();
    }
    (0..count).for_each(|message| run.complete(message));
    finished(run)
}

fn finished(run: Run) -> (Vec<Value>, Replay) {
    let mut seen = run.seen;
    seen.peak_buffer = seen.peak_per_node.iter().copied().max().unwrap_or(0);
    seen.capacity = Some(seen.peak_buffer);
    seen.steps = run.t + 1;
    seen.deliveries = run.delivered.into_iter().collect();
    let mut lines = vec![machine(run.rows, run.cols, seen.capacity)];
    for (number, (&source, list)) in run.sources.iter().zip(&run.destinations).enumerate() {
        lines.push(message(number, source, list));
    }
    lines.extend(run.events);
    lines.push(end(seen.steps));
    (lines, seen)
}

#[test]
fn random_lawful_traces_have_no_findings_and_the_numbers_counted_as_they_were_made() {
    for seed in 0..2000 {
        let (lines, expected) = lawful_trace(seed);
        assert_eq!(replay_lines(&lines), expected, "seed {seed}");
    }
}

#[test]
fn random_traces_hold_every_kind_of_event() {
    let kinds = ["inject", "move", "exchange", "word", "copy", "deliver", "duplicate", "drop"];
    let mut counts = [0; 8];
    for seed in 0..1000 {
        for line in lawful_trace(seed).0 {
            if let Some(kind) = kinds.iter().position(|&kind| line["e"] == kind) {
                counts[kind] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{kinds:?}: {counts:?}");
}
