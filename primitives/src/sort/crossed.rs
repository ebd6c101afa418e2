//! Runs two sorts at the same time, on different packets: while one uses links along rows, the other uses links along columns.

use super::interleaving::Turn;
use super::phases_on_machine::{Elements, PhaseOnMachine, sort_lists};
use super::{Phase, Plan};
use meshcast_engine::{Machine, Step, Violation};

/// A sort that may run together with another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed<'p> {
    pub(super) plan: &'p Plan,
    /// The phases that are still to be run.
    pub(super) phases: &'p [Phase],
    pub(super) elements: Elements,
}

/// Runs two sorts as `turns` says, in row-major order as their plans see it.
pub(crate) fn run_crossed(
    machine: &mut Machine,
    sorts: [Crossed<'_>; 2],
    turns: &[Turn],
) -> Result<(), Violation> {
    for sort in sorts {
        sort_lists(machine, sort.elements.fold(sort.plan))?;
    }
    let mut sorts = sorts.map(Running::new);
    for turn in turns {
        for _ in 0..turn.steps {
            for sort in acting(&mut sorts, turn) {
                sort.prepare(machine)?;
            }
            machine.step(|step| acting(&mut sorts, turn).try_for_each(|sort| sort.act(step)))?;
            for sort in acting(&mut sorts, turn) {
                sort.settle(machine)?;
            }
        }
    }
    sorts.iter_mut().try_for_each(|sort| sort.finish(machine))
}

fn acting<'r, 'p>(
    sorts: &'r mut [Running<'p>; 2],
    turn: &Turn,
) -> impl Iterator<Item = &'r mut Running<'p>> {
    sorts.iter_mut().zip(turn.acts).filter_map(|(sort, acts)| acts.then_some(sort))
}

/// A sort under way.
struct Running<'p> {
    sort: Crossed<'p>,
    /// Phases that have not begun.
    ahead: std::slice::Iter<'p, Phase>,
    /// The phase that has begun, and the step of it that is next.
    phase: Option<(PhaseOnMachine<'p>, usize)>,
}

impl<'p> Running<'p> {
    fn new(sort: Crossed<'p>) -> Self {
        Self { sort, ahead: sort.phases.iter(), phase: None }
    }

    /// Begins the phases that come before the next step; returns whether there is one.
    fn go_on(&mut self, machine: &mut Machine) -> Result<bool, Violation> {
        while self.phase.as_ref().is_none_or(|(phase, t)| *t == phase.steps()) {
            let Some(phase) = self.ahead.next() else { return Ok(false) };
            let Crossed { plan, elements, .. } = self.sort;
            let phase = PhaseOnMachine::new(machine, plan, phase, elements);
            if phase.steps() == 0 {
                phase.prepare(machine, 0)?;
            }
            self.phase = Some((phase, 0));
        }
        Ok(true)
    }

    fn prepare(&mut self, machine: &mut Machine) -> Result<(), Violation> {
        self.go_on(machine)?;
        let (phase, t) = self.next();
        phase.prepare(machine, t)
    }

    fn act(&mut self, step: &mut Step<'_>) -> Result<(), Violation> {
        let (phase, t) = self.next();
        phase.act(step, t)
    }

    fn settle(&mut self, machine: &mut Machine) -> Result<(), Violation> {
        let (phase, t) = self.next();
        phase.settle(machine, t)?;
        self.phase.iter_mut().for_each(|(_, t)| *t += 1);
        Ok(())
    }

    /// The phase of the next step, and the step.
    fn next(&self) -> (&PhaseOnMachine<'p>, usize) {
        let (phase, t) = self.phase.as_ref().expect("turns are for as many steps as there are");
        (phase, *t)
    }

    /// What remains once all steps have been made.
    fn finish(&mut self, machine: &mut Machine) -> Result<(), Violation> {
        let is_left = self.go_on(machine)?;
        assert!(!is_left, "turns are for fewer steps than there are");
        Ok(())
    }
}
