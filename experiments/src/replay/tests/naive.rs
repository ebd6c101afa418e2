//! Judges traces a second time: each rule is one statement about the whole list of events, in quadratic time.
//!
//! It knows the default cost model only, and says yes or no. It keeps no state from step to step: where a packet is
//! before step t is looked up in the packet's history.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// What the trace says of one packet.
#[derive(Default)]
struct History {
    /// Step, node and message (of an injection) or model (of a copy) of each event that makes it.
    made: Vec<(u64, usize, Origin)>,
    /// Step, node and, where it crosses a link, the node it comes to.
    actions: Vec<(u64, usize, Option<usize>)>,
    /// Step and node.
    drops: Vec<(u64, usize)>,
}

#[derive(Clone, Copy)]
enum Origin {
    Message(usize),
    Packet(u64),
}

impl History {
    /// Its node when step `t` begins.
    fn node_before(&self, t: u64) -> usize {
        let came = self.actions.iter().rev().find(|action| action.0 < t && action.2.is_some());
        came.map_or(self.made[0].1, |action| action.2.unwrap())
    }

    /// Made once; one action a step, from the step after it was made to the one it is dropped in, which it does not
    /// leave; always where it is.
    fn is_lawful(&self) -> bool {
        let [(made, ..)] = self.made[..] else { return false };
        let gone = self.drops.first().map_or(u64::MAX, |drop| drop.0);
        self.drops.len() <= 1
            && self.drops.iter().all(|&(t, node)| t > made && node == self.node_before(t))
            && self.actions.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && self.actions.iter().all(|&(t, node, to)| {
                t > made && t <= gone && (to.is_none() || t < gone) && node == self.node_before(t)
            })
    }

    fn is_held_after(&self, t: u64, node: usize) -> bool {
        self.made[0].0 <= t
            && self.drops.iter().all(|drop| drop.0 > t)
            && self.node_before(t + 1) == node
    }
}

fn number(line: &Value, key: &str) -> usize {
    line[key].as_u64().unwrap() as usize
}

/// The history of the packet that `event` names under `key`.
fn history<'a>(
    all: &'a mut BTreeMap<u64, History>,
    event: &Value,
    key: &str,
) -> Option<&'a mut History> {
    event[key].as_u64().map(|id| all.entry(id).or_default())
}

fn histories(events: &[Value]) -> BTreeMap<u64, History> {
    let mut all: BTreeMap<u64, History> = BTreeMap::new();
    for event in events {
        let (t, kind) = (number(event, "t") as u64, event["e"].as_str().unwrap());
        match kind {
            "inject" => {
                let origin = Origin::Message(number(event, "m"));
                history(&mut all, event, "p").unwrap().made.push((t, number(event, "at"), origin));
            }
            "move" => {
                let action = (t, number(event, "from"), Some(number(event, "to")));
                history(&mut all, event, "p").unwrap().actions.push(action);
            }
            "exchange" => {
                for (id, from, to) in [("pa", "a", "b"), ("pb", "b", "a")] {
                    let to = (event["swap"] == true).then(|| number(event, to));
                    if let Some(packet) = history(&mut all, event, id) {
                        packet.actions.push((t, number(event, from), to));
                    }
                }
            }
            "copy" | "deliver" | "duplicate" => {
                let at = number(event, "at");
                history(&mut all, event, "p").unwrap().actions.push((t, at, None));
                if kind == "copy" {
                    let origin = Origin::Packet(event["p"].as_u64().unwrap());
                    history(&mut all, event, "q").unwrap().made.push((t, at, origin));
                }
            }
            "drop" => history(&mut all, event, "p").unwrap().drops.push((t, number(event, "at"))),
            _ => {}
        }
    }
    all
}

/// The directed links that an event uses.
fn links(event: &Value) -> Vec<(usize, usize)> {
    match event["e"].as_str() {
        Some("move" | "word") => vec![(number(event, "from"), number(event, "to"))],
        Some("exchange") => {
            let (a, b) = (number(event, "a"), number(event, "b"));
            vec![(a, b), (b, a)]
        }
        _ => vec![],
    }
}

