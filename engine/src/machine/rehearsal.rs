//! Remembers what parts of programs cost whose steps do not depend on data.

use crate::audit::Audit;
use crate::chain::Chain;
use crate::cost::CostModel;
use crate::geometry::Shape;
use crate::ledger::Ledger;
use std::any::Any;
use std::panic::Location;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a part of a program costs on one shape, once it has been rehearsed: to be kept with a program that runs often.
#[derive(Clone, Debug, Default)]
pub struct Rehearsal {
    pub(super) cost: OnceLock<Box<Cost>>,
}

/// What a rehearsal has counted.
#[derive(Clone, Debug)]
pub(super) struct Cost {
    /// Where in its source the program leaps.
    pub(super) place: &'static Location<'static>,
    /// Words of registers that a node has at most beyond those that it had before.
    pub(super) registers: u64,
    pub(super) model: CostModel,
    pub(super) shape: Shape,
    pub(super) steps: u64,
    pub(super) local_passes: u32,
    pub(super) chain: Chain,
    pub(super) ledger: Ledger,
    pub(super) audit: Audit,
}

/// The rehearsals that a run keeps for parts of programs that have no plan to keep them with.
#[derive(Debug, Default)]
pub(super) struct Rehearsals {
    kept: Mutex<Vec<Kept>>,
}

/// A part of a program on one shape, and its rehearsal.
#[derive(Debug)]
struct Kept {
    shape: Shape,
    /// What names it.
    part: Box<dyn Any + Send>,
    rehearsal: Arc<Rehearsal>,
}

impl Rehearsals {
    pub(super) fn of<P: Any + PartialEq + Send>(&self, shape: Shape, part: P) -> Arc<Rehearsal> {
        // A list, since there are few parts, and its order does not tell who came first.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |kept: &&Kept| kept.shape == shape && kept.part.downcast_ref() == Some(&part);
        if let Some(kept) = kept.iter().find(is_it) {
            return Arc::clone(&kept.rehearsal);
        }
        let rehearsal = Arc::<Rehearsal>::default();
        let new = Kept { shape, part: Box::new(part), rehearsal: Arc::clone(&rehearsal) };
        kept.push(new);
        rehearsal
    }
}
