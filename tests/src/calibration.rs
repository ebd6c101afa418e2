//! Makes rows from known laws and counts what verdicts say of them.
//!
//! Rows are those of an algorithm that claims Θ(√(cn)) steps. They go through [`meshcast::judge_rows`], as those of a file do.

use crate::corpus::generator;
use rand::{Rng, RngExt};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// A law of steps, of a name, whether Θ(√(cn)) holds in it, and how rows differ from it.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// As tables have it.
    pub name: &'static str,
    /// Whether steps are Θ(√(cn)).
    pub is_theta: bool,
    /// What steps are over √(cn), by n and c.
    factor: fn(f64, f64) -> f64,
    /// Whether sides are rounded up to whole tiles, whose side grows with √c.
    has_stairs: bool,
    /// Whether two more workloads have the same steps.
    has_copies: bool,
    /// Standard deviations of the logarithm: what all cells of one n have in common, cells, and runs by the side of the mesh.
    noise: (f64, f64, fn(f64) -> f64),
}

/// Sides, congestions and the number of seeds, as a shipped plan has them for an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The plan.
    pub name: &'static str,
    sides: &'static [u64],
    congestions: &'static [u64],
    seeds: u64,
}

/// How many stores of a law got each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// Stores in which both claims on n are supported.
    pub supported: usize,
    /// Stores in which one of them is refuted.
    pub refuted: usize,
    /// The others.
    pub undecided: usize,
}

const NOISE: (f64, f64, fn(f64) -> f64) = (0.04, 0.02, |_| 0.01);

const THETA: Law = Law {
    name: "Θ(√(cn))",
    is_theta: true,
    factor: |_, _| 20.0,
    has_stairs: false,
    has_copies: false,
    noise: NOISE,
};

const LOG: Law = Law { name: "× ln n", is_theta: false, factor: |n, _| 4.0 * n.ln(), ..THETA };

/// By what the noise of runs falls with the side.
const UNEVEN: (f64, f64, fn(f64) -> f64) = (0.02, 0.02, |side| 3.2 / side);

/// The laws of the tables.
pub const LAWS: [Law; 12] = [
    THETA,
    Law { name: "Θ, staircases", has_stairs: true, noise: (0.0, 0.0, |_| 0.0), ..THETA },
    Law { name: "Θ, copies", has_copies: true, ..THETA },
    Law { name: "Θ, uneven seeds", noise: UNEVEN, ..THETA },
    Law { name: "Θ + c steps", factor: |n, c| 20.0 + 20.0 * (c / n).sqrt(), ..THETA },
    LOG,
    Law { name: "× ln n, staircases", has_stairs: true, noise: (0.0, 0.0, |_| 0.0), ..LOG },
    Law { name: "× ln n, copies", has_copies: true, ..LOG },
    Law { name: "× ln n, uneven seeds", noise: UNEVEN, ..LOG },
    Law { name: "× ln n + c steps", factor: |n, c| 4.0 * n.ln() + 20.0 * (c / n).sqrt(), ..LOG },
    Law { name: "× √ln n", factor: |n, _| 10.0 * n.ln().sqrt(), ..LOG },
    Law { name: "n^0.55", factor: |n, _| 20.0 * n.powf(0.05), ..LOG },
];

/// The sizes of the shipped plans.
pub const SIZES: [Sizes; 3] = [
    Sizes {
        name: "bounds",
        sides: &[16, 24, 32, 48, 64, 96, 128, 192, 256],
        congestions: &[4, 16, 64],
        seeds: 3,
    },
    Sizes {
        name: "bounds, randomized:paper",
        sides: &[16, 24, 32, 48, 64, 96, 128],
        congestions: &[4, 16, 64],
        seeds: 1,
    },
    Sizes { name: "quick", sides: &[16, 24, 32, 48, 64], congestions: &[4, 16, 64], seeds: 2 },
];

impl Law {
    /// The rows of a store, as `meshcast export --csv` writes them.
    pub fn rows(&self, sizes: &Sizes, seed: u64) -> String {
        let mut random = generator(seed);
        let mut text =
            String::from("algorithm,source,nodes,asked_congestion,congestion,degree,seed,steps\n");
        let copies =
            if self.has_copies { &["uniform", "hot-block", "cluster"][..] } else { &["uniform"] };
        // Of a tile at c = 1, and of what a side has besides.
        let (tile, rest) =
            (4.0 * 2f64.powf(random.random::<f64>() - 1.0), 1.0 + random.random::<f64>());
        for &side in sizes.sides {
            let of_nodes = self.noise.0 * normal(&mut random);
            for &c in sizes.congestions.iter().filter(|&&c| 16 * c <= side * side) {
                let (n, float) = ((side * side) as f64, c as f64);
                let stair = tile * float.sqrt();
                let length = side as f64 * rest;
                let stairs =
                    if self.has_stairs { (length / stair).ceil() * stair / length } else { 1.0 };
                let of_cell = of_nodes + self.noise.1 * normal(&mut random);
                for seed in 1..=sizes.seeds {
                    let noise = of_cell + (self.noise.2)(side as f64) * normal(&mut random);
                    let steps = (self.factor)(n, float) * (float * n).sqrt() * stairs * noise.exp();
                    for source in copies {
                        // Writing to memory cannot fail.
                        let _ = writeln!(
                            text,
                            "randomized:tuned,{source},{n},{c},{c},{c},{seed},{steps:.0}"
                        );
                    }
                }
            }
        }
        text
    }

    /// The verdicts on so many stores: refuted by n if a claim on n is refuted, supported if both are supported.
    ///
    /// # Panics
    ///
    /// If rows cannot be judged, or one of the claims is not.
    pub fn rates(&self, sizes: &Sizes, stores: u64) -> Rates {
        let mut rates = Rates::default();
        for store in 0..stores {
            let judged = meshcast::judge_rows(self.rows(sizes, store).as_bytes()).expect("rows");
            let on = |claim: &str| {
                let found = judged.iter().find(|judged| judged.claim == claim);
                found.expect("a verdict on n").verdict
            };
            let both = ["steps-on-n", "ratio-flat"].map(on);
            if both.contains(&"refuted") {
                rates.refuted += 1;
            } else if both == ["supported"; 2] {
                rates.supported += 1;
            } else {
                rates.undecided += 1;
            }
        }
        rates
    }
}

/// A standard normal number, after Box and Muller.
fn normal(random: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (TAU * angle).cos()
}
