//! Frames hold what the engine's full audit and the trace say, and pages differ where their traces do.

use super::{Pages, READY, numbers};
use meshcast_algorithms::{Hamiltonian, Multicast, Sweep, Workload, generate};
use meshcast_engine::{AuditLevel, Machine, Messages, Options, Outcome, Shape, TraceSink};
use meshcast_tests::browser::Browser;
use meshcast_tests::trace_text;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Runs an algorithm under a full audit; returns its outcome and its trace.
fn run(algorithm: &impl Multicast, shape: Shape) -> (Outcome, String) {
    let (sink, trace) = TraceSink::sealed();
    let options = Options { trace: Some(sink), audit: AuditLevel::Full, ..Options::default() };
    let messages = algorithm.messages();
    let mut machine = Machine::new(shape, Arc::clone(&messages), algorithm.capacity(), options);
    algorithm.run(&mut machine).expect("it keeps the rules");
    let outcome = machine.finish();
    let records = trace.open().expect("the run is over");
    (outcome, trace_text(records, &messages))
}

/// What each node holds after each step, and the uses of links in it: counted from the lines of a trace, and nothing else.
fn counted(trace: &str, nodes: usize) -> Vec<(Vec<u64>, u64)> {
    let lines: Vec<Value> = trace.lines().map(|line| line.parse().expect("JSON")).collect();
    let (mut places, mut links): (BTreeMap<u64, u64>, u64) = Default::default();
    let mut frames = Vec::new();
    for line in &lines {
        let number = |key: &str| line[key].as_u64().expect("a number");
        let Some(event) = line["e"].as_str() else { continue };
        let t = line["t"].as_u64().unwrap_or_else(|| number("steps") + 1);
        while (frames.len() as u64) < t {
            let mut held = vec![0; nodes];
            for &node in places.values() {
                held[node as usize] += 1;
            }
            frames.push((held, std::mem::take(&mut links)));
        }
        match event {
            "move" => drop(places.insert(number("p"), number("to"))),
            "inject" => drop(places.insert(number("p"), number("at"))),
            "copy" => drop(places.insert(number("q"), number("at"))),
            "drop" => drop(places.remove(&number("p"))),
            "exchange" if line["swap"] == true => {
                line["pa"].as_u64().map(|packet| places.insert(packet, number("b")));
                line["pb"].as_u64().map(|packet| places.insert(packet, number("a")));
            }
            _ => {}
        }
        links += match event {
            "move" | "word" => 1,
            "exchange" => 2,
            _ => 0,
        };
    }
    frames
}

fn histogram(held: &[u64]) -> Vec<u32> {
    let mut histogram = vec![0; held.iter().max().map_or(0, |&most| most as usize + 1)];
    for &packets in held {
        histogram[packets as usize] += 1;
    }
    histogram
}

/// Holds the first frame, some in the middle and the last of the page to the engine.
fn check(
    browser: &mut Browser,
    pages: &Pages,
    name: &str,
    algorithm: &impl Multicast,
    shape: Shape,
) {
    let (outcome, trace) = run(algorithm, shape);
    let frames = counted(&trace, shape.nodes());
    browser.open(&pages.of_trace(name, &trace), (1280, 900));
    browser.value(READY);
    assert_eq!(browser.value("window.replay.steps"), outcome.steps, "{name}");
    assert_eq!(browser.value("window.replay.nodes"), shape.nodes(), "{name}");
    let totals = browser.value("window.replay.totals");
    assert_eq!(totals["links"], outcome.link_uses, "{name}");
    assert_eq!(totals["peak"], outcome.peak, "{name}");
    assert_eq!(totals["deliveries"], outcome.deliveries.sorted().len(), "{name}");
    let audit = outcome.audit.as_ref().expect("a full audit");
    let last = outcome.steps as usize;
    for t in [0, 1, last / 3, last / 2, last - 1, last] {
        let frame = browser.value(&format!("window.replay.frame({t})"));
        let held = numbers(&frame["occupancy"]);
        assert_eq!(
            (&held, frame["links"].as_u64()),
            (&frames[t].0, Some(frames[t].1)),
            "{name} {t}"
        );
        // The audit's histograms may end with zeros.
        let engine = &audit.occupancy[t];
        let most = engine.iter().rposition(|&nodes| nodes > 0).map_or(0, |most| most + 1);
        assert_eq!(histogram(&held), engine[..most], "{name} {t}");
        let uses: u32 = numbers(&frame["uses"]).iter().map(|bits| bits.count_ones()).sum();
        assert_eq!(u64::from(uses), frames[t].1, "{name} {t}");
        // The packets that the page moves by itself end up in the same nodes.
        let packets = browser.value(&format!(
            "window.replay.packets({t}).then((all) => all.map((one) => one.length))"
        ));
        assert_eq!(numbers(&packets), held, "{name} {t}");
    }
    let left: Vec<u64> = (0..shape.nodes())
        .map(|node| shape.position(node))
        .map(|(row, col)| outcome.packets_left(row, col).into())
        .collect();
    let at_end = browser.value(&format!("window.replay.frame({last}).occupancy"));
    assert_eq!(numbers(&at_end), left, "{name}");
}

fn messages(side: usize) -> (Shape, Messages) {
    let messages = generate(Workload::Uniform, side, None, Some(4), 1).expect("a message set");
    (Shape::new(side, side).expect("small"), messages)
}

#[test]
fn frames_hold_what_the_engine_held() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let (shape, set) = messages(6);
    check(&mut browser, &pages, "hamiltonian", &Hamiltonian::new(shape, Arc::new(set)), shape);
    let (shape, set) = messages(12);
    check(&mut browser, &pages, "sweep", &Sweep::new(shape, &set, 1), shape);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_page_of_a_changed_trace_differs_where_the_trace_does() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let (shape, set) = messages(4);
    let (outcome, trace) = run(&Hamiltonian::new(shape, Arc::new(set)), shape);
    // The last drop is left out: its packet stays.
    let at = trace.rfind(r#""e":"drop""#).expect("a drop");
    let start = trace[..at].rfind('\n').expect("a line before it") + 1;
    let end = at + trace[at..].find('\n').expect("the end of the line") + 1;
    let line: Value = trace[start..end].parse().expect("JSON");
    let (t, node) = (line["t"].as_u64().expect("a step"), line["at"].as_u64().expect("a node"));
    let changed = format!("{}{}", &trace[..start], &trace[end..]);
    let frames = |browser: &mut Browser, name, trace| {
        browser.open(&pages.of_trace(name, trace), (1280, 900));
        browser.value(READY);
        let all = "Array.from({length: window.replay.frames}, (_, t) => window.replay.frame(t))";
        browser.value(all).as_array().expect("frames").clone()
    };
    let before = frames(&mut browser, "lawful", &trace);
    let after = frames(&mut browser, "changed", &changed);
    assert_eq!((before.len(), after.len()), (outcome.steps as usize + 1, before.len()));
    for (step, (before, after)) in before.iter().zip(&after).enumerate() {
        let [mut lawful, changed] = [before, after].map(|frame| numbers(&frame["occupancy"]));
        if step as u64 >= t {
            lawful[node as usize] += 1;
        }
        assert_eq!(lawful, changed, "step {step}");
        assert_eq!(before["uses"], after["uses"], "step {step}");
    }
}
