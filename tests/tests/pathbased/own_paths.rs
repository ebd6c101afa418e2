//! Paths that users give: what is refused, and where the destinations are on those that are not.

use super::name;
use meshcast_algorithms::pathbased::{Network, NodeName, Path, PathError};

/// The path through nodes of the mesh of 3 x 3, by their coordinates.
fn through(nodes: &[[usize; 2]], destinations: &[[usize; 2]]) -> Result<Path, PathError> {
    let mesh = Network::mesh(&[3, 3]).unwrap();
    let numbers = |nodes: &[[usize; 2]]| -> Vec<u32> {
        nodes.iter().map(|node| mesh.node(node).unwrap()).collect()
    };
    Path::through(&mesh, numbers(nodes), &numbers(destinations))
}

#[test]
fn destinations_have_their_places_on_the_path() {
    let path = through(&[[0, 0], [1, 0], [1, 1], [0, 1]], &[[1, 0], [0, 1]]).unwrap();
    assert_eq!((path.length(), path.hops()), (3, &[1, 3][..]));
    assert_eq!(path.destinations().collect::<Vec<_>>(), [1, 3]);
    // A node may come again by another channel; the first visit after the last destination counts, and the last is at the end.
    let eight = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1], [0, 0], [1, 0], [1, 1]];
    assert_eq!(through(&eight, &[[1, 1], [1, 0], [1, 1]]).unwrap().hops(), [4, 7, 8]);
    assert_eq!(through(&eight, &[[1, 1]]).unwrap().hops(), [8]);
}

#[test]
fn what_is_no_path_is_refused_with_its_place() {
    let square = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [1, 0]];
    let named = |[x, y]: [usize; 2]| -> NodeName { name(x, y) };
    for (nodes, destinations, expected) in [
        (&[][..], &[[0, 0]][..], PathError::Short { found: 0 }),
        (&[[0, 0]], &[[0, 0]], PathError::Short { found: 1 }),
        (
            &[[0, 0], [1, 0], [2, 1]],
            &[[2, 1]],
            PathError::NoEdge { place: 2, from: named([1, 0]), to: named([2, 1]) },
        ),
        (
            &square,
            &[[1, 0]],
            PathError::ChannelTwice { place: 5, from: named([0, 0]), to: named([1, 0]) },
        ),
        (&square[..4], &[], PathError::NoDestinations),
        (
            &square[..4],
            &[[1, 1], [1, 0], [0, 1]],
            PathError::NotVisited { place: 2, destination: named([1, 0]) },
        ),
        (
            &square[..4],
            &[[0, 0], [0, 1]],
            PathError::NotVisited { place: 1, destination: named([0, 0]) },
        ),
        (&square[..4], &[[2, 2]], PathError::NotVisited { place: 1, destination: named([2, 2]) }),
        (&square[..4], &[[1, 1]], PathError::GoesOn { last: named([1, 1]), end: named([0, 1]) }),
    ] {
        assert_eq!(through(nodes, destinations), Err(expected), "{nodes:?} {destinations:?}");
    }
}

#[test]
fn refusals_are_a_line_each() {
    let text = |nodes, destinations| through(nodes, destinations).unwrap_err().to_string();
    assert_eq!(
        text(&[[0, 0], [1, 1]], &[[1, 1]]),
        "expected neighbours, found no edge from 0,0 to 1,1 (nodes 1 and 2 of the path)"
    );
    assert_eq!(
        text(&[[0, 0], [1, 0]], &[[0, 0], [1, 0]]),
        "expected destinations in the order in which the path visits them, found 0,0 (destination 1), \
         which it does not visit after the source"
    );
}
