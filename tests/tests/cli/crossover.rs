//! `meshcast crossover`: the map of the fastest algorithms.

use super::{Folder, meshcast, parsed};

const PLAN: &str = r#"
title = "Small meshes"
[[runs]]
algorithms = ["hamiltonian", "buffered", "randomized:sweep"]
workloads = ["uniform"]
sides = [8, 16]
congestions = [1, 4]
mode = "leap"
"#;

#[test]
fn the_map_is_measured_where_there_are_rows_and_goes_on_beyond() {
    let folder = Folder::new();
    let (plan, store) = (folder.file("plan.toml", PLAN), folder.path("store"));
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let json = meshcast("crossover {} --to-nodes 2^10 --format json", &[&store]).well();
    let result = parsed(&json);
    assert_eq!(result["schema"], "meshcast.crossover/1");
    let cells = result["cells"].as_array().expect("a list of cells");
    assert_eq!(cells.len(), 2 + 3 + 4 + 5, "n = 16, 64, 256, 1024, c up to n/4");
    let is = |nodes: u64, congestion: u64| {
        let mut found = cells.iter();
        let cell = found.find(|cell| cell["nodes"] == nodes && cell["congestion"] == congestion);
        cell.expect("a cell")["is"].clone()
    };
    assert_eq!(is(256, 4), "measured");
    assert_eq!(is(1024, 4), "predicted");
    let text = meshcast("crossover {} --to-nodes 1024", &[&store]).well();
    assert!(text.contains("capitals are measured"), "{text}");
    let refused = meshcast("crossover {} --to-nodes 2^27", &[&store]);
    assert!(refused.refused().contains("expected a whole number from 16 to 67108864"));
    let picture = folder.path("map.jpg");
    let refused = meshcast("crossover {} --out {}", &[&store, &picture]);
    assert!(refused.refused().contains("--out: expected a name that ends in .svg or .png"));
    assert!(!picture.exists());
}

#[test]
fn the_map_says_which_algorithms_it_is_of() {
    let folder = Folder::new();
    let plan = PLAN.replace("\"hamiltonian\", ", "").replace("[1, 4]", "[4, 16, 64]");
    let (plan, store) = (folder.file("plan.toml", plan), folder.path("store"));
    meshcast("sweep {} --out {}", &[&plan, &store]).well();
    let result = parsed(&meshcast("crossover {} --to-nodes 256 --format json", &[&store]).well());
    assert_eq!(
        result["candidates"],
        serde_json::json!(["buffered", "hamiltonian", "randomized:sweep"])
    );
    let absent = result["absent"].as_array().expect("a list");
    assert!(absent.iter().any(|name| name == "unicast") && absent.len() == 9, "{absent:?}");
    // On 16 x 16 nodes a tour of the mesh takes 257 steps.
    let cells = result["cells"].as_array().expect("a list of cells");
    let mut dense = cells.iter().filter(|cell| cell["nodes"] == 256 && cell["congestion"] == 64);
    let dense = dense.next().expect("a cell");
    assert_eq!((&dense["algorithm"], &dense["steps"]), (&"hamiltonian".into(), &257.into()));
    assert_eq!((&dense["is"], &dense["by"]), (&"predicted".into(), &"closed form".into()));
    let text = meshcast("crossover {} --to-nodes 256", &[&store]).well();
    assert!(text.contains("\n  compared      buffered, hamiltonian, randomized:sweep\n"), "{text}");
    assert!(text.contains("\n  absent        without rows of uniform sets: "), "{text}");
    let report = folder.path("report.html");
    meshcast("report {} --out {}", &[&store, &report]).well();
    let page = std::fs::read_to_string(report).expect("a page");
    assert!(page.contains("among buffered, hamiltonian, randomized:sweep;"));
    assert!(page.contains("Absent, since there are no rows: "));
}
