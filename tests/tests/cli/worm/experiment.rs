//! `meshcast worm experiment`: many multicasts, one at a time and at once.

use super::super::{lasting, meshcast, parsed};
use serde_json::json;

#[test]
fn the_experiment_repeats_whatever_the_threads() {
    let line = "worm experiment --mesh 5x4 --sizes 3,9 --sets 12 --format json --threads";
    let [one, three] = [1, 3].map(|threads| meshcast(&format!("{line} {threads}"), &[]).well());
    assert_eq!(lasting(&one), lasting(&three));
    let result = parsed(&one);
    assert_eq!(result["schema"], "meshcast.worm-experiment/1");
    assert_eq!((&result["sets"], &result["threshold"]), (&json!(12), &json!("4/5")));
    let cells = result["cells"].as_array().expect("a list of cells");
    assert_eq!(cells.len(), 2 * 2 * 6 * 3, "kinds, sizes, schemes, groupings");
    assert!(cells.iter().any(|cell| cell["scheme"] == "multi-path"));
    assert_claims(&result);
    let tests = result["sign_tests"].as_array().expect("a list of tests");
    assert_eq!(tests.len(), 2 * (2 + 1) * (6 * 3 - 1) * 2, "sizes and all, both rules for leaders");
    for test in tests {
        let sets = ["faster", "slower", "equal"].map(|key| test[key].as_u64().expect("a number"));
        let expected = if test["size"].is_null() { 24 } else { 12 };
        assert_eq!(sets.iter().sum::<u64>(), expected, "{test}");
    }
    let other = meshcast(&format!("{line} 1 --seed 2"), &[]).well();
    assert_ne!(lasting(&one), lasting(&other));
}

/// Both groupings on both kinds of sets with both rules; clustered beside random sets without groups, and with each
/// grouping and rule; channels of both groupings on both kinds; OCMS and OTMS on both kinds.
fn assert_claims(result: &serde_json::Value) {
    let claims = result["claims"].as_array().expect("a list of claims");
    assert_eq!(claims.len(), 2 * 2 * 2 + 1 + 2 * 2 + 2 * 2 + 2 * 2);
    for claim in claims {
        let sets = ["for", "against", "equal"].map(|key| claim[key].as_u64().expect("a number"));
        assert_eq!(sets.iter().sum::<u64>(), 24, "sets of a kind: {claim}");
        let ratio = ["low", "mean", "high"].map(|key| claim["ratio"][key].as_f64());
        let [Some(low), Some(mean), Some(high)] = ratio else { panic!("{claim}") };
        assert!(low <= mean && mean <= high, "{claim}");
        let sign = claim["p"].as_f64().expect("a number") < 0.05;
        let expected = match (sets[0] > sets[1], sign) {
            (true, true) if high < 1.0 => "supported",
            (false, true) if low > 1.0 => "refuted",
            _ => "undecided",
        };
        assert_eq!(claim["verdict"], expected, "{claim}");
    }
    for verdict in ["supported", "refuted", "undecided"] {
        assert!(claims.iter().any(|claim| claim["verdict"] == verdict), "{verdict}");
    }
    let test = |claim: &serde_json::Value, grouping: &str| {
        let tests = result["sign_tests"].as_array().expect("a list of tests");
        let same = |test: &&serde_json::Value| {
            test["scheme"] == "dual-path"
                && test["grouping"] == grouping
                && test["size"].is_null()
                && ["kind", "leaders"].iter().all(|&key| test[key] == claim[key])
        };
        tests.iter().find(same).expect("the test of the claim").clone()
    };
    for (place, grouping) in [(0, "gpg"), (1, "gpg"), (2, "ppg"), (7, "ppg")] {
        let (claim, test) = (&claims[place], test(&claims[place], grouping));
        assert_eq!(claim["claim"], format!("dual-path with {grouping} is faster than without"));
        assert_eq!((&claim["for"], &claim["against"]), (&test["faster"], &test["slower"]));
        assert_eq!(claim["ratio"], test["ratio"]);
    }
    let reading = "body by link, start-up charged each, leaders async";
    assert_eq!(claims[1]["reading"], reading);
}

#[test]
fn the_report_says_which_claims_hold() {
    let line = "worm experiment --mesh 6x6 --sizes 12 --sets 30 --schemes otms";
    let text = meshcast(line, &[]).well();
    let claim = text.lines().find(|line| line.contains("otms, strict, is faster than dual-path"));
    assert!(claim.is_some_and(|claim| claim.ends_with("  supported")), "{text}");
    assert!(text.contains("  claims of the papers\n"), "{text}");
    assert!(!text.contains("ocms"), "{text}");
}

