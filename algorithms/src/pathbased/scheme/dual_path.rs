//! Sends one path through all destinations of a half, in the order of their labels: dual-path.
//!
//! # Source
//! Lin, `McKinley`, Ni, "Deadlock-free multicast wormhole routing in 2D-mesh multicomputers", IEEE TPDS 5(8), 1994.

use super::multicast_half::{Branch, Half};

pub(super) fn branches(half: &Half) -> Vec<Branch> {
    let port = half.next(half.source(), half.targets()[0]);
    vec![Branch { port, targets: (0..half.targets().len()).collect() }]
}
