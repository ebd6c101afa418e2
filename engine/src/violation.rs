//! States the rules of the machine and reports a broken one.

use std::fmt;
use thiserror::Error;

/// The seven rules, and what a program says of itself. Each names what [`Violation::actual`] and [`Violation::limit`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Each directed link carries at most one packet or one word a step (uses of one link).
    M1,
    /// Each node makes at most one copy or delivery a step (copies and deliveries of one node).
    M2,
    /// A packet takes part in at most one action a step (actions of one packet).
    M3,
    /// An exchange has both directed links of its edge to itself (uses of one edge).
    M4,
    /// A node works with what it holds: its own slots, its existing neighbours, O(1) local work a step (the packets,
    /// links, slots or passes of work that the program asks for; those that there are). It rewrites the header of a
    /// message's only packet (packets of the message).
    M5,
    /// A buffer holds at most its capacity at the end of a step (packets).
    M6,
    /// Control flow depends on data only through a value that every node holds, and parallel tiles of one shape
    /// take the same number of steps (differing nodes or steps).
    M7,
    /// No rule of the machine but a [claim](crate::Machine::claim) of the program, in its words (what the claim counts).
    Claim(&'static str),
}

impl Rule {
    /// The seven of the machine.
    pub const ALL: [Rule; 7] =
        [Rule::M1, Rule::M2, Rule::M3, Rule::M4, Rule::M5, Rule::M6, Rule::M7];

    /// The rule in one line.
    pub fn statement(self) -> &'static str {
        match self {
            Rule::M1 => "a directed link carries at most one packet or word a step",
            Rule::M2 => "a node makes at most one copy or delivery a step",
            Rule::M3 => "a packet takes part in one action a step",
            Rule::M4 => "an exchange has both directed links of its edge to itself",
            Rule::M5 => "a node works only with what it holds",
            Rule::M6 => "a buffer holds at most its capacity at the end of a step",
            Rule::M7 => "control flow depends on data only through what every node knows",
            Rule::Claim(statement) => statement,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Claim(_) => f.write_str("claim"),
            rule => write!(f, "{rule:?}"),
        }
    }
}

/// A program broke a rule of the machine: the run ends. The program is wrong, never the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("rule {rule} broken in step {step} at node {node}: {} (found {actual}, limit {limit})", rule.statement())]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The step in which it was broken, counted from 1; 0 before the first.
    pub step: u64,
    /// The node where it was broken, a row-major index of the whole mesh; the first of several.
    pub node: u32,
    /// What the program did, in the unit that the rule names.
    pub actual: u64,
    /// What the rule allows, in the same unit.
    pub limit: u64,
}
