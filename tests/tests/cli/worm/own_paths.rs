//! Worms with paths of a user's own: what they take, how they end in a deadlock, and what is refused.

use super::super::{Folder, meshcast, parsed};
use super::dependencies::AROUND;
use serde_json::json;

/// Worm 2 starts later and waits at (1, 0) for the channel that worm 1 holds until 1025 + 25 + 99·5.
const CROSSING: &str = r#"{"worms":[
{"path":[[0,0],[1,0],[2,0]],"destinations":[[1,0],[2,0]]},
{"path":[[1,1],[1,0],[2,0]],"destinations":[[2,0]],"start":10}
]}"#;

#[test]
fn worms_of_a_file_are_sent() {
    let folder = Folder::new();
    let file = folder.file("crossing.json", CROSSING);
    let line = "worm latency --mesh 3x2 --paths {}";
    let result = parsed(&meshcast(&format!("{line} --format json"), &[&file]).well());
    assert_eq!(result["schema"], "meshcast.worm-routes/1");
    let (first, released) = (1000 + 2 * 25 + 99 * 5, 1025 + 25 + 99 * 5);
    let second = released + 25 + 99 * 5;
    assert_eq!(result["completions_ns"], json!([first, second]));
    assert_eq!(result["latency_ns"], second);
    assert_eq!(result["blocked_ns"], released - (1010 + 25));
    assert_eq!((&result["links"], &result["max_length"]), (&json!(4), &json!(2)));
    assert_eq!(result["worms"][1]["start_ns"], 10);
    let text = meshcast(line, &[&file]).well();
    assert!(text.starts_with("2 worms on the 3x2 mesh\n"), "{text}");
    let plan = meshcast("worm plan --mesh 3x2 --paths {} --format json", &[&file]).well();
    assert_eq!(parsed(&plan)["worms"], result["worms"]);
}

#[test]
fn a_deadlock_is_named_and_drawn() {
    let folder = Folder::new();
    let (file, svg) = (folder.file("around.json", AROUND), folder.path("deadlock.svg"));
    let line = "worm latency --mesh 2x2 --paths {} --svg {} --format json";
    let ran = meshcast(line, &[&file, &svg]);
    assert_eq!(ran.status, 1);
    let wait = |worm, from, to, held_by| {
        format!("worm {worm} waits for the channel from {from} to {to}, which worm {held_by} holds")
    };
    let waits = [
        wait(1, "0,1", "1,1", 2),
        wait(2, "1,1", "1,0", 3),
        wait(3, "1,0", "0,0", 4),
        wait(4, "0,0", "0,1", 1),
    ];
    assert_eq!(ran.err, format!("error: deadlock at 1,025 ns: {}\n", waits.join("; ")));
    let result = parsed(&ran.out);
    assert_eq!(
        (&result["schema"], &result["time_ns"]),
        (&json!("meshcast.worm-deadlock/1"), &json!(1025))
    );
    let third = json!({"worm": 2, "source": [1, 1], "destinations": [[0, 0]], "waits_for": {"from": [1, 0], "to": [0, 0]}, "held_by": 3, "since_ns": 1025});
    assert_eq!(result["cycle"][2], third);
    let picture = std::fs::read_to_string(&svg).expect("the picture is written");
    assert!(
        picture.contains("<title id=\"title\">deadlock at 1,025 ns: worm 1 waits"),
        "{picture}"
    );
    let waits = picture.lines().filter(|line| line.starts_with("<path "));
    let waits = waits.filter(|line| line.contains("stroke=\"#000000\""));
    assert_eq!(waits.count(), 5, "four worms wait, and the legend says how");
    let text = meshcast("worm latency --mesh 2x2 --paths {}", &[&file]);
    assert!(
        text.out.starts_with("a deadlock on the 2x2 mesh at 1,025 ns: 4 worms wait in a circle\n"),
        "{}",
        text.out
    );
    assert_eq!(text.status, 1);
}

