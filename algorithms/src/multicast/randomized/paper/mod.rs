//! `randomized --variant paper`: the algorithm of Theorem 3, step by step.

mod groups;
mod tessellation;

use meshcast_primitives::Migration;

/// The lanes of the masters.
const MASTERS: [usize; 2] = [Migration::MASTER, Migration::MASTER + 1];
/// The lane of packets that wait for others to be routed.
const ASIDE: usize = Migration::MASTER + 2;
