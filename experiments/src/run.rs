//! Runs one algorithm on a message set.

use crate::catalogue::{Algorithm, Class, Plans, Setting};
use crate::flags::ModeName;
use crate::message_set::MessageSet;
use crate::results::audit_summary::AuditSummary;
use crate::results::{
    COMMIT, LedgerEntry, Links, MachineResult, MessagesResult, Registers, RouteBuffer,
    RouteParameters, RouteResult, Spatial, Timing, VERSION,
};
use meshcast_algorithms::{
    Congestion, Deliveries, DeliveryReport, LowerBound, check_deliveries, least_hops, lower_bound,
};
use meshcast_engine::{
    AuditLevel, CopySteps, CostModel, FullAudit, Mode, Options, Outcome, TraceSink, Violation,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A finished run.
#[derive(Debug)]
pub(crate) struct Run<'p> {
    pub(crate) algorithm: Algorithm,
    pub(crate) setting: Setting<'p>,
    pub(crate) outcome: Outcome,
    pub(crate) parameters: RouteParameters,
    /// What came of each class of messages; of the whole set if there is one.
    classes: Vec<Class>,
    pub(crate) elapsed: Duration,
    pub(crate) check: DeliveryReport,
    leaps: Leaps,
}

/// Whether the run was made in leaps too, beside its steps.
#[derive(Debug)]
enum Leaps {
    Unchecked,
    /// And in what the two differ.
    Checked {
        complaint: Option<String>,
    },
}

impl<'p> Run<'p> {
    /// Routes `set` in the mode of `setting`, and in leaps too if `mode` is to check them.
    pub(crate) fn in_mode(
        mode: ModeName,
        algorithm: Algorithm,
        set: &MessageSet,
        setting: Setting<'p>,
        trace: Option<TraceSink>,
    ) -> Result<Self, Violation> {
        let mut run = Self::new(algorithm, set, setting, trace)?;
        if mode == ModeName::Check {
            let setting = Setting { mode: Mode::Leap, audit: AuditLevel::Peak, ..setting };
            let leapt = Run::new(algorithm, set, setting, None).map(|leapt| leapt.outcome);
            run.leaps = Leaps::Checked { complaint: leap_complaint(&run.outcome, leapt) };
        }
        Ok(run)
    }

    /// Routes `set` and checks its deliveries.
    pub(crate) fn new(
        algorithm: Algorithm,
        set: &MessageSet,
        setting: Setting<'p>,
        trace: Option<TraceSink>,
    ) -> Result<Self, Violation> {
        let Setting { model, mode, audit, header_words, threads, congestion, .. } = setting;
        let started = Instant::now();
        let plans = Plans::new(algorithm, set, setting);
        let knowledge = knowledge(algorithm, congestion, &plans);
        let stored_words = plans.iter().filter_map(|plan| plan.stored_words).max();
        let known_to_adversary = plans.iter().find_map(|plan| plan.known_to_adversary);
        let options =
            Options { model, mode, audit, header_words, threads, trace, ..Options::default() };
        let (machine, classes) = plans.run(set, options, |machine| machine)?;
        let (outcome, elapsed) = (machine.finish(), started.elapsed());
        let check = check_deliveries(&set.messages, outcome.deliveries.iter());
        let first = &classes[0].parameters;
        let parameters = RouteParameters {
            choice: first.choice.clone(),
            found: Arc::clone(&first.found),
            congestion: knowledge
                .filter(|_| classes.iter().any(|class| class.parameters.found.needs_congestion())),
            claims: outcome.claims,
            stored_words,
            permutations_from_files: !setting.permutations.is_empty(),
            not_used: not_used(setting.flags, &classes),
            adversary_knows_permutations: known_to_adversary,
            duplicates: algorithm.entry().repeats_deliveries().then_some(check.duplicates),
            told_when_done: outcome.told_when_done,
        };
        let leaps = Leaps::Unchecked;
        Ok(Self { algorithm, setting, outcome, parameters, classes, elapsed, check, leaps })
    }

