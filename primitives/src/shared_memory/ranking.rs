//! Sorts requests, finds the leader of each place, and ranks the leaders of every tile.

use super::SharedMemory;
use super::counts::Counts;
use super::neighbours::{Beside, tell_neighbours};
use super::operator::{MOST_WORDS, Operator};
use super::request;
use crate::scan_with_total;
use meshcast_engine::{Machine, Node, Variable, Violation, register};

/// What requests for one place may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Nothing: no two requests are for one place.
    Exclusive,
    /// All of them count, those that write being of one value.
    Equal,
    /// All may read, and of those that write the one of the first node counts.
    First,
    /// All may read, and the values of those that write are combined.
    Combined(Operator),
}

/// Two requests for one place that break its [`Sharing`], next to each other in the order of their nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The place.
    pub place: u32,
    /// The two nodes.
    pub nodes: [u32; 2],
}

register!(Clash { place: u32, nodes: [u32; 2] });

/// What a node knows of the request that has been sorted to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranked {
    /// Whether it leads those for its place.
    pub(super) leads: bool,
    /// Whether it is the first one for its place.
    pub(super) is_first: bool,
    /// The round in which it goes to its tile, if it leads.
    pub(super) round: u32,
    /// Its rank among the leaders of its tile and round.
    pub(super) seat: u32,
}

register!(Ranked { leads: bool, is_first: bool, round: u32, seat: u32 });

/// What comes of ranking.
pub(super) struct Ranking {
    pub(super) ranked: Variable<Ranked>,
    /// Whether a tile has more leaders than a round serves.
    pub(super) overloads: bool,
    /// Every node's clash with the node before it, if there is any clash at all.
    pub(super) clashes: Option<Variable<Option<Clash>>>,
}

/// The word that tells neighbours of a request: its place and its node, and a bit that there is one.
fn told(place: u32, source: u32) -> u64 {
    1 << 63 | u64::from(source) << 32 | u64::from(place)
}

/// Place and node of a told word.
fn heard(word: u64) -> Option<(u32, u32)> {
    (word >> 63 != 0).then_some((word as u32, (word >> 32) as u32 & 0x7fff_ffff))
}

/// The flag beside 63 bits that says that a place begins.
const FLAG: u64 = 1 << 63;

/// What a node has heard of the requests at it, before it and behind it.
type Known = ([Option<(u32, u32)>; 3], [u64; 3]);

impl SharedMemory {
    /// Sorts the requests in slot 0 by place and node and ranks the leaders. Values of writes, if `combined` says so, are then those
    /// of all requests for a place up to each.
    pub(super) fn rank(
        &self,
        machine: &mut Machine,
        sharing: Sharing,
        writes: bool,
    ) -> Result<Ranking, Violation> {
        self.sort.run(machine)?;
        machine.span("rank", |machine| {
            let (places, values) = tell(machine, sharing, writes)?;
            let combined = match sharing {
                Sharing::Combined(operator) if writes => Some(operator),
                _ => None,
            };
            let known = |node: &Node<'_>| -> Known {
                let Beside { own, before, behind } = node.own(&places)[0];
                let values = values.as_ref().map(|values| node.own(values)[0]);
                let values = values.unwrap_or_default();
                ([own, before, behind].map(heard), [values.own, values.before, values.behind])
            };
            let clash = |node: &Node<'_>| clash(sharing, known(node));
            let ranked = |node: &Node<'_>| ranked_by(combined.is_some(), known(node).0);
            let waves = 1 + combined.map_or(0, Operator::words);
            let mut words = machine.variable(waves, |node, wave| match (wave, combined) {
                (0, _) => self.count(known(node).0, ranked(node), clash(node).is_some()).to_word(),
                (_, Some(operator)) => {
                    let value = node.payload(0).get(request::VALUE).copied().unwrap_or(0);
                    let flag = if ranked(node).is_first { FLAG } else { 0 };
                    flag | operator.split(value)[wave - 1]
                }
                (_, None) => 0,
            })?;
            let limit = self.placement.largest_tile() as u32 * self.per_node as u32;
            let total =
                scan_with_total(machine, &mut words, |wave, before, here| match combined {
                    Some(operator) if wave > 0 => join(operator, before, here),
                    _ => Counts::of_word(before).then(Counts::of_word(here), limit).to_word(),
                })?;
            let found = Counts::of_word(machine.agree(&total)?);
            let ranks = machine.variable(1, |node, _| {
                let counted = Counts::of_word(node.own(&words)[0]).since;
                let [own, ..] = known(node).0;
                own.map_or_else(Ranked::default, |(place, _)| {
                    let rank = counted.saturating_sub(self.head_start(place) + 1);
                    let limit = self.served_of_tile(place);
                    Ranked { round: rank / limit, seat: rank % limit, ..ranked(node) }
                })
            })?;
            if let Some(operator) = combined {
                keep_combined(machine, &words, operator)?;
            }
            let clashes = if found.conflicts {
                Some(machine.variable(1, |node, _| clash(node))?)
            } else {
                None
            };
            Ok(Ranking { ranked: ranks, overloads: found.overloads, clashes })
        })
    }

    /// What a round serves fewer of the tile of a place than of the largest.
    fn head_start(&self, place: u32) -> u32 {
        (self.per_node * self.placement.largest_tile()) as u32 - self.served_of_tile(place)
    }

    /// What a node counts.
    fn count(
        &self,
        [own, before, _]: [Option<(u32, u32)>; 3],
        ranked: Ranked,
        conflicts: bool,
    ) -> Counts {
        let tile =
            |request: Option<(u32, u32)>| request.map(|(place, _)| self.placement.tile_of(place));
        let starts = own.filter(|_| tile(own) != tile(before));
        Counts::of_node(ranked.leads, starts.map(|(place, _)| self.head_start(place)), conflicts)
    }
}

