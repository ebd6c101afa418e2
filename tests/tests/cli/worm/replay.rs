//! `--replay` of `meshcast worm latency` and `run`: the page, what it says, what it leaves as it is, and what is refused.

use super::super::{Folder, meshcast, parsed};
use super::dependencies::AROUND;
use serde_json::Value;
use std::fs;
use std::path::Path;

const MULTICAST: &str = "worm latency --mesh 8x8 --source 2,5 --destinations 1,6;2,6;5,2;7,7";
const SET: &str = "worm run --workload uniform --side 4 --congestion 2";

/// What the page says of itself before any script has run.
fn facts(page: &Path) -> Value {
    let text = fs::read_to_string(page).expect("a page");
    let (_, rest) = text.split_once("id=\"facts\">").expect("facts");
    parsed(rest.split_once("</script>").expect("their end").0)
}

/// A result without the time that it took.
fn lasting(text: &str) -> Value {
    let mut result = parsed(text);
    result.as_object_mut().expect("an object").remove("timing");
    result
}

#[test]
fn a_page_leaves_the_result_as_it_is() {
    let folder = Folder::new();
    let page = folder.path("worms.html");
    let ports = "--consume one --inject one --virtual-channels 2 --buffer-flits 3";
    for line in [
        MULTICAST.to_owned(),
        format!("{MULTICAST} --grouping ppg --leaders async --address-flits 2"),
        format!("{MULTICAST} {ports}"),
        SET.to_owned(),
        format!("{SET} --virtual-channels 2"),
        "worm run --workload uniform --hypercube 4 --congestion 1".to_owned(),
    ] {
        let plain = meshcast(&format!("{line} --format json"), &[]).well();
        let with = meshcast(&format!("{line} --format json --replay {{}}"), &[&page]).well();
        let (plain, with) = (lasting(&plain), lasting(&with));
        assert_eq!(plain, with, "{line}");
        let facts = facts(&page);
        let end = if line.starts_with("worm run") { "makespan_ns" } else { "latency_ns" };
        // A port is free a flit, 5 ns, after the last delivery.
        let after = if line.contains("one") { 5 } else { 0 };
        let end = plain[end].as_u64().expect("a time") + after;
        assert_eq!(facts["end"], end, "{line}");
        let worms = plain["paths"].as_array().map(|paths| Value::from(paths.len()));
        assert_eq!(facts["worms"], worms.unwrap_or_else(|| plain["worms"].clone()), "{line}");
        assert_eq!(facts["stride"], 1, "{line}");
    }
}

#[test]
fn a_deadlock_has_its_page_with_the_sentence_at_its_top() {
    let folder = Folder::new();
    let (file, page) = (folder.file("around.json", AROUND), folder.path("deadlock.html"));
    let ran = meshcast("worm latency --mesh 2x2 --paths {} --replay {}", &[&file, &page]);
    assert_eq!(ran.status, 1);
    let sentence = ran.err.strip_prefix("error: ").expect("a fault").trim_end();
    assert!(sentence.starts_with("deadlock at 1,025 ns: worm 1 waits for "), "{sentence}");
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.contains(&format!("<p class=\"broken\" role=\"alert\">{sentence}</p>")));
    assert!(text.contains("<h1>4 worms on the 2x2 mesh</h1>"), "{sentence}");
    let deadlock = &facts(&page)["deadlock"];
    assert_eq!(
        (&deadlock["time"], deadlock["worms"].as_array().map(Vec::len)),
        (&1025.into(), Some(4))
    );
    // The four channels around the square, each once.
    let mut channels: Vec<u64> =
        deadlock["channels"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    channels.sort_unstable();
    channels.dedup();
    assert_eq!(channels.len(), 4);
}

#[test]
fn a_page_goes_to_standard_output_and_is_the_same_again() {
    let pages = [1, 2].map(|_| meshcast(&format!("{MULTICAST} --replay -"), &[]).out);
    assert!(pages[0] == pages[1] && pages[0].starts_with("<!DOCTYPE html>"));
    assert!(!pages[0].contains("://"), "a page names no other");
    let threads =
        [1, 3].map(|threads| meshcast(&format!("{SET} --replay - --threads {threads}"), &[]).out);
    assert!(threads[0] == threads[1] && threads[0].starts_with("<!DOCTYPE html>"));
}

#[test]
fn moments_left_out_are_said() {
    let folder = Folder::new();
    let page = folder.path("worms.html");
    meshcast(&format!("{SET} --replay {{}}"), &[&page]).well();
    let (end, moments) = (facts(&page)["end"].clone(), facts(&page)["frames"].as_u64());
    let moments = moments.expect("a number");
    meshcast(&format!("{SET} --replay {{}} --frames 10 --title <b> --note A&B"), &[&page]).well();
    let stride = (moments - 1).div_ceil(9);
    let facts = facts(&page);
    assert_eq!(facts["stride"], stride);
    assert_eq!(facts["frames"], (moments - 1).div_ceil(stride) + 1);
    assert_eq!(facts["end"], end);
    let text = fs::read_to_string(&page).expect("a page");
    assert!(
        text.contains(&format!("the page shows {} moments, one of {stride}.</p>", facts["frames"]))
    );
    assert!(text.contains("<h1>&lt;b&gt;</h1>") && text.contains("<p class=\"note\">A&amp;B</p>"));
}

#[test]
fn what_cannot_be_shown_is_refused_in_a_line() {
    let folder = Folder::new();
    let (file, page) = (folder.file("around.json", AROUND), folder.path("page.html"));
    let paths = "worm latency --mesh 2x2 --paths {}";
    for (line, files, expected) in [
        (format!("{paths} --replay {{}}"), vec![&file, &file], "would overwrite --paths: choose another file"),
        (format!("{paths} --replay page.svg"), vec![&file], "--replay: expected a name that ends in .html, found page.svg"),
        (format!("{paths} --frames 9"), vec![&file], "required arguments were not provided: --replay"),
        (format!("{paths} --title A"), vec![&file], "required arguments were not provided: --replay"),
        (format!("{paths} --replay {{}} --frames 1"), vec![&file, &page], "expected a whole number from 2 on"),
        (format!("{paths} --replay - --svg -"), vec![&file], "would overwrite --svg"),
        ("worm latency --hypercube 16 --source 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --destinations 1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --replay {}".to_owned(), vec![&page], "--replay: expected at most 524288 nodes and channels to draw around the paths, found 2162688"),
        ("worm plan --mesh 2x2 --source 0,0 --destinations 1,1 --replay {}".to_owned(), vec![&page], "unexpected argument '--replay'"),
    ] {
        let files: Vec<&Path> = files.into_iter().map(std::path::PathBuf::as_path).collect();
        let ran = meshcast(&line, &files);
        assert!(ran.err.contains(expected), "{line}: {}", ran.err);
        assert_ne!(ran.status, 0, "{line}");
    }
    assert_eq!(folder.names(), ["around.json"]);
}
