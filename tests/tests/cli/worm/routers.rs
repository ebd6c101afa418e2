//! Buffers, virtual channels and ports on the command line.

use super::super::Folder;
use super::{FIG_2, meshcast, parsed};
use serde_json::{Value, json};

fn fig_2(flags: &str) -> Value {
    let line = FIG_2.replace("plan", "latency");
    parsed(&meshcast(&format!("{line} --scheme dual-path {flags} --format json"), &[]).well())
}

/// The leader two hops from the source on a path of six: in single places the tail is there when the header has arrived and flits 5 to
/// 99 have followed, at 1000 + 6·25 + 95·5. Its members are three hops away.
#[test]
fn leaders_of_worms_in_single_places_wait_for_the_header() {
    let single = fig_2("--grouping ppg --leaders async --buffer-flits 1");
    assert_eq!(single["latency_async_ns"], 1000 + 6 * 25 + 95 * 5 + 1000 + 3 * 25 + 99 * 5);
    assert_eq!(
        single["latency_barrier_ns"], 3215,
        "the tail is at the end of the path as soon as it was"
    );
    for (key, expected) in [
        ("buffer_flits", json!(1)),
        ("virtual_channels", json!(1)),
        ("inject", json!("all")),
        ("consume", json!("all")),
    ] {
        assert_eq!(single["wormhole"][key], expected, "{key}");
    }
    let unlimited = fig_2("--grouping ppg --leaders async --buffer-flits unlimited");
    assert_eq!(
        (&unlimited["latency_async_ns"], &unlimited["wormhole"]["buffer_flits"]),
        (&json!(3190), &json!(null))
    );
}

/// A hop of 25 ns has room for five flits 5 ns apart.
#[test]
fn five_places_take_the_times_of_worms_in_one_piece() {
    let [plain, five] = ["", "--buffer-flits 5"].map(fig_2);
    for key in ["latency_ns", "latency_async_ns", "blocked_ns", "channels"] {
        assert_eq!(plain[key], five[key], "{key}");
    }
}

/// The worms of the star that share the channel from (1, 2) to (2, 2) take turns on it from 1075 on, when ten flits of the first have
/// entered: its 90 others enter every 10 ns, the last at 1970. The second, whose flits 0 to 89 have entered by then, has the channel alone
/// for ten more from 1975 to 2020, 5 ns each, and the last hop to go.
#[test]
fn two_worms_share_a_channel_by_turns() {
    let line = "worm latency --mesh 4x4 --source 1,1 --scheme otms --ports free --destinations 1,2;2,3;3,2;0,3 \
                --virtual-channels 2";
    let result = parsed(&meshcast(&format!("{line} --format json"), &[]).well());
    assert_eq!((&result["blocked_ns"], &result["latency_ns"]), (&json!(0), &json!(2030)));
    let text = meshcast(line, &[]).well();
    assert!(text.contains("body by link, 2 virtual channels\n"), "{text}");
}

/// The worm over 5 hops begins first: 100 flits take 500 ns, in which the one over 18 hops waits.
#[test]
fn a_node_with_one_port_sends_worms_one_after_another() {
    let one = fig_2("--inject one");
    assert_eq!(one["latency_ns"], 1945 + 500);
    assert_eq!((&one["blocked_ns"], &one["blocked_at_ports_ns"]), (&json!(0), &json!(500)));
    assert_eq!(fig_2("")["blocked_at_ports_ns"], 0);
    let line = format!("{} --scheme dual-path --inject one", FIG_2.replace("plan", "latency"));
    let text = meshcast(&line, &[]).well();
    assert!(text.contains("  at ports      worms wait 500 ns in all\n"), "{text}");
    assert!(text.contains(", a node begins one worm at a time\n"), "{text}");
    let free = meshcast(&line.replace("--inject one", ""), &[]).well();
    assert!(!free.contains("at ports"), "{free}");
}

/// Two worms of 100 flits from one node, to the left and to the right: the second begins 500 ns after the first.
#[test]
fn own_worms_and_message_sets_tell_of_waits_for_ports() {
    let folder = Folder::new();
    let worm = |to: u8| format!(r#"{{"path":[[1],[{to}]],"destinations":[[{to}]]}}"#);
    let paths = folder.file("own.json", format!(r#"{{"worms":[{},{}]}}"#, worm(0), worm(2)));
    let set = folder.file("set.jsonl", "{\"source\":1,\"destinations\":[0,2]}\n");
    for (line, file) in [
        ("worm latency --mesh 3 --paths {}", &paths),
        ("worm run --side 1 --cols 3 --input {}", &set),
    ] {
        let text = meshcast(&format!("{line} --inject one"), &[file]).well();
        assert!(text.contains("  at ports      worms wait 500 ns in all\n"), "{text}");
        assert!(!meshcast(line, &[file]).well().contains("at ports"), "{line}");
    }
}

#[test]
fn experiments_have_the_limits_in_results_and_claims() {
    let line = "worm experiment --mesh 4x4 --sizes 4 --sets 2 --schemes dual-path --buffer-flits 1 --consume one --format json";
    let result = parsed(&meshcast(line, &[]).well());
    assert_eq!(
        (&result["wormhole"]["buffer_flits"], &result["wormhole"]["consume"]),
        (&json!(1), &json!("one"))
    );
    let reading = result["claims"][0]["reading"].as_str().expect("a text");
    assert!(reading.contains("buffers of 1 flit, a node consumes one worm at a time"), "{reading}");
    let line = "worm experiment --mesh 4x4 --sizes 4 --sets 2 --schemes dual-path --load 1 --virtual-channels 4 --format json";
    let result = parsed(&meshcast(line, &[]).well());
    assert_eq!(result["wormhole"]["virtual_channels"], 4);
}

#[test]
fn limits_that_cannot_be_are_refused() {
    let line = "worm latency --mesh 8x8 --source 0,0 --destinations 1,1 --scheme dual-path";
    for (flags, expected) in [
        (
            "--buffer-flits 0",
            "invalid value '0' for '--buffer-flits <F>': expected a whole number from 1 to 4294967295, or unlimited; see --help",
        ),
        (
            "--virtual-channels 5",
            "invalid value '5' for '--virtual-channels <V>': expected a whole number from 1 to 4; see --help",
        ),
        (
            "--link 0 --virtual-channels 2",
            "--startup, --router, --link, --flits: flits must be apart where buffers, virtual channels or ports are limited, found 0 ns",
        ),
    ] {
        assert_eq!(meshcast(&format!("{line} {flags}"), &[]).refused(), expected);
    }
    assert!(meshcast(&format!("{line} --inject two"), &[]).refused().contains("--inject"));
    let eight = format!("{} --scheme dual-path", FIG_2.replace("plan", "latency"));
    let flits = format!("{eight} --flits 4294967295 --buffer-flits 4294967295");
    let ran = meshcast(&flits, &[]);
    let refused = ran.refused();
    assert!(
        refused.starts_with("--flits, --buffer-flits needs about 512 GiB of memory"),
        "{refused}"
    );
}