/// Tells every node the places of the requests beside its own, and their values if those have to be equal.
fn tell(
    machine: &mut Machine,
    sharing: Sharing,
    writes: bool,
) -> Result<(Variable<Beside>, Option<Variable<Beside>>), Violation> {
    let words = machine.variable(1, |node, _| {
        let request = node.packet(0).zip(node.source(0));
        request.map_or(0, |(packet, source)| told(packet.key(), source))
    })?;
    let places = tell_neighbours(machine, &words)?;
    if sharing != Sharing::Equal || !writes {
        return Ok((places, None));
    }
    let words =
        machine.variable(1, |node, _| node.payload(0).get(request::VALUE).copied().unwrap_or(0))?;
    Ok((places, Some(tell_neighbours(machine, &words)?)))
}

/// What a node knows of its request before ranks are known. Where values are combined, the last request for a place leads,
/// which has the values of all; else the first.
fn ranked_by(last_leads: bool, [own, before, behind]: [Option<(u32, u32)>; 3]) -> Ranked {
    let is_alone = |other: Option<(u32, u32)>| {
        own.is_some() && own.map(|(place, _)| place) != other.map(|(place, _)| place)
    };
    let is_first = is_alone(before);
    let leads = if last_leads { is_alone(behind) } else { is_first };
    Ranked { leads, is_first, ..Ranked::default() }
}

/// The clash of a request with the one before it.
fn clash(sharing: Sharing, ([own, before, _], values): Known) -> Option<Clash> {
    let ((place, node), (other_place, other)) = own.zip(before)?;
    let clashes = match sharing {
        Sharing::Exclusive => true,
        Sharing::Equal => values[0] != values[1],
        Sharing::First | Sharing::Combined(_) => false,
    };
    (place == other_place && clashes).then_some(Clash { place, nodes: [other, node] })
}

/// Every request takes the combined value, which stands in the words after the first.
fn keep_combined(
    machine: &mut Machine,
    words: &Variable<u64>,
    operator: Operator,
) -> Result<(), Violation> {
    machine.rewrite_payload(0, |node, payload| {
        let mut combined = [0; MOST_WORDS];
        let own = &node.own(words)[1..];
        combined.iter_mut().zip(own).for_each(|(to, from)| *to = from & !FLAG);
        payload[request::VALUE] = operator.join(combined);
    })
}

/// Two flagged numbers of 63 bits combined, unless a place begins with the second.
fn join(operator: Operator, before: u64, here: u64) -> u64 {
    if here & FLAG != 0 {
        return here;
    }
    before & FLAG | operator.combine(before & !FLAG, here & !FLAG)
}
