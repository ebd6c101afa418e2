use super::*;
use crate::flags::Format;
use crate::present::plot::{Picture, Style};
use crate::store::{FAILED, Row, Tabled, key_of};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// What no text in a page may become.
const HOSTILE: &str = "</script><script src='http://x'>'\"&<b>";

/// A run of an algorithm that takes 8√(cn) steps.
fn run(source: &str, nodes: u64, congestion: u64, seed: u64) -> RunRow {
    let steps = 8 * (nodes * congestion).isqrt() + seed;
    let configuration = format!("{source}-{nodes}-{congestion}-{seed}");
    RunRow {
        key: key_of(&configuration),
        configuration,
        algorithm: "randomized:tuned".to_owned(),
        source: source.to_owned(),
        nodes,
        asked_congestion: Some(congestion),
        congestion: Some(congestion),
        degree: Some(congestion),
        seed,
        mode: "step".to_owned(),
        knowledge: "known".to_owned(),
        status: "done".to_owned(),
        steps: Some(steps),
        lower_bound: Some(10),
        peak: Some(5),
        peak_is: Some("measured".to_owned()),
        capacity: Some(8),
        ledger: Some(
            r#"[{"path":"visit/</script><i>","steps":3},{"path":"","steps":1}]"#.to_owned(),
        ),
        audit: Some(
            r#"{"node_peaks":[{"packets":1,"nodes":9}],"busiest_link":null,"occupancy":[
                {"first_step":0,"last_step":8,"mean":0.5,"max":1,"node_steps":[40,41]},
                {"first_step":9,"last_step":9,"mean":0.2,"max":1,"node_steps":[9]},
                {"first_step":10,"last_step":10,"mean":0.0,"max":0,"node_steps":[9]}],
                "map":{"cell":3,"rows":1,"cols":1,"peaks":[1],"means":[0.45]},"spans":[]}"#
                .to_owned(),
        ),
        version: HOSTILE.to_owned(),
        build_commit: "abc".to_owned(),
        ..RunRow::default()
    }
}

/// A store with runs of a workload, of files and of an algorithm with names that are markup.
fn store(folder: &Path) {
    let store = Store::create(folder).unwrap();
    let plan = PlanRow {
        name: HOSTILE.to_owned(),
        title: HOSTILE.to_owned(),
        text: HOSTILE.to_owned(),
        ..PlanRow::default()
    };
    let plan = PlanRow { key: key_of(&plan.named_by()), ..plan };
    store.keep(&plan).unwrap();
    for source in ["uniform", HOSTILE, "a_b", "a-b"] {
        for (nodes, congestion) in [(256, 4), (1024, 4), (4096, 4), (4096, 16), (4096, 64)] {
            for seed in 1..=3 {
                store.add(&Row::Run(Box::new(run(source, nodes, congestion, seed)))).unwrap();
            }
        }
    }
    for (nodes, seed) in [(256, 9), (1024, 9), (4096, 9)] {
        let (configuration, algorithm) = (format!("hostile-{nodes}"), HOSTILE.to_owned());
        let key = key_of(&configuration);
        let row = RunRow { key, configuration, algorithm, ..run("uniform", nodes, 4, seed) };
        store.add(&Row::Run(Box::new(row))).unwrap();
    }
    let error = Some(HOSTILE.to_owned());
    let failed = RunRow { status: FAILED.to_owned(), error, ..run("failing", 64, 4, 1) };
    store.add(&Row::Run(Box::new(failed))).unwrap();
}

fn page() -> String {
    let folder = tempdir().unwrap();
    store(folder.path());
    let args = ReportArgs {
        folder: folder.path().into(),
        out: folder.path().join("report.html"),
        format: Format::Text,
    };
    report(&args).unwrap();
    fs::read_to_string(args.out).unwrap()
}

/// The page without what is in its scripts and styles.
fn markup(page: &str) -> String {
    let mut rest = page;
    let mut whole = String::new();
    while let Some(start) = ["<script", "<style"].iter().filter_map(|tag| rest.find(tag)).min() {
        let open = start + rest[start..].find('>').unwrap() + 1;
        whole.push_str(&rest[..open]);
        let end = if rest[start..].starts_with("<script") { "</script>" } else { "</style>" };
        rest = &rest[open + rest[open..].find(end).unwrap()..];
    }
    whole + rest
}

#[test]
fn the_same_results_give_the_same_bytes() {
    assert!(page() == page());
}

#[test]
fn a_page_asks_for_nothing_from_anywhere() {
    let page = page();
    assert!(page.contains("default-src 'none'"));
    for asking in ["url(h", "@import", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(asking), "{asking}");
    }
    for tag in markup(&page).split('<').filter_map(|part| part.split('>').next()) {
        for asking in ["src=", "href=\"h", "link ", "iframe", "img ", "object", "base "] {
            assert!(!tag.contains(asking), "{tag}");
        }
    }
}

#[test]
fn text_stays_text_wherever_it_gets_to() {
    let page = page();
    // The data, uPlot, the script, and nothing that a name begins.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script").count(), 3);
    let markup = markup(&page);
    assert!(markup.contains("&lt;/script&gt;&lt;script src=&#39;http://x&#39;&gt;"));
}

