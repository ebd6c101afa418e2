//! Tests every workload: its exact numbers, its refusals, and the very set that a seed means.

use super::*;

fn measured(
    workload: Workload,
    side: usize,
    degree: Option<usize>,
    congestion: Option<usize>,
) -> Messages {
    generate(workload, side, degree, congestion, 1)
        .unwrap_or_else(|refused| panic!("{workload}: {refused}"))
}

/// How many messages each node is to receive.
fn loads(set: &Messages) -> Vec<usize> {
    let mut loads = vec![0; set.nodes()];
    for &node in set.iter().flat_map(|(_, list)| list) {
        loads[node as usize] += 1;
    }
    loads
}

fn degrees(set: &Messages) -> Vec<usize> {
    set.iter().map(|(_, list)| list.len()).collect()
}

/// FNV-1a, 64 bits: for each byte, exclusive or, then times 2^40 + 435. Over the little-endian words nodes, and for every
/// message source, number of destinations and destinations.
fn digest(set: &Messages) -> u64 {
    let mut words = vec![set.nodes() as u64];
    for (source, list) in set.iter() {
        words.extend([u64::from(source), list.len() as u64]);
        words.extend(list.iter().map(|&node| u64::from(node)));
    }
    words.iter().flat_map(|word| word.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul((1 << 40) + 435)
    })
}

#[test]
fn a_seed_means_one_set_for_good() {
    let golden = [
        (Workload::Uniform, None, None, 0xc582_2b16_7a64_a295),
        (Workload::Permutation, None, None, 0x5f2e_d95e_61ab_1735),
        (Workload::Transpose, None, None, 0x8919_1b9d_caee_1dd5),
        (Workload::Sparse, None, None, 0xcfaa_aec3_c848_7895),
        (Workload::HotBlock, None, None, 0xf3c6_6ba4_c106_4fd5),
        (Workload::LowerBound, None, None, 0x8dea_8421_961e_14f7),
        (Workload::Broadcast, None, None, 0x53d2_8dde_9ace_c375),
        (Workload::Cluster, None, None, 0xb243_2825_a922_11d5),
        (Workload::PowerLaw, None, None, 0x1793_04a9_2681_95b9),
        (Workload::Uniform, None, Some(100), 0x29db_e98c_ebea_7735),
        (Workload::Sparse, Some(9), Some(3), 0x6c6a_0b2a_3072_aa3b),
        (Workload::Sparse, Some(6), Some(6), 0xb249_4e29_4802_fd55),
        (Workload::HotBlock, Some(5), Some(3), 0x3ef8_0bc6_ef13_c62b),
    ];
    for (workload, degree, congestion, expected) in golden {
        let found = digest(&measured(workload, 12, degree, congestion));
        assert_eq!(found, expected, "{workload}, d = {degree:?}, c = {congestion:?}: {found:#x}");
    }
}

#[test]
fn the_same_seed_gives_the_same_set_and_another_seed_another() {
    for workload in Workload::ALL {
        let set = |seed| generate(workload, 9, None, None, seed).expect("legal parameters");
        assert_eq!(set(5), set(5), "{workload}");
        assert_eq!(set(5) == set(6), workload == Workload::Transpose, "{workload}");
    }
}

#[test]
fn no_workload_goes_over_its_congestion_or_outside_its_numbers() {
    for workload in Workload::ALL.into_iter().filter(|workload| !workload.is_permutation()) {
        for side in [2, 3, 5, 8] {
            let nodes = side * side;
            for congestion in 1..nodes {
                let set = measured(workload, side, None, Some(congestion));
                assert_eq!(set.nodes(), nodes);
                assert!(
                    degrees(&set).iter().all(|&degree| degree > 0),
                    "{workload} has an empty message"
                );
                let found = set.congestion();
                // All but the two that give an upper bound only.
                if matches!(workload, Workload::Sparse | Workload::PowerLaw) {
                    assert!(
                        found <= congestion,
                        "{workload}, side {side}, c = {congestion}: {found}"
                    );
                } else {
                    assert_eq!(found, congestion, "{workload}, side {side}");
                }
            }
        }
    }
}

