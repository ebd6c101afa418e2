//! Censuses that leap bring about what they do step by step.

use super::primitives::{check, loaded};
use meshcast_engine::Node;
use meshcast_primitives::{CENSUS_IN_TRANSIT, census};
use meshcast_tests::corpus::{multicast, shapes};

#[test]
fn censuses() {
    for shape in shapes(9) {
        for (percent, waves) in [(100, 1), (50, 2), (10, 5)] {
            let set = multicast(shape.nodes(), percent, 3, 31);
            let registers = CENSUS_IN_TRANSIT + waves;
            let machine = loaded(&set, shape, 1, 2);
            let leapt = check(&format!("{shape:?}, {waves} counts"), machine, |machine| {
                let mut counts = machine
                    .variable(registers, |node, wave| (node.id() + wave as u32, node.id() % 3))?;
                let stays = |node: &Node<'_>| !node.id().is_multiple_of(3);
                let ranks = census(machine, 1, stays, &mut counts)?;
                machine.variable(1, |node, _| {
                    let sums = node.own(&counts)[CENSUS_IN_TRANSIT..].iter();
                    let sums = sums.fold(node.own(&ranks)[0], |all, &(a, b)| {
                        all.wrapping_mul(31).wrapping_add(a).wrapping_mul(31).wrapping_add(b)
                    });
                    sums.wrapping_mul(2) + u32::from(node.packet(1).is_some())
                })
            });
            assert!(leapt.peak_is_bound, "{shape:?}: nothing has leapt");
        }
    }
}