#[test]
fn every_tag_that_opens_is_closed() {
    const VOID: [&str; 2] = ["meta", "br"];
    let markup = markup(&page());
    let mut open = Vec::new();
    let mut rest = markup.as_str();
    while let Some(start) = rest.find('<') {
        let tag = &rest[start + 1..start + rest[start..].find('>').expect("a tag ends")];
        rest = &rest[start + 1 + tag.len()..];
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap();
        if tag.starts_with('!') || tag.ends_with('/') || VOID.contains(&name) {
            continue;
        }
        match tag.strip_prefix('/') {
            Some(_) => assert_eq!(open.pop(), Some(name), "before {}", &rest[..rest.len().min(80)]),
            None => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn no_two_parts_of_a_page_have_one_name() {
    let page = page();
    let mut names: Vec<&str> = page
        .match_indices(" id=\"")
        .map(|(at, _)| page[at + 5..].split('"').next().unwrap())
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(count > 40, "{count}");
    assert_eq!(names.len(), count);
}

#[test]
fn every_figure_has_axes_a_legend_a_caption_and_its_commands() {
    let page = page();
    let figures: Vec<&str> = page.split("<figure ").skip(1).collect();
    let named = |name: &str| figures.iter().filter(|figure| figure.contains(name)).count();
    for kind in ["steps-n-", "steps-c-", "ratio-n-", "peak-n-", "shares-", "occupancy-"] {
        assert!(named(&format!("id=\"{kind}")) >= 4, "{kind}");
    }
    for figure in figures {
        assert!(
            figure.contains("<figcaption>") && figure.contains("meshcast plot results"),
            "{figure}"
        );
        let picture = figure.split("</svg>").next().unwrap();
        assert!(picture.contains("randomized:tuned"), "{picture}");
        assert!(picture.contains("viewBox=\"0 0 760 "), "it can be made smaller: {picture}");
        let units = ["(nodes)", "(messages for a node)", "(steps)", "steps (% of the run)"];
        assert!(units.iter().any(|unit| picture.contains(unit)), "{picture}");
    }
}

#[test]
fn the_first_figures_are_in_sight_and_all_others_folded() {
    let page = page();
    let sections = |name: &str| {
        let from = page.find(&format!("<section id=\"{name}\">")).expect("a section");
        page[from..].split("</section>").next().unwrap()
    };
    let opening: Vec<&str> = sections("figures").split("<figure id=\"").skip(1).collect();
    let names =
        ["ratio-n-uniform-c4", "ratio-c-uniform-n4096", "peak-c-uniform-n4096", "crossover"];
    assert_eq!(opening.iter().map(|of| of.split('"').next().unwrap()).collect::<Vec<_>>(), names);
    assert!(!sections("figures").contains("class=\"part\""));
    let details = sections("details");
    let (mut open, mut figures) = (Vec::new(), 0);
    for tag in details.split('<').filter_map(|part| part.split('>').next()) {
        match tag.split(' ').next().unwrap() {
            "details" => open.push(tag.contains("class=\"part\"")),
            "/details" => assert!(open.pop().is_some()),
            "figure" => {
                figures += 1;
                assert!(open.contains(&true), "{tag} is in sight");
            }
            _ => {}
        }
    }
    assert!(figures > 20, "{figures}");
    for link in details.split("href=\"#").skip(1) {
        let to = link.split('"').next().unwrap();
        assert!(details.contains(&format!(" id=\"{to}\"")), "{to}");
    }
}

#[test]
fn every_picture_says_what_it_is_and_every_axis_has_three_places() {
    let page = page();
    for picture in page.split("<figure ").skip(1) {
        let picture = &picture[picture.find("<svg ").expect("a picture")..];
        let open = picture.split('>').next().unwrap();
        assert!(open.contains("role=\"img\"") && open.contains("aria-labelledby="), "{open}");
        assert!(picture.contains("<title id=") && picture.contains("<desc id="), "{open}");
    }
    let data = page.split("id=\"figures-data\">").nth(1).unwrap().split("</script>").next();
    let figures: serde_json::Value = serde_json::from_str(data.unwrap()).unwrap();
    for figure in figures.as_array().unwrap() {
        let curves = figure["curves"].as_array().unwrap().iter();
        let points = curves.flat_map(|curve| curve["points"].as_array().unwrap());
        let places: BTreeSet<String> = points.map(|point| point[0].to_string()).collect();
        assert!(places.len() >= 3, "{}: {places:?}", figure["name"]);
    }
}

/// Runs in leaps know only bounds of their peaks.
#[test]
fn bounds_of_peaks_are_not_shown_as_measured() {
    let folder = tempdir().unwrap();
    let store = Store::create(folder.path()).unwrap();
    for (congestion, is) in [(4, "measured"), (8, "bound"), (16, "measured"), (32, "measured")] {
        let peak_is = Some(is.to_owned());
        let row = RunRow { peak_is, ..run("uniform", 4096, congestion, 1) };
        store.add(&Row::Run(Box::new(row))).unwrap();
    }
    let rows = Store::open(folder.path()).unwrap().rows::<RunRow>().unwrap();
    let figures = Figures::of(&rows, (&[], &[]), &cells(&rows), &[]);
    let figure = figures.all().find(|figure| figure.name.starts_with("peak-c-")).unwrap();
    let Picture::Plane(plane) = &figure.picture else { panic!("a plane") };
    let seen = plane.curves.iter().map(|curve| (curve.style, curve.points.len()));
    assert_eq!(seen.collect::<Vec<_>>(), [(Style::Measured, 3), (Style::Bound, 1)]);
}

#[test]
fn a_store_without_runs_has_a_page() {
    let folder = tempdir().unwrap();
    drop(Store::create(folder.path()).unwrap());
    let args = ReportArgs {
        folder: folder.path().into(),
        out: folder.path().join("report.html"),
        format: Format::Text,
    };
    report(&args).unwrap();
    let page = fs::read_to_string(args.out).unwrap();
    assert!(page.contains("0 runs done") && page.contains("No three runs"));
}