#[test]
fn a_uniform_set_is_regular_both_ways() {
    for congestion in [1, 7, 12, 13, 24] {
        let set = measured(Workload::Uniform, 5, None, Some(congestion));
        assert_eq!((degrees(&set), loads(&set)), (vec![congestion; 25], vec![congestion; 25]));
    }
}

#[test]
fn permutations_have_one_message_a_node_both_ways() {
    for workload in [Workload::Permutation, Workload::Transpose] {
        for side in [2, 7] {
            let set = measured(workload, side, Some(1), Some(1));
            assert_eq!((degrees(&set), loads(&set)), (vec![1; side * side], vec![1; side * side]));
        }
    }
    let transpose = measured(Workload::Transpose, 3, None, None);
    let destinations: Vec<u32> = transpose.iter().flat_map(|(_, list)| list.to_vec()).collect();
    assert_eq!(destinations, [0, 3, 6, 1, 4, 7, 2, 5, 8]);
}

#[test]
fn every_sparse_message_has_its_degree_while_that_is_no_more_than_the_congestion() {
    for side in [2, 3, 6] {
        for congestion in 1..side * side {
            for degree in 1..=congestion {
                let set = measured(Workload::Sparse, side, Some(degree), Some(congestion));
                assert_eq!(degrees(&set), vec![degree; side * side]);
                assert!(set.congestion() <= congestion);
            }
        }
    }
    assert_eq!(measured(Workload::Sparse, 8, None, Some(2)).degree(), 2);
    assert_eq!(measured(Workload::Sparse, 8, None, Some(9)).degree(), 4);
}

#[test]
fn sparse_messages_beyond_the_cap_get_what_is_open() {
    // 64 nodes, c = 2, d = 10: messages are whole while ten nodes are open, so until 55 nodes have both of theirs.
    let set = measured(Workload::Sparse, 8, Some(10), Some(2));
    assert_eq!(set.degree(), 10);
    assert_eq!(loads(&set), vec![2; 64]);
    assert!(degrees(&set).iter().filter(|&&degree| degree == 10).count() >= 11);
    assert!(set.count() < 20);
}

#[test]
fn the_hot_block_gets_its_congestion_in_every_node_and_nothing_else_does() {
    // 10 x 10, c = 4: a square of side 5 with its corner at row 2, column 2; 100 deliveries.
    for (degree, messages) in [(1, 100), (3, 34), (7, 15), (25, 4)] {
        let set = measured(Workload::HotBlock, 10, Some(degree), Some(4));
        assert_eq!(set.count(), messages);
        let short = degrees(&set).iter().filter(|&&found| found != degree).count();
        assert!(short <= 1, "{short} messages have another degree than {degree}");
        for (node, load) in loads(&set).into_iter().enumerate() {
            let is_hot = (2..7).contains(&(node / 10)) && (2..7).contains(&(node % 10));
            assert_eq!(load, if is_hot { 4 } else { 0 }, "node {node}");
        }
    }
}

#[test]
fn the_lower_bound_set_fills_the_corner_from_outside() {
    // 12 x 12: side of the square ⌊√(72/c)⌋, or 1.
    for (congestion, square) in [(1, 8), (2, 6), (8, 3), (72, 1), (143, 1)] {
        let set = measured(Workload::LowerBound, 12, None, Some(congestion));
        assert_eq!((set.count(), set.degree()), (congestion * square * square, 1));
        let is_inside = |node: usize| node / 12 < square && node % 12 < square;
        assert!(set.sources().iter().all(|&source| !is_inside(source as usize)));
        for (node, load) in loads(&set).into_iter().enumerate() {
            assert_eq!(load, if is_inside(node) { congestion } else { 0 }, "node {node}");
        }
    }
}

#[test]
fn a_broadcast_goes_to_everyone_but_its_source() {
    let set = measured(Workload::Broadcast, 4, None, Some(3));
    assert_eq!(degrees(&set), [15; 3]);
    for (node, load) in loads(&set).into_iter().enumerate() {
        assert_eq!(load, if set.at(node as u32).is_some() { 2 } else { 3 });
    }
}

