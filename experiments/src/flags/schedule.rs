//! Names the schedules that can be computed before a run.

use crate::catalogue::ScheduleName;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use meshcast_algorithms::Schedule;

/// A parser of the schedules whose stages are computed before the run.
pub(super) fn computed_parser() -> impl TypedValueParser<Value = Schedule> {
    let computed = ScheduleName::value_variants().iter().filter(|name| name.computed().is_some());
    PossibleValuesParser::new(computed.filter_map(ValueEnum::to_possible_value)).try_map(|name| {
        let named = ScheduleName::from_str(&name, false)?;
        named.computed().ok_or_else(|| format!("expected a computed schedule, found {name}"))
    })
}
