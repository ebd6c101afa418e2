//! Checks that no run of `deterministic --variant explicit` takes more steps than are certified for its mesh and congestion.

use super::super::cells::Subject;
use super::every_run::of_every_run;
use crate::catalogue;
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;
use meshcast_algorithms::ExplicitPlan;
use meshcast_engine::Shape;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The verdict on the steps of all runs in which nodes know the congestion.
pub(super) fn verdict(subject: &Subject) -> ClaimResult {
    let algorithm = catalogue::spelled(&subject.label).ok();
    let field = algorithm.and_then(|algorithm| algorithm.parameters().field);
    let certified = RefCell::new(BTreeMap::new());
    let runs = subject.done.iter().copied().filter(|row| row.knowledge == "known");
    let says = "no run takes more steps than are certified for its n and c";
    of_every_run(subject, "certified-steps", says, runs, |row| {
        let Some((steps, key)) = row.steps.zip(mesh(row)) else {
            return Some("no steps or no congestion are stored".to_owned());
        };
        let mut certified = certified.borrow_mut();
        let most = certified.entry(key).or_insert_with(|| certified_steps(key, field));
        match *most {
            None => Some("nothing is certified for its mesh".to_owned()),
            Some(most) => (steps > most).then(|| format!("{steps} steps, {most} are certified")),
        }
    })
}

/// Rows, columns and c.
fn mesh(row: &RunRow) -> Option<(u64, u64, u64)> {
    Some((row.mesh_rows, row.mesh_cols, row.congestion?))
}

fn certified_steps((rows, cols, congestion): (u64, u64, u64), field: Option<u64>) -> Option<u64> {
    let shape = Shape::new(rows as usize, cols as usize).ok()?;
    Some(ExplicitPlan::new(shape, congestion, field).ok()?.certified_steps())
}
