//! `meshcast limits`: steps over the bound, on meshes that nothing runs on.

use super::{Folder, meshcast, parsed};

#[test]
fn exact_numbers_go_on_to_meshes_of_two_to_the_sixty_nodes() {
    let names = "circulation scan randomized:sweep hamiltonian";
    let json = meshcast(&format!("limits {names} --congestion 4,64 --format json"), &[]).well();
    let result = parsed(&json);
    assert_eq!(result["schema"], "meshcast.limits/1");
    assert_eq!(result["without_formula"], serde_json::json!([]));
    let all = result["algorithms"].as_array().expect("a list");
    let is =
        |place: usize| (&all[place]["name"], &all[place]["congestion"], &all[place]["bounded"]);
    let named = |name: &str, c: Option<u64>| (name.into(), c.into(), true.into());
    let expected: [(serde_json::Value, serde_json::Value, serde_json::Value); 6] = [
        named("circulation", None),
        named("scan", None),
        named("randomized:sweep", Some(4)),
        named("randomized:sweep", Some(64)),
        named("hamiltonian", Some(4)),
        named("hamiltonian", Some(64)),
    ];
    assert_eq!(all.len(), expected.len());
    for (place, (name, congestion, bounded)) in expected.iter().enumerate() {
        assert_eq!(is(place), (name, congestion, bounded));
    }
    // A closed tour has a step for every node, and one more to take in what comes home; a scan goes up the rows and along them.
    let of = |place: usize| all[place]["points"].as_array().expect("a list");
    assert_eq!(of(0)[0], serde_json::json!({"nodes": 256, "steps": 257, "ratio": 257.0 / 256.0}));
    let last = of(0).last().expect("points");
    assert_eq!(last["nodes"], "1152921504606846976");
    assert_eq!(last["steps"], "1152921504606846977");
    assert_eq!(of(1).last().expect("points")["steps"], 2_147_483_647);
    // Powers of four, nine times such powers, and no mesh on which c is above n/16.
    let sizes: Vec<String> = of(0).iter().map(|point| point["nodes"].to_string()).collect();
    assert_eq!((sizes.len(), sizes[1].as_str(), sizes[2].as_str()), (53, "576", "1024"));
    assert_eq!(of(3)[0]["nodes"], 1024);
    for (place, envelope) in [(0, "n"), (1, "sqrt(n)"), (2, "sqrt(cn)")] {
        assert_eq!(all[place]["envelope"], envelope);
    }
}

#[test]
fn a_table_says_what_is_supposed_and_where_ratios_settle() {
    let text = meshcast("limits randomized:sweep --congestion 64", &[]).well();
    assert!(text.contains("randomized:sweep supposes as many phases and drains as are expected"));
    assert!(text.contains("2^10 to 2^60"), "{text}");
    let line = text.lines().find(|line| line.contains("√(cn)")).expect("a line");
    assert!(
        line.split_whitespace().eq([
            "randomized:sweep",
            "64",
            "√(cn)",
            "1.83",
            "2.07",
            "1.83",
            "2^12",
            "yes"
        ]),
        "{line}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn random_sides_are_the_same_whatever_the_threads() {
    let line = |threads| format!("limits scan --random 3 --threads {threads} --format json");
    let one = meshcast(&line(1), &[]).well();
    assert_eq!(one, meshcast(&line(2), &[]).well());
    let points = parsed(&one)["algorithms"][0]["points"].as_array().expect("a list").len();
    assert!(points > 90, "{points}");
}

#[test]
fn the_ratios_are_drawn() {
    let folder = Folder::new();
    let picture = folder.path("limits.svg");
    meshcast("limits scan hamiltonian --out {}", &[&picture]).well();
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    assert!(svg.contains("up to 2^60 nodes") && svg.contains("hamiltonian, c = 64"));
}

#[test]
fn what_runs_find_out_enters_as_what_is_expected() {
    let json = meshcast("limits buffered auto kk --congestion 4 --format json", &[]).well();
    let result = parsed(&json);
    let all = result["algorithms"].as_array().expect("a list");
    for (place, least, most) in [(0, 6.9, 7.2), (1, 3.45, 3.55), (2, 2.0, 8.0)] {
        let found = &all[place];
        let last = found["last"].as_f64().expect("a ratio");
        assert!(found["bounded"] == true && (least..most).contains(&last), "{found}");
    }
}

#[test]
fn what_has_no_formula_is_refused_by_name() {
    let refused = |line: &str| meshcast(line, &[]).refused().to_owned();
    for rival in ["greedy-unicast", "greedy-tree"] {
        let said = refused(&format!("limits {rival}"));
        assert!(said.contains(&format!("{rival} has no formula")), "{said}");
        assert!(said.contains("no theorem says how long packets"), "{said}");
    }
    for searched in ["certified", "slotted"] {
        let said = refused(&format!("limits randomized:{searched}"));
        assert!(said.contains("a search finds its phases"), "{said}");
    }
    assert!(refused("limits nosuch").contains("it is no primitive with a formula either"));
    assert!(
        refused("limits scan --out limits.jpg").contains("--out: expected a name that ends in")
    );
    assert!(refused("limits scan --congestion 0").contains("--congestion"));
    assert!(refused("limits scan --random -1").contains("--random"));
    assert!(refused("limits scan --random 10000000").contains("--random"));
}
