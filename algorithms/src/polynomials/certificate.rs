//! Certifies after how many rounds every message set is delivered, by counting.

use super::error::{CertificateError, check};
use super::groups::digits;
use super::meetings::{Crowd, meetings};

/// Rounds up to which all spans are tried.
const SOME: u64 = 64;

/// Rounds after which the search for spans ends: so many packets are served in every round that nothing is left at last.
const DEEPEST: u64 = 1024;

/// What is to be certified: rounds with groups by polynomials over GF(q).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplicitQuestion {
    /// Packets, n: as many as there are nodes.
    pub nodes: u64,
    /// Most messages for one node, c.
    pub congestion: u64,
    /// Groups and tiles, q: a prime power.
    pub order: u64,
    /// Nodes of the smallest block, b.
    pub block: u64,
    /// Most copies that a node takes in a visit, μ.
    pub instances: u64,
    /// Packets of a group that take part in a round, M; the others rest. As many as a group has if none do.
    pub places: u64,
}

impl ExplicitQuestion {
    /// Packets of the largest group, G.
    pub fn group(&self) -> u64 {
        self.nodes.div_ceil(self.order)
    }

    /// Rounds of any so many in a row in which a packet takes part at least: ⌊RM/G⌋.
    fn taken(&self, rounds: u64) -> u64 {
        let group = self.group();
        (u128::from(rounds) * u128::from(self.places.min(group)) / u128::from(group)) as u64
    }

    /// Most rounds of a span: as many as there are points, or until every packet has taken part.
    fn longest(&self) -> u64 {
        self.order.max(self.group().div_ceil(self.places))
    }

    /// The lengths of a last span after so many rounds: all up to [`SOME`], and those of a span that begins so early.
    fn lengths(&self, rounds: u64) -> impl Iterator<Item = u64> {
        let longest = rounds.min(self.longest());
        (1..=longest.min(SOME)).chain((SOME + 1).max(rounds.saturating_sub(SOME))..=longest)
    }

    /// What a visit takes for the smallest block, κ.
    pub fn capacity(&self) -> u64 {
        self.instances * self.block
    }
}

/// Some rounds in a row and what they leave: a set of `set` packets that want one block and are left by them does not exist, since
/// κ · `groups` + `set` > `alive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Rounds, R.
    pub rounds: u64,
    /// Rounds of these in which every packet takes part at least.
    pub taken: u64,
    /// Most packets alive for the smallest block before, A.
    pub alive: u64,
    /// The size of the sets that are excluded, σ.
    pub set: u64,
    /// The most times that pairs of such a set are together in a group, all rounds added up.
    pub meetings: u128,
    /// The least number of groups that such a set is in, all rounds added up, Λ.
    pub groups: u64,
}

impl Span {
    /// Most packets alive for the smallest block afterwards.
    pub fn left(&self) -> u64 {
        self.set - 1
    }
}

/// Rounds after which every message set is delivered, whatever the packets that visits choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What it is for.
    pub question: ExplicitQuestion,
    /// Digits of the packets' numbers in base q, k.
    pub digits: usize,
    /// The parts of the argument, in order; the last leaves nothing.
    pub spans: Vec<Span>,
}

impl Certificate {
    /// What a visit takes for the smallest block, κ.
    pub fn capacity(&self) -> u64 {
        self.question.capacity()
    }

    /// How many rounds.
    pub fn rounds(&self) -> u64 {
        self.spans.iter().map(|span| span.rounds).sum()
    }
}