#[test]
fn meshes_without_left_and_right_do_without_multi_path() {
    let line = "worm experiment --mesh 2x3x2 --sizes 3 --sets 1 --format json";
    let result = parsed(&meshcast(line, &[]).well());
    let cells = result["cells"].as_array().expect("a list of cells");
    assert_eq!(cells.len(), 2 * 5 * 3, "kinds, schemes, groupings");
    assert!(cells.iter().all(|cell| cell["scheme"] != "multi-path"));
}

#[cfg(target_os = "linux")]
#[test]
fn experiments_that_do_not_fit_are_refused_before_they_begin() {
    let sizes: Vec<String> = (1..=4000).map(|size| size.to_string()).collect();
    let many = format!("--mesh 64x64 --sets 1000000 --sizes {}", sizes.join(","));
    for (flags, named) in [
        (&many[..], "--sets, --sizes, --schemes"),
        ("--mesh 512x512 --load 1 --messages 1000000", "--load, --messages, --sizes, --sets"),
    ] {
        let ran = meshcast(&format!("worm experiment {flags}"), &[]);
        let expected = format!("{named} needs about ");
        assert!(ran.refused().starts_with(&expected), "{}", ran.err);
    }
}

/// Two nodes send to each other, over a channel each: 1000 + 25 + 99·5 ns three times, and 100 ns between them.
#[test]
fn in_a_closed_loop_sources_wait_for_the_end_of_what_they_sent() {
    let line =
        "worm experiment --mesh 2x1 --load 1 --sizes 1 --sets 2 --schemes dual-path --format json";
    let row = |flags: &str| {
        let result = parsed(&meshcast(&format!("{line} {flags}"), &[]).well());
        result["rows"][0].clone()
    };
    let (alone, held) = (1000 + 25 + 99 * 5, 25 + 99 * 5);
    let loops = row("--messages 3 --think 100");
    assert_eq!(loops["multicasts"], 2 * 2 * 3);
    assert_eq!(loops["latency_ns"]["mean"], f64::from(alone));
    assert_eq!(loops["blocked_ns"]["mean"], 0.0);
    let end = 3 * alone + 2 * 100;
    assert_eq!(loops["end_ns"]["mean"], f64::from(end));
    let share = f64::from(3 * held) / f64::from(end);
    assert_eq!(loops["utilisation"]["mean"], share);
    assert_eq!(loops["peak_utilisation"]["mean"], share);
    assert_eq!(row("--messages 3")["end_ns"]["mean"], f64::from(3 * alone));
    assert_eq!(row("--messages 1"), row(""));
}

/// All nodes but the source are 29 of the 30 nodes of one box: gpg has one group, which is served without a leader.
#[test]
fn one_group_is_none() {
    let line = "worm experiment --mesh 6x5 --sizes 2,29 --sets 5 --format json";
    let result = parsed(&meshcast(line, &[]).well());
    let cells = result["cells"].as_array().expect("a list of cells");
    let full = cells.iter().filter(|cell| cell["size"] == 29);
    let key = |cell: &serde_json::Value| {
        ["kind", "scheme", "ports"].map(|key| cell[key].to_string()).join(" ")
    };
    let mut pairs = 0;
    for gpg in full.clone().filter(|cell| cell["grouping"] == "gpg") {
        let same = |cell: &&serde_json::Value| cell["grouping"] == "none" && key(cell) == key(gpg);
        let none = full.clone().find(same).expect("the same without groups");
        assert_eq!(gpg["groups"]["mean"], 1.0);
        for key in ["links", "latency_barrier_ns", "latency_async_ns"] {
            assert_eq!(gpg[key], none[key], "{key}");
        }
        pairs += 1;
    }
    assert_eq!(pairs, 2 * 6, "kinds and schemes");
}

