//! `meshcast worm experiment`: many multicasts, one at a time and at once.

use super::super::{Folder, lasting, meshcast, parsed};
use serde_json::json;
use std::fs;

#[test]
fn the_experiment_repeats_whatever_the_threads() {
    let line = "worm experiment --mesh 5x4 --sizes 3,9 --sets 12 --format json --threads";
    let [one, three] = [1, 3].map(|threads| meshcast(&format!("{line} {threads}"), &[]).well());
    assert_eq!(lasting(&one), lasting(&three));
    let result = parsed(&one);
    assert_eq!(result["schema"], "meshcast.worm-experiment/1");
    assert_eq!((&result["sets"], &result["threshold"]), (&json!(12), &json!("4/5")));
    let lists = ["cells", "scheme_cells"].map(|list| result[list].as_array().expect("cells"));
    let lengths = lists.map(Vec::len);
    assert_eq!(lengths, [2 * 2 * 3, 2 * 2 * 5 * 3], "kinds, sizes, schemes, groupings");
    assert!(lists[0].iter().all(|cell| cell["scheme"] == "dual-path"));
    assert!(lists[1].iter().any(|cell| cell["scheme"] == "multi-path"));
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
    let cells = result["scheme_cells"].as_array().expect("a list of cells");
    assert_eq!(cells.len(), 2 * 4 * 3, "kinds, schemes, groupings");
    assert!(cells.iter().all(|cell| cell["scheme"] != "multi-path"));
}