fn are_all_different<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    items.into_iter().all(|item| seen.insert(item))
}

/// M1, M4 and the shape of the mesh: an exchange uses both links, so that sharing an edge with one shares a link.
fn links_are_lawful(rows: usize, cols: usize, events: &[Value]) -> bool {
    let uses: Vec<(u64, (usize, usize))> = events
        .iter()
        .flat_map(|event| links(event).into_iter().map(|link| (number(event, "t") as u64, link)))
        .collect();
    let joined = |(a, b): (usize, usize)| {
        a.max(b) < rows * cols && (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols) == 1
    };
    uses.iter().all(|&(_, link)| joined(link)) && are_all_different(uses.into_iter())
}

/// The message of a packet that is made once, as all its models are, each before its copy.
fn message_of(all: &BTreeMap<u64, History>, id: u64) -> usize {
    match all[&id].made[0].2 {
        Origin::Message(message) => message,
        Origin::Packet(model) => message_of(all, model),
    }
}

/// Every message delivered once at each destination and nowhere else; duplicates only after that.
fn deliveries_are_lawful(
    messages: &[Value],
    events: &[Value],
    all: &BTreeMap<u64, History>,
) -> bool {
    let offers = |kind: &'static str| {
        events.iter().filter(move |event| event["e"] == kind).map(|event| {
            let id = event["p"].as_u64().unwrap();
            (message_of(all, id), number(event, "at"), number(event, "t"))
        })
    };
    let mut made: Vec<_> = offers("deliver").map(|(message, at, _)| (message, at)).collect();
    made.sort_unstable();
    let mut due: Vec<(usize, usize)> = Vec::new();
    for (m, line) in messages.iter().enumerate() {
        let list = line["destinations"].as_array().unwrap();
        due.extend(list.iter().map(|node| (m, node.as_u64().unwrap() as usize)));
    }
    due.sort_unstable();
    made == due
        && offers("duplicate").all(|(message, at, t)| {
            offers("deliver").any(|first| (first.0, first.1) == (message, at) && first.2 < t)
        })
}

/// Whether a trace of the default cost model, every line of a known kind and typed as it should be, keeps all rules.
pub(super) fn is_lawful(lines: &[Value]) -> bool {
    let Some((header, rest)) = lines.split_first() else { return false };
    let count = rest.iter().take_while(|line| line.get("message").is_some()).count();
    let (messages, rest) = rest.split_at(count);
    let Some((end, events)) = rest.split_last() else { return false };
    if header.get("trace").is_none()
        || end["e"] != "end"
        || events.iter().any(|event| event.get("t").is_none())
        || messages.iter().enumerate().any(|(i, line)| number(line, "message") != i)
    {
        return false;
    }
    let (rows, cols) = (number(header, "rows"), number(header, "cols"));
    let times: Vec<usize> = events.iter().map(|event| number(event, "t")).collect();
    let injections: Vec<&Value> = events.iter().filter(|event| event["e"] == "inject").collect();
    let copies = events
        .iter()
        .filter(|event| ["copy", "deliver", "duplicate"].iter().any(|kind| event["e"] == *kind))
        .map(|event| (number(event, "t"), number(event, "at")));
    let all = histories(events);
    let steps = number(end, "steps");
    times.is_sorted()
        && times.last().is_none_or(|&t| t <= steps)
        && events.iter().all(|event| event["t"] != 0 || event["e"] == "inject")
        && injections.iter().all(|event| {
            messages.get(number(event, "m")).is_some_and(|m| m["source"] == event["at"])
        })
        && are_all_different(injections.iter().map(|event| number(event, "m")))
        && messages.iter().all(|line| number(line, "source") < rows * cols)
        && links_are_lawful(rows, cols, events)
        && are_all_different(copies)
        && all.values().all(History::is_lawful)
        && deliveries_are_lawful(messages, events, &all)
        && header["capacity"].as_u64().is_none_or(|capacity| {
            times.iter().all(|&t| {
                (0..rows * cols).all(|node| {
                    let held = all.values().filter(|packet| packet.is_held_after(t as u64, node));
                    held.count() as u64 <= capacity
                })
            })
        })
}
