//! Checks what a program claims of the whole machine.
//!
//! A proof has hypotheses, and a program may be meant to meet them. No node could check them, and none learns whether
//! they hold: a claim that does ends nothing, and one that does not ends the run.

use super::{Guarded, Machine};
use crate::geometry::Shape;
use crate::nodes::Node;
use crate::packet::Packet;
use crate::violation::{Fault, Rule, Violation};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What claims remember from one to the next. A program can hand it on and never read it.
pub struct Witness<T>(Option<T>);

impl<T> Witness<T> {
    /// A witness that knows what a program knows.
    pub fn new(known: T) -> Self {
        Self(Some(known))
    }
}

impl<T> Drop for Witness<T> {
    /// Lets out nothing of what it knows, not even by a panic.
    fn drop(&mut self) {
        let known = self.0.take();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(known))) {
            std::mem::forget(panic);
        }
    }
}

impl<T> fmt::Debug for Witness<T> {
    /// Leaves out what it knows: a program could read it from the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").finish_non_exhaustive()
    }
}

/// All nodes of a machine, as a claim sees them.
#[derive(Debug)]
pub struct Overview<'m> {
    machine: &'m Machine,
}

impl<'m> Overview<'m> {
    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.machine.shape()
    }

    /// The node of index `node`, row-major.
    pub fn node(&self, node: usize) -> Node<'m> {
        self.machine.nodes().node(node)
    }

    /// A number for the header of a packet: no packets but copies of one have the same. It is dense, which a program must not
    /// know and a claim may.
    pub fn header(&self, packet: Packet) -> usize {
        packet.handle() as usize
    }

    /// All nodes, row-major.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'m>> + use<'m> {
        self.machine.nodes().each()
    }
}

/// Where and by how much a claim is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Falsehood {
    /// The index of the node in the machine, row-major.
    pub node: usize,
    /// What there is.
    pub actual: u64,
    /// What was claimed.
    pub claimed: u64,
}

impl Machine {
    /// Claims `statement` of the whole machine as it is: free, and without effect if it is true. `check` sees all nodes
    /// and what the `witness` remembers of earlier claims; nothing that it finds out comes back but that a claim is false.
    ///
    /// Claims are not checked in parts of programs that are [rehearsed](crate::Rehearsal), since there is nothing to see.
    ///
    /// # Errors
    /// [`Rule::Claim`] if `check` finds the claim false.
    ///
    /// ```
    /// use meshcast_engine::{Falsehood, Machine, Messages, Options, Overview, Rule, Shape, Witness};
    /// use std::sync::Arc;
    /// let shape = Shape::new(1, 2)?;
    /// let set = Arc::new(Messages::one_each(2)?);
    /// let mut machine = Machine::new(shape, set, Some(1), Options::default());
    /// machine.inject(0, |_| 0);
    /// let count = |all: &Overview<'_>, expected: &mut u64| {
    ///     let actual = all.nodes().filter(|node| node.packet(0).is_some()).count() as u64;
    ///     let falsehood = Falsehood { node: 0, actual, claimed: *expected };
    ///     if actual == *expected { Ok(()) } else { Err(falsehood) }
    /// };
    /// let mut two = Witness::new(2);
    /// machine.claim("no packet is lost", &mut two, count)?;
    /// machine.step(|step| step.discard(0, |node| node.id() == 1))?;
    /// let violation = machine.claim("no packet is lost", &mut two, count).unwrap_err();
    /// assert_eq!(violation.rule, Rule::Claim("no packet is lost"));
    /// assert!(violation.to_string().contains("found 1, claimed 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a witness that is lent has not been dropped")]
    pub fn claim<T: 'static>(
        &mut self,
        statement: &'static str,
        witness: &mut Witness<T>,
        check: impl Fn(&Overview<'_>, &mut T) -> Result<(), Falsehood> + Sync,
    ) -> Result<(), Violation> {
        self.stage.begin("claim")?;
        if self.stage.rehearses() {
            return Ok(());
        }
        self.stage.meter.count_claim();
        let guarded = Guarded(self);
        let known = witness.0.as_mut().expect("a witness knows something until it is dropped");
        let found = check(&Overview { machine: &guarded }, known);
        drop(guarded);
        found.or_else(|Falsehood { node, actual, claimed }| {
            let node = self.nodes().frame().id_of(node);
            let fault = Fault::Claim { node, actual, claimed };
            self.stage.breach(Rule::Claim(statement), None, 0, 0, fault)
        })
    }
}
