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
