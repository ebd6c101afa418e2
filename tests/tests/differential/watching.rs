//! The fast paths against the plain ones: watching a run changes nothing, and what is seen is what happened.

use super::run::is_default;
use super::trace_counts::TraceCounts;
use super::{Case, Op, Run, Way, cases, cases_in_batches};
use meshcast_tests::longest_chain::longest_chain;
use meshcast_tests::replay::{Replay, replay};

#[test]
fn a_run_is_the_same_however_it_is_watched() {
    cases(0..400, 9, false).for_each(|case| check(&case));
}

#[test]
fn a_tiled_run_is_the_same_however_it_is_watched() {
    cases(1000..1400, 9, true).for_each(|case| check(&case));
}

#[test]
fn a_run_with_batches_is_the_same_however_it_is_watched() {
    let (mut late, mut never) = (0, 0);
    for case in cases_in_batches(6000..6200, 9, false).chain(cases_in_batches(7000..7200, 9, true))
    {
        check(&case);
        late += case.ops.iter().filter(|op| matches!(op, Op::Inject { .. })).count();
        never += case.sources.len() - injections(&Run::of(&case, Way::TRACED));
    }
    assert!(late > 1000 && never > 50, "{late} batches, {never} messages never left");
}

/// Messages that have left their input queues.
fn injections(run: &Run) -> usize {
    run.trace.as_ref().expect("a traced run").matches("\"e\":\"inject\"").count()
}

fn check(case: &Case) {
    let [plain, traced, audited, watched] =
        [Way::PLAIN, Way::TRACED, Way::AUDITED, Way::WATCHED].map(|way| Run::of(case, way));
    assert_eq!(plain.observed, traced.observed, "{case:#?}");
    assert_eq!(plain.observed, audited.observed, "{case:#?}");
    assert_eq!(plain.observed, watched.observed, "{case:#?}");
    assert_eq!(traced.trace, watched.trace, "{case:#?}");
    assert_eq!(audited.audit, watched.audit, "{case:#?}");
    check_trace(case, &watched);
    for ops in &case.unlawful {
        let [plain, traced, audited] = [Way::PLAIN, Way::TRACED, Way::AUDITED]
            .map(|way| Run::of_ops(case, ops, way).observed.map(|_| ()).unwrap_err());
        assert_eq!(plain, traced, "{ops:#?} {case:#?}");
        assert_eq!(plain, audited, "{ops:#?} {case:#?}");
    }
}

/// The trace replays without findings, and tells what the outcome and the full audit tell.
fn check_trace(case: &Case, run: &Run) {
    let seen = run.observed.as_ref().expect("the program of a case is lawful");
    let (trace, audit) = (run.trace.as_ref().unwrap(), run.audit.as_ref().unwrap());
    let Replay { findings, steps, link_uses, copies, deliveries, .. } = replay(trace.as_bytes());
    let shown: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(findings, [], "{shown:#?} {case:#?}");
    assert_eq!((steps, link_uses, copies), (seen.steps, seen.link_uses, seen.copies), "{case:#?}");
    let mut delivered: Vec<(usize, usize)> =
        seen.deliveries.iter().map(|&(message, node)| (message as usize, node as usize)).collect();
    delivered.sort_unstable();
    assert_eq!(deliveries, delivered, "{case:#?}");
    assert!(longest_chain(trace) <= seen.distance && seen.depth <= seen.distance, "{case:#?}");
    assert!(seen.distance <= seen.steps, "{case:#?}");
    let counts = TraceCounts::of(trace);
    assert_eq!(audit.link_uses, counts.link_uses, "{case:#?}");
    let uses: u64 = audit.link_uses.iter().flatten().map(|&uses| u64::from(uses)).sum();
    assert_eq!(uses, seen.link_uses, "{case:#?}");
    assert_eq!(audit.occupancy.len() as u64, seen.steps + 1, "{case:#?}");
    for row in &audit.occupancy {
        assert_eq!(row.iter().sum::<u32>() as usize, case.shape.nodes(), "{case:#?}");
    }
    assert_eq!(audit.occupancy.last(), counts.occupancy.last(), "{case:#?}");
    if is_default(case.model) {
        check_peaks(case, run);
    }
}