#[test]
fn clustered_messages_stay_in_one_block() {
    // 12 x 12, c = 9: blocks of 3 x 3. 10 x 10, c = 20: 2 x 2 blocks of 25. 5 x 5, c = 4: blocks of 4, 6, 6 and 9.
    for (side, congestion, cuts) in [(12, 9, vec![3, 6, 9]), (10, 20, vec![5]), (5, 4, vec![2])] {
        let set = measured(Workload::Cluster, side, None, Some(congestion));
        assert_eq!(degrees(&set), vec![congestion; side * side]);
        assert_eq!(loads(&set), vec![congestion; side * side]);
        let part = |place: usize| cuts.iter().filter(|&&cut| place >= cut).count();
        let block = |node: u32| (part(node as usize / side), part(node as usize % side));
        for (_, list) in set.iter() {
            assert!(list.iter().all(|&node| block(node) == block(list[0])));
        }
    }
    // 3 x 3, c = 2: ⌊√(9/2)⌋ = 2, blocks of 1, 2, 2 and 4 nodes.
    let mut uneven = loads(&measured(Workload::Cluster, 3, None, Some(2)));
    uneven.sort_unstable();
    assert_eq!(uneven, [1, 2, 2, 2, 2, 2, 2, 2, 2]);
}

#[test]
fn a_power_law_set_has_hubs_and_fills_up_without_end() {
    // Uncapped in effect, 4,096 nodes: 6/π² of the messages have one destination, about 2,490 with deviation 31.
    let free = measured(Workload::PowerLaw, 64, None, Some(4_095));
    let ones = degrees(&free).iter().filter(|&&degree| degree == 1).count();
    assert_eq!(free.count(), 4_096);
    assert!((2_300..2_700).contains(&ones), "{ones}");
    assert!(free.degree() > 200, "{}", free.degree());
    let full = measured(Workload::PowerLaw, 64, None, Some(1));
    assert_eq!(loads(&full), vec![1; 4_096]);
    assert!(full.count() < 4_096);
}

#[test]
fn every_refusal_names_the_flag_what_was_expected_and_what_was_found() {
    use Workload::{
        Broadcast, Cluster, HotBlock, LowerBound, Permutation, PowerLaw, Sparse, Transpose, Uniform,
    };
    let refusals = [
        ((Uniform, 1, None, None), "--side must be from 2 to 8192 for a workload, found 1"),
        (
            (Transpose, 8_193, None, None),
            "--side must be from 2 to 8192 for a workload, found 8193",
        ),
        (
            (Sparse, 4, None, Some(0)),
            "--congestion must be at least 1 and below the number of nodes, 16, found 0 (the default is 4)",
        ),
        (
            (Broadcast, 2, None, None),
            "--congestion must be at least 1 and below the number of nodes, 4, found 4 (the default is 4)",
        ),
        (
            (Permutation, 4, None, Some(2)),
            "--congestion must be 1 for the workload permutation, found 2",
        ),
        (
            (Transpose, 4, None, Some(0)),
            "--congestion must be 1 for the workload transpose, found 0",
        ),
        (
            (Sparse, 4, Some(0), None),
            "--degree must be at least 1 and below the number of nodes, 16, found 0",
        ),
        (
            (HotBlock, 4, Some(16), None),
            "--degree must be at least 1 and below the number of nodes, 16, found 16",
        ),
        (
            (LowerBound, 4, Some(2), None),
            "--degree must be 1 for the workload lower-bound, found 2",
        ),
        (
            (Uniform, 4, Some(4), None),
            "--degree is not expected with the workload uniform, which sets its degrees itself, found 4",
        ),
        (
            (Cluster, 4, Some(4), None),
            "--degree is not expected with the workload cluster, which sets its degrees itself, found 4",
        ),
        (
            (PowerLaw, 4, Some(3), None),
            "--degree is not expected with the workload power-law, which sets its degrees itself, found 3",
        ),
        (
            (HotBlock, 4, Some(5), Some(4)),
            "--degree must be at most the nodes of the hot block, 4, found 5",
        ),
    ];
    for ((workload, side, degree, congestion), expected) in refusals {
        let refused = generate(workload, side, degree, congestion, 1).expect_err(expected);
        assert_eq!(refused.to_string(), expected);
    }
}

#[test]
fn names_are_distinct() {
    let mut names = Workload::ALL.map(Workload::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}
