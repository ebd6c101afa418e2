//! Adds up the lines of a trace, and nothing else: what each link carried, how full the buffers were after each step.

use meshcast_engine::Port;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the lines of one trace add up to.
#[derive(Debug)]
pub(super) struct TraceCounts {
    /// Uses of the link behind each port of each node, by [`Port::number`].
    pub(super) link_uses: Vec<[u32; 4]>,
    /// After each step, t = 0 first, the number of nodes that hold 0, 1, 2, … packets.
    pub(super) occupancy: Vec<Vec<u32>>,
    /// What each node held after each step, t = 0 too, added up.
    pub(super) node_sums: Vec<u64>,
}

impl TraceCounts {
    pub(super) fn of(trace: &str) -> Self {
        let lines: Vec<Value> = trace.lines().map(|line| line.parse().unwrap()).collect();
        let side = |name: &str| lines[0][name].as_u64().unwrap() as usize;
        let (nodes, cols) = (side("rows") * side("cols"), side("cols"));
        let (link_uses, occupancy) = (vec![[0; 4]; nodes], Vec::new());
        let mut counts = Self { link_uses, occupancy, node_sums: vec![0; nodes] };
        let mut places: BTreeMap<u64, u64> = BTreeMap::new();
        for line in &lines {
            let number = |name: &str| line[name].as_u64().unwrap();
            let Some(event) = line["e"].as_str() else { continue };
            let t = line["t"].as_u64().unwrap_or_else(|| number("steps") + 1);
            while (counts.occupancy.len() as u64) < t {
                counts.occupancy.push(histogram(&places, nodes));
                for &node in places.values() {
                    counts.node_sums[node as usize] += 1;
                }
            }
            match event {
                "move" => {
                    counts.use_link(cols, number("from"), number("to"));
                    places.insert(number("p"), number("to"));
                }
                "word" => counts.use_link(cols, number("from"), number("to")),
                "exchange" => {
                    counts.use_link(cols, number("a"), number("b"));
                    counts.use_link(cols, number("b"), number("a"));
                    if line["swap"] == true {
                        line["pa"].as_u64().map(|packet| places.insert(packet, number("b")));
                        line["pb"].as_u64().map(|packet| places.insert(packet, number("a")));
                    }
                }
                "inject" => drop(places.insert(number("p"), number("at"))),
                "copy" => drop(places.insert(number("q"), number("at"))),
                "drop" => drop(places.remove(&number("p"))),
                _ => {}
            }
        }
        counts
    }

    fn use_link(&mut self, cols: usize, from: u64, to: u64) {
        let (from, to) = (from as usize, to as usize);
        let port = if from / cols != to / cols {
            if to > from { Port::South } else { Port::North }
        } else if to > from {
            Port::East
        } else {
            Port::West
        };
        self.link_uses[from][port.number()] += 1;
    }
}

fn histogram(places: &BTreeMap<u64, u64>, nodes: usize) -> Vec<u32> {
    let mut held = vec![0; nodes];
    for &node in places.values() {
        held[node as usize] += 1;
    }
    let mut histogram = vec![0; held.iter().max().unwrap_or(&0) + 1];
    for count in held {
        histogram[count] += 1;
    }
    histogram
}