/// Where every form is charged one step, the replay knows the buffers after each.
fn check_peaks(case: &Case, run: &Run) {
    let seen = run.observed.as_ref().expect("the program of a case is lawful");
    let (trace, audit) = (run.trace.as_ref().unwrap(), run.audit.as_ref().unwrap());
    let Replay { peak_buffer, peak_per_node, .. } = replay(trace.as_bytes());
    assert_eq!(peak_buffer, seen.peak as usize, "{case:#?}");
    let node_peaks: Vec<usize> = audit.node_peaks.iter().map(|&peak| peak as usize).collect();
    assert_eq!(peak_per_node, node_peaks, "{case:#?}");
    let counts = TraceCounts::of(trace);
    assert_eq!(audit.occupancy, counts.occupancy, "{case:#?}");
    assert_eq!(audit.node_sums, counts.node_sums, "{case:#?}");
    check_spans(case, run, &counts);
}

/// Every step is in a span, for the nodes of the tiles that have not ended yet.
fn check_spans(case: &Case, run: &Run, counts: &TraceCounts) {
    let seen = run.observed.as_ref().expect("the program of a case is lawful");
    let audit = run.audit.as_ref().unwrap();
    assert_eq!(audit.spans.len(), seen.ledger.len(), "{case:#?}");
    let node_steps: u64 = audit.spans.iter().map(|span| span.node_steps).sum();
    let packet_steps: u64 = audit.spans.iter().map(|span| span.packet_steps).sum();
    let at_first: u64 =
        counts.occupancy[0].iter().zip(0..).map(|(&nodes, held)| u64::from(nodes) * held).sum();
    let later = counts.node_sums.iter().sum::<u64>() - at_first;
    let all = case.shape.nodes() as u64 * seen.steps;
    let ops = format!("{:?}", case.ops);
    // What leaves its input queue after a part that was transposed is no longer that part's.
    let is_late = ops.contains("Inject") && ops.contains("Transposed");
    if ops.contains("Inside") || ops.contains("Tiles") || is_late {
        assert!(node_steps <= all, "{case:#?}");
    } else {
        assert_eq!((node_steps, packet_steps), (all, later), "{case:#?}");
        for (span, line) in audit.spans.iter().zip(&seen.ledger) {
            assert_eq!(span.node_steps, line.steps * case.shape.nodes() as u64, "{case:#?}");
            assert!(span.packet_steps <= u64::from(line.peak) * span.node_steps, "{case:#?}");
        }
    }
}

#[test]
fn the_random_programs_try_every_form_lawfully() {
    let (mut links, mut copies, mut deliveries, mut unlawful) = (0, 0, 0, 0);
    let mut text = String::new();
    for case in cases(0..700, 9, false) {
        let seen = Run::of(&case, Way::PLAIN).observed.expect("the program of a case is lawful");
        links += seen.link_uses;
        copies += seen.copies;
        deliveries += seen.deliveries.len();
        unlawful += case.unlawful.len();
        text.extend(case.ops.iter().map(|op| format!("{op:?}")));
    }
    assert!(links > 20_000 && copies > 500 && deliveries > 500, "{links} {copies} {deliveries}");
    assert!(unlawful > 200, "{unlawful}");
    for name in ["ExchangeRows", "ExchangeColumns", "ExchangeSnake", "Shift", "Transmit {"]
        .into_iter()
        .chain(["TransmitInto", "Words", "Copy", "Deliver", "Discard", "Swap", "Rekey", "Inside"])
        .chain(["Enqueue", "Requeue", "Dequeue", "Stream", "CopyQueued", "DeliverQueued"])
        .chain(["Carry {", "CarryInto", "Approach", "depth: 2"])
    {
        let times = text.matches(name).count();
        assert!(times > 100, "{name} only {times} times");
    }
}
