//! `meshcast spmv`: products beside the multicast that carries their numbers.

use super::{Folder, data, lasting, meshcast, parsed};
use meshcast_tests::corpus;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// What a command finds out about the matrix at `path`.
fn result(line: &str, path: &Path) -> Value {
    parsed(&meshcast(&format!("{line} --input {{}} --format json"), &[path]).well())
}

/// The product is right, its communication is the run of the same algorithm, and what stands beside it are other runs.
fn check(algorithm: &str, mesh: &str, path: &Path) {
    let product = result(&format!("spmv --algorithm {algorithm} {mesh}"), path);
    let route = |name: &str| result(&format!("route --algorithm {name} {mesh}"), path);
    let communication = route(algorithm);
    assert_eq!(
        (&product["schema"], &product["correct"]),
        (&json!("meshcast.spmv/1"), &json!(true))
    );
    for (of_product, of_route) in [
        ("communication_steps", "steps"),
        ("messages", "messages"),
        ("deliveries", "deliveries"),
        ("lower_bound", "lower_bound"),
        ("links", "links"),
        ("copies", "copies"),
    ] {
        assert_eq!(
            product[of_product], communication[of_route],
            "{algorithm} {mesh}: {of_product}"
        );
    }
    assert_eq!(product["unicast_steps"], route("unicast")["steps"]);
    let numbers = ["steps", "communication_steps", "product_steps"];
    let [steps, communication, products] =
        numbers.map(|key| product[key].as_u64().expect("a number"));
    assert_eq!(steps, communication + products);
    // A step for every entry of the longest row.
    assert_eq!(product["product_steps"], product["messages"]["congestion"]);
    let last = product["ledger"].as_array().and_then(|lines| lines.last()).expect("a ledger");
    assert_eq!((&last["path"], &last["steps"]), (&json!("products"), &json!(products)));
}

#[test]
fn real_matrices_are_multiplied_with_every_algorithm() {
    for algorithm in [
        "hamiltonian",
        "buffered",
        "randomized:paper",
        "randomized:tuned",
        "randomized:sweep",
        "randomized:certified",
        "deterministic:rounds",
        "deterministic:sweep",
        "deterministic:explicit",
        "unicast",
        "greedy-unicast",
        "greedy-tree",
        "auto",
    ] {
        check(algorithm, "", &data("west0067.mtx"));
    }
    check("auto", "", &data("karate.mtx"));
    check("deterministic:paper", "", &data("karate.mtx"));
}

#[test]
fn random_matrices_are_multiplied_on_odd_meshes() {
    let folder = Folder::new();
    for (number, (rows, cols)) in
        [(1, 2), (3, 3), (1, 7), (5, 7), (9, 4), (11, 2)].into_iter().enumerate()
    {
        let set = corpus::multicast(rows * cols, 80, 5, number as u64);
        let mut text = String::new();
        for (source, destinations) in set.iter() {
            writeln!(text, "{{\"source\":{source},\"destinations\":{destinations:?}}}")
                .expect("text grows");
        }
        let path = folder.file("set.jsonl", text);
        for algorithm in ["hamiltonian", "buffered", "randomized:sweep", "greedy-tree", "unicast"] {
            check(algorithm, &format!("--side {rows} --cols {cols}"), &path);
        }
    }
}

#[test]
fn a_result_says_where_the_values_of_the_matrix_are_from() {
    let folder = Folder::new();
    let text = |field: &str, value: &str| {
        format!("%%MatrixMarket matrix coordinate {field} general\n3 3 2\n2 1{value}\n3 3{value}\n")
    };
    for (field, value, expected) in [
        ("integer", " -7", "file"),
        ("real", " 3.0", "file"),
        ("integer", " 40000", "seeded"),
        ("real", " 0.5", "seeded"),
        ("pattern", "", "seeded"),
    ] {
        let path = folder.file("a.mtx", text(field, value));
        check("unicast", "", &path);
        let product = result("spmv --algorithm unicast", &path);
        assert_eq!(product["values"], expected, "{field}{value}");
        let page = meshcast("spmv --input {}", &[&path]).well();
        let said = if expected == "file" {
            "\n  values        A as in the file, x from the seed\n"
        } else {
            "\n  values        A and x from the seed\n"
        };
        assert!(page.contains(said), "{page}");
    }
    let list = folder.file("a.txt", "0 1\n");
    assert_eq!(result("spmv --algorithm unicast", &list)["values"], "seeded");
    let bad = folder.file("bad.mtx", text("integer", " x"));
    let ran = meshcast("spmv --input {}", &[&bad]);
    assert!(ran.refused().ends_with("bad.mtx:3: expected a number as the value, found \"x\""));
}

#[test]
fn a_product_repeats_on_any_number_of_threads() {
    let line =
        "spmv --algorithm randomized:tuned --workload uniform --side 16 --format json --seed 5";
    let run = |threads| lasting(&meshcast(&format!("{line} --threads {threads}"), &[]).well());
    assert_eq!(run(1), run(3));
}

#[test]
fn the_text_says_what_was_chosen_and_whether_y_is_right() {
    let text = meshcast("spmv --input {}", &[&data("west0067.mtx")]).well();
    assert!(text.starts_with("y = Ax on 9 x 9 nodes by auto: west0067.mtx\n"), "{text}");
    for part in ["chosen        hamiltonian", "as the host computes it", "to add up the products"] {
        assert!(text.contains(part), "{text}");
    }
    let line = "spmv --input {} --algorithm spiral";
    assert!(meshcast(line, &[&data("karate.mtx")]).refused().contains("'--algorithm <NAME>'"));
    assert_eq!(
        meshcast("spmv", &[]).refused(),
        "expected a message set, --input FILE or --workload NAME, found neither"
    );
}
