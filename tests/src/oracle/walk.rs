//! Finds closed walks on the mesh.

use std::collections::BTreeSet;

/// Why a list of nodes is no closed walk through a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkFault {
    /// Two nodes that follow each other are no neighbours, or one of them is outside.
    NoLink {
        /// The first of them.
        from: usize,
        /// The second.
        to: usize,
    },
    /// A directed link is walked twice.
    LinkTwice {
        /// Where it begins.
        from: usize,
        /// Where it ends.
        to: usize,
    },
    /// A node is not on the walk.
    Missed(usize),
    /// The walk visits some node twice.
    NodeTwice,
}

/// Checks that `walk`, back to its first node, goes over links, none of them twice, and through every node.
/// The one node of a mesh of one is such a walk.
///
/// # Errors
/// The first fault.
pub fn check_closed_walk(rows: usize, cols: usize, walk: &[usize]) -> Result<(), WalkFault> {
    let nodes = rows * cols;
    if nodes == 1 && walk == [0] {
        return Ok(());
    }
    let mut walked = BTreeSet::new();
    for (&from, &to) in walk.iter().zip(walk.iter().cycle().skip(1)) {
        let distance = (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols);
        if from >= nodes || to >= nodes || distance != 1 {
            return Err(WalkFault::NoLink { from, to });
        }
        if !walked.insert((from, to)) {
            return Err(WalkFault::LinkTwice { from, to });
        }
    }
    (0..nodes).find(|node| !walk.contains(node)).map_or(Ok(()), |node| Err(WalkFault::Missed(node)))
}

/// Checks that `walk` is a closed walk that visits every node once.
///
/// # Errors
/// The first fault of the walk, or that it is longer than the mesh has nodes.
pub fn check_hamiltonian_cycle(rows: usize, cols: usize, walk: &[usize]) -> Result<(), WalkFault> {
    check_closed_walk(rows, cols, walk)?;
    if walk.len() == rows * cols { Ok(()) } else { Err(WalkFault::NodeTwice) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_of_a_mesh_of_two_rows_is_a_hamiltonian_cycle() {
        assert_eq!(check_hamiltonian_cycle(2, 3, &[0, 1, 2, 5, 4, 3]), Ok(()));
        assert_eq!(check_hamiltonian_cycle(1, 2, &[0, 1]), Ok(()));
        assert_eq!(check_hamiltonian_cycle(1, 1, &[0]), Ok(()));
    }

    #[test]
    fn there_and_back_on_a_line_is_a_closed_walk_but_no_cycle() {
        assert_eq!(check_closed_walk(1, 4, &[0, 1, 2, 3, 2, 1]), Ok(()));
        let cycle = check_hamiltonian_cycle(1, 4, &[0, 1, 2, 3, 2, 1]);
        assert_eq!(cycle, Err(WalkFault::NodeTwice));
    }

    #[test]
    fn every_fault_of_a_walk_is_found() {
        let fault = |walk: &[usize]| check_closed_walk(2, 3, walk).unwrap_err();
        assert_eq!(fault(&[0, 1, 2, 3, 4, 5]), WalkFault::NoLink { from: 2, to: 3 });
        assert_eq!(fault(&[0, 1, 2, 5, 4]), WalkFault::NoLink { from: 4, to: 0 });
        assert_eq!(fault(&[5, 6]), WalkFault::NoLink { from: 5, to: 6 });
        assert_eq!(fault(&[0, 0]), WalkFault::NoLink { from: 0, to: 0 });
        assert_eq!(fault(&[0, 1, 0, 1]), WalkFault::LinkTwice { from: 0, to: 1 });
        assert_eq!(fault(&[0, 1, 4, 3]), WalkFault::Missed(2));
        assert_eq!(fault(&[]), WalkFault::Missed(0));
        assert_eq!(check_closed_walk(1, 1, &[]), Err(WalkFault::Missed(0)));
    }
}