#[test]
fn loads_end_without_deadlocks() {
    let line = "worm experiment --mesh 4x4 --load 0.3,1 --sizes 3 --sets 3 --schemes dual-path,ocms-free --format json --threads";
    let [one, two] = [1, 2].map(|threads| meshcast(&format!("{line} {threads}"), &[]).well());
    assert_eq!(lasting(&one), lasting(&two));
    let result = parsed(&one);
    assert_eq!(result["schema"], "meshcast.worm-experiment-load/1");
    let rows = result["rows"].as_array().expect("a list of rows");
    assert_eq!(rows.len(), 2 * 2 * 3 * 2, "loads, schemes, groupings, rules");
    for row in rows {
        let is_plain = row["scheme"] == "dual-path" && row["grouping"] == "none";
        let beside = &row["beside_dual_path"];
        assert_eq!(beside.is_null(), is_plain, "{row}");
        if !is_plain {
            let runs = ["faster", "slower", "equal"].map(|key| beside[key].as_u64());
            assert_eq!(runs.iter().flatten().sum::<u64>(), 3, "{row}");
        }
        let shares = ["utilisation", "peak_utilisation"].map(|key| row[key]["mean"].as_f64());
        let [Some(mean), Some(peak)] = shares else { panic!("{row}") };
        assert!(0.0 < mean && mean < peak && peak <= 1.0, "{row}");
        assert_eq!(row["deadlocks"], 0);
        let every_node = row["probability"] == 1.0;
        assert_eq!(row["multicasts"] == 16 * 3, every_node, "{row}");
        let blocked = row["blocked_ns"]["mean"].as_f64().expect("a number");
        assert!(blocked > 0.0 || !every_node, "{row}");
    }
    let text = meshcast("worm experiment --mesh 4x4 --load 1 --sets 1 --arrivals 10", &[]).well();
    assert!(text.starts_with("1 run of each load on the 4x4 mesh\n"), "{text}");
}

#[test]
fn experiments_that_cannot_be_are_refused() {
    for (flags, expected) in [
        (
            "--sizes 256",
            "--sizes: expected from 1 to 255 destinations on the 16x16 mesh, found 256",
        ),
        ("--sizes 3,0", "--sizes: expected from 1 to 255 destinations on the 16x16 mesh, found 0"),
        ("--mesh 1x1", "--mesh: expected at least 2 nodes, found the 1x1 mesh"),
        ("--mesh 3x0", "--mesh: expected sides of at least 1, found 0 in dimension 2"),
        (
            "--mesh 3x3x3 --sizes 4 --schemes multi-path",
            "--schemes: expected a mesh of two dimensions for multi-path, which knows left from right, found the 3x3x3 mesh",
        ),
        (
            "--load 0.5 --clusters 9",
            "the argument '--load <P,...>' cannot be used with '--clusters <N>'; see --help",
        ),
        (
            "--mesh 2x1 --load 1 --arrivals 18446744073709551615",
            "--startup, --router, --link, --flits, --arrivals, --messages, --think: expected times below 2^64 ns, found some that could reach it",
        ),
        (
            "--load 1 --messages 0",
            "invalid value '0' for '--messages <N>': expected a whole number from 1 to 1000000; see --help",
        ),
        (
            "--threshold 5/4",
            "invalid value '5/4' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "--threshold 0",
            "invalid value '0' for '--threshold <T>': expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2; see --help",
        ),
        (
            "--flits 0",
            "invalid value '0' for '--flits <L>': expected a whole number from 1 to 4294967295; see --help",
        ),
        (
            "--load 0,1",
            "invalid value '0' for '--load <P,...>': expected a probability above 0 and at most 1; see --help",
        ),
        (
            "--sets 0",
            "invalid value '0' for '--sets <N>': expected a whole number from 1 to 1000000; see --help",
        ),
    ] {
        let ran = meshcast(&format!("worm experiment {flags}"), &[]);
        assert_eq!(ran.refused(), expected, "{flags}");
    }
    for (flags, missing) in [
        ("--arrivals 5", "--load"),
        ("--messages 5", "--load"),
        ("--load 1 --think 5", "--messages"),
    ] {
        let ran = meshcast(&format!("worm experiment {flags}"), &[]);
        assert!(ran.refused().contains(missing), "{}", ran.err);
    }
}

/// The ratios of both groupings, random and clustered, barrier and async, to dual-path without groups.
fn ratios(flags: &str) -> Vec<f64> {
    let line = format!("worm experiment --schemes dual-path --sets 8 --format json {flags}");
    let result = parsed(&meshcast(&line, &[]).well());
    let claims = result["claims"].as_array().expect("a list of claims").iter();
    let faster = claims.filter(|claim| {
        claim["claim"].as_str().is_some_and(|text| text.ends_with("is faster than without"))
    });
    faster.map(|claim| claim["ratio"]["mean"].as_f64().expect("a ratio")).collect()
}

/// The table of docs/pathbased.md, by its signs: headers with addresses are what makes groupings beat the Hamiltonian path.
#[test]
fn groupings_win_where_headers_have_addresses() {
    for flags in
        ["--address-flits 1 --address-flit-time 20 --startup-charged once", "--routing per-address"]
    {
        let ratios = ratios(flags);
        assert_eq!(ratios.len(), 8, "two groupings, two kinds, two rules");
        assert!(ratios.iter().all(|&ratio| ratio < 0.99), "{flags}: {ratios:?}");
    }
    let without = ratios("--startup-charged each");
    assert!(without.iter().filter(|&&ratio| ratio > 1.05).count() >= 4, "{without:?}");
}