/// The last two worms wait behind the cycle, and are not on it.
#[test]
fn only_the_worms_of_the_cycle_are_named() {
    let folder = Folder::new();
    let more = AROUND.replace(
        "{\"worms\":[",
        "{\"worms\":[{\"path\":[[2,0],[1,0],[0,0]],\"destinations\":[[0,0]],\"start\":200},",
    );
    let file = folder.file("more.json", more);
    let ran = meshcast("worm latency --mesh 3x2 --paths {} --format json", &[&file]);
    let result = parsed(&ran.out);
    let worms: Vec<_> = result["cycle"]
        .as_array()
        .expect("a cycle")
        .iter()
        .map(|wait| wait["worm"].clone())
        .collect();
    assert_eq!(worms, [1, 2, 3, 4]);
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let folder = Folder::new();
    let form = r#"expected {"worms":[{"path":[[0,0],[1,0]],"destinations":[[1,0]],"start":0}]}, found none of that form"#;
    let worm = |path: &str, destinations: &str| {
        format!(
            "{{\"worms\":[{{\"path\":[[0,0],[0,1]],\"destinations\":[[0,1]]}},\n{{\"path\":{path},\"destinations\":{destinations}}}]}}"
        )
    };
    for (text, expected) in [
        ("path: 0,0".to_owned(), format!(":1: {form} (column 1: expected value)")),
        (String::new(), format!(":1: {form} (column 0: EOF while parsing a value)")),
        ("{\"worms\":[]}".to_owned(), ": expected at least one worm, found none".to_owned()),
        (
            worm("[[0,0],[0,4]]", "[[0,4]]"),
            ": worm 2: expected a node of the 3x3 mesh, found 0,4 (node 2)".to_owned(),
        ),
        (
            worm("[[0,0],[0,1]]", "[3]"),
            ": worm 2: expected a node of the 3x3 mesh, found 3 (destination 1)".to_owned(),
        ),
        (
            worm("[[0,0],[1,1]]", "[[1,1]]"),
            ": worm 2: expected neighbours, found no edge from 0,0 to 1,1 (nodes 1 and 2 of the path)".to_owned(),
        ),
        (
            worm("[[0,0],[0,1],[0,0],[0,1]]", "[[0,1]]"),
            ": worm 2: expected every channel once, found the one from 0,0 to 0,1 again (nodes 3 and 4 of the path)".to_owned(),
        ),
        (worm("[]", "[[0,1]]"), ": worm 2: expected a path of at least two nodes, found 0".to_owned()),
        (worm("[[0,0],[0,1]]", "[]"), ": worm 2: expected at least one destination, found none".to_owned()),
        (
            worm("[[0,0],[0,1],[1,1]]", "[[1,1],[0,1]]"),
            ": worm 2: expected destinations in the order in which the path visits them, found 1,1 (destination 1), which it does not visit after the source".to_owned(),
        ),
    ] {
        let file = folder.file("routes.json", &text);
        for command in ["latency", "plan", "dependencies"] {
            let ran = meshcast(&format!("worm {command} --mesh 3x3 --paths {{}}"), &[&file]);
            assert_eq!(ran.refused(), format!("{}{expected}", file.display()), "{text}");
        }
    }
}

#[test]
fn flags_of_multicasts_do_not_go_with_a_file() {
    let line = "worm latency --mesh 3x3 --paths a.json";
    for flag in
        ["--source 0,0", "--destinations 0,1", "--scheme ocms", "--grouping ppg", "--leaders async"]
    {
        let ran = meshcast(&format!("{line} {flag}"), &[]);
        let refusal = ran.refused();
        let (name, _) = flag.split_once(' ').expect("a value");
        assert!(refusal.contains("cannot be used with") && refusal.contains(name), "{refusal}");
        assert!(refusal.contains("--paths <FILE>"), "{refusal}");
    }
    for (flags, expected) in [
        (
            "--startup-charged once",
            "--startup-charged once: expected only with worms of a multicast, found with --paths",
        ),
        ("--svg a.png", "--svg: expected a name that ends in .svg, found a.png"),
    ] {
        assert_eq!(meshcast(&format!("{line} {flags}"), &[]).refused(), expected);
    }
    let absent = meshcast("worm latency --mesh 3x3 --paths absent.json", &[]);
    assert!(absent.refused().starts_with("absent.json: expected a file that can be read, found: "));
    let none = meshcast("worm latency --mesh 3x3", &[]);
    assert!(none.refused().contains("--source <NODE>"), "{}", none.err);
    let folder = Folder::new();
    let file = folder.file("a.json", AROUND);
    let line = "worm latency --mesh 2x2 --paths {} --svg {}";
    let ran = meshcast(line, &[&file, &file]);
    assert!(ran.refused().contains("would overwrite --paths"), "{}", ran.err);
}

/// Both could wait from the later start on for 2^64 ns in sum.
#[test]
fn a_start_that_is_too_late_is_named() {
    let folder = Folder::new();
    let worms = |start: u64| {
        let worm =
            |start| json!({"path": [[0, 0], [0, 1]], "destinations": [[0, 1]], "start": start});
        folder.file("late.json", json!({"worms": [worm(0), worm(start)]}).to_string())
    };
    let most = u64::MAX / 3;
    let file = worms(most + 1);
    let expected = format!(
        "{}: worm 2: expected a start of at most {most} ns in a run of 2 worms, found {}",
        file.display(),
        most + 1
    );
    assert_eq!(meshcast("worm latency --mesh 2x2 --paths {}", &[&file]).refused(), expected);
    meshcast("worm latency --mesh 2x2 --paths {}", &[&worms(most - 10_000)]).well();
}
