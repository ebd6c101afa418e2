//! Stars where there is no time for the best: what they are never worse than, and bounds that no star is below.

use super::stars::{best, check_star};
use super::{Case, draw, star_with_a_path};
use meshcast_algorithms::pathbased::{
    Bound, Effort, Grouping, MulticastSet, Network, Plan, Ports, Scheme, Star,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a scheme looks for in a star.
fn value(scheme: Scheme, star: &Star) -> usize {
    if matches!(scheme, Scheme::Ocms(_)) { star.links() } else { star.max_length() }
}

fn schemes(strict: bool) -> [Scheme; 2] {
    let ports = if strict { Ports::Strict } else { Ports::Free };
    [Scheme::Ocms(ports), Scheme::Otms(ports)]
}

/// Bounds by brute force over all partitions; how many of the stars that were found without a search are the best.
fn bounded(case: &Case, sets: usize, seed: u64) -> (usize, usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut all, mut optimal) = (0, 0);
    for _ in 0..sets {
        let k = random.random_range(1..=9.min(case.graph.nodes() - 1));
        let (source, destinations) = draw(&mut random, case.graph.nodes(), k);
        let set = case.set(source, &destinations);
        for strict in [true, false] {
            let (links, longest) = best(case, source, &destinations, strict);
            for (scheme, least) in schemes(strict).into_iter().zip([links, longest]) {
                let effort = Effort([0, 1, 300, 3000][random.random_range(0..4)]);
                let what = format!("{}: {source} to {destinations:?}, {effort:?}", case.name);
                let star = scheme.within(effort).star(&set).unwrap();
                check_star(case, &set, &star, strict, &what);
                let (found, bound) = (value(scheme, &star), star.bound().unwrap().channels());
                assert!(bound <= least && least <= found, "{bound} {least} {found}, {what}");
                assert_eq!(star.is_optimal(), Some(bound == found), "{what}");
                (all, optimal) = (all + 1, optimal + usize::from(found == least));
                let proved = scheme.star(&set).unwrap();
                assert_eq!(proved.bound().unwrap().channels(), least, "{what}");
                assert_eq!(proved.is_optimal(), Some(true), "{what}");
            }
        }
    }
    (all, optimal)
}

#[test]
fn bounds_are_below_the_best_of_all_partitions() {
    let mut cases = vec![Case::cube(4), Case::torus(&[4, 4]), Case::mesh(&[3, 3, 3])];
    cases.extend([[3, 4], [4, 4], [5, 5], [6, 6]].map(|sides| Case::mesh(&sides)));
    cases.extend((0..5).map(|seed| Case::random_graph(12, 10, seed)));
    let found = cases.iter().zip(0..).map(|(case, seed)| bounded(case, 60, seed));
    let (all, optimal) = found.fold((0, 0), |sum, found| (sum.0 + found.0, sum.1 + found.1));
    // Of 2,880 stars.
    assert!(optimal < all && 10 * optimal > 9 * all, "{optimal} of {all}");
}

#[test]
fn a_star_without_a_search_is_never_worse_than_dual_path_and_multi_path() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut wins = 0;
    for sides in [[8, 8], [16, 16], [5, 12], [12, 5], [1, 20]] {
        let case = Case::mesh(&sides);
        for _ in 0..30 {
            let k = random.random_range(1..case.graph.nodes().min(90));
            let (source, destinations) = draw(&mut random, case.graph.nodes(), k);
            let set = case.set(source, &destinations);
            let simple = [Scheme::DualPath, Scheme::MultiPath].map(|s| s.star(&set).unwrap());
            for strict in [true, false] {
                for scheme in schemes(strict) {
                    let what = format!("{sides:?}: {source} to {destinations:?}, {scheme:?}");
                    let star = scheme.within(Effort(0)).star(&set).unwrap();
                    check_star(&case, &set, &star, strict, &what);
                    let [dual, multi] = simple.each_ref().map(|star| value(scheme, star));
                    let found = value(scheme, &star);
                    assert!(found <= dual && (strict || found <= multi), "{what}");
                    let improved = scheme.within(Effort(1000)).star(&set).unwrap();
                    assert!(value(scheme, &improved) <= found, "{what}");
                    wins += usize::from(value(scheme, &improved) < found);
                }
            }
        }
    }
    assert!(wins > 30, "exchanges improve {wins} stars");
}

