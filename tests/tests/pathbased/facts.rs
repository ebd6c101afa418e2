//! What the papers print and what is known to hold of it.

use super::{fig_2, name};
use meshcast_algorithms::pathbased::{
    Grouping, MulticastSet, Network, Path, Plan, Ports, Scheme, Star,
};

fn mesh() -> Network {
    Network::mesh(&[8, 8]).expect("a mesh")
}

fn lengths(star: &Star) -> Vec<usize> {
    star.paths().iter().map(Path::length).collect()
}

#[test]
fn dual_path_takes_5_and_18_links_in_the_printed_order() {
    let mesh = mesh();
    let set = fig_2(&mesh);
    let star = Scheme::DualPath.star(&set).unwrap();
    assert_eq!(lengths(&star), [5, 18]);
    let orders: Vec<Vec<_>> = star
        .paths()
        .iter()
        .map(|path| path.destinations().map(|node| mesh.coordinates(node)).collect())
        .collect();
    // The print names the same destinations; (1, 6) comes after (2, 6) or before it, depending on the row's direction.
    let high = [(1, 6), (2, 6), (1, 7)].map(|(x, y)| name(x, y));
    let low = [(2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(|(x, y)| name(x, y));
    assert_eq!(orders, [high.to_vec(), low.to_vec()]);
}

#[test]
fn ocms_takes_22_links_and_otms_18_hops() {
    let mesh = mesh();
    let set = fig_2(&mesh);
    let ocms = Scheme::Ocms(Ports::Strict).star(&set).unwrap();
    assert_eq!(ocms.links(), 22);
    let up = |star: &Star| -> usize {
        let source = mesh.label(set.source());
        let up = star.paths().iter().filter(|path| mesh.label(path.nodes()[1]) > source);
        up.map(Path::length).sum()
    };
    assert_eq!((up(&ocms), ocms.links() - up(&ocms)), (4, 18));
    assert_eq!(Scheme::Otms(Ports::Strict).star(&set).unwrap().max_length(), 18);
}

#[test]
fn free_ports_take_17_links_and_8_hops() {
    let mesh = mesh();
    let set = fig_2(&mesh);
    assert_eq!(Scheme::Ocms(Ports::Free).star(&set).unwrap().links(), 17);
    assert_eq!(Scheme::Otms(Ports::Free).star(&set).unwrap().max_length(), 8);
}

#[test]
fn gpg_as_it_is_written_takes_20_links_in_4_groups() {
    let mesh = mesh();
    let grouping = Grouping::Gpg("1/2".parse().unwrap());
    let plan = Plan::new(&fig_2(&mesh), Scheme::DualPath, grouping).unwrap();
    assert_eq!((plan.links(), plan.groups().len()), (20, 4));
}

/// The groups of the paper's Fig. 3.
fn printed_groups(mesh: &Network) -> Vec<Vec<u32>> {
    let node = |&(x, y): &(usize, usize)| mesh.node(&[x, y]).unwrap();
    let group = |nodes: &[(usize, usize)]| nodes.iter().map(node).collect();
    vec![
        group(&[(0, 2), (1, 2), (2, 3)]),
        group(&[(1, 6), (1, 7), (2, 6)]),
        group(&[(5, 2), (6, 1)]),
    ]
}

fn stages(plan: &Plan) -> [usize; 2] {
    let links = |stage| {
        plan.worms().filter(|worm| worm.stage == stage).map(|worm| worm.path.length()).sum()
    };
    [links(1), links(2)]
}

#[test]
fn the_printed_groups_take_7_and_8_links() {
    let mesh = mesh();
    let plan = Plan::of_groups(&fig_2(&mesh), Scheme::DualPath, printed_groups(&mesh)).unwrap();
    assert_eq!(stages(&plan), [7, 8]);
    let leaders: Vec<_> =
        plan.groups().iter().map(|group| mesh.coordinates(group.leader.unwrap())).collect();
    assert_eq!(leaders, [(2, 3), (2, 6), (5, 2)].map(|(x, y)| name(x, y)));
}

#[test]
fn ppg_finds_the_printed_groups() {
    let mesh = mesh();
    let plan = Plan::new(&fig_2(&mesh), Scheme::DualPath, Grouping::Ppg).unwrap();
    let groups: Vec<Vec<u32>> = plan.groups().iter().map(|group| group.members.clone()).collect();
    assert_eq!(groups, printed_groups(&mesh));
    assert_eq!(stages(&plan), [7, 8]);
    // 6 to (2, 3) and (5, 2), then 3 from (2, 3) to (1, 2) and (0, 2).
    assert_eq!((plan.links(), plan.max_length()), (15, 6 + 3));
}

/// Upwards (1, 6) and (1, 7) by way of (1, 5), and (2, 6); downwards (5, 2) and (6, 1) by way of (3, 5), the others by way of (2, 4).
#[test]
fn multi_path_takes_17_links_and_8_hops() {
    let mesh = mesh();
    let star = Scheme::MultiPath.star(&fig_2(&mesh)).unwrap();
    assert_eq!(lengths(&star), [3, 1, 8, 5]);
}

/// A full box is one group: its leader is told first nonetheless, and the two levels stay.
#[test]
fn one_group_has_a_leader() {
    let mesh = mesh();
    let corners = [(4, 4), (5, 4), (4, 5), (5, 5)].map(|(x, y)| name(x, y));
    let set = MulticastSet::named(&mesh, &name(2, 3), &corners).unwrap();
    let plan = Plan::new(&set, Scheme::DualPath, Grouping::Gpg("1".parse().unwrap())).unwrap();
    let leaders: Vec<_> = plan.groups().iter().map(|group| group.leader).collect();
    assert_eq!(leaders, [mesh.node(&[4, 4])]);
    // 3 to (4, 4), then 3 through the others of its square.
    assert_eq!(stages(&plan), [3, 3]);
    assert_eq!(Plan::new(&set, Scheme::DualPath, Grouping::None).unwrap().groups()[0].leader, None);
}

/// The optimum under the port rule of the paper is none under a freer one.
#[test]
fn multi_path_beats_strict_otms_on_the_printed_set_but_not_free_otms() {
    let mesh = mesh();
    let set = fig_2(&mesh);
    let [strict, free, multi] =
        [Scheme::Otms(Ports::Strict), Scheme::Otms(Ports::Free), Scheme::MultiPath]
            .map(|scheme| scheme.star(&set).unwrap().max_length());
    assert!(multi < strict && free <= multi, "{multi} {strict} {free}");
}

#[test]
fn a_whole_row_is_one_path() {
    let mesh = mesh();
    let row: Vec<_> = (0..8).filter(|&x| x != 3).map(|x| name(x, 0)).collect();
    let set = MulticastSet::named(&mesh, &name(3, 0), &row).unwrap();
    for scheme in [Scheme::DualPath, Scheme::MultiPath, Scheme::Ocms(Ports::Free)] {
        assert_eq!(lengths(&scheme.star(&set).unwrap()), [4, 3], "{scheme:?}");
    }
}
