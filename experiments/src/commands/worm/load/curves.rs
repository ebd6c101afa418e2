//! Runs every method at every rate, and searches for saturations.

use super::point::{Alone, alone, point};
use super::search::{self, greatest, search};
use super::traffic::Traffic;
use crate::commands::worm::error::WormError;
use crate::commands::worm::experiment::method::Method;
use crate::console::progress::watch_parts;
use crate::flags::WormLoadArgs;
use crate::results::worm_load::{LoadCurve, LoadPoint, Saturation};
use meshcast_algorithms::jobs::in_order;

/// Points of a curve for which no rates are given, up to the greatest saturation of all methods.
const POINTS: usize = 8;

/// How far apart the rates may be that saturation is between, unless said otherwise.
const TOLERANCE: f64 = 0.05;

/// What is run, and how.
pub(super) struct Loop<'a> {
    args: &'a WormLoadArgs,
    traffic: &'a Traffic,
    watched: bool,
}

/// A method with what it takes alone and what a search for its saturation tried.
struct Searched {
    method: Method,
    alone: Alone,
    tried: Vec<LoadPoint>,
    greatest_tried: Option<f64>,
    saturation: Option<Saturation>,
}

impl<'a> Loop<'a> {
    pub(super) fn new(args: &'a WormLoadArgs, traffic: &'a Traffic, watched: bool) -> Self {
        Self { args, traffic, watched }
    }

    /// A curve for each method.
    pub(super) fn curves(&self, methods: &[Method]) -> Result<Vec<LoadCurve>, WormError> {
        let mut given = self.args.rates.clone();
        given.extend(self.args.rate);
        let flag = if self.args.rate.is_some() { "--rate" } else { "--rates" };
        let most = given.iter().copied().fold(0.0, f64::max);
        let at_once = self.at_once(methods.len() * given.len());
        self.traffic.check_rate(flag, most, (methods, at_once))?;
        let searched = self.searched(methods, given.is_empty() || self.args.saturation)?;
        let rates = if given.is_empty() { fractions(&searched) } else { given.clone() };
        let is_wanted = |searched: &Searched, rate: f64| {
            let is_known = searched.tried.iter().any(|point| point.is_at(rate));
            let is_beyond = searched.saturation.is_some_and(|found| rate >= found.high);
            !is_known && (!given.is_empty() || !is_beyond)
        };
        let jobs: Vec<(usize, f64)> = searched
            .iter()
            .enumerate()
            .flat_map(|(place, searched)| rates.iter().map(move |&rate| (place, searched, rate)))
            .filter(|&(_, searched, rate)| is_wanted(searched, rate))
            .map(|(place, _, rate)| (place, rate))
            .collect();
        let points = watch_parts(jobs.len() as u64, self.watched, |bar| {
            in_order(self.args.run.threads(), &jobs, |&(place, rate)| {
                self.point(searched[place].method, rate).inspect(|_| bar.inc(1))
            })
        })?;
        let mut curves: Vec<LoadCurve> = searched.into_iter().map(Searched::curve).collect();
        for ((place, _), point) in jobs.into_iter().zip(points) {
            curves[place].points.push(point);
        }
        for curve in &mut curves {
            curve.points.sort_by(|one, other| one.rate.total_cmp(&other.rate));
            curve.points.dedup_by(|one, other| one.is_at(other.rate));
        }
        Ok(curves)
    }

    fn point(&self, method: Method, rate: f64) -> Result<LoadPoint, WormError> {
        point(self.traffic, method, rate, self.args.run.seed)
    }

    /// Runs that are in memory at once, of so many.
    fn at_once(&self, runs: usize) -> usize {
        self.args.run.threads().min(runs)
    }

    /// Every method alone, and its saturation if that is `wanted`.
    fn searched(&self, methods: &[Method], wanted: bool) -> Result<Vec<Searched>, WormError> {
        let threads = self.args.run.threads();
        let tolerance = self.args.tolerance.unwrap_or(TOLERANCE);
        let methods = watch_parts(methods.len() as u64, self.watched, |bar| {
            in_order(threads, methods, |&method| {
                let alone = alone(self.traffic, method, self.args.run.seed)?;
                bar.inc(1);
                Ok::<_, WormError>((method, alone))
            })
        })?;
        for (method, alone) in methods.iter().filter(|_| wanted) {
            let (most, at_once) = (greatest(alone.bound, tolerance), self.at_once(methods.len()));
            self.traffic.check_rate("--saturation", most, (&[*method], at_once))?;
        }
        let parts = methods.len() as u64 * search::RUNS;
        watch_parts(parts, self.watched && wanted, |bar| {
            in_order(threads, &methods, |&(method, alone)| {
                let run = |rate| self.point(method, rate).inspect(|_| bar.inc(1));
                let (tried, saturation) =
                    if wanted { search(alone.bound, tolerance, run)? } else { (Vec::new(), None) };
                let greatest_tried = tried.iter().map(|point| point.rate).reduce(f64::max);
                Ok(Searched { method, alone, tried, greatest_tried, saturation })
            })
        })
    }
}

impl Searched {
    fn curve(self) -> LoadCurve {
        LoadCurve {
            method: self.method.name(),
            alone_ns: self.alone.latency_ns,
            points: self.tried,
            greatest_tried: self.greatest_tried,
            saturation: self.saturation,
        }
    }
}

/// Rates in even steps up to the greatest saturation.
fn fractions(searched: &[Searched]) -> Vec<f64> {
    let highs = searched.iter().filter_map(|searched| Some(searched.saturation?.high));
    let most = highs.fold(0.0, f64::max);
    let rate = |part: usize| {
        let rate = most * part as f64 / POINTS as f64;
        format!("{rate:.2e}").parse().unwrap_or(rate)
    };
    (1..=POINTS).map(rate).filter(|&rate| rate > 0.0).collect()
}