    /// Its result, of which the `bounds` are known without it.
    pub(crate) fn result(&self, set: &MessageSet, bounds: &Bounds) -> RouteResult {
        let Self { algorithm, setting, outcome, parameters, elapsed, check, .. } = self;
        let ratio = |reference: f64| (reference > 0.0).then(|| outcome.steps as f64 / reference);
        RouteResult {
            schema: "meshcast.route/1",
            version: VERSION,
            commit: COMMIT,
            algorithm: algorithm.name(),
            variant: algorithm.variant(),
            mode: match (&self.leaps, outcome.mode) {
                (Leaps::Checked { .. }, _) => "check",
                (Leaps::Unchecked, Mode::Step) => "step",
                (Leaps::Unchecked, Mode::Leap) => "leap",
            },
            seed: setting.seed,
            machine: MachineResult::of(outcome),
            messages: MessagesResult::of(set),
            steps: outcome.steps,
            steps_over_sqrt_cn: ratio(set.sqrt_cn()),
            lower_bound: bounds.steps.steps,
            steps_over_lower_bound: ratio(bounds.steps.steps as f64),
            deliveries: check.delivered,
            undelivered: check.undelivered,
            buffer: RouteBuffer {
                peak: outcome.peak,
                capacity: outcome.capacity,
                peak_phase: outcome.peak_path.clone(),
                peak_is: if outcome.peak_is_bound { "bound" } else { "measured" },
            },
            registers: Registers::of(outcome),
            links: Links {
                uses: outcome.link_uses,
                peak: outcome.audit.as_ref().map(FullAudit::link_peak),
            },
            spatial: Spatial::of(outcome),
            energy_lower_bound: bounds.hops,
            copies: outcome.copies,
            ledger: LedgerEntry::all(&outcome.ledger),
            parameters: parameters.clone(),
            classes: if self.classes.len() > 1 { self.classes.clone() } else { Vec::new() },
            audit: outcome
                .audit
                .as_ref()
                .map(|audit| AuditSummary::of(audit, set.shape, &outcome.ledger)),
            timing: Timing::of(outcome, *elapsed, setting.threads),
        }
    }

    /// What is wrong with the deliveries, if anything.
    pub(crate) fn complaint(&self) -> Option<String> {
        let forgiven =
            if self.algorithm.entry().repeats_deliveries() { self.check.duplicates } else { 0 };
        let check = DeliveryReport { duplicates: self.check.duplicates - forgiven, ..self.check };
        let leaps = || match &self.leaps {
            Leaps::Checked { complaint } => complaint.clone(),
            Leaps::Unchecked => None,
        };
        let found = || self.classes.iter().find_map(|class| class.parameters.found.complaint());
        delivery_complaint(&check).or_else(found).or_else(leaps)
    }
}

/// What nodes know of the congestion, in a word, if it makes a difference.
fn knowledge(algorithm: Algorithm, known: Congestion, plans: &Plans) -> Option<&'static str> {
    let mut choices = plans.iter().filter_map(|plan| plan.choice.as_ref()).peekable();
    // A choice is made with the average if the congestion is unknown, whatever the chosen algorithm needs.
    match choices.peek() {
        None => algorithm.knowledge(known),
        Some(_) if known == Congestion::Known => Some("known"),
        Some(_) => choices.find_map(|choice| choice.knowledge).or(Some("average")),
    }
}

/// Those of `flags` that made no difference to any class.
fn not_used(flags: &[&'static str], classes: &[Class]) -> Vec<&'static str> {
    let is_idle = |flag: &&'static str| {
        classes
            .iter()
            .all(|class| class.parameters.found.idle_flags(class.size.congestion).contains(flag))
    };
    flags.iter().copied().filter(is_idle).collect()
}

/// In what a run in leaps differs from one in steps, if it does.
pub(crate) fn leap_complaint(
    stepped: &Outcome,
    leapt: Result<Outcome, Violation>,
) -> Option<String> {
    let difference = match leapt {
        Ok(leapt) => stepped.difference_of_leap(&leapt)?,
        Err(violation) => violation.to_string(),
    };
    Some(format!("expected the same in leaps, found {difference}"))
}

/// What no algorithm can beat on a message set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) steps: LowerBound,
    /// Uses of links.
    pub(crate) hops: u64,
}

/// What no algorithm can beat on `set` under `model`.
pub(crate) fn bounds(set: &MessageSet, model: CostModel) -> Bounds {
    let charged = match model.copy_steps {
        CopySteps::One => Deliveries::Charged,
        CopySteps::Zero => Deliveries::Free,
    };
    Bounds {
        steps: lower_bound(set.shape, &set.messages, charged),
        hops: least_hops(set.shape, &set.messages),
    }
}

/// What is wrong with the deliveries of a run, if anything is.
pub(crate) fn delivery_complaint(check: &DeliveryReport) -> Option<String> {
    let faults = [
        (check.undelivered, "not made"),
        (check.duplicates, "made twice"),
        (check.strays, "made where nobody asked for it"),
    ];
    let found: Vec<String> = faults
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let expected = check.delivered + check.undelivered;
    (!found.is_empty())
        .then(|| format!("expected {expected} deliveries, each once, found {}", found.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_wrong_delivery_is_named() {
        let right = DeliveryReport { delivered: 5, ..DeliveryReport::default() };
        assert_eq!(delivery_complaint(&right), None);
        let wrong = DeliveryReport { delivered: 5, undelivered: 1, duplicates: 2, strays: 3 };
        let expected = "expected 6 deliveries, each once, found 1 not made, 2 made twice, \
                        3 made where nobody asked for it";
        assert_eq!(delivery_complaint(&wrong).as_deref(), Some(expected));
    }
}
