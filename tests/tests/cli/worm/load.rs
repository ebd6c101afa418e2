//! `meshcast worm load`: an open loop, beside what is known of queues.

use super::super::{Folder, lasting, meshcast, parsed};
use serde_json::{Value, json};
use std::fs;

/// What a run says.
fn load(flags: &str) -> Value {
    parsed(&meshcast(&format!("worm load {flags} --format json"), &[]).well())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// Two nodes that send to each other, over a channel each.
const PAIR: &str = "--mesh 2x1 --size 1";

/// For how long a unicast holds its channel: a hop and 99 flits, in nanoseconds.
const HELD: f64 = 25.0 + 99.0 * 5.0;

#[test]
fn a_rate_has_what_the_contract_says() {
    let result = load("--mesh 4x4 --rate 0.01");
    assert_eq!(result["schema"], "meshcast.worm-load/1");
    assert_eq!((&result["rate"], &result["saturated"]), (&json!(0.01), &json!(false)));
    let [low, mean, high] = ["low", "mean", "high"].map(|key| number(&result["latency_ns"][key]));
    assert!(low <= mean && mean <= high, "{result}");
    // 16 nodes for 2 ms.
    let multicasts = number(&result["multicasts"]);
    assert!((multicasts / 320.0 - 1.0).abs() < 3.0 / 320f64.sqrt(), "{multicasts}");
    assert!((number(&result["offered"]) - multicasts / 16.0 / 2000.0).abs() < 1e-12);
    assert!((number(&result["accepted"]) / number(&result["offered"]) - 1.0).abs() < 0.02);
    assert_eq!(result["curves"].as_array().expect("a list").len(), 1, "dual-path alone");
    let default = load("--rate 0.001 --warm-up 0 --window 100000");
    assert_eq!(default["traffic"]["network"], "16x16 mesh");
    assert_eq!(default["traffic"]["size"], 16);
}

/// A window of 4 ns in which nothing begins shows no growth at any rate.
#[test]
fn a_search_that_finds_no_saturation_says_how_far_it_went() {
    let line = format!(
        "{PAIR} --schemes dual-path --groupings none --saturation --rates 0.1 --warm-up 0 --window 4"
    );
    let curve = load(&line)["curves"][0].clone();
    let greatest = number(&curve["greatest_tried"]);
    assert!(curve["saturation"].is_null(), "{curve}");
    // A node can begin a multicast in 520 ns at most.
    assert!(greatest > 1000.0 / HELD, "{greatest}");
    let text = meshcast(&format!("worm load {line}"), &[]).well();
    assert!(text.contains(&format!("not found up to {greatest}")), "{text}");
    let unsearched = load(&format!("{PAIR} --rate 0.1 --window 10000"));
    assert!(unsearched["curves"][0]["greatest_tried"].is_null(), "{unsearched}");
}

/// After one move no star with more than a few destinations is proved the best.
#[test]
fn plans_that_a_search_left_are_counted() {
    let line = "--mesh 6x6 --size 12 --rate 0.01 --window 200000 --schemes otms";
    let hasty = load(&format!("{line} --effort 1"));
    assert_eq!(hasty["traffic"]["effort"], 1);
    assert!(number(&hasty["unproved"]) > 0.0, "{hasty}");
    let text = meshcast(&format!("worm load {line} --effort 1"), &[]).well();
    assert!(text.contains("not proved    the plans of "), "{text}");
    assert_eq!(load(line)["unproved"], 0);
}

#[test]
fn a_load_repeats_whatever_the_threads() {
    let line = "worm load --mesh 4x4 --schemes dual-path,otms --window 300000 --format json";
    let of = |flags: &str| lasting(&meshcast(&format!("{line} {flags}"), &[]).well());
    let one = of("--threads 1");
    assert_eq!(one, of("--threads 3"));
    assert_ne!(one, of("--threads 1 --seed 2"));
    let result = parsed(&one);
    let curves = result["curves"].as_array().expect("a list of curves");
    assert_eq!(curves.len(), 2 * 3, "schemes and groupings");
    for curve in curves {
        let [low, high] = ["low", "high"].map(|key| &curve["saturation"][key]);
        assert!(number(low) < number(high) && number(high) < 1.06 * number(low), "{curve}");
        let points = curve["points"].as_array().expect("a list of points");
        assert!(points.is_sorted_by_key(|point| number(&point["rate"]).to_bits()));
        let at = |rate: &Value| points.iter().find(|point| point["rate"] == *rate);
        assert_eq!(at(low).expect("the point")["saturated"], false);
        assert_eq!(at(high).expect("the point")["saturated"], true);
    }
}

/// Pollaczek and Khinchine: with Poisson arrivals and a service of D, a share ρ of the time in use, the mean wait is ρD/(2(1 − ρ)).
#[test]
fn unicasts_over_one_channel_wait_as_long_as_in_a_queue() {
    for share in [0.2, 0.5, 0.8] {
        let rate = 1000.0 * share / HELD;
        let result = load(&format!("{PAIR} --rate {rate} --window 60000000"));
        let expected = 1000.0 + HELD + share * HELD / (2.0 * (1.0 - share));
        let [low, high] = ["low", "high"].map(|key| number(&result["latency_ns"][key]));
        assert!((low..=high).contains(&expected), "{expected}: {}", result["latency_ns"]);
        assert!(high - low < 0.06 * expected, "{}", result["latency_ns"]);
        assert_eq!(result["censored"], 0);
    }
}

/// A coin as often as the channel can serve: nobody ever waits.
#[test]
fn bernoulli_arrivals_begin_in_their_slots_alone() {
    let rate = 900.0 / HELD;
    let coins = format!("{PAIR} --rate {rate} --arrivals bernoulli --slot");
    let served = load(&format!("{coins} 520"));
    let alone = 1000.0 + HELD;
    assert_eq!(served["latency_ns"], json!({"mean": alone, "low": alone, "high": alone}));
    let share = number(&served["offered"]) / rate;
    assert!((share - 1.0).abs() < 0.03, "{share}");
    let earlier = load(&format!("{coins} 260"));
    assert!(number(&earlier["latency_ns"]["low"]) > alone, "{earlier}");
}

#[test]
fn one_channel_is_saturated_at_its_capacity() {
    let result =
        load(&format!("{PAIR} --saturation --rates 0.1 --window 10000000 --tolerance 0.01"));
    let found = &result["curves"][0]["saturation"];
    let capacity = 1000.0 / HELD;
    let [low, high] = ["low", "high"].map(|key| number(&found[key]));
    assert!(high / low < 1.011, "{found}");
    // Up to a twentieth of what begins may stay.
    assert!(low >= 0.99 * capacity && high <= 1.01 * capacity / 0.95, "{found}");
    assert!((number(&found["accepted"]) / capacity - 1.0).abs() < 0.005, "{found}");
}

#[test]
fn curves_are_drawn_and_tabled() {
    let folder = Folder::new();
    let [curves, carried, rows] =
        ["curves.svg", "carried.png", "rows.csv"].map(|name| folder.path(name));
    let line = "worm load --mesh 4x4 --schemes dual-path,multi-path --groupings none,ppg --rates 0.05,0.1,5 \
                --window 200000 --out {} --out-throughput {} --csv {} --format json";
    let result = parsed(&meshcast(line, &[&curves, &carried, &rows]).well());
    let picture = fs::read_to_string(&curves).expect("the picture is written");
    for label in ["dual-path", "dual-path, ppg", "multi-path, ppg", "microsecond"] {
        assert!(picture.contains(label), "{label}");
    }
    assert!(fs::read(&carried).expect("the picture is written").starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut table = csv::Reader::from_path(&rows).expect("the table is written");
    let records: Vec<_> = table.records().map(|record| record.expect("a row")).collect();
    assert_eq!(records.len(), 4 * 3, "methods and rates");
    let points = result["curves"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|curve| curve["points"].as_array().expect("a list"));
    for (record, point) in records.iter().zip(points) {
        // JSON is read to the last digit but one.
        for (column, value) in [(4, &point["rate"]), (9, &point["latency_ns"]["mean"])] {
            let found: f64 = record[column].parse().expect("a number");
            assert!((found / number(value) - 1.0).abs() < 1e-12, "{found} {value}");
        }
        assert_eq!(&record[13], point["saturated"].to_string());
        assert_eq!(point["saturated"], number(&point["rate"]) > 1.0, "{point}");
    }
}

#[test]
fn networks_without_boxes_have_no_groups() {
    let folder = Folder::new();
    let ring = folder.file("ring.edges", "0 1\n1 2\n2 3\n3 4\n4 5\n0 5\n");
    let line = "worm load --graph {} --size 2 --rates 0.1 --kind clustered --format json";
    let result = parsed(&meshcast(line, &[&ring]).well());
    let curves = result["curves"].as_array().expect("a list of curves");
    let names: Vec<&Value> = curves.iter().map(|curve| &curve["scheme"]).collect();
    assert_eq!(names, ["dual-path", "ocms", "ocms", "otms", "otms"]);
    let grouped = meshcast("worm load --graph {} --size 2 --rates 0.1 --groupings ppg", &[&ring]);
    assert!(
        grouped.refused().starts_with("--groupings: expected a mesh, torus or"),
        "{}",
        grouped.err
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (flags, said) in [
        ("--rate 0", "--rate"),
        ("--rate -1", "--rate"),
        ("--rate nan", "--rate"),
        ("--rates 0.1,x", "--rates"),
        ("--rate 0.1 --rates 0.2", "--rate"),
        ("--rate 0.1 --mesh 4x4 --size 16", "--size: expected from 1 to 15 destinations"),
        ("--rate 0.1 --mesh 1x1", "--mesh: expected at least 2 nodes"),
        ("--rate 0.1 --slot 5", "--slot"),
        (
            "--rate 201 --mesh 2x2 --arrivals bernoulli",
            "--rate: expected at most 200 a microsecond",
        ),
        ("--rate 0.1 --window 1", "--window"),
        ("--rate 0.1 --batches 1", "--batches"),
        ("--rate 0.1 --tolerance 0", "--tolerance"),
        ("--rate 0.1 --out load.pdf", "--out"),
        ("--rate 0.1 --out - --csv -", "--csv"),
        (
            "--mesh 3x3x3 --schemes multi-path --rate 0.1",
            "--schemes: expected a mesh of two dimensions",
        ),
    ] {
        let ran = meshcast(&format!("worm load {flags}"), &[]);
        assert!(ran.refused().contains(said), "{flags}: {}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn loads_that_do_not_fit_are_refused_before_they_begin() {
    let ran = meshcast("worm load --rate 1000 --window 1000000000", &[]);
    let expected = "--rate, --warm-up, --window, --drain needs about ";
    assert!(ran.refused().starts_with(expected), "{}", ran.err);
}
