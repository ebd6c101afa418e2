//! Lists the sides of the meshes on which steps are followed.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The shortest and the longest side, as powers of two: 2^8 and 2^60 nodes.
const SHORTEST: u32 = 4;
const LONGEST: u32 = 30;

/// Tenfold numbers of nodes in that range, about.
const DECADES: usize = 16;

/// Which sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// 2^28 to 2^60 nodes, each mesh sixteen times as large as the one before: beyond the largest machine, and enough to see in
    /// seconds whether a ratio grows.
    Beyond,
    /// Enough for a curve up to 2^60 nodes that takes seconds: powers of four up to 2^20, then fewer.
    Curve,
    /// Powers of four nodes, nine times such powers, and so many random sides in every decade of nodes.
    Many { random: usize },
}

/// The sides, increasing.
pub(crate) fn sides(which: Sides) -> Vec<usize> {
    let powers = (SHORTEST..=LONGEST).map(|exponent| 1 << exponent);
    let mut sides: Vec<usize> = match which {
        Sides::Beyond => (14..=LONGEST).step_by(2).map(|at| 1 << at).collect(),
        Sides::Curve => (SHORTEST..=10).chain([14, 18, 22, LONGEST]).map(|at| 1 << at).collect(),
        Sides::Many { random } => {
            let threefold = (SHORTEST - 1..LONGEST - 1).map(|exponent| 3 << exponent);
            let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
            let drawn = (0..random * DECADES).map(|i| {
                let octaves = f64::from(LONGEST - SHORTEST);
                let part = (i as f64 + draws.random::<f64>()) / (random * DECADES) as f64;
                (f64::from(SHORTEST) + octaves * part).exp2() as usize
            });
            powers.chain(threefold).chain(drawn).collect()
        }
    };
    sides.sort_unstable();
    sides.dedup();
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_from_sixteen_to_two_to_the_thirty() {
        let beyond = sides(Sides::Beyond);
        assert!(beyond.iter().all(|side| side * side > meshcast_engine::MAX_NODES));
        assert_eq!((beyond.len(), beyond.last()), (9, Some(&(1 << 30))));
        let many = sides(Sides::Many { random: 200 });
        assert_eq!((many.first(), many.last()), (Some(&16), Some(&(1 << 30))));
        let decade = many.iter().filter(|&&side| (1e6..1e7).contains(&((side * side) as f64)));
        assert!(decade.count() > 150, "two hundred a decade, some of them alike");
        assert!(many.contains(&(3 << 20)));
    }
}
