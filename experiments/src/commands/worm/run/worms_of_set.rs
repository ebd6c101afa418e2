//! Makes the worms of all messages from their plans.

use super::deliveries::SentMessage;
use meshcast_algorithms::pathbased::{Network, Plan, Schedule};
use meshcast_engine::Messages;
use meshcast_engine::wormhole::{Start, Worm};

/// The worms of a set, message by message.
pub(crate) struct WormsOfSet {
    pub(super) worms: Vec<Worm>,
    pub(super) messages: Vec<SentMessage>,
    pub(super) links: usize,
    /// Messages whose plan is not proved to be the best; none where none is looked for.
    pub(super) unproved: Option<usize>,
}

impl WormsOfSet {
    /// That of `messages`, each of which has a plan unless its only destination is its source.
    pub(super) fn of(
        messages: &Messages,
        plans: Vec<Option<Plan>>,
        (schedule, network): (Schedule, &Network),
    ) -> Self {
        let (mut worms, mut sent) = (Vec::new(), Vec::with_capacity(plans.len()));
        let (mut links, mut unproved) = (0, None);
        for (message, plan) in plans.into_iter().enumerate() {
            let first = worms.len();
            let source = messages.source(message);
            let at_home = messages.destinations(message).contains(&source);
            if let Some(plan) = plan {
                worms.extend(schedule.worms(&plan, network, &Start::At(0), first));
                links += plan.links();
                if let Some(is_optimal) = plan.is_optimal() {
                    *unproved.get_or_insert(0) += usize::from(!is_optimal);
                }
            }
            sent.push(SentMessage { source, at_home, worms: first..worms.len() });
        }
        Self { worms, messages: sent, links, unproved }
    }

    /// The message of each worm.
    pub(super) fn message_of_each(&self) -> Vec<usize> {
        let of = |(message, sent): (usize, &SentMessage)| sent.worms.clone().map(move |_| message);
        self.messages.iter().enumerate().flat_map(of).collect()
    }
}
