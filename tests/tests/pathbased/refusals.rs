//! What is refused, and how it is said.

use super::{fig_2, name, star_with_a_path};
use meshcast_algorithms::pathbased::{
    Grouping, MulticastSet, Network, NetworkError, NodeName, Plan, PlanError, Ports, Scheme,
    SetError, Threshold,
};

#[test]
fn networks_without_nodes_or_with_too_many_are_refused() {
    assert_eq!(Network::mesh(&[]), Err(NetworkError::NoDimensions));
    assert_eq!(Network::hypercube(0), Err(NetworkError::NoDimensions));
    for dimensions in [21, 64, usize::MAX] {
        assert_eq!(Network::hypercube(dimensions), Err(NetworkError::ManyNodes));
    }
    assert_eq!(Network::torus(&[4, 0]), Err(NetworkError::EmptySide { dimension: 2 }));
    assert_eq!(Network::graph(0, &[]), Err(NetworkError::NoNodes));
    assert!(Network::mesh(&[1024, 1024]).is_ok());
    for sides in [&[1024, 1025][..], &[usize::MAX, usize::MAX], &[1 << 32, 1 << 32]] {
        assert_eq!(Network::mesh(sides), Err(NetworkError::ManyNodes));
    }
}

#[test]
fn graphs_are_numbered_along_a_path() {
    let refusal =
        |nodes, edges: &[(u32, u32)]| Network::graph(nodes, edges).unwrap_err().to_string();
    assert_eq!(
        refusal(4, &[(0, 1), (1, 2), (0, 3)]),
        "expected node numbers along a Hamiltonian path, found no edge from 2 to 3"
    );
    assert_eq!(refusal(3, &[(0, 1), (1, 3)]), "expected nodes from 0 to 2, found the edge 1 3");
    assert_eq!(refusal(3, &[(1, 1)]), "expected edges between different nodes, found the edge 1 1");
    let twice = Network::graph(3, &[(0, 1), (1, 0), (2, 1), (2, 1)]).unwrap();
    assert_eq!(twice.channels(), 4);
}

#[test]
fn sets_are_of_different_nodes_of_the_network() {
    let mesh = Network::mesh(&[8, 8]).unwrap();
    let set = |source: NodeName, destinations: &[NodeName]| {
        MulticastSet::named(&mesh, &source, destinations).map(|_| ())
    };
    assert_eq!(set(name(2, 5), &[]), Err(SetError::NoDestinations));
    assert_eq!(
        set(name(2, 5), &[name(1, 1), name(2, 5)]),
        Err(SetError::SourceAmongDestinations { source_node: name(2, 5) })
    );
    assert_eq!(
        set(name(2, 5), &[name(1, 1), name(0, 0), name(1, 1)]),
        Err(SetError::Twice { destination: name(1, 1) })
    );
    for (source, destination) in [(name(8, 0), name(0, 0)), (name(0, 0), name(0, 8))] {
        let error = set(source, &[destination]).unwrap_err().to_string();
        assert!(error.starts_with("expected a node of the 8x8 mesh, found "), "{error}");
    }
    assert!(set(NodeName::new(vec![1]), &[name(0, 0)]).is_err());
}

#[test]
fn thresholds_are_above_0_and_at_most_1() {
    for text in ["1/2", "1", "4/5", "1/1000000"] {
        assert!(text.parse::<Threshold>().is_ok(), "{text}");
    }
    for text in ["0", "0/5", "3/2", "2", "1/0", "-1/2", "0.5", "", "1/2/3", "1/", " 1/2"] {
        assert!(text.parse::<Threshold>().is_err(), "{text}");
    }
}

#[test]
fn what_needs_sides_or_boxes_is_refused_elsewhere() {
    let space = Network::mesh(&[3, 3, 3]).unwrap();
    let torus = Network::torus(&[4, 4]).unwrap();
    for network in [&space, &torus] {
        let set = MulticastSet::new(network, 0, vec![5, 7]).unwrap();
        assert_eq!(Scheme::MultiPath.star(&set), Err(PlanError::NotPlane));
    }
    let ring = Network::graph(8, &(0..8).map(|at| (at, (at + 1) % 8)).collect::<Vec<_>>()).unwrap();
    let set = MulticastSet::new(&ring, 0, vec![5, 7]).unwrap();
    let groupings = [Grouping::Ppg, Grouping::Gpg(Threshold::new(1, 2).unwrap())];
    for grouping in groupings {
        let plan = Plan::new(&set, Scheme::DualPath, grouping);
        assert_eq!(plan, Err(PlanError::NoBoxes));
    }
}

#[test]
fn groups_by_hand_are_the_destinations() {
    let mesh = Network::mesh(&[8, 8]).unwrap();
    let set = fig_2(&mesh);
    let all = set.destinations().to_vec();
    for groups in
        [vec![all[1..].to_vec()], vec![all.clone(), all.clone()], vec![all.clone(), vec![]]]
    {
        let plan = Plan::of_groups(&set, Scheme::DualPath, groups);
        assert!(matches!(plan, Err(PlanError::NotAPartition { expected: 8, .. })), "{plan:?}");
    }
}

/// A port for every node: what three destinations have no use for takes neither time nor memory.
#[test]
fn a_source_with_forty_thousand_ports_is_served() {
    for backwards in [false, true] {
        let star = star_with_a_path(40_000, backwards);
        let at = |place: u32| if backwards { 39_999 - place } else { place };
        let set = MulticastSet::new(&star, at(0), [39_999, 39_995, 20_000].map(at).to_vec());
        let set = set.unwrap();
        for ports in [Ports::Strict, Ports::Free] {
            for scheme in [Scheme::Ocms(ports), Scheme::Otms(ports)] {
                let star = scheme.star(&set).unwrap();
                assert_eq!((star.links(), star.max_length()), (3, 1), "{scheme:?}");
            }
        }
    }
}

#[test]
fn more_destinations_than_distances_fit_for_are_refused() {
    let line = Network::mesh(&[1 << 13]).unwrap();
    let set = MulticastSet::new(&line, 0, (1..5000).collect()).unwrap();
    let error = PlanError::ManyDestinations { found: 4999 };
    for scheme in [Scheme::Ocms(Ports::Strict), Scheme::Otms(Ports::Free)] {
        assert_eq!(scheme.star(&set), Err(error));
    }
    assert_eq!(Scheme::DualPath.star(&set).unwrap().links(), 4999);
}