/// The fewest rounds after which nothing is left, as far as counting shows it.
///
/// If σ packets that want one block are left by R rounds, every group that one of them was in has served κ others for the block, no
/// packet twice: κ·Λ + σ ≤ A, Λ being the groups that they are in, all rounds added up, and A the packets alive before. Two
/// polynomials agree in few points, so pairs of packets are seldom together, and Λ is large. Where κ·Λ + σ > A at most σ − 1 are left. Of
/// the ways to cut the rounds into spans, of about q rounds at most, the best is taken. A larger block is left no more packets for each
/// of its nodes. The proof is in `docs/explicit.md`.
///
/// # Cost
/// For T rounds at most 128·T bisections. Beyond 1,024 rounds no better is searched for than ⌈c/μ⌉, or more where some rest. T ≤ ⌈c/μ⌉
/// where nobody rests.
///
/// # Errors
/// Sizes out of range, and q that are no prime power.
///
/// # Source
/// This project's own; see `docs/explicit.md` for what it is made of.
///
/// # Example
/// ```
/// use meshcast_algorithms::{ExplicitQuestion, explicit_certificate};
/// let question =
///     ExplicitQuestion { nodes: 4096, congestion: 16, order: 16, block: 16, instances: 1, places: 256 };
/// let certificate = explicit_certificate(&question)?;
/// assert_eq!((certificate.rounds(), certificate.digits), (7, 3));
/// # Ok::<(), meshcast_algorithms::CertificateError>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "some number of rounds is enough")]
pub fn explicit_certificate(question: &ExplicitQuestion) -> Result<Certificate, CertificateError> {
    check(question)?;
    let found = certificate_within(question, u64::MAX);
    Ok(found.expect("as many rounds as messages for a node are enough"))
}

/// The same, or none if it takes more rounds than `most`; of a question that has been checked.
pub(crate) fn certificate_within(question: &ExplicitQuestion, most: u64) -> Option<Certificate> {
    let alive = question.congestion.saturating_mul(question.block).min(question.nodes);
    // After so many rounds the fewest packets alive, and the last span.
    let mut fewest: Vec<(u64, Option<Span>)> = vec![(alive, None)];
    while fewest[fewest.len() - 1].0 > 0 {
        let rounds = fewest.len() as u64;
        if rounds > most {
            return None;
        }
        if rounds > DEEPEST {
            return Some(certain(question, alive)).filter(|certain| certain.rounds() <= most);
        }
        let spans = question.lengths(rounds).map(|last| {
            let (before, _) = fewest[(rounds - last) as usize];
            span(question, last, before)
        });
        let best = spans.min_by_key(|span| (span.set, span.rounds)).expect("of one round");
        fewest.push((best.left(), Some(best)));
    }
    let (mut spans, mut rounds) = (Vec::new(), fewest.len() - 1);
    while let Some(last) = fewest[rounds].1 {
        spans.push(last);
        rounds -= last.rounds as usize;
    }
    spans.reverse();
    Some(with_spans(question, spans))
}

/// So many rounds that a packet which is alive after them has met κ others that were served in each round in which it took part.
fn certain(question: &ExplicitQuestion, alive: u64) -> Certificate {
    let taken = u128::from(alive.div_ceil(question.capacity()));
    let (group, places) = (u128::from(question.group()), u128::from(question.places));
    let rounds = (taken * group).div_ceil(places.min(group)) as u64;
    with_spans(question, vec![span(question, rounds, alive)])
}

fn with_spans(question: &ExplicitQuestion, spans: Vec<Span>) -> Certificate {
    Certificate { question: *question, digits: digits(question.nodes, question.order), spans }
}

/// What so many rounds leave of `alive` packets.
fn span(question: &ExplicitQuestion, rounds: u64, alive: u64) -> Span {
    let taken = question.taken(rounds);
    let crowd = |set: u64| {
        let meetings = meetings(question.nodes, question.order, set, rounds);
        (meetings, Crowd::new(set, (rounds, taken), meetings))
    };
    // κΛ + σ > A if and only if Λ > ⌊(A − σ)/κ⌋.
    let is_excluded = |set: u64| {
        let spare = alive.checked_sub(set).map(|spare| spare / question.capacity());
        spare.is_none_or(|spare| crowd(set).1.outgrows(u128::from(spare)))
    };
    // No set is larger than what was alive.
    let (mut small, mut set) = (0, alive + 1);
    while set - small > 1 {
        let middle = small.midpoint(set);
        if is_excluded(middle) {
            set = middle;
        } else {
            small = middle;
        }
    }
    let (meetings, crowd) = crowd(set);
    Span { rounds, taken, alive, set, meetings, groups: crowd.least_groups() }
}
