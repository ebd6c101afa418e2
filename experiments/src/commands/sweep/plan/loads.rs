//! Reads the tables of a plan that stand for open loops of multicasts.

use super::reader::{Reader, named};
use crate::commands::sweep::load_job::LoadJob;
use crate::commands::sweep::plan_error::PlanError;
use crate::commands::worm::Traffic;
use crate::flags::{GroupingName, LoadTrafficArgs, StarName};
use clap::ValueEnum;
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

/// Methods at rates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoadsTable {
    /// The flags of `worm load` that say what is sent through which network.
    #[serde(default = "without_flags")]
    flags: Spanned<String>,
    #[serde(default)]
    schemes: Vec<Spanned<String>>,
    #[serde(default)]
    groupings: Vec<Spanned<String>>,
    rates: Vec<Spanned<f64>>,
    #[serde(default)]
    seeds: Vec<Spanned<u64>>,
}

fn without_flags() -> Spanned<String> {
    Spanned::new(0..0, String::new())
}

impl Reader<'_> {
    pub(super) fn loads(&self, table: &Spanned<LoadsTable>) -> Result<Vec<LoadJob>, PlanError> {
        let loads = table.get_ref();
        let at_flags = |what: String| self.place.at(loads.flags.span().start, &what);
        let args = LoadTrafficArgs::of_line(loads.flags.get_ref()).map_err(at_flags)?;
        if args.network.graph.is_some() {
            return Err(at_flags("expected a network without a file, found --graph".to_owned()));
        }
        let traffic = Traffic::new(&args).map_err(|error| at_flags(error.to_string()))?;
        let schemes = self.each(&loads.schemes, |name| {
            let scheme = named(name, StarName::value_variants())?;
            let exists = traffic.check_scheme("schemes", scheme);
            exists.map(|()| scheme).map_err(|error| error.to_string())
        })?;
        let groupings =
            self.each(&loads.groupings, |name| named(name, GroupingName::value_variants()))?;
        let rates = self.each(&loads.rates, |&rate| {
            let fits = traffic.check_slots("rates", rate).map_err(|error| error.to_string());
            let positive = rate > 0.0 && rate.is_finite();
            if positive {
                fits.map(|()| rate)
            } else {
                Err(format!("expected a number above 0, found {rate}"))
            }
        })?;
        if rates.is_empty() {
            return Err(self.place.at(table.span().start, "expected rates, found none"));
        }
        let methods = traffic.methods(&schemes, &groupings);
        let methods = methods.map_err(|error| at_flags(error.to_string()))?;
        let (seeds, traffic) = (self.seeds(&loads.seeds)?, Arc::new(traffic));
        let mut jobs = Vec::new();
        for method in methods {
            for &rate in &rates {
                for &seed in &seeds {
                    jobs.push(LoadJob { traffic: Arc::clone(&traffic), method, rate, seed });
                }
            }
        }
        Ok(jobs)
    }
}