#[cfg(target_os = "linux")]
#[test]
fn experiments_that_do_not_fit_are_refused_before_they_begin() {
    let sizes: Vec<String> = (1..=4000).map(|size| size.to_string()).collect();
    let many = format!("--mesh 64x64 --sets 1000000 --sizes {}", sizes.join(","));
    for (flags, named) in [
        (&many[..], "--sets, --sizes, --schemes"),
        (
            "--mesh 512x512 --sizes 4096 --load 1 --messages 1000000",
            "--load, --messages, --sizes, --sets",
        ),
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
    let lists = ["cells", "scheme_cells"].map(|list| result[list].as_array().expect("cells"));
    let full = lists.into_iter().flatten().filter(|cell| cell["size"] == 29);
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

/// Blocked worms cover 100 channels with a flit each, 20 in the usual model: how deep buffers are decides whether PPG pays under load.
#[test]
fn groups_pay_under_load_where_a_channel_has_room_for_one_flit() {
    let line = "worm experiment --load 0.05 --sets 8 --schemes dual-path --format json";
    let beside = |flags: &str| {
        let result = parsed(&meshcast(&format!("{line} {flags}"), &[]).well());
        let rows = result["rows"].as_array().expect("a list of rows").clone();
        let is_ppg = |row: &&serde_json::Value| row["grouping"] == "ppg";
        let row = rows.iter().filter(is_ppg).find(|row| row["leaders"] == "barrier").cloned();
        let beside = row.expect("ppg with a barrier")["beside_dual_path"].clone();
        let ratio = |end: &str| beside["ratio"][end].as_f64().expect("an interval");
        (ratio("low"), ratio("high"), beside["slower"].as_u64().expect("a number"))
    };
    let (_, most, slower) = beside("--buffer-flits 1");
    assert!(most < 0.9 && slower <= 1, "{most} {slower}");
    let (least, _, slower) = beside("--buffer-flits 8");
    assert!(least > 0.9 && slower >= 4, "{least} {slower}");
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

/// The cells of a script: what is asked for, under the names of the contract.
#[test]
fn cells_are_of_the_kind_and_the_leaders_that_are_asked_for() {
    let line = "worm experiment --mesh 6x6 --sizes 5,20 --sets 6 --threshold 4/5 --format json";
    let cells = |flags: &str| {
        let result = parsed(&meshcast(&format!("{line} {flags}"), &[]).well());
        result["cells"].as_array().expect("a list of cells").clone()
    };
    let (both, only) =
        (cells("--schemes dual-path"), cells("--schemes dual-path --kind clustered"));
    assert_eq!((both.len(), only.len()), (2 * 2 * 3, 2 * 3));
    let clustered: Vec<_> = both.iter().filter(|cell| cell["kind"] == "clustered").collect();
    assert!(clustered.into_iter().eq(&only), "the same sets");
    let late = cells("--schemes dual-path --leaders async");
    let mut differ = 0;
    for (barrier, late) in both.iter().zip(&late) {
        assert_eq!(barrier["destinations"], barrier["size"]);
        assert_eq!(barrier["mean_ns"], barrier["latency_barrier_ns"]["mean"]);
        assert_eq!(late["mean_ns"], barrier["latency_async_ns"]["mean"]);
        differ += usize::from(barrier["mean_ns"] != late["mean_ns"]);
    }
    assert!(differ > 4, "{differ} cells");
}

#[test]
fn all_cells_go_to_a_table_with_the_times_of_the_network() {
    let folder = Folder::new();
    let file = folder.path("cells.csv");
    let line = "worm experiment --mesh 5x5 --sizes 4,9 --sets 5 --schemes otms --address-flits 1 --format json";
    let ran = meshcast(&format!("{line} --csv {{}}"), &[&file]);
    let result = parsed(&ran.well());
    let table = fs::read_to_string(&file).expect("a table");
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().expect("names").split(',').collect();
    let value = |line: &str, name: &str| {
        let place = names.iter().position(|&other| other == name).expect("a column");
        line.split(',').nth(place).expect("a value").to_owned()
    };
    let rows: Vec<&str> = lines.collect();
    assert_eq!(rows.len(), 2 * 2 * 2 * 3 * 2, "kinds, sizes, schemes, groupings, rules");
    let lists = ["cells", "scheme_cells"].map(|list| result[list].as_array().expect("cells"));
    for (cell, rows) in lists.into_iter().flatten().zip(rows.chunks(2)) {
        for (row, (leaders, key)) in
            rows.iter().zip([("barrier", "latency_barrier_ns"), ("async", "latency_async_ns")])
        {
            assert_eq!(value(row, "leaders"), leaders);
            assert_eq!(value(row, "scheme"), cell["scheme"].as_str().expect("a name"));
            assert_eq!(value(row, "destinations"), cell["destinations"].to_string());
            let mean = value(row, "mean_ns").parse::<f64>().ok();
            assert_eq!(mean, cell[key]["mean"].as_f64());
            assert_eq!(
                (value(row, "address_flits"), value(row, "flits")),
                ("1".to_owned(), "100".to_owned())
            );
        }
    }
    let refused = meshcast(&format!("{line} --csv {{}}"), &[&folder.path("cells.txt")]);
    assert!(refused.refused().starts_with("--csv: expected a name that ends in .csv, found "));
}

/// Of a set, by kind and grouping: the ratio and the verdict of every reading, whose times are as `is_so` has them.
fn ratios(result: &serde_json::Value, is_so: impl Fn(&serde_json::Value) -> bool) -> Vec<f64> {
    let readings = result["readings"].as_array().expect("a list of readings").iter();
    let of = |reading: &serde_json::Value| {
        let comparisons = reading["comparisons"].as_array().expect("comparisons").clone();
        comparisons.into_iter().map(|one| one["ratio"]["mean"].as_f64().expect("a ratio"))
    };
    readings.filter(|reading| is_so(reading)).flat_map(of).collect()
}

/// The table of docs/pathbased.md, by its signs, on few sets of sizes over the whole range: headers with addresses are what makes both
/// groupings beat the Hamiltonian path on both kinds of sets.
#[test]
fn groupings_win_where_headers_have_addresses() {
    let line = "worm experiment --readings --sets 8 --format json";
    let result = parsed(&meshcast(line, &[]).well());
    assert_eq!(result["readings"].as_array().map(Vec::len), Some(72));
    let times = |reading: &serde_json::Value| {
        let times = &reading["wormhole"];
        let text = |key: &str| times[key].as_str().expect("text").to_owned();
        let number = |key: &str| times[key].as_u64().expect("a number");
        let address = number("address_flits") * number("address_flit_ns");
        (address, text("body"), text("startup_charged"), text("routing"))
    };
    let at = |address: u64, charged: &'static str, routing: &'static str| {
        move |reading: &serde_json::Value| {
            let expected = (address, "link".to_owned(), charged.to_owned(), routing.to_owned());
            times(reading) == expected
        }
    };
    // An address is a routing flit of 20 ns and the start-up is charged once, or routers take their time for each address.
    for reading in [at(20, "once", "per-worm"), at(0, "each", "per-address")] {
        let ratios = ratios(&result, reading);
        assert_eq!(ratios.len(), 2 * 2 * 2, "rules, kinds, groupings");
        assert!(ratios.iter().all(|&ratio| ratio < 0.99), "{ratios:?}");
    }
    // With headers of one flit they lose where the start-up is charged for each worm, but for PPG on random sets.
    let without = ratios(&result, at(0, "each", "per-worm"));
    assert!(without.iter().filter(|&&ratio| ratio > 1.05).count() >= 4, "{without:?}");
    // GPG on random sets is what decides: it loses with a start-up for each worm and a barrier.
    let each = ratios(&result, at(20, "each", "per-worm"));
    assert!(each[0] > 1.03 && each[1] < 0.9, "{each:?}");
    let text = meshcast("worm experiment --readings --sets 2 --mesh 4x4 --sizes 3,6", &[]).well();
    assert!(
        text.starts_with("| header | body | start-up | leaders | random, GPG | random, PPG |"),
        "{text}"
    );
    assert_eq!(text.lines().filter(|line| line.starts_with('|')).count(), 2 + 72);
}

#[test]
fn readings_vary_what_the_papers_leave_open_and_nothing_else_may() {
    for flag in [
        "--body both",
        "--address-flits 1",
        "--routing per-address",
        "--csv a.csv",
        "--load 1",
        "--leaders async",
    ] {
        let ran = meshcast(&format!("worm experiment --readings {flag}"), &[]);
        assert!(ran.refused().contains("cannot be used with"), "{flag}: {}", ran.err);
    }
}
