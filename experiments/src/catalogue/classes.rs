//! Plans and runs message sets of which nodes have several messages: all at once, or class by class on one machine.

use super::algorithm::Algorithm;
use super::choice::Choice;
use super::findings::Findings;
use super::plan::Plan;
use super::setting::Setting;
use crate::memory::SetSize;
use crate::message_set::MessageSet;
use meshcast_engine::{Machine, Messages, Options, Violation};
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

impl Algorithm {
    /// What it routes of `set`, one after the other: the set, or its classes if nodes have more messages than it takes at once.
    pub(super) fn routed(self, set: &MessageSet) -> Vec<Cow<'_, MessageSet>> {
        match self.classes(set.messages.per_node()) {
            1 => vec![Cow::Borrowed(set)],
            classes => (0..classes).map(|class| Cow::Owned(set.class(class))).collect(),
        }
    }

    /// The classes in which it runs a set of which a node has up to `per_node` messages.
    pub(crate) fn classes(self, per_node: usize) -> usize {
        if self.entry().takes_several() { 1 } else { per_node.max(1) }
    }

    /// Bytes of the classes of a set of this size that are planned, beside the one that runs: what they route, and what they list.
    pub(crate) fn beside_classes(self, per_node: usize, size: SetSize) -> u64 {
        if self.classes(per_node) == 1 { 0 } else { size.bytes().saturating_mul(2) }
    }

    /// Why it is not compared with others on `set` unless it is named, if so.
    pub(crate) fn skipped_on(self, set: &MessageSet) -> Option<String> {
        let skipped = |set: &Cow<'_, MessageSet>| self.entry().skipped_on(set, self.parameters());
        self.routed(set).iter().find_map(skipped)
    }
}

/// The plans of a run: of a message set, or of each of its classes.
#[derive(Debug)]
pub(crate) struct Plans(Vec<Planned>);

/// A plan, with the size of its set.
#[derive(Debug)]
struct Planned {
    size: ClassSize,
    plan: Plan,
}

impl Plans {
    /// What an algorithm has planned for `set` in a setting.
    pub(crate) fn new(algorithm: Algorithm, set: &MessageSet, setting: Setting<'_>) -> Self {
        let planned = |set: &Cow<'_, MessageSet>| Planned {
            size: ClassSize::of(&set.messages),
            plan: algorithm.plan(set, setting),
        };
        Self(algorithm.routed(set).iter().map(planned).collect())
    }

    /// The plans; there is one at least.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Plan> {
        self.0.iter().map(|planned| &planned.plan)
    }

    /// A machine for them, with buffers and packets as the plan that needs most asks for, and the messages of the first. Payloads have the
    /// words of `options` behind those of the plan.
    fn machine(&self, set: &MessageSet, options: Options) -> Machine {
        let planned = self.iter().map(|plan| plan.payload_words).max().unwrap_or(0);
        let payload_words = planned + options.payload_words;
        let capacities: Option<Vec<usize>> = self.iter().map(|plan| plan.capacity).collect();
        let capacity = capacities.and_then(|each| each.into_iter().max());
        let messages = Arc::clone(&self.0[0].plan.messages);
        Machine::new(set.shape, messages, capacity, Options { payload_words, ..options })
    }

    /// Runs them one after the other on one machine, which `prepared` makes ready for the messages of each; what came of each.
    pub(crate) fn run(
        self,
        set: &MessageSet,
        options: Options,
        prepared: impl Fn(Machine) -> Machine,
    ) -> Result<(Machine, Vec<Class>), Violation> {
        let (mut machine, mut classes) = (prepared(self.machine(set, options)), Vec::new());
        for Planned { size, plan } in self.0 {
            if !classes.is_empty() {
                machine = prepared(machine.followed_by(Arc::clone(&plan.messages))?);
            }
            let begun = machine.steps();
            let found = plan.run(&mut machine)?;
            let parameters = ClassParameters { choice: plan.choice, found };
            classes.push(Class { size, steps: machine.steps() - begun, parameters });
        }
        Ok((machine, classes))
    }
}

/// What came of a class of messages, or of a whole set.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Class {
    #[serde(flatten)]
    pub(crate) size: ClassSize,
    pub(crate) steps: u64,
    pub(crate) parameters: ClassParameters,
}

/// How many messages there are, and how they are spread.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ClassSize {
    count: usize,
    degree: usize,
    pub(crate) congestion: usize,
    deliveries: usize,
}

/// What was chosen and found out.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClassParameters {
    #[serde(flatten)]
    pub(crate) choice: Option<Choice>,
    #[serde(flatten)]
    pub(crate) found: Arc<dyn Findings>,
}

impl ClassSize {
    fn of(messages: &Messages) -> Self {
        Self {
            count: messages.count(),
            degree: messages.degree(),
            congestion: messages.congestion(),
            deliveries: messages.deliveries(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::named;

    #[test]
    fn a_class_is_a_message_a_node_unless_all_are_taken_at_once() {
        let classes = |name| [0, 1, 16].map(|per_node| named(name).unwrap().classes(per_node));
        assert_eq!(classes("hamiltonian"), [1, 1, 16]);
        assert_eq!(classes("greedy-tree"), [1, 1, 1]);
    }
}
