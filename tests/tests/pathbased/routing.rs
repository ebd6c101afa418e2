//! Labels, the routing function and the channels, against lists of nodes and matrices of edges.

use super::Case;
use meshcast_algorithms::pathbased::Network;
use meshcast_tests::oracle::pathbased::back_and_forth;

pub(super) fn small_networks() -> Vec<Case> {
    let mut cases: Vec<Case> =
        [&[1][..], &[6], &[1, 5], &[5, 1], &[4, 3], &[6, 6], &[3, 3, 3], &[2, 5, 3], &[3, 1, 2, 4]]
            .map(Case::mesh)
            .into_iter()
            .collect();
    cases.extend([&[3][..], &[4, 4], &[2, 5], &[3, 4, 2]].map(Case::torus));
    cases.extend([1, 2, 4].map(Case::cube));
    cases.extend((0..6).map(|seed| Case::random_graph(14, 9, seed)));
    cases
}

#[test]
fn labels_go_back_and_forth() {
    for sides in [&[5][..], &[4, 3], &[1, 7], &[3, 4, 5], &[2, 2, 2, 2], &[2, 3, 1, 4]] {
        let mesh = Network::mesh(sides).unwrap();
        for (label, coordinates) in back_and_forth(sides).iter().enumerate() {
            let node = mesh.node(coordinates).unwrap();
            assert_eq!(mesh.label(node), label as u32, "{sides:?} {coordinates:?}");
            assert_eq!(mesh.labelled_node(label as u32), node);
            assert_eq!(mesh.coordinates(node).to_vec(), *coordinates);
        }
    }
}

#[test]
fn nodes_are_numbered_with_the_first_coordinate_first() {
    let mesh = Network::mesh(&[4, 3, 2]).unwrap();
    assert_eq!(mesh.node(&[3, 2, 1]), Some(3 + 4 * (2 + 3)));
    for off in [&[4, 0, 0][..], &[0, 3, 0], &[0, 0, 2], &[0, 0], &[0, 0, 0, 0]] {
        assert_eq!(mesh.node(off), None, "{off:?}");
    }
}

/// On a plane the label of the paper.
#[test]
fn the_label_on_a_plane_is_the_printed_formula() {
    let (n, m) = (7, 5);
    let mesh = Network::mesh(&[n, m]).unwrap();
    for (x, y) in (0..n).flat_map(|x| (0..m).map(move |y| (x, y))) {
        let printed = if y % 2 == 0 { y * n + x } else { y * n + n - x - 1 };
        assert_eq!(mesh.label(mesh.node(&[x, y]).unwrap()), printed as u32);
    }
}

#[test]
fn the_labels_of_a_cube_are_the_reflected_gray_code() {
    let cube = Network::hypercube(5).unwrap();
    for label in 0..32 {
        assert_eq!(cube.labelled_node(label), label ^ (label >> 1));
    }
}

#[test]
fn the_routing_function_goes_where_it_is_defined_to_go() {
    for case in small_networks() {
        let nodes = case.graph.nodes();
        assert_eq!(case.network.nodes(), nodes, "{}", case.name);
        for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
            let route: Vec<u32> = case.network.route(case.node(from), case.node(to)).collect();
            let expected: Vec<u32> =
                case.graph.route(from, to).into_iter().map(|label| case.node(label)).collect();
            assert_eq!(route, expected, "{} {from} {to}", case.name);
            assert_eq!(case.network.distance(case.node(from), case.node(to)), route.len() - 1);
        }
    }
}

#[test]
fn routes_on_planes_are_shortest_up_to_16_x_16() {
    for (n, m) in (1..=16).flat_map(|n| (1..=16).map(move |m| (n, m))) {
        let mesh = Network::mesh(&[n, m]).unwrap();
        let nodes = (n * m) as u32;
        for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
            let [a, b] = [from, to].map(|node| (node as usize % n, node as usize / n));
            let apart = a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
            assert_eq!(mesh.distance(from, to), apart, "{n} x {m}: {from} to {to}");
        }
    }
}

/// Elsewhere they need not be: the paper promises it of planes alone.
#[test]
fn routes_elsewhere_can_be_longer_than_shortest() {
    let longest_detour = |case: &Case| {
        let detour = |from: usize| {
            let shortest = case.graph.shortest(from);
            let detours =
                (0..case.graph.nodes()).map(move |to| case.graph.distance(from, to) - shortest[to]);
            detours.max().unwrap()
        };
        (0..case.graph.nodes()).map(detour).max().unwrap()
    };
    let found = [Case::mesh(&[4, 4]), Case::mesh(&[3, 3, 3]), Case::cube(4), Case::torus(&[4, 4])];
    assert_eq!(found.each_ref().map(longest_detour), [0, 2, 4, 4]);
}

#[test]
fn channels_count_the_ports_of_every_node() {
    for case in small_networks() {
        let network = &case.network;
        let mut channel = 0;
        for from in 0..network.nodes() as u32 {
            let label = network.label(from) as usize;
            let neighbours = (0..case.graph.nodes()).filter(|&to| case.graph.is_edge(label, to));
            for (port, to) in neighbours.enumerate() {
                let to = case.node(to);
                assert_eq!(network.channel(from, to), Some(channel), "{}", case.name);
                assert_eq!(network.ends(channel), (from, to));
                assert_eq!(network.port(channel), port as u32);
                channel += 1;
            }
            assert_eq!(network.channel(from, from), None);
        }
        assert_eq!(network.channels(), channel as usize, "{}", case.name);
    }
}
