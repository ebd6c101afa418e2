//! Measures what happened in a window of time: how long multicasts took, how many ended, and whether more and more were under way.

use crate::results::worm_load::LoadPoint;
use crate::stats::Mean;

/// By which share of the multicasts that begin those under way have to grow for a rate to be called saturated.
pub(super) const MOST_GROWTH: f64 = 0.05;

/// The times of a run, in nanoseconds, and how the window is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) warm_up: u64,
    /// 2 at least.
    pub(super) window: u64,
    pub(super) drain: u64,
    /// Of the multicasts of the window.
    pub(super) batches: usize,
}

/// From the beginning of a multicast to its last delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Span {
    /// From then on nothing begins.
    pub(super) fn end(&self) -> u64 {
        self.warm_up + self.window + self.drain
    }

    /// Whether a moment is in the window.
    fn has(&self, moment: u64) -> bool {
        (self.warm_up..self.warm_up + self.window).contains(&moment)
    }

    /// What the passages of all multicasts of a run, by their beginnings, come to at `rate` a microsecond on so many nodes.
    ///
    /// What happens later than the end of the span does not count, since nothing begins then.
    pub(super) fn point(&self, rate: f64, nodes: usize, passages: &[Passage]) -> LoadPoint {
        let own: Vec<Passage> =
            passages.iter().copied().filter(|passage| self.has(passage.start)).collect();
        let ended = passages.iter().filter(|passage| self.has(passage.end)).count();
        let drained = own.iter().filter(|passage| passage.end < self.end());
        let times: Vec<u64> = drained.map(|passage| passage.end - passage.start).collect();
        let per_node = |count: usize| 1000.0 * count as f64 / self.window as f64 / nodes as f64;
        let growth = (!own.is_empty()).then(|| self.growth(passages) / (own.len() as f64 / 2.0));
        LoadPoint {
            rate,
            offered: per_node(own.len()),
            accepted: per_node(ended),
            multicasts: own.len(),
            censored: own.len() - times.len(),
            unproved: 0,
            latency_ns: Mean::of_batches(&times, self.batches),
            growth,
            saturated: growth.is_some_and(|growth| growth > MOST_GROWTH),
            deadlock: false,
        }
    }

    /// The same of a run that ended in a deadlock, in which multicasts began at these moments: none of them counts as ended.
    pub(super) fn deadlock(&self, rate: f64, nodes: usize, starts: &[u64]) -> LoadPoint {
        let never = |&start: &u64| Passage { start, end: u64::MAX };
        let passages: Vec<Passage> = starts.iter().map(never).collect();
        LoadPoint { saturated: true, deadlock: true, ..self.point(rate, nodes, &passages) }
    }

    /// How many more multicasts were under way in the second half of the window than in the first, on average over time.
    fn growth(&self, passages: &[Passage]) -> f64 {
        let half = self.window / 2;
        let in_half = |from: u64| -> u128 {
            let time = |passage: &Passage| {
                let (first, last) = (passage.start.max(from), passage.end.min(from + half));
                u128::from(last.saturating_sub(first))
            };
            passages.iter().map(time).sum()
        };
        let [first, second] = [self.warm_up, self.warm_up + half].map(in_half);
        (second as f64 - first as f64) / half as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span { warm_up: 100, window: 200, drain: 50, batches: 2 };

    fn passages(all: &[(u64, u64)]) -> Vec<Passage> {
        all.iter().map(|&(start, end)| Passage { start, end }).collect()
    }

    #[test]
    fn only_what_begins_in_the_window_is_measured() {
        let all = passages(&[(0, 90), (99, 140), (100, 130), (150, 349), (299, 350), (300, 310)]);
        let point = SPAN.point(5.0, 4, &all);
        assert_eq!((point.multicasts, point.censored), (3, 1));
        // 30 and 199 ns, a batch each: t(1) = 12.7062.
        let latency = point.latency_ns.unwrap();
        assert!((latency.estimate - 114.5).abs() < 1e-12);
        assert!((latency.high.unwrap() - 114.5 - 12.7062 * 84.5).abs() < 0.01, "{latency:?}");
        // 3 begin and 2 end in 200 ns on 4 nodes.
        assert_eq!((point.offered, point.accepted), (3.75, 2.5));
    }

    #[test]
    fn a_rate_is_saturated_if_more_and_more_are_under_way() {
        // Two in each half; 40 + 10 ns are spent in the first, 20 + 20 in the second.
        let steady = passages(&[(100, 140), (190, 200), (210, 230), (240, 260)]);
        let point = SPAN.point(1.0, 1, &steady);
        assert_eq!((point.growth, point.saturated), (Some(-10.0 / 100.0 / 2.0), false));
        // One begins every 20 ns and none ends: 3 are under way in the first half, 8 in the second, on average.
        let growing: Vec<_> = (0..10).map(|place| (100 + 20 * place, 1000 + place)).collect();
        let point = SPAN.point(1.0, 1, &passages(&growing));
        assert!(point.saturated && point.growth == Some(1.0), "{point:?}");
        assert_eq!((point.latency_ns, point.censored), (None, 10));
    }

    #[test]
    fn nothing_ends_in_a_deadlock() {
        let point = SPAN.deadlock(1.0, 2, &[5, 100, 299, 320]);
        assert_eq!((point.multicasts, point.censored, point.accepted), (2, 2, 0.0));
        assert!(point.saturated && point.deadlock && point.latency_ns.is_none());
    }
}