/// 500 destinations take a search of some 2³⁰ moves and more; a thousandth of that leaves a gap, and proves more than none.
#[test]
fn more_effort_raises_the_bound() {
    let mesh = Case::mesh(&[32, 32]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (source, destinations) = draw(&mut random, 1024, 500);
    let set = mesh.set(source, &destinations);
    for ports in [Ports::Strict, Ports::Free] {
        let star = |effort| Scheme::Otms(ports).within(Effort(effort)).star(&set).unwrap();
        let stars = [0, 1 << 16, 1 << 20].map(star);
        let bounds = stars.each_ref().map(|star| star.bound().unwrap().channels());
        assert!(bounds.is_sorted(), "{bounds:?}");
        for (star, bound) in stars.iter().zip(bounds) {
            check_star(&mesh, &set, star, ports == Ports::Strict, "500 destinations");
            assert!(bound <= star.max_length());
        }
        let longest = stars.each_ref().map(Star::max_length);
        assert!(longest.is_sorted_by(|a, b| a >= b), "{longest:?}");
    }
}

#[test]
fn a_cube_that_is_too_large_for_the_search_is_served() {
    let cube = Network::hypercube(8).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let (_, destinations) = draw(&mut random, 255, 30);
    let nodes = destinations.iter().map(|&node| node as u32 + 1).collect();
    let set = MulticastSet::new(&cube, 0, nodes).unwrap();
    let star = Scheme::Otms(Ports::Free).within(Effort(1 << 20)).star(&set).unwrap();
    let Some(Bound::MaxLength(bound)) = star.bound() else { panic!("{:?}", star.bound()) };
    let dual = Scheme::DualPath.star(&set).unwrap().max_length();
    assert!(bound <= star.max_length() && 3 * star.max_length() < dual, "{bound} {dual}");
    assert_eq!(star.paths().iter().map(|path| path.destinations().count()).sum::<usize>(), 30);
}

/// 1000 ports and 1000 destinations: 4·10⁹ moves of the assignment. Each destination is a neighbour, which no star serves by less than a
/// channel each.
#[test]
fn ocms_says_what_it_has_proved_where_the_assignment_is_too_large() {
    let star = star_with_a_path(2001, false);
    let nodes = (1..=1000).map(|place| 2 * place).collect();
    let set = MulticastSet::new(&star, 0, nodes).unwrap();
    let found = Scheme::Ocms(Ports::Strict).star(&set).unwrap();
    assert_eq!((found.links(), found.bound()), (1000, Some(Bound::Links(1000))));
    assert_eq!(found.is_optimal(), Some(true));
    assert_eq!(Scheme::DualPath.star(&set).unwrap().is_optimal(), None);
}

/// The bound of a plan adds up stages: channels of all stars, or the longest path of the first and of the second.
#[test]
fn plans_are_bounded_with_their_groups() {
    let mesh = Network::mesh(&[12, 12]).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..20 {
        let (source, destinations) = draw(&mut random, 144, 40);
        let nodes = destinations.iter().map(|&node| node as u32).collect();
        let set = MulticastSet::new(&mesh, source as u32, nodes).unwrap();
        for scheme in schemes(false) {
            let plan = Plan::new(&set, scheme, Grouping::Ppg).unwrap();
            let is_links = matches!(scheme, Scheme::Ocms(_));
            let value = if is_links { plan.links() } else { plan.max_length() };
            assert_eq!(plan.bound().unwrap().channels(), value);
            assert_eq!(plan.is_optimal(), Some(true));
            let hasty = Plan::new(&set, scheme.within(Effort(0)), Grouping::Ppg).unwrap();
            assert!(hasty.bound().unwrap().channels() <= value);
            let hasty = if is_links { hasty.links() } else { hasty.max_length() };
            assert!(value <= hasty);
        }
    }
}
