//! Runs `meshcast expander rounds --explicit`, which certifies the rounds of groups by polynomials.

use super::super::mesh_of_nodes::mesh_of_nodes;
use super::error::ExpanderError;
use crate::catalogue::{EVERY_SET, ScheduleName};
use crate::console::reply::Reply;
use crate::flags::ExpanderRoundsArgs;
use crate::present::text;
use crate::results::rounds::{CertificateResult, SpanResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{
    CertificateError, ExplicitPlan, ExplicitQuestion, Pace, Schedule, Span, explicit_certificate,
};
use meshcast_engine::Shape;

/// Certifies the rounds that `args` ask for.
pub(super) fn certified(args: &ExpanderRoundsArgs) -> Result<Reply, ExpanderError> {
    if args.schedule != Schedule::Fixed {
        let found = ScheduleName::from(Pace::Set(args.schedule)).name();
        return Err(ExpanderError::Schedule { found });
    }
    let shape = mesh_of_nodes(args.nodes, args.rows)?;
    if args.congestion == 0 {
        let (nodes, found) = (args.nodes, 0);
        return Err(CertificateError::Congestion { nodes, found }.into());
    }
    let plan = ExplicitPlan::new(shape, args.congestion, args.field)?;
    let result = summarise(args, shape, &plan)?;
    Ok(Reply::showing(args.format, &result, text::explicit_rounds))
}

fn summarise(
    args: &ExpanderRoundsArgs,
    shape: Shape,
    plan: &ExplicitPlan,
) -> Result<CertificateResult, ExpanderError> {
    let (rows, cols) = (shape.rows() as u64, shape.cols() as u64);
    let (down, across) = plan.tiles();
    let question = ExplicitQuestion { instances: args.alpha, ..plan.question() };
    let found = match plan.certificate() {
        Some(_) => Some(explicit_certificate(&question)?),
        None => None,
    };
    let capacity = question.capacity();
    let of_span = |span: &Span| SpanResult::of(span, capacity);
    Ok(CertificateResult {
        schema: "meshcast.rounds/1",
        version: VERSION,
        commit: COMMIT,
        schedule: ScheduleName::from(Pace::Set(args.schedule)).name(),
        nodes: args.nodes,
        mesh: (rows, cols),
        congestion: args.congestion,
        tiles: plan.order() as u64,
        grid: (down as u64, across as u64),
        alpha: args.alpha,
        rounds: found.as_ref().map_or_else(
            || args.congestion.div_ceil(args.alpha.max(1)),
            meshcast_algorithms::Certificate::rounds,
        ),
        guaranteed_for: EVERY_SET,
        field: plan.order() as u64,
        digits: plan.digits() as u64,
        stored_words: 0,
        block: question.block,
        capacity,
        group: question.group(),
        core: question.places,
        steps: (args.alpha == 1).then(|| plan.certified_steps()),
        spans: found.iter().flat_map(|found| found.spans.iter().map(of_span)).collect(),
    })
}

impl SpanResult {
    fn of(span: &Span, capacity: u64) -> Self {
        let &Span { rounds, taken, alive, set, meetings, groups } = span;
        Self {
            rounds,
            taken,
            alive,
            left: span.left(),
            set,
            meetings: u64::try_from(meetings).unwrap_or(u64::MAX),
            groups,
            inequality: format!("{capacity}·{groups} + {set} > {alive}"),
        }
    }
}
