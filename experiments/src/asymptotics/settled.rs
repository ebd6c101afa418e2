//! Says where a ratio settles, and whether it is bounded.

/// A ratio has settled where it keeps to so much more or less than in the last decade.
const BAND: f64 = 1.05;

/// How the ratio of steps to an envelope goes on with n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settled {
    /// Of all sizes.
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    /// On the largest mesh.
    pub(crate) last: f64,
    /// The least n from which on all ratios are within a twentieth of those of the last tenfold of n.
    pub(crate) from_nodes: u64,
    /// Whether the greatest ratio in the upper third of the range of log n is at most a twentieth above that in the middle third:
    /// from 2^8 to 2^60 a factor log log n makes it a tenth more, log n four tenths; on narrower ranges less.
    pub(crate) bounded: bool,
    /// Whether it is not, and the greatest ratio in the middle third is as far above that in the lower third: growth all along, not a
    /// step.
    pub(crate) grows: bool,
}

impl Settled {
    /// Of ratios by increasing n.
    ///
    /// # Panics
    /// If there are not two.
    pub(crate) fn of(ratios: &[(u64, f64)]) -> Self {
        let [(first, _), .., (end, last)] = *ratios else {
            panic!("two meshes at least, not {ratios:?}")
        };
        let extremes = |from: f64, to: f64| {
            let within = ratios.iter().filter(|(n, _)| (from..=to).contains(&(*n as f64)));
            within.fold((f64::INFINITY, 0.0_f64), |(least, most), &(_, ratio)| {
                (least.min(ratio), most.max(ratio))
            })
        };
        let (first, end) = (first as f64, end as f64);
        let third = (end / first).cbrt();
        let (least, greatest) = extremes(first, end);
        let (lowest, highest) = extremes(end / 10.0, end);
        let strays = |ratio: f64| ratio * BAND < lowest || ratio > highest * BAND;
        let settled = ratios.iter().rposition(|&(_, ratio)| strays(ratio)).map_or(0, |i| i + 1);
        let thirds = [(first, first * third), (first * third, end / third), (end / third, end)];
        let [lower, middle, upper] = thirds.map(|(from, to)| extremes(from, to).1);
        let bounded = upper <= BAND * middle;
        Self {
            least,
            greatest,
            last,
            // The last ratio has settled.
            from_nodes: ratios[settled].0,
            bounded,
            grows: !bounded && middle > BAND * lower,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sides, sides};
    use super::*;

    /// What is found of a ratio that follows a law of n and of log₂ n, on meshes of these sides.
    fn settled(which: Sides, law: impl Fn(f64, f64) -> f64) -> Settled {
        let ratio = |side: usize| {
            let nodes = (side * side) as f64;
            ((side * side) as u64, law(nodes, nodes.log2()))
        };
        Settled::of(&sides(which).into_iter().map(ratio).collect::<Vec<_>>())
    }

    fn is_bounded(law: impl Fn(f64, f64) -> f64) -> bool {
        settled(Sides::Many { random: 0 }, law).bounded
    }

    #[test]
    fn growth_all_along_is_told_from_a_step() {
        let grows = |law: fn(f64, f64) -> f64| settled(Sides::Beyond, law).grows;
        assert!(grows(|_, log| log) && grows(|_, log| log.sqrt()) && grows(|_, log| log.ln()));
        assert!(grows(|n, _| n.powf(0.05)) && grows(|n, log| 400.0 / n.sqrt() + log));
        assert!(!grows(|_, _| 3.0) && !grows(|n, _| 126.0 - 500.0 / n.powf(0.25)));
        assert!(!grows(|_, log| 15.0 + log.rem_euclid(6.0)) && !grows(|_, log| 1.0 / log));
        let step = settled(Sides::Beyond, |_, log| if log > 50.0 { 20.0 } else { 15.0 });
        assert!(!step.bounded && !step.grows, "it may go on, or not");
    }

    #[test]
    fn ratios_that_settle_are_bounded_and_those_that_grow_are_not() {
        assert!(is_bounded(|_, _| 3.0));
        assert!(is_bounded(|n, _| 14.0 + 900.0 / n.sqrt()), "it falls");
        assert!(is_bounded(|n, _| 126.0 - 500.0 / n.powf(0.25)), "it rises to a constant");
        assert!(is_bounded(|_, log| 15.0 + log.rem_euclid(6.0)), "a staircase");
        assert!(is_bounded(|_, log| 1.0 / log), "it vanishes");
        assert!(!is_bounded(|_, log| log));
        assert!(!is_bounded(|_, log| log.sqrt()));
        assert!(!is_bounded(|_, log| log.ln()));
        assert!(!is_bounded(|n, _| n.powf(0.05)));
        assert!(!is_bounded(|n, log| 400.0 / n.sqrt() + log), "it falls, then grows");
    }

    #[test]
    fn a_ratio_settles_where_it_stays_near_its_last_decade() {
        let ratios = [(256, 30.0), (1024, 20.0), (4096, 10.4), (16384, 9.7), (1 << 20, 10.0)];
        let settled = Settled::of(&ratios);
        assert_eq!(settled.from_nodes, 4096);
        assert!(settled.least > 9.69 && settled.greatest > 29.9 && settled.last > 9.99);
        assert_eq!(Settled::of(&[(16, 2.0), (64, 2.0)]).from_nodes, 16);
    }
}
