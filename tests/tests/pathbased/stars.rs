//! Stars: what every scheme must keep, and the optima of OCMS and OTMS against all partitions.

use super::{Case, draw};
use meshcast_algorithms::pathbased::{Dependencies, MulticastSet, Ports, Scheme, Star};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const OPTIMAL: [(Scheme, Scheme, bool); 2] = [
    (Scheme::Ocms(Ports::Strict), Scheme::Otms(Ports::Strict), true),
    (Scheme::Ocms(Ports::Free), Scheme::Otms(Ports::Free), false),
];

/// Every rule of stars, by the oracle's matrix: edges, ports, labels, routes, destinations.
pub(super) fn check_star(case: &Case, set: &MulticastSet, star: &Star, strict: bool, what: &str) {
    let label = |node: u32| case.network.label(node) as usize;
    let source = label(set.source());
    let mut served = Vec::new();
    let mut ports = Vec::new();
    for path in star.paths() {
        let nodes: Vec<usize> = path.nodes().iter().map(|&node| label(node)).collect();
        let stops: Vec<usize> = path.destinations().map(label).collect();
        assert_eq!(nodes[0], source, "{what}");
        let mut expected = nodes[..2].to_vec();
        for &stop in &stops {
            let at = *expected.last().unwrap();
            expected.extend(&case.graph.route(at, stop)[1..]);
        }
        assert_eq!(nodes, expected, "{what}");
        assert!(nodes.is_sorted_by(|a, b| a < b) || nodes.is_sorted_by(|a, b| a > b), "{what}");
        let edges = nodes.windows(2).all(|pair| case.graph.is_edge(pair[0], pair[1]));
        assert!(edges, "{what}");
        if strict {
            assert_eq!(nodes[1], case.graph.route(source, stops[0])[1], "{what}");
        }
        let at_hops: Vec<usize> = path.hops().iter().map(|&hop| nodes[hop]).collect();
        assert_eq!(at_hops, stops, "{what}");
        assert_eq!(path.channels(&case.network).len(), path.length());
        let ends =
            path.channels(&case.network).into_iter().map(|channel| case.network.ends(channel));
        assert!(ends.eq(path.nodes().windows(2).map(|pair| (pair[0], pair[1]))), "{what}");
        ports.push(nodes[1]);
        served.extend(path.destinations());
    }
    served.sort_unstable();
    let mut destinations = set.destinations().to_vec();
    destinations.sort_unstable();
    assert_eq!(served, destinations, "{what}");
    ports.sort_unstable();
    assert!(ports.is_sorted_by(|a, b| a < b), "{what}: a port twice");
}

/// The fewest links and the fewest hops of the longest path: high and low half together.
pub(super) fn best(
    case: &Case,
    source: usize,
    destinations: &[usize],
    strict: bool,
) -> (usize, usize) {
    let last = case.graph.nodes() - 1;
    let below: Vec<usize> = destinations.iter().map(|&label| last - label).collect();
    let high = case.graph.best_stars(source, destinations, strict);
    let low = case.graph.reversed().best_stars(last - source, &below, strict);
    (high.0 + low.0, high.1.max(low.1))
}

fn check_optima(case: &Case, sets: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..sets {
        let k = random.random_range(1..=9.min(case.graph.nodes() - 1));
        let (source, destinations) = draw(&mut random, case.graph.nodes(), k);
        let set = case.set(source, &destinations);
        let what = format!("{}: {source} to {destinations:?}", case.name);
        for (ocms, otms, strict) in OPTIMAL {
            let [ocms, otms] = [ocms, otms].map(|scheme| scheme.star(&set).unwrap());
            check_star(case, &set, &ocms, strict, &what);
            check_star(case, &set, &otms, strict, &what);
            let found = (ocms.links(), otms.max_length());
            assert_eq!(found, best(case, source, &destinations, strict), "{what}, strict {strict}");
        }
    }
}

#[test]
fn no_partition_of_the_destinations_is_better_on_planes() {
    for (place, sides) in
        [[3, 4], [4, 3], [4, 4], [5, 4], [4, 5], [5, 5], [6, 5], [5, 6], [6, 6]].iter().enumerate()
    {
        check_optima(&Case::mesh(sides), 400, place as u64);
    }
}

