//! Reports and figures of sweeps, and the heat map of a run.

use super::{Folder, meshcast};
use std::fs;
use std::path::Path;

const PLAN: &str = r#"title = "Small meshes"
[[runs]]
algorithms = ["buffered", "randomized:tuned"]
workloads = ["uniform"]
sides = [4, 8, 16]
congestions = [1, 4]
seeds = [1, 2]
"#;

/// A folder with the results of [`PLAN`] in `results`.
fn swept() -> Folder {
    let folder = Folder::new();
    let plan = folder.file("plan.toml", PLAN);
    meshcast("sweep {} --out {}", &[&plan, &folder.path("results")]).well();
    folder
}

fn is_png(path: &Path) -> bool {
    fs::read(path).expect("the picture is there").starts_with(b"\x89PNG\r\n\x1a\n")
}

#[test]
fn a_report_shows_every_run_and_repeats() {
    let folder = swept();
    let (results, page) = (folder.path("results"), folder.path("report.html"));
    let said = meshcast("report {} --out {}", &[&results, &page]).well();
    assert!(said.contains(" figures in "), "{said}");
    let first = fs::read_to_string(&page).expect("the page is there");
    assert!(first.starts_with("<!DOCTYPE html>") && first.ends_with("</html>\n"));
    for part in ["<h1>Small meshes</h1>", "24 runs done, 0 failed", "meshcast sweep plan.toml"] {
        assert!(first.contains(part), "{part}");
    }
    // The theorems come first, and all claims are folded.
    let at = |part: &str| first.find(part).unwrap_or_else(|| panic!("no {part}"));
    let theorems =
        ["Theorem 2", "Theorem 3"].map(|name| at(&format!("<td data-is=\"theorem\">{name}</td>")));
    let claims = at("<details><summary class=\"tally\">All ");
    assert!(theorems.into_iter().all(|theorem| theorem < claims));
    // A row of the table for every cell: 2 algorithms, 3 meshes and 2 congestions.
    assert_eq!(first.matches("<td>uniform</td>").count(), 12);
    meshcast("report {} --out {}", &[&results, &page]).well();
    assert!(fs::read_to_string(&page).expect("the page is there") == first);
}

#[test]
fn a_figure_is_an_svg_and_a_png_file() {
    let folder = swept();
    let figures = folder.path("figures");
    let said = meshcast("plot {} --out {}", &[&folder.path("results"), &figures]).well();
    for name in ["steps-n-uniform-c4", "ratio-n-uniform-c4", "peak-n-uniform-c4", "shares-uniform"]
    {
        assert!(said.contains(name), "{said}");
        assert!(is_png(&figures.join(format!("{name}.png"))));
        let drawn =
            fs::read_to_string(figures.join(format!("{name}.svg"))).expect("the picture is there");
        assert!(drawn.starts_with("<svg ") && drawn.contains("buffered"), "{drawn}");
    }
}

#[test]
fn a_heat_map_is_drawn_of_an_audited_run() {
    let folder = Folder::new();
    let route = "route --algorithm hamiltonian --workload uniform --side 8 --congestion 4";
    for name in ["map.svg", "map.png"] {
        meshcast(&format!("{route} --audit full --heat-map {{}}"), &[&folder.path(name)]).well();
    }
    assert!(is_png(&folder.path("map.png")));
    let drawn = fs::read_to_string(folder.path("map.svg")).expect("the picture is there");
    assert!(drawn.contains("Fullest moment of every buffer (packets): uniform"), "{drawn}");
    let refused = [
        (
            "--heat-map map.svg",
            "--heat-map: expected only with --audit full, found with --audit peak",
        ),
        (
            "--audit full --heat-map map.gif",
            "--heat-map: expected a name that ends in .svg or .png, found map.gif",
        ),
    ];
    for (flags, expected) in refused {
        assert_eq!(meshcast(&format!("{route} {flags}"), &[]).refused(), expected);
    }
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = Folder::new();
    let nothing = folder.path("nothing");
    for command in ["report {} --out {}", "plot {} --out {}"] {
        let ran = meshcast(command, &[&nothing, &folder.path("out")]);
        assert!(
            ran.refused().contains("expected the results of a sweep, found none"),
            "{}",
            ran.err
        );
    }
    let swept = swept();
    let file = swept.file("file", "");
    let ran = meshcast("report {} --out {}", &[&swept.path("results"), &file.join("page.html")]);
    assert!(ran.refused().starts_with("--out: "), "{}", ran.err);
    let ran = meshcast("plot {} --out {}", &[&swept.path("results"), &file]);
    assert!(ran.refused().starts_with("--out: "), "{}", ran.err);
}
