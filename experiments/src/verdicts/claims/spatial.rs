//! Judges what the spatial computer model charges: energy, depth and distance.

use super::super::cells::Subject;
use super::every_run::enforced;
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;

/// Links that leave a node, at most, each for one packet or word in a step.
const LINKS: u64 = 4;

/// The verdict on what holds in the model for every run that has a result. Energy grows no faster than n times the steps, so that it is
/// O(n·√(cn)) where steps are O(√(cn)). A fit of its exponent would say less: small meshes use a smaller share of their links.
pub(super) fn bounds(subject: &Subject) -> ClaimResult {
    let runs = subject.done.iter().copied().filter(|row| row.depth.is_some());
    let says = "energy is at least what the message set needs and at most 4n hops a step, depth at most distance, distance at most \
                steps, in every run";
    enforced(subject, "spatial-bounds", says, runs, broken)
}

fn broken(row: &RunRow) -> Option<String> {
    let (Some(energy), Some(least), Some(depth), Some(distance), Some(steps)) =
        (row.link_uses, row.energy_lower_bound, row.depth, row.distance, row.steps)
    else {
        return Some("no energy, depth, distance or steps are stored".to_owned());
    };
    let most = (LINKS * row.nodes).saturating_mul(steps);
    if energy < least || energy > most {
        return Some(format!("energy {energy}, the bounds are {least} and {most}"));
    }
    (depth > distance || distance > steps)
        .then(|| format!("depth {depth}, distance {distance}, {steps} steps"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(energy: u64, depth: u64) -> RunRow {
        RunRow {
            nodes: 16,
            link_uses: Some(energy),
            energy_lower_bound: Some(20),
            depth: Some(depth),
            distance: Some(8),
            steps: Some(10),
            ..RunRow::default()
        }
    }

    #[test]
    fn energy_is_between_what_is_needed_and_what_links_carry() {
        assert_eq!(broken(&row(20, 8)), None);
        assert_eq!(broken(&row(640, 1)), None);
        let bounds = Some("energy 641, the bounds are 20 and 640".to_owned());
        assert_eq!(broken(&row(641, 8)), bounds);
        assert!(broken(&row(19, 8)).is_some());
        assert!(broken(&row(20, 9)).is_some());
    }
}