#[test]
fn no_partition_of_the_destinations_is_better_in_space() {
    check_optima(&Case::mesh(&[3, 3, 3]), 1000, 1);
}

#[test]
fn no_partition_of_the_destinations_is_better_on_cubes() {
    check_optima(&Case::cube(4), 1000, 2);
}

#[test]
fn no_partition_of_the_destinations_is_better_on_tori() {
    check_optima(&Case::torus(&[4, 4]), 1000, 3);
}

#[test]
fn no_partition_of_the_destinations_is_better_on_graphs() {
    for seed in 0..20 {
        check_optima(&Case::random_graph(12, 10, seed), 50, seed);
    }
}

#[test]
fn free_ports_are_never_worse_than_strict_ones_nor_than_multi_path() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut wins = 0;
    for sides in [[8, 8], [16, 16], [5, 12], [12, 5], [1, 20], [20, 1]] {
        let case = Case::mesh(&sides);
        for _ in 0..60 {
            let k = random.random_range(1..case.graph.nodes().min(60));
            let (source, destinations) = draw(&mut random, case.graph.nodes(), k);
            let set = case.set(source, &destinations);
            let what = format!("{sides:?}: {source} to {destinations:?}");
            let star = |scheme: Scheme| scheme.star(&set).unwrap();
            let [dual, multi] = [Scheme::DualPath, Scheme::MultiPath].map(star);
            check_star(&case, &set, &dual, true, &what);
            check_star(&case, &set, &multi, false, &what);
            let [[least, strict_least], [short, strict_short]] = [
                [Ports::Free, Ports::Strict].map(Scheme::Ocms),
                [Ports::Free, Ports::Strict].map(Scheme::Otms),
            ]
            .map(|schemes| schemes.map(star));
            let links = [&least, &strict_least, &dual].map(Star::links);
            assert!(links.is_sorted() && least.links() <= multi.links(), "{what}");
            let hops = [&short, &strict_short, &dual].map(Star::max_length);
            assert!(hops.is_sorted() && short.max_length() <= multi.max_length(), "{what}");
            wins += usize::from(multi.max_length() < strict_short.max_length());
        }
    }
    assert!(wins > 0, "multi-path is never better than the optimum under the strict rule");
}

/// A worm that leaves sideways is for destinations on that side, one that leaves for another row for all others of its half.
#[test]
fn multi_path_splits_destinations_by_the_side_of_the_neighbour() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for sides in [[8, 8], [5, 7], [7, 4], [1, 9], [9, 1]] {
        let case = Case::mesh(&sides);
        for _ in 0..100 {
            let k = random.random_range(1..case.graph.nodes());
            let (source, destinations) = draw(&mut random, case.graph.nodes(), k);
            let set = case.set(source, &destinations);
            let at = |node: u32| (node as usize % sides[0], node as usize / sides[0]);
            let (x0, y0) = at(set.source());
            for path in Scheme::MultiPath.star(&set).unwrap().paths() {
                let upwards = case.network.label(path.nodes()[1]) > source as u32;
                // Labels grow to the right in even rows.
                let rightwards = upwards == (y0 % 2 == 0);
                let is_beside = |x: usize| if rightwards { x > x0 } else { x < x0 };
                let is_sideways = at(path.nodes()[1]).1 == y0;
                let has_other = if upwards { y0 + 1 < sides[1] } else { y0 > 0 };
                for node in path.destinations() {
                    let fits = is_sideways == is_beside(at(node).0);
                    assert!(
                        fits && (is_sideways || has_other),
                        "{sides:?} {source} {destinations:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_worms_of_all_schemes_together_cannot_wait_in_a_circle() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let case = Case::mesh(&[6, 6]);
    let mut walks = Vec::new();
    for _ in 0..100 {
        let (source, destinations) = draw(&mut random, 36, 12);
        let set = case.set(source, &destinations);
        for scheme in [
            Scheme::DualPath,
            Scheme::MultiPath,
            Scheme::Ocms(Ports::Free),
            Scheme::Otms(Ports::Free),
        ] {
            let star = scheme.star(&set).unwrap();
            walks.extend(star.paths().iter().map(|path| path.nodes().to_vec()));
        }
    }
    let dependencies = Dependencies::of_walks(&case.network, &walks);
    assert!(dependencies.count() > 100);
    assert_eq!(dependencies.cycle(), None);
}
